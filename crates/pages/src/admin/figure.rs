//! A figure of the last hour: columns, one for each minute.

use maud::{Markup, html};

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 96.0;
/// The room for the text under the columns.
const BOTTOM: f64 = 18.0;

/// Values of the last minutes, the newest last.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Series<'a> {
    /// What it shows.
    pub title: &'a str,
    /// The newest value in words.
    pub now: &'a str,
    /// The largest value in words.
    pub most: &'a str,
    /// The values, one for each minute. Minutes in which nothing was measured have none.
    pub values: &'a [Option<f64>],
}

impl Series<'_> {
    /// The figure.
    pub(super) fn draw(&self) -> Markup {
        let most = self.values.iter().flatten().fold(0.0_f64, |most, value| most.max(*value));
        let ground = HEIGHT - BOTTOM;
        let width = WIDTH / self.values.len().max(1) as f64;
        let columns = self.values.iter().enumerate().filter_map(|(n, value)| {
            let height = if most > 0.0 { (*value)? / most * (ground - 4.0) } else { 0.0 };
            // Any value is visible, however small it is.
            (height > 0.0).then(|| (n as f64 * width, height.max(1.5)))
        });
        let told = format!(
            "{} in the last {} minutes: now {}, at most {}.",
            self.title,
            self.values.len(),
            self.now,
            self.most
        );
        html! {
            figure.figure {
                figcaption { (self.title) strong { (self.now) } }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(told) {
                    @for (x, height) in columns {
                        rect x=(rounded(x + 0.5)) y=(rounded(ground - height)) width=(rounded(width - 1.0))
                            height=(rounded(height)) rx="1" {}
                    }
                    line x1="0" x2=(WIDTH) y1=(ground) y2=(ground) {}
                    text x="0" y=(HEIGHT - 4.0) { "−" (self.values.len()) " min" }
                    text x=(WIDTH / 2.0) y=(HEIGHT - 4.0) text-anchor="middle" { "at most " (self.most) }
                    text x=(WIDTH) y=(HEIGHT - 4.0) text-anchor="end" { "now" }
                }
            }
        }
    }
}

fn rounded(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::Series;

    #[test]
    fn the_largest_value_fills_the_ground_and_no_value_draws_nothing() {
        let draw = |values: &[Option<f64>]| {
            Series { title: "Moves", now: "1", most: "2", values }.draw().into_string()
        };
        let html = draw(&[Some(1.0), None, Some(2.0), Some(0.0), Some(0.001)]);
        assert_eq!(html.matches("<rect").count(), 3, "{html}");
        assert!(html.contains("height=\"74.0\"") && html.contains("height=\"37.0\""), "{html}");
        assert!(html.contains("height=\"1.5\""), "{html}");
        for none in [&[][..], &[None, None], &[Some(0.0)]] {
            let html = draw(none);
            assert!(!html.contains("<rect") && !html.contains("NaN") && !html.contains("inf"), "{html}");
        }
    }
}

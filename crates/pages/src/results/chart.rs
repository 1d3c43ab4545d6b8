//! Charts: a line of dots over time, with the same in a table for those who cannot see it.

use maud::{Markup, html};

/// The size of a chart, and the margins around its ground: left and right, top, bottom.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const SIDE: f64 = 64.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;
/// How many of the newest points are drawn.
const DRAWN: usize = 100;
/// The most lines across the ground.
const LINES: f64 = 4.0;

/// A point of a chart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Point {
    /// The day, `21 November 2026`.
    pub(crate) day: String,
    /// The value.
    pub(crate) value: f64,
    /// The value in words.
    pub(crate) told: String,
    /// Whether it counts less than others, such as a solution that was helped.
    pub(crate) hollow: bool,
}

/// A chart of values over time.
pub(crate) struct Chart<'a> {
    /// What it shows.
    pub(crate) title: &'a str,
    /// What the values are called in the table.
    pub(crate) column: &'a str,
    /// The points, the oldest first.
    pub(crate) points: &'a [Point],
    /// A value that has a line of its own, and its name.
    pub(crate) level: Option<(f64, &'a str)>,
    /// Whether a line joins the points.
    pub(crate) joined: bool,
}

/// An easily read distance between lines: 1, 2 or 5 times a power of ten, and at least 1.
fn step(extent: f64) -> f64 {
    let rough = (extent / LINES).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| *step >= rough).unwrap_or(rough)
}

impl Chart<'_> {
    /// The chart; nothing for fewer than two points.
    pub(crate) fn draw(&self) -> Markup {
        let points = &self.points[self.points.len().saturating_sub(DRAWN)..];
        let [first, .., last] = points else { return html! {} };
        html! {
            figure.chart {
                figcaption { (self.title) }
                (self.drawing(points, first, last))
                details {
                    summary { "Show as table" }
                    div.scroll {
                        table {
                            thead { tr { th scope="col" { "Day" } th scope="col" { (self.column) } } }
                            tbody {
                                @for point in points.iter().rev() { tr { td { (point.day) } td {
                                    (point.told) } } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn drawing(&self, points: &[Point], first: &Point, last: &Point) -> Markup {
        let level = self.level.map(|(value, _)| value);
        let values = || points.iter().map(|point| point.value).chain(level);
        let (low, high) = values().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        let step = step(high - low);
        let (low, high) = (
            (low / step).floor() * step,
            ((high / step).ceil() * step).max((low / step).floor() * step + step),
        );
        let ground = HEIGHT - TOP - BOTTOM;
        let y = |value: f64| TOP + ground * (high - value) / (high - low);
        let apart = (WIDTH - 2.0 * SIDE) / (points.len() - 1) as f64;
        let x = |n: usize| SIDE + apart * n as f64;
        let lines = (0..=((high - low) / step).round() as u32).map(|n| low + step * f64::from(n));
        let way: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(n, point)| format!("{:.1},{:.1}", x(n), y(point.value)))
            .collect();
        let told = format!(
            "{}: {} values from {} to {}, first {}, last {}.",
            self.title,
            points.len(),
            first.day,
            last.day,
            first.told,
            last.told
        );
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(told) {
                @for value in lines {
                    line.grid x1=(SIDE - 8.0) x2=(WIDTH - SIDE + 8.0) y1=(rounded(y(value)))
                        y2=(rounded(y(value))) {}
                    text x=(SIDE - 14.0) y=(rounded(y(value) + 4.0)) text-anchor="end" { (signed(value)) }
                }
                @if let Some((value, name)) = self.level {
                    line.level x1=(SIDE - 8.0) x2=(WIDTH - SIDE + 8.0) y1=(rounded(y(value)))
                        y2=(rounded(y(value))) {}
                    text x=(WIDTH - SIDE + 12.0) y=(rounded(y(value) + 4.0)) { (name) }
                }
                @if self.joined { polyline points=(way.join(" ")) {} }
                @for (n, point) in points.iter().enumerate() {
                    circle.hollow[point.hollow] cx=(rounded(x(n))) cy=(rounded(y(point.value))) r="4" {
                        title { (point.day) ": " (point.told) }
                    }
                }
                text x=(SIDE) y=(HEIGHT - 6.0) { (first.day) }
                text x=(WIDTH - SIDE) y=(HEIGHT - 6.0) text-anchor="end" { (last.day) }
            }
        }
    }
}

/// A coordinate with one decimal.
fn rounded(value: f64) -> String {
    format!("{value:.1}")
}

fn signed(value: f64) -> String {
    if value < 0.0 { format!("−{:.0}", -value) } else { format!("{value:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_at_round_numbers() {
        assert_eq!([0.0, 3.0, 7.0, 20.0, 110.0, 900.0].map(step), [1.0, 1.0, 2.0, 5.0, 50.0, 500.0]);
    }

    #[test]
    fn a_chart_tells_its_values_in_words() {
        let point = |day: &str, value: f64| Point {
            day: day.into(),
            value,
            told: format!("{value} over par"),
            hollow: false,
        };
        let points = [point("20 November 2026", 3.0), point("21 November 2026", -2.0)];
        let chart = Chart {
            title: "Moves",
            column: "Result",
            points: &points,
            level: Some((0.0, "par")),
            joined: true,
        };
        let html = chart.draw().into_string();
        let told =
            "Moves: 2 values from 20 November 2026 to 21 November 2026, first 3 over par, last -2 over par.";
        assert!(html.contains(told), "{html}");
        assert!(
            html.contains("<td>21 November 2026</td><td>-2 over par</td>") && html.contains("−2"),
            "{html}"
        );
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
        let one = Chart { points: &points[..1], level: None, ..chart };
        assert_eq!(one.draw().into_string(), "", "one point makes no picture");
        assert_eq!(Chart { points: &[], ..one }.draw().into_string(), "");
    }
}

//! A graph of what the positions of a game were worth.

use bagatelle_core::present::text::signed;
use bagatelle_core::present::{Scale, Worth};
use maud::{Markup, html};

/// The size of a graph, and the margin around its ground.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;
const MARGIN: f64 = 10.0;

/// A graph of what positions were worth, by the number of actions before them.
pub(crate) struct Graph<'a> {
    /// What was found, in the order of the game.
    pub(crate) curve: &'a [(usize, Worth)],
    /// How many actions the game has.
    pub(crate) plies: usize,
    /// The position that is shown.
    pub(crate) at: Option<usize>,
    /// Positions with a mark: the number of actions before them, where the mark leads, and what it says.
    pub(crate) marks: &'a [(usize, String, String)],
    /// What the first seat is called.
    pub(crate) first: &'a str,
}

impl Graph<'_> {
    /// The graph; nothing where fewer than two positions have a figure.
    pub(crate) fn draw(&self) -> Markup {
        let points: Vec<(usize, f64)> =
            self.curve.iter().filter_map(|(ply, worth)| Some((*ply, worth.figure()?))).collect();
        let Some(scale) = self.curve.iter().map(|(_, worth)| worth.scale()).max_by_key(|scale| *scale as u8)
        else {
            return html! {};
        };
        if points.len() < 2 {
            return html! {};
        }
        let (low, high) = self.extent(scale, &points);
        let x = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / self.plies.max(1) as f64;
        let y =
            |value: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - value.clamp(low, high)) / (high - low);
        let way: Vec<String> =
            points.iter().map(|(ply, value)| format!("{:.1},{:.1}", x(*ply), y(*value))).collect();
        let middle = if scale == Scale::Share { 0.5 } else { 0.0_f64.clamp(low, high) };
        let ground = format!(
            "{:.1},{:.1} {} {:.1},{:.1}",
            x(points[0].0),
            y(middle),
            way.join(" "),
            x(points[points.len() - 1].0),
            y(middle)
        );
        html! {
            figure.graph {
                figcaption { (self.caption(scale)) }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(self.told(scale,
                    &points)) {
                    polygon.area points=(ground) {}
                    line.level x1=(MARGIN) x2=(WIDTH - MARGIN) y1=(rounded(y(middle)))
                        y2=(rounded(y(middle))) {}
                    @if let Some(at) = self.at {
                        line.at x1=(rounded(x(at))) x2=(rounded(x(at))) y1=(MARGIN) y2=(HEIGHT - MARGIN) {}
                    }
                    polyline points=(way.join(" ")) {}
                    @for (ply, address, title) in self.marks {
                        @let value = points.iter().take_while(|(at, _)| at <= ply).last().map_or(middle,
                            |point| point.1);
                        a href=(address) aria-label=(title) {
                            circle cx=(rounded(x(*ply))) cy=(rounded(y(value))) r="7" { title { (title) } }
                        }
                    }
                }
            }
        }
    }

    /// The lowest and the highest value that is drawn.
    fn extent(&self, scale: Scale, points: &[(usize, f64)]) -> (f64, f64) {
        let most = points.iter().map(|(_, value)| value.abs()).fold(1.0, f64::max);
        match scale {
            Scale::Share => (0.0, 1.0),
            Scale::Points => (-most, most),
            Scale::Moves => (0.0, most),
        }
    }

    fn caption(&self, scale: Scale) -> String {
        match scale {
            Scale::Share if self.first.is_empty() => "Winning chances".into(),
            Scale::Share => format!("{}’s winning chances", self.first),
            Scale::Points => format!("{}’s expected lead in points", self.first),
            Scale::Moves => "Moves left in the best known solution".into(),
        }
    }

    /// The graph in words.
    fn told(&self, scale: Scale, points: &[(usize, f64)]) -> String {
        let (first, last) = (points[0].1, points[points.len() - 1].1);
        let told = |value: f64| match scale {
            Scale::Share => format!("{:.0} of 100", value * 100.0),
            Scale::Points => signed(value, 1),
            Scale::Moves => format!("{value:.0}"),
        };
        format!(
            "{}: {} positions, first {}, last {}.",
            self.caption(scale),
            points.len(),
            told(first),
            told(last)
        )
    }
}

/// A coordinate with one decimal.
fn rounded(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(curve: &[(usize, Worth)]) -> String {
        Graph { curve, plies: 4, at: Some(2), marks: &[], first: "White" }.draw().into_string()
    }

    #[test]
    fn a_graph_tells_its_ends_in_words_and_needs_two_points() {
        let share = |share| Worth::Leaning { share };
        assert_eq!(graph(&[]), "");
        assert_eq!(graph(&[(0, share(0.5))]), "");
        let html = graph(&[(0, share(0.5)), (2, Worth::Draw), (4, share(0.25))]);
        assert!(html.contains("3 positions, first 50 of 100, last 25 of 100."), "{html}");
        assert!(!html.contains("NaN"), "{html}");
        let points = |points: f64| Worth::Points { ahead: vec![points, -points] };
        assert!(graph(&[(0, points(0.0)), (4, points(-3.25))]).contains("last −3.2."));
        let moves = |left| Worth::Moves { left, at_least: 1 };
        assert!(graph(&[(0, moves(Some(9))), (1, moves(None)), (4, moves(Some(0)))]).contains("2 positions"));
    }
}

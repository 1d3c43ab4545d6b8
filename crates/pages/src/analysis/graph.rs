//! A graph of what the positions of a game were worth.

use crate::text;
use bagatelle_core::Seat;
use bagatelle_core::present::text::signed;
use bagatelle_core::present::{Scale, Worth};
use maud::{Markup, html};

/// The size of a graph, the margin around its ground, and the place for figures at its left.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 12.0;
const LEFT: f64 = 88.0;
/// The place for the numbers of moves below the ground.
const BELOW: f64 = 28.0;

/// The mark of an end that the rules did not make.
const CROSS: &str = "M-9-9 9 9M-9 9 9-9";

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
    /// The seat whose side the figures take.
    pub(crate) seat: Seat,
    /// Whose chances these are, before a noun; empty where no one needs a name.
    pub(crate) whose: &'a str,
    /// Who is ahead at the upper and at the lower edge; empty where one plays alone.
    pub(crate) ahead: &'a [String],
    /// What a player did who ended the game before its end: `Rosa resigned`; empty if the rules ended it.
    pub(crate) stopped: &'a str,
}

/// The radius of the mark of a point.
const RADIUS: f64 = 11.0;

/// Who is ahead at the upper and at the lower edge of a graph: one, or one of the others.
pub(crate) fn ahead(one: &str, others: &[String]) -> Vec<String> {
    let told = |who: &str| match who {
        "You" => "You’re ahead".to_owned(),
        who => format!("{who} is ahead"),
    };
    match others {
        [] => Vec::new(),
        [other] => vec![told(one), told(other)],
        _ => vec![told(one), "Others are ahead".into()],
    }
}

impl Graph<'_> {
    /// The graph; nothing where fewer than two positions have a figure.
    pub(crate) fn draw(&self) -> Markup {
        let points: Vec<(usize, f64)> =
            self.curve.iter().filter_map(|(ply, worth)| Some((*ply, worth.figure(self.seat)?))).collect();
        let Some(scale) = self.curve.iter().map(|(_, worth)| worth.scale()).max_by_key(|scale| *scale as u8)
        else {
            return html! {};
        };
        if points.len() < 2 {
            return html! {};
        }
        let (low, high) = self.extent(scale, &points);
        let x = |ply: usize| LEFT + (WIDTH - LEFT - MARGIN) * ply as f64 / self.plies.max(1) as f64;
        let y =
            |value: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - value.clamp(low, high)) / (high - low);
        let way: Vec<(f64, f64)> = points.iter().map(|(ply, value)| (x(*ply), y(*value))).collect();
        let middle = if scale == Scale::Share { 0.5 } else { 0.0_f64.clamp(low, high) };
        let [upper, lower] = sides(y(middle), &way);
        html! {
            figure.graph {
                figcaption { (self.caption(scale)) }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT + BELOW) } role="img" aria-label=(self.told(scale,
                    &points)) {
                    polygon.area points=(listed(&upper)) {}
                    @if low < middle {
                        polygon.area.below points=(listed(&lower)) {}
                    }
                    @for value in marked(low, middle, high) {
                        text x=(LEFT - MARGIN) y=(rounded(y(value))) { (figure(scale, value)) }
                    }
                    text.edge x=(LEFT) y=(HEIGHT + MARGIN) { "Start" }
                    text x=(WIDTH - MARGIN) y=(HEIGHT + MARGIN) {
                        "Move " (self.plies) @if !self.stopped.is_empty() { ": " (self.stopped) }
                    }
                    line.level x1=(LEFT) x2=(WIDTH - MARGIN) y1=(rounded(y(middle)))
                        y2=(rounded(y(middle))) {}
                    @if let Some(at) = self.at {
                        line.at x1=(rounded(x(at))) x2=(rounded(x(at))) y1=(MARGIN) y2=(HEIGHT - MARGIN) {}
                    }
                    polyline points=(listed(&way)) {}
                    @if !self.stopped.is_empty() {
                        path.end transform={ "translate(" (rounded(x(self.plies))) " "
                            (rounded(y(points[points.len() - 1].1))) ")" } d=(CROSS) {}
                    }
                    @for (who, height) in self.ahead.iter().zip([2.0 * MARGIN, HEIGHT - 2.0 * MARGIN]) {
                        text.edge x=(LEFT + MARGIN) y=(height) { (who) }
                    }
                    @for (ply, address, title) in self.marks {
                        @let value = points.iter().take_while(|(at, _)| at <= ply).last().map_or(middle,
                            |point| point.1);
                        a href=(address) aria-label=(title) {
                            circle cx=(rounded(x(*ply))) cy=(rounded(y(value))) r=(RADIUS) {
                                title { (title) }
                            }
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
        let what = match scale {
            Scale::Share => "winning chances",
            Scale::Points => "expected lead in points",
            Scale::Moves => return "Moves left in the best known solution".into(),
        };
        text::capitalised(&format!("{}{what}", self.whose))
    }

    /// The graph in words.
    fn told(&self, scale: Scale, points: &[(usize, f64)]) -> String {
        let (first, last) = (points[0].1, points[points.len() - 1].1);
        let told = |value: f64| match scale {
            Scale::Share => format!("{:.0} of 100", value * 100.0),
            Scale::Points => signed(value, 1),
            Scale::Moves => format!("{value:.0}"),
        };
        let stopped = if self.stopped.is_empty() { String::new() } else { format!(" {}.", self.stopped) };
        format!(
            "{}: {} positions, first {}, last {}.{stopped}",
            self.caption(scale),
            points.len(),
            told(first),
            told(last)
        )
    }
}

/// The areas between a level and the parts of a line above and below it: one side each is ahead there.
fn sides(level: f64, line: &[(f64, f64)]) -> [Vec<(f64, f64)>; 2] {
    [f64::min, f64::max].map(|nearer: fn(f64, f64) -> f64| {
        let mut area = vec![(line[0].0, level)];
        for (at, &(x, y)) in line.iter().enumerate() {
            if let Some((before, height)) = at.checked_sub(1).map(|at| line[at])
                && (height - level) * (y - level) < 0.0
            {
                area.push((before + (x - before) * (level - height) / (y - height), level));
            }
            area.push((x, nearer(y, level)));
        }
        area.push((line[line.len() - 1].0, level));
        area
    })
}

/// Points as SVG lists them.
fn listed(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// The values that stand beside a graph, without repeats.
fn marked(low: f64, middle: f64, high: f64) -> Vec<f64> {
    let mut marked = vec![low, middle, high];
    marked.dedup();
    marked
}

/// A value as it stands beside a graph.
fn figure(scale: Scale, value: f64) -> String {
    match scale {
        Scale::Share => format!("{:.0}%", value * 100.0),
        Scale::Points if value.round() != 0.0 => signed(value, 0),
        Scale::Points | Scale::Moves => format!("{value:.0}"),
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
        graph_of(Seat(0), "White’s ", curve)
    }

    fn graph_of(seat: Seat, whose: &str, curve: &[(usize, Worth)]) -> String {
        let marks = &[];
        Graph { curve, plies: 4, at: Some(2), marks, seat, whose, ahead: &[], stopped: "" }
            .draw()
            .into_string()
    }

    #[test]
    fn a_graph_is_that_of_its_seat() {
        let curve = [(0, Worth::Leaning { share: 0.5 }), (2, Worth::Win { seat: Seat(1), within: None })];
        let told = |seat, whose| graph_of(seat, whose, &curve);
        assert!(
            told(Seat(0), "Ann’s ").contains("Ann’s winning chances: 2 positions, first 50 of 100, last 0")
        );
        assert!(
            told(Seat(1), "Your ").contains("Your winning chances: 2 positions, first 50 of 100, last 100")
        );
        assert!(told(Seat(0), "").contains("Winning chances: "));
        let points = [(0, Worth::Points { ahead: vec![1.0, -1.0] }), (2, Worth::Points { ahead: vec![] })];
        assert_eq!(graph_of(Seat(1), "Your ", &points), "", "one figure is no graph");
        let points =
            [(0, Worth::Points { ahead: vec![3.0, -3.0] }), (2, Worth::Points { ahead: vec![2.0, -2.0] })];
        assert!(graph_of(Seat(1), "Your ", &points).contains("Your expected lead in points: "));
        assert!(graph_of(Seat(1), "Your ", &points).contains("first −3.0, last −2.0"));
    }

    #[test]
    fn a_graph_says_who_is_ahead_and_how_many_moves_it_shows() {
        let curve = [(0, Worth::Draw), (4, Worth::Leaning { share: 0.75 })];
        let of = |ahead: &[String]| {
            let (curve, seat, whose, stopped) = (&curve, Seat(0), "", "Rosa resigned");
            Graph { curve, plies: 4, at: None, marks: &[], seat, whose, ahead, stopped }.draw().into_string()
        };
        let others = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let duel = of(&ahead("You", &others(&["Rosa"])));
        let places = ["You’re ahead", "Rosa is ahead"].map(|who| duel.find(who));
        assert!(places[0].is_some() && places[0] < places[1], "{duel}");
        assert!(duel.contains(">Start<") && duel.contains(">Move 4: Rosa resigned<"), "{duel}");
        assert!(
            duel.contains("last 75 of 100. Rosa resigned.\"") && duel.contains("class=\"end\""),
            "{duel}"
        );
        assert!(of(&ahead("Ann", &others(&["Rosa", "Bob"]))).contains("Others are ahead"));
        assert!(!of(&ahead("You", &[])).contains("ahead"), "one who plays alone is ahead of no one");
    }

    #[test]
    fn each_side_has_its_area_where_it_is_ahead() {
        let [above, below] = sides(5.0, &[(0.0, 3.0), (4.0, 7.0), (6.0, 7.0)]);
        assert_eq!(above, [(0.0, 5.0), (0.0, 3.0), (2.0, 5.0), (4.0, 5.0), (6.0, 5.0), (6.0, 5.0)]);
        assert_eq!(below, [(0.0, 5.0), (0.0, 5.0), (2.0, 5.0), (4.0, 7.0), (6.0, 7.0), (6.0, 5.0)]);
    }

    #[test]
    fn a_graph_tells_its_ends_in_words_and_needs_two_points() {
        let share = |share| Worth::Leaning { share };
        assert_eq!(graph(&[]), "");
        assert_eq!(graph(&[(0, share(0.5))]), "");
        let html = graph(&[(0, share(0.5)), (2, Worth::Draw), (4, share(0.25))]);
        assert!(html.contains("3 positions, first 50 of 100, last 25 of 100."), "{html}");
        assert!(!html.contains("NaN") && html.contains(">Move 4<"), "{html}");
        assert!(["100%</text>", "50%</text>", "0%</text>"].iter().all(|mark| html.contains(mark)), "{html}");
        let points = |points: f64| Worth::Points { ahead: vec![points, -points] };
        assert!(graph(&[(0, points(0.0)), (4, points(-3.25))]).contains("last −3.2."));
        assert!(graph(&[(0, points(0.0)), (4, points(3.0))]).contains("0</text>"));
        let moves = |left| Worth::Moves { left, at_least: 1 };
        assert!(graph(&[(0, moves(Some(9))), (1, moves(None)), (4, moves(Some(0)))]).contains("2 positions"));
    }
}

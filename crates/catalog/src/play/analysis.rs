//! Games being played, evaluated and looked back on: what [`AnyPlay`](super::any::AnyPlay) asks of the game's
//! capabilities.

use super::offers::offer;
use super::typed::Play;
use bagatelle_core::present::{Better, Effort, Evaluation, Offer, Playable, Progress, Review, Scale, Worth};
use bagatelle_core::program::Budget;
use bagatelle_core::{Turn, Viewer};

impl<G: Playable> Play<G> {
    pub(super) fn evaluation(
        &self,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, String>,
    ) -> Option<Evaluation<String>> {
        let analyser = self.game().analyser()?;
        if self.is_over() {
            let worth = analyser.finished(self.state());
            let finished = self.finished(analyser.scale());
            return Some(match worth {
                Some(worth) => Evaluation { worth, ..finished },
                None => finished,
            });
        }
        let mut told = |evaluation: &Evaluation<G::Action>| better(&evaluation.texts());
        let found = analyser.analyse(self.state(), lines.max(1), budget, &mut told)?;
        Some(found.texts())
    }

    fn is_over(&self) -> bool {
        self.game().turn(self.state()) == Turn::Over
    }

    /// What a finished game has come to.
    fn finished(&self, scale: Scale) -> Evaluation<String> {
        let (game, state) = (self.game(), self.state());
        let alone = game.seats(state) == 1;
        let outcome = game.outcome(state);
        let winner = outcome.as_ref().and_then(|outcome| outcome.winners.first().copied());
        let points = outcome.and_then(|outcome| outcome.scores);
        let (worth, text) = match (scale, points, winner) {
            (Scale::Points, Some(points), _) => (ahead(&points), "The game is over.".to_owned()),
            (Scale::Moves, _, Some(_)) => (Worth::Moves { left: Some(0), at_least: 0 }, "Solved.".into()),
            (_, _, Some(seat)) => {
                let view = game.view(state, Viewer::Spectator);
                let name = game.side(&view, seat).unwrap_or_else(|| format!("Seat {}", seat.0 + 1));
                let text = if alone { "Solved.".into() } else { format!("{name} has won.") };
                (Worth::Win { seat, within: Some(0) }, text)
            }
            (_, _, None) if alone => (Worth::Lost, "Lost.".into()),
            (_, _, None) => (Worth::Draw, "A draw.".into()),
        };
        let effort = Effort::default();
        Evaluation { worth, text, lines: Vec::new(), depth: None, nodes: 0, effort, proved: true }
    }

    pub(super) fn looked_back(&self, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Review<String>> {
        let reviewer = self.game().reviewer().filter(|_| !self.taken().is_empty())?;
        Some(reviewer.review(self.start(), &self.taken(), budget, progress).texts())
    }

    /// How a legal action of the seat to act is picked.
    pub(super) fn way_of(&self, text: &str) -> Option<Offer> {
        let Turn::Seat(seat) = self.game().turn(self.state()) else { return None };
        let action = self.game().read(self.state(), text).ok()?;
        self.game().check(self.state(), action).ok()?;
        let view = self.game().view(self.state(), Viewer::Seat(seat));
        let path = self.game().path(&view, action);
        Some(Offer { path, key: None, confirms: false, ..offer(self.game(), &view, action) })
    }
}

/// By how many points each seat is ahead of the best other.
fn ahead(points: &[i32]) -> Worth {
    let ahead = |(seat, own): (usize, &i32)| {
        let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
        f64::from(own - others.map(|(_, points)| *points).max().unwrap_or_default())
    };
    Worth::Points { ahead: points.iter().enumerate().map(ahead).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_against_the_best_other_seat() {
        assert_eq!(ahead(&[7, 12, 9]), Worth::Points { ahead: vec![-5.0, 3.0, -3.0] });
        assert_eq!(ahead(&[7]), Worth::Points { ahead: vec![7.0] });
    }
}

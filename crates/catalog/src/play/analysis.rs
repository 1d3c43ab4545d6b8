//! Games being played, evaluated and looked back on: what [`AnyPlay`](super::any::AnyPlay) asks of the game's
//! capabilities.

use super::offers::offer;
use super::typed::Play;
use bagatelle_core::present::text::{capitalised, list};
use bagatelle_core::present::{
    Better, Effort, Evaluation, Naming, Offer, Playable, Progress, Review, Scale, Worth,
};
use bagatelle_core::program::Budget;
use bagatelle_core::{Outcome, Turn, Viewer};
use std::mem;

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
        let mut told = |evaluation: &Evaluation<G::Action>| better(&self.evaluated(evaluation));
        let found = analyser.analyse(self.state(), lines.max(1), budget, &mut told)?;
        Some(self.evaluated(&found))
    }

    /// An evaluation in texts, with the names of the players.
    fn evaluated(&self, evaluation: &Evaluation<G::Action>) -> Evaluation<String> {
        let mut told = evaluation.texts();
        told.text = self.named(told.text);
        for line in &mut told.lines {
            line.text = self.named(mem::take(&mut line.text));
        }
        told
    }

    fn is_over(&self) -> bool {
        self.game().turn(self.state()) == Turn::Over
    }

    /// What a finished game has come to.
    fn finished(&self, scale: Scale) -> Evaluation<String> {
        let (game, state) = (self.game(), self.state());
        let alone = game.seats(state) == 1;
        let outcome = game.outcome(state).unwrap_or_else(|| Outcome::without_winner("a draw"));
        let winner = outcome.winners.first().copied();
        let worth = match (scale, &outcome.scores, winner) {
            (Scale::Points, Some(points), _) => ahead(points),
            (Scale::Moves, _, Some(_)) => Worth::Moves { left: Some(0), at_least: 0 },
            (_, _, Some(seat)) => Worth::Win { seat, within: Some(0) },
            (_, _, None) if alone => Worth::Lost,
            (_, _, None) => Worth::Draw,
        };
        let text = format!("{}.", capitalised(&self.result(&outcome, alone)));
        let effort = Effort::default();
        Evaluation { worth, text, lines: Vec::new(), depth: None, nodes: 0, effort, proved: true }
    }

    /// How the game has ended, in a few words.
    fn result(&self, outcome: &Outcome, alone: bool) -> String {
        let names: Vec<String> =
            outcome.winners.iter().map(|seat| self.name_of(*seat, Naming::Name)).collect();
        match names.as_slice() {
            [] if alone => "lost".to_owned(),
            _ if alone => "solved".to_owned(),
            [] => "a draw".to_owned(),
            [one] => format!("{one} has won"),
            all if self.game().is_tie(outcome) => format!("a tie between {}", list(all)),
            all => format!("{} have won", list(all)),
        }
    }

    pub(super) fn looked_back(
        &self,
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Option<Review<String>> {
        let reviewer = self.game().reviewer().filter(|_| !self.taken().is_empty())?;
        let mut told = reviewer.review(self.start(), &self.taken(), helped, budget, progress).texts();
        let name = |text: &mut String| *text = self.named(mem::take(text));
        told.seats.iter_mut().filter_map(|seat| seat.note.as_mut()).for_each(name);
        told.turns.iter_mut().for_each(|turn| name(&mut turn.why));
        for note in &mut told.notes {
            name(&mut note.text);
            note.list.iter_mut().for_each(name);
        }
        told.picture = told.picture.map(|svg| self.named_svg(svg));
        Some(told)
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

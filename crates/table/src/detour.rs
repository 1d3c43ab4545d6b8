//! Where a solution went long: the actions that cost most, compared with the shortest known path from the
//! position before them.

use bagatelle_catalog::AnyPlay;

/// The most actions that are named.
const NAMED: usize = 3;

/// An action that made a solution longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detour {
    /// How many actions were taken before it.
    pub ply: usize,
    /// The moves that it cost.
    pub moves: u32,
}

/// Looks for the actions that made a solution longer, in the order in which they were taken. `left` looks for
/// the moves of a short way from a position.
pub fn find_detours(play: &dyn AnyPlay, mut left: impl FnMut(&dyn AnyPlay) -> Option<u32>) -> Vec<Detour> {
    let positions = (0..=play.ply()).map(|ply| play.at(ply));
    let found = positions.map(|position| (position.par_moves().unwrap_or(0), left(position.as_ref())));
    let (made, left): (Vec<_>, Vec<_>) = found.unzip();
    detours(&made, &left)
}

/// Names the actions of a solution that cost most, in the order in which they were taken.
///
/// `made` holds the moves made at each ply, the last included; `left` those of some solution from there, as
/// far as one is known. From every ply the way that was played is known, too, so no action is blamed for what
/// later play made good.
fn detours(made: &[u32], left: &[Option<u32>]) -> Vec<Detour> {
    let mut shortest = 0;
    let mut costs: Vec<Detour> = Vec::new();
    for (ply, window) in made.windows(2).enumerate().rev() {
        let played = shortest + window[1].saturating_sub(window[0]);
        shortest = left.get(ply).copied().flatten().map_or(played, |left| left.min(played));
        costs.push(Detour { ply, moves: played - shortest });
    }
    costs.retain(|detour| detour.moves > 0);
    costs.sort_by_key(|detour| (std::cmp::Reverse(detour.moves), detour.ply));
    costs.truncate(NAMED);
    costs.sort_by_key(|detour| detour.ply);
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_actions_that_cost_most_are_named() {
        // Five moves where three do: the second one and the one that takes it back.
        let made = [0, 1, 2, 3, 4, 5];
        let left = [Some(3), Some(2), Some(3), Some(2), Some(1), Some(0)];
        assert_eq!(detours(&made, &left), [Detour { ply: 1, moves: 2 }]);
        // What was found is longer than what was played: nothing is lost.
        assert_eq!(detours(&made, &[Some(9); 6]), []);
        assert_eq!(detours(&made, &[None; 6]), []);
        assert_eq!(detours(&[], &[]), []);
        // Actions that are no moves cost nothing by themselves.
        let left = [Some(2), Some(2), Some(2), Some(1)];
        assert_eq!(detours(&[0, 0, 1, 2], &left), []);
    }

    #[test]
    fn costs_add_up_to_what_was_played_too_much() {
        let made: Vec<u32> = (0..=9).collect();
        let left: Vec<Option<u32>> = [5, 6, 7, 6, 5, 4, 4, 3, 2, 0].map(Some).to_vec();
        let found = detours(&made, &left);
        assert!(found.len() <= NAMED);
        assert_eq!(found.iter().map(|detour| detour.moves).sum::<u32>(), 9 - 5);
    }
}

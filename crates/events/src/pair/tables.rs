//! What a round is made of.

use crate::change::{Bye, Seating};

/// The tables of a round, and the players without a game.
pub(crate) type Paired = (Vec<Seating>, Vec<Bye>);

/// How `players` are spread over the fewest tables with at most `seats`: as evenly as possible, so no player
/// is alone where there are two players and three seats or more.
pub(super) fn table_sizes(players: usize, seats: usize) -> Vec<usize> {
    let tables = players.div_ceil(seats);
    (0..tables).map(|table| players / tables + usize::from(table < players % tables)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_filled_evenly_and_have_two_players_at_least() {
        assert_eq!(table_sizes(10, 4), [4, 3, 3]);
        assert_eq!(table_sizes(5, 4), [3, 2]);
        for seats in 3..=4 {
            for players in 2..=64 {
                let sizes = table_sizes(players, seats);
                assert_eq!(sizes.iter().sum::<usize>(), players);
                assert!(sizes.iter().all(|size| (2..=seats).contains(size)), "{players} at {seats}");
            }
        }
    }
}

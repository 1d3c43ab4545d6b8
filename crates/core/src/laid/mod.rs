//! Set-ups that are entered piece by piece, as they lie on a real table, and laid out there from a screen.
//!
//! A game says which places there are and which pieces ([`Group`]), and what set-up a whole [`Laid`] is. How
//! it is written, put together, checked and filled up is the same for all games.

mod code;
mod game;
mod groups;
mod pieces;
mod spread;

pub use code::LONGEST_CODE;
pub use game::LaidOut;
pub use groups::{Group, PITCH, Piece, Place, Spot};
pub use pieces::Laid;
pub use spread::Spread;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Seed, Stream};
    use maud::html;

    fn groups() -> Vec<Group> {
        let piece = |id: &str, count| Piece {
            id: id.into(),
            name: format!("piece {id}"),
            count,
            art: html! {},
            seat: Piece::CENTRED,
        };
        let spot =
            |n: i32, optional| Spot { name: format!("place {n}"), column: n, row: 0, optional, ghost: None };
        let group = |name: &str, pieces, spots| Group {
            name: name.into(),
            sheet: "All",
            pieces,
            spots,
            under: None,
            ways: 1,
            ground: None,
        };
        vec![
            group(
                "Tiles",
                vec![piece("aa", 1), piece("b2", 1), piece("--", 4)],
                (0..6).map(|n| spot(n, false)).collect(),
            ),
            group("Coins", vec![piece("x", 1), piece("y", 1)], (0..2).map(|n| spot(n, n > 0)).collect()),
        ]
    }

    fn at(group: usize, spot: usize) -> Place {
        Place { group, spot }
    }

    fn read(code: &str) -> Result<Laid, String> {
        Laid::read("game", &groups(), code, |id| (id == "other").then_some("Other"))
    }

    #[test]
    fn codes_lead_back() {
        for code in ["", "game_aa", "game_.b2", "game_~5.aa_x", "game_aab2--------_yx", "game__.x"] {
            assert_eq!(read(code).unwrap().code("game", &groups()), code);
        }
        assert_eq!(read(" game_aa_ \n").unwrap().code("game", &groups()), "game_aa");
    }

    #[test]
    fn what_is_no_code_gets_a_sentence() {
        let long = "game_".to_owned() + &"a".repeat(LONGEST_CODE);
        for (code, said) in [
            ("other_aa", "code for Other"),
            ("hello", "isn’t a code"),
            ("game_aé", "no piece “aé”"),
            ("game_a", "no piece “a”"),
            ("game_~999.", "no such run"),
            ("game_~6.aa", "more pieces than places (Tiles)"),
            ("game_aa_x_y", "too many parts"),
            (&long, "too long"),
        ] {
            let why = read(code).unwrap_err();
            assert!(why.contains(said), "{code}: {why}");
        }
    }

    #[test]
    fn pieces_that_are_there_twice_or_missing_are_named() {
        let faults = |code: &str| read(code).unwrap().faults(&groups(), |_| false);
        assert_eq!(faults("game_aa"), (vec![], vec![]));
        let (said, wrong) = faults("game_aa.aa");
        assert_eq!(said, ["The piece aa appears twice: place 0 and place 2."]);
        assert_eq!(wrong, [at(0, 0), at(0, 2)]);
        let (said, _) = faults("game_aa----------");
        assert_eq!(said, ["The piece b2 is missing.", "The piece -- appears 5 times; the game has 4."]);
    }

    #[test]
    fn the_next_place_is_one_that_needs_a_piece() {
        let next = |code: &str, after| read(code).unwrap().next(&groups(), after, |place| place == at(0, 3));
        assert_eq!(next("", None), Some(at(0, 0)));
        assert_eq!(next("game_aa", Some(at(0, 2))), Some(at(0, 4)));
        assert_eq!(next("game_.b2--.----", Some(at(0, 5))), Some(at(1, 0)));
        assert_eq!(next("game_.b2--.----_x", Some(at(1, 0))), Some(at(0, 0)));
        assert_eq!(next("game_aab2--.----_x", Some(at(1, 0))), None);
    }

    #[test]
    fn pieces_that_lie_in_two_ways_are_counted_together() {
        let mut groups = groups();
        groups[0].pieces.truncate(2);
        groups[0].ways = 2;
        groups[0].pieces.iter_mut().for_each(|piece| piece.count = 20);
        let laid = read("game_aab2.aa").unwrap();
        assert_eq!([0, 1].map(|piece| laid.left(&groups, 0, piece)), [17, 17]);
    }

    #[test]
    fn a_fill_leaves_what_lies() {
        let groups = groups();
        let mut laid = read("game_.aa").unwrap();
        let mut rng = Rng::new(&Seed::from_text("fill"), Stream::Deal);
        laid.fill(&groups, |_, _| false, &mut rng);
        assert_eq!(laid.piece(at(0, 1)), Some(0));
        assert!(laid.is_whole(&groups, |_| false) && laid.piece(at(1, 1)).is_some());
        assert_eq!(laid.faults(&groups, |_| false).0, Vec::<String>::new());
    }
}

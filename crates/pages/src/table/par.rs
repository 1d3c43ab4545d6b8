//! Par, and what is known of it.

use crate::game;
use crate::text::count;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Fact, Par};

/// The figures of a par: what a player needs who sees what players see, and what no player can do better.
pub(super) fn figures(game: &dyn AnyGame, par: Par) -> Vec<Fact> {
    let Par { moves, at_least } = par;
    match (at_least < moves, game::is_hidden(game)) {
        (false, _) => vec![Fact::new("Par", format!("{moves}, the fewest possible"))],
        (true, false) => vec![Fact::new("Par", moves)],
        (true, true) => {
            vec![Fact::new("Par", moves), Fact::new("With all known", format!("at least {at_least}"))]
        }
    }
}

/// The same in a sentence.
pub(crate) fn sentence(game: &dyn AnyGame, par: Par) -> String {
    let Par { moves, at_least } = par;
    match (at_least < moves, game::is_hidden(game)) {
        (false, _) => format!("Par is {}: that is the fewest possible.", count(moves.into(), "move")),
        (true, false) => {
            format!("Par is {}. It is not known whether fewer do.", count(moves.into(), "move"))
        }
        (true, true) => format!(
            "Par is {}: a careful player who sees what you see needs no more. With all known, at least \
             {at_least} are needed.",
            count(moves.into(), "move")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(game: &str, moves: u32, at_least: u32) -> Vec<String> {
        let (game, par) = (game::find(game).unwrap(), Par { moves, at_least });
        let figures = figures(game, par).into_iter().map(|fact| format!("{}: {}", fact.label, fact.value));
        figures.chain([sentence(game, par)]).collect()
    }

    #[test]
    fn a_par_says_what_is_known_of_it() {
        assert_eq!(
            told("baju-puzzle", 6, 6),
            ["Par: 6, the fewest possible", "Par is 6 moves: that is the fewest possible."]
        );
        assert_eq!(
            told("brain-burn", 96, 84),
            ["Par: 96", "Par is 96 moves. It is not known whether fewer do."]
        );
        // Where something is hidden, both figures say whose they are.
        assert_eq!(
            told("burbuja", 24, 15),
            [
                "Par: 24",
                "With all known: at least 15",
                "Par is 24 moves: a careful player who sees what you see needs no more. With all known, at \
                 least 15 are needed."
            ]
        );
    }
}

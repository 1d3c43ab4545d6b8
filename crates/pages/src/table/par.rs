//! Par, and what is known about it.

use crate::game;
use crate::text::count;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Fact, Par};

/// The figures of a par: what a player needs with a player's view, and what no player can beat.
pub(super) fn figures(game: &dyn AnyGame, par: Par) -> Vec<Fact> {
    let Par { moves, at_least } = par;
    match (at_least < moves, game::is_hidden(game)) {
        (false, _) => vec![Fact::new("Par", format!("{moves}, the fewest possible"))],
        (true, false) => vec![Fact::new("Par", moves)],
        (true, true) => {
            vec![Fact::new("Par", moves), Fact::new("If all were visible", format!("{at_least} or more"))]
        }
    }
}

/// The same in a sentence.
pub(crate) fn sentence(game: &dyn AnyGame, par: Par) -> String {
    let Par { moves, at_least } = par;
    match (at_least < moves, game::is_hidden(game)) {
        (false, _) => format!("Par: {} (the shortest solution).", count(moves.into(), "move")),
        (true, false) => {
            format!("Par {}. No one knows if it can be done in fewer.", count(moves.into(), "move"))
        }
        (true, true) => format!(
            "Par {}: enough for a careful player, whatever is hidden. With everything visible, it takes at \
             least {at_least}.",
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
            ["Par: 6, the fewest possible", "Par: 6 moves (the shortest solution)."]
        );
        assert_eq!(
            told("brain-burn", 96, 84),
            ["Par: 96", "Par 96 moves. No one knows if it can be done in fewer."]
        );
        // If something is hidden, both figures say whose they are.
        assert_eq!(
            told("burbuja", 24, 15),
            [
                "Par: 24",
                "If all were visible: 15 or more",
                "Par 24 moves: enough for a careful player, whatever is hidden. With everything visible, it \
                 takes at least 15."
            ]
        );
    }
}

//! Par and difficulty of a deal, and what is known about them.

use crate::game;
use crate::text::count;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Fact, Grade, Par};
use bagatelle_session::Awaited;

/// The figures of a par: what a player needs with a player's view, and what no player can beat. There are as
/// many of them before it is known.
pub(crate) fn figures(game: &dyn AnyGame, par: Awaited<Par>) -> Vec<Fact> {
    let hidden = game::is_hidden(game);
    let (sure, moves, at_least) = match (par.known(), par.unknown()) {
        (Some(Par { moves, at_least }), _) => (moves == at_least, moves.to_string(), at_least.to_string()),
        (None, Some(unknown)) => (true, unknown.to_owned(), unknown.to_owned()),
        (None, None) => return Vec::new(),
    };
    if hidden {
        let or_more = if sure { "" } else { " or more" };
        return vec![Fact::new("Par", moves), Fact::new("If all coins were visible", at_least + or_more)];
    }
    let is_fewest = sure && par.known().is_some();
    vec![Fact::new(if is_fewest { "Par, the fewest possible" } else { "Par" }, moves)]
}

/// What no solution can beat, where par isn’t that.
pub(crate) fn bound(game: &dyn AnyGame, par: Par) -> Option<String> {
    let Par { moves, at_least } = par;
    let open = at_least < moves && !game::is_hidden(game);
    open.then(|| format!("Any solution takes at least {} (proven).", count(at_least.into(), "move")))
}

/// How far a solution is from par, in words.
pub(crate) fn beside(moves: u32, par: Par) -> String {
    match (moves.abs_diff(par.moves), moves > par.moves) {
        (0, _) => "on par".to_owned(),
        (over, true) => format!("{over} over par"),
        (under, false) => format!("{under} under par"),
    }
}

/// How hard a deal is.
pub(crate) fn difficulty(grade: Awaited<&Grade>) -> Option<Fact> {
    let known = grade.known().map(|grade| grade.label).or(grade.unknown())?;
    Some(Fact::new("Difficulty", known))
}

/// The same in a sentence.
pub(crate) fn sentence(game: &dyn AnyGame, par: Par) -> String {
    let Par { moves, at_least } = par;
    match (at_least < moves, game::is_hidden(game)) {
        (false, _) => format!("Par: {}, the fewest possible.", count(moves.into(), "move")),
        (true, false) => {
            format!("Par: {}. No one knows whether it can be done in fewer.", count(moves.into(), "move"))
        }
        (true, true) => format!(
            "Par: {}, enough for a careful player, whatever turns up. With everything visible, it takes at \
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
        let figures = figures(game, Awaited::Known(par))
            .into_iter()
            .map(|fact| format!("{}: {}", fact.label, fact.value));
        figures.chain([sentence(game, par)]).collect()
    }

    #[test]
    fn a_par_that_is_not_known_yet_has_its_place() {
        for game in ["baju-puzzle", "brain-burn", "burbuja"].map(|id| game::find(id).unwrap()) {
            let count = |par| figures(game, par).len();
            let (sure, open) = (Par { moves: 6, at_least: 6 }, Par { moves: 31, at_least: 24 });
            for par in [Awaited::Missed, Awaited::Known(sure), Awaited::Known(open)] {
                assert_eq!(count(par), count(Awaited::Awaited), "{par:?}");
            }
            assert_eq!(count(Awaited::None), 0);
        }
    }

    #[test]
    fn a_par_says_what_is_known_of_it() {
        assert_eq!(
            told("baju-puzzle", 6, 6),
            ["Par, the fewest possible: 6", "Par: 6 moves, the fewest possible."]
        );
        assert_eq!(
            told("brain-burn", 96, 84),
            ["Par: 96", "Par: 96 moves. No one knows whether it can be done in fewer."]
        );
        // If something is hidden, both figures say whose they are.
        assert_eq!(
            told("burbuja", 24, 15),
            [
                "Par: 24",
                "If all coins were visible: 15 or more",
                "Par: 24 moves, enough for a careful player, whatever turns up. With everything visible, it \
                    takes at least 15."
            ]
        );
    }
}

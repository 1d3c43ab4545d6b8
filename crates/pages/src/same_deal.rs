//! Finished games that have the same deal, side by side, and the page on which a friend is asked to play it.

use crate::frame::{Card, Frame, Sheet};
use crate::once::key_field;
use crate::par::beside;
use crate::text::{count, time};
use crate::{game, urls};
use bagatelle_core::Viewer;
use bagatelle_core::present::Par;
use bagatelle_table::{Millis, Table};
use maud::{Markup, PreEscaped, html};

/// A finished game of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rival {
    /// The id of the table.
    pub table: String,
    /// The player's name.
    pub name: String,
    /// Whether the visitor is the player.
    pub own: bool,
    /// Whether the deal was solved.
    pub solved: bool,
    /// The moves, as par counts them.
    pub moves: Option<u32>,
    /// The milliseconds played.
    pub took: Option<Millis>,
    /// Whether the solver has helped.
    pub helped: bool,
}

impl Rival {
    /// The moves of a solution without help, which can be compared with others.
    fn compared(&self) -> Option<u32> {
        self.moves.filter(|_| self.solved && !self.helped)
    }

    /// The seconds played, if it took any.
    fn seconds(&self) -> Option<i64> {
        self.took.map(|ms| ms / 1000).filter(|seconds| *seconds > 0)
    }

    fn called(&self) -> &str {
        if self.own { "You" } else { &self.name }
    }

    /// How the game ended, after the name of its player.
    fn told(&self, par: Option<Par>) -> String {
        let help = if self.helped { " with help" } else { "" };
        let took = self.seconds().map(|seconds| format!(", in {}", time(seconds))).unwrap_or_default();
        match (self.solved, self.moves, par) {
            (false, ..) => "didn’t solve this deal.".to_owned(),
            (true, Some(moves), Some(par)) => {
                let moves_told = count(moves.into(), "move");
                format!("solved this deal{help} in {moves_told}, {}{took}.", beside(moves, par))
            }
            (true, Some(moves), None) => {
                format!("solved this deal{help} in {}{took}.", count(moves.into(), "move"))
            }
            (true, None, _) => format!("solved this deal{help}{took}."),
        }
    }
}

/// The games of a deal, the best first, and who was better. Nothing where there is only one.
#[must_use]
pub fn side_by_side(rivals: &[Rival]) -> Markup {
    html! {
        @if rivals.len() > 1 {
            @if let Some(verdict) = verdict(rivals) { p.told { (verdict) } }
            (sheet(rivals))
        }
    }
}

/// What a player of the deal has to beat: the shortest solution of another. `None` if there is none yet.
#[must_use]
pub fn to_beat(rivals: &[Rival]) -> Option<Markup> {
    let others = rivals.iter().filter(|rival| !rival.own);
    let (moves, best) =
        others.filter_map(|rival| Some((rival.compared()?, rival))).min_by_key(|(moves, _)| *moves)?;
    Some(html! { p.to-beat { "To beat: " strong { (count(moves.into(), "move")) } " by " (best.name) "." } })
}

fn sheet(rivals: &[Rival]) -> Markup {
    html! {
        table.sheet {
            caption.unseen { "The same deal" }
            thead { tr {
                th scope="col" { span.unseen { "Rank" } }
                th scope="col" { "Player" }
                th scope="col" { "Moves" }
                th scope="col" { "Time" }
            } }
            tbody {
                @for (rank, rival) in (1..).zip(rivals) {
                    tr.own[rival.own] {
                        td.rank { (rank) }
                        th scope="row" { (rival.called()) @if rival.helped { small { " with help" } } }
                        td {
                            @match (rival.solved, rival.moves) {
                                (false, _) => "not solved",
                                (true, Some(moves)) => strong { (moves) },
                                (true, None) => "solved",
                            }
                        }
                        td { @if let Some(seconds) = rival.seconds() { (time(seconds)) } }
                    }
                }
            }
        }
    }
}

/// Who needed fewer moves: the visitor, or the best of the others.
fn verdict(rivals: &[Rival]) -> Option<String> {
    let own = rivals.iter().find(|rival| rival.own)?.compared()?;
    let other = rivals.iter().filter(|rival| !rival.own && rival.compared().is_some());
    let other = other.min_by_key(|rival| rival.moves)?;
    let (name, best) = (&other.name, other.moves?);
    let by = count(own.abs_diff(best).into(), "move");
    Some(match own.cmp(&best) {
        std::cmp::Ordering::Less => format!("You beat {name} by {by}."),
        std::cmp::Ordering::Equal => format!("You and {name} needed the same number of moves."),
        std::cmp::Ordering::Greater => format!("{name} beat you by {by}."),
    })
}

/// The page that asks a friend to play the deal of a finished game. It shows nothing of how it was played.
#[derive(Clone, Copy)]
pub struct SameDealPage<'a> {
    /// The finished game.
    pub table: &'a Table,
    /// Its par, if it is known.
    pub par: Option<Par>,
    /// The finished games of this deal, the best first.
    pub rivals: &'a [Rival],
    /// The table at which the visitor has this deal.
    pub own: Option<&'a str>,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl SameDealPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (table, game) = (self.table, self.table.game());
        let name = game::name(game);
        let asks = self.rivals.iter().find(|rival| rival.table == table.id());
        let heading = match asks {
            Some(rival) if !rival.own => format!("{} challenges you", rival.name),
            _ => "The same deal".to_owned(),
        };
        let told = asks.map(|rival| format!("{} {}", rival.called(), rival.told(self.par)));
        let body = html! {
            main.lobby #table {
                div.begin.daily {
                    div.about { (PreEscaped(table.play().at(0).svg(Viewer::Spectator))) }
                    div.card {
                        div {
                            p.small { a href=(urls::game(game.id())) { (name) } }
                            h1 { (heading) }
                            p.lead { (game::tagline(game)) }
                        }
                        @if let Some(told) = &told { p { (told) } }
                        @match self.own {
                            Some(own) => a.button.primary.large href=(urls::table(own)) { "Go to your game" },
                            None => {
                                p { "You get the same deal. Can you do better?" }
                                form method="post" action=(urls::same_deal(table.id())) {
                                    (key_field())
                                    button.primary.large { "Play this deal" }
                                }
                            }
                        }
                        p.ways-in {
                            @if game.lesson().is_some() {
                                a href=(urls::lesson(game.id())) { "Learn it first" }
                            }
                            a href=(urls::rules(game.id())) { "How to play" }
                        }
                        @if self.rivals.len() > 1 {
                            section aria-labelledby="so-far" {
                                h2 #so-far { "Results so far" }
                                (sheet(self.rivals))
                            }
                        }
                    }
                }
            }
        };
        let description = told.unwrap_or_else(|| game::tagline(game).to_owned());
        let card = Card {
            title: &format!("{name} · {heading}"),
            description: &description,
            base: self.base,
            page: &urls::same_deal(table.id()),
            picture: &urls::preview(table.id(), Some(0)),
        };
        Frame { sheet: Some(Sheet::Today), card: Some(card), ..Frame::new(&heading) }.page(&body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_solutions_without_help_are_compared() {
        let ann = Rival {
            table: "a".into(),
            name: "Ann".into(),
            own: false,
            solved: true,
            moves: Some(20),
            took: Some(61_000),
            helped: false,
        };
        let me = |moves| Rival { own: true, name: "Bob".into(), moves: Some(moves), ..ann.clone() };
        let told = |rivals: &[Rival]| verdict(rivals);
        assert_eq!(told(&[ann.clone(), me(21)]).as_deref(), Some("Ann beat you by 1 move."));
        assert_eq!(told(&[me(17), ann.clone()]).as_deref(), Some("You beat Ann by 3 moves."));
        assert!(told(&[ann.clone(), me(20)]).is_some_and(|told| told.ends_with("the same number of moves.")));
        for other in [
            Rival { helped: true, ..ann.clone() },
            Rival { solved: false, ..ann.clone() },
            Rival { moves: None, ..ann.clone() },
        ] {
            assert_eq!(told(&[me(30), other.clone()]), None);
            assert!(to_beat(&[other]).is_none());
        }
        let beat = to_beat(&[me(17), Rival { moves: Some(25), ..ann.clone() }, ann.clone()]).expect("a mark");
        assert_eq!(beat.into_string(), "<p class=\"to-beat\">To beat: <strong>20 moves</strong> by Ann.</p>");
        let par = Par { moves: 18, at_least: 18 };
        assert_eq!(ann.told(Some(par)), "solved this deal in 20 moves, 2 over par, in 1:01.");
    }
}

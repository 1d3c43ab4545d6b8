//! Pages that a game writes itself: its rules and its workshop.

use crate::apart::apart;
use crate::frame::{Card, Frame, Sheet};
use crate::{fairness, game, urls};
use bagatelle_catalog::AnyGame;
use maud::{Markup, PreEscaped, html};

/// The rules of a game.
#[derive(Clone, Copy)]
pub struct RulesPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
    /// Whether the host prints games.
    pub prints: bool,
}

impl RulesPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let name = game::name(self.game);
        let title = format!("How to play {name}");
        let text = html! {
            (placed(self.game, &apart(&game::rules(self.game))))
            (keys(self.game))
            @if game::is_dealt(self.game) { (fairness::rules_note()) }
        };
        let body = html! {
            main.prose.rules #table {
                (back_to_game(self.game))
                h1 { (title) }
                (contents(&text.0))
                @if self.prints && game::is_on_paper(self.game) {
                    p { a href=(urls::print(self.game.id())) { "Print the game" } ": pieces to cut out, \
                        these rules and a reference card." }
                }
                (text)
            }
        };
        let card = Card {
            title: &title,
            description: game::tagline(self.game),
            base: self.base,
            page: &urls::rules(self.game.id()),
            picture: &urls::game_preview(self.game.id(), ""),
        };
        Frame { sheet: Some(Sheet::People), card: Some(card), ..Frame::new(&title) }.page(&body)
    }
}

/// Links to the headings of a text that have an id, or whose section has one: beside the text, and where
/// there is no room for that, folded above it.
fn contents(text: &str) -> Markup {
    let mut before = "";
    let links = text.split("<h2").filter_map(|part| {
        let section = std::mem::replace(&mut before, part).strip_suffix('>').unwrap_or_default();
        let (tag, rest) = part.split_once('>')?;
        let (_, id) =
            [tag, section].into_iter().find_map(|one| one.strip_suffix('"')?.rsplit_once(" id=\""))?;
        Some((id, rest.split_once("</h2>")?.0))
    });
    let list = html! {
        ul { @for (id, name) in links { li { a href={ "#" (id) } { (PreEscaped(name)) } } } }
    };
    html! {
        nav.contents aria-label="Contents" { (list) }
        details.chapters { summary { "Contents" } nav aria-label="Contents" { (list) } }
    }
}

/// The keys of every board, and what each does.
const KEYS: [(&str, &str); 12] = [
    ("Tab", "Go to the board, then on to the controls beside it"),
    ("Arrow keys", "Go to the nearest piece or space in that direction"),
    ("Page Down, Page Up", "Go to the next piece or space, or the one before"),
    ("Enter or Space", "Select the focused piece or space"),
    ("Esc", "Put down the selected piece"),
    ("Z, Ctrl+Z", "Undo"),
    ("Y, Ctrl+Y", "Redo"),
    ("H", "Give me a nudge; press again to show the move"),
    ("N", "Go to the next game once this one is over"),
    ("+, -", "Zoom in or out"),
    ("0", "Zoom to fit"),
    ("?", "Show these keys"),
];

/// All keys of a game, its own first. A key that a game uses for itself has no other meaning there.
fn keys(game: &dyn AnyGame) -> Markup {
    let own = game.keys();
    let others = KEYS.iter().filter(|(key, _)| own.iter().all(|(taken, _)| taken != key));
    html! {
        section id="keys" {
            h2 { "Keys" }
            table.keys {
                @for (key, what) in own.iter().chain(others) {
                    tr { th scope="row" { kbd { (key) } } td { (what) } }
                }
            }
            p.small { "Single-key shortcuts work only while the board has the focus, or nothing has. You \
                can turn them off in the " a href=(urls::settings()) { "settings" } "." }
        }
    }
}

/// A page for making something that the game is played with.
#[derive(Clone, Copy)]
pub struct WorkshopPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The fragment that the game has made, with its `h1`.
    pub fragment: &'a Markup,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl WorkshopPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                (back_to_game(self.game))
                (placed(self.game, self.fragment))
            }
        };
        let title = format!("{}: the workshop", game::name(self.game));
        let card = Card {
            title: &title,
            description: game::tagline(self.game),
            base: self.base,
            page: &urls::workshop(self.game.id()),
            picture: &urls::game_preview(self.game.id(), ""),
        };
        Frame { card: Some(card), ..Frame::new(&title) }.page(&body)
    }
}

/// What a game has written. It does not know where its pages are, and calls them `workshop`, `new`
/// and `print`.
fn placed(game: &dyn AnyGame, fragment: &Markup) -> Markup {
    let (workshop, new) = (urls::workshop(game.id()), urls::new_table(game.id()));
    let mut placed = fragment.0.replace("action=\"new\"", &format!("action=\"{new}\""));
    for name in ["href", "action"] {
        placed = placed.replace(&format!("{name}=\"workshop"), &format!("{name}=\"{workshop}"));
    }
    placed = placed.replace("action=\"print\"", &format!("action=\"{}\"", urls::print(game.id())));
    PreEscaped(placed)
}

fn back_to_game(game: &dyn AnyGame) -> Markup {
    html! { p.back { a href=(urls::game(game.id())) { "← " (game::name(game)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::{Seed, Viewer};
    use serde_json::Value;

    #[test]
    fn the_keys_of_buttons_are_told() {
        for game in game::all() {
            let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text("keys")).unwrap();
            let keys: Vec<&str> = game.keys().iter().map(|(key, _)| *key).collect();
            let play = game.open(&record).unwrap();
            for control in Viewer::all(play.seats()).flat_map(|viewer| play.controls(viewer)) {
                let key = control.key.unwrap().to_ascii_uppercase().to_string();
                assert!(keys.contains(&key.as_str()), "{}: {key}", game.id());
            }
            let page = RulesPage { game: *game, base: "", prints: false }.page().into_string();
            assert!(keys.iter().all(|key| page.contains(&format!("<kbd>{key}</kbd>"))), "{}", game.id());
        }
    }

    #[test]
    fn the_contents_lead_to_every_heading() {
        for game in game::all() {
            let page = RulesPage { game: *game, base: "", prints: true }.page().into_string();
            let (_, contents) = page.split_once("<nav class=\"contents\"").unwrap();
            let (contents, text) = contents.split_once("</nav>").unwrap();
            // A phone has the same list above the text.
            let list = contents.split_once('>').unwrap().1;
            let (folded, text) = text.split_once("</details>").unwrap();
            assert!(folded.contains("<summary>Contents</summary>") && folded.contains(list), "{}", game.id());
            let ids: Vec<&str> =
                contents.split("href=\"#").skip(1).map(|link| link.split_once('"').unwrap().0).collect();
            // A heading within a section is found with it.
            let within = usize::from(game.id() == "baju-puzzle");
            assert_eq!(ids.len() + within, text.matches("<h2").count(), "{}: {ids:?}", game.id());
            for id in ids {
                assert_eq!(text.matches(&format!(" id=\"{id}\"")).count(), 1, "{}: {id}", game.id());
            }
        }
    }

    #[test]
    fn a_game_may_name_its_own_pages_wherever_its_text_is_shown() {
        for game in game::all() {
            let fragment = html! { a href="workshop?text=x" {} form action="workshop" {} form
            action="new" {} form action="print" {} a href="/new" {} };
            let [workshop, new] = [urls::workshop(game.id()), urls::new_table(game.id())];
            let expected = html! {
                a href={ (workshop) "?text=x" } {} form action=(workshop) {} form action=(new) {} form
                    action=(urls::print(game.id())) {} a href="/new" {}
            };
            assert_eq!(placed(*game, &fragment).0, expected.0);
        }
    }
}

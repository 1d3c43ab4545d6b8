//! The rules in plain words, with figures made of the same bamboo as the table.

use crate::draw::bamboo;
use crate::draw::layout::{CELL, middle};
use crate::tile::{Tile, Way};
use bagatelle_core::Seat;
use maud::{Markup, PreEscaped, html};

/// A mark on a figure.
#[derive(Clone, Copy)]
enum Mark {
    /// A tile may come here.
    Yes(Tile),
    /// A tile may not come here.
    No(Tile),
    /// A cross at a point in half cells.
    Cross(i32, i32),
    /// A way, as points in half cells.
    Way(&'static [(i32, i32)]),
}

const fn h(x: i32, y: i32) -> Tile {
    Tile::new(x, y, Way::H)
}

const fn v(x: i32, y: i32) -> Tile {
    Tile::new(x, y, Way::V)
}

/// A figure from a picture (a letter is a tile, lower case light, upper case dark; tiles that go home carry
/// `!` in `home`), with marks, its caption, and its label for readers who cannot see it.
fn figure(rows: &[&str], home: &str, marks: &[Mark], caption: &str, label: &str) -> Markup {
    let width = rows.iter().map(|r| r.len()).max().unwrap_or(0) as i32;
    let height = rows.len() as i32;
    html! {
        figure class="rule-figure" {
            svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label=(label)
                viewBox=(format!("{} {} {} {}", -CELL / 2, -height * CELL - CELL / 2, (width + 1) * CELL,
                    (height + 1) * CELL))
                width=((width + 1) * 26) height=((height + 1) * 26) {
                @for (letter, tile) in tiles(rows) {
                    @let (x, y) = middle(tile);
                    g transform=(format!("translate({x} {y})"))
                        opacity=[home.contains(letter).then_some(".35")] {
                        use href=(bamboo::href(Seat(u8::from(letter.is_ascii_uppercase())), tile.way)) {}
                    }
                }
                @for &mark in marks { (drawn(mark)) }
            }
            figcaption { (caption) }
        }
    }
}

/// The tiles of a picture, its bottom row being y = 0.
fn tiles(rows: &[&str]) -> Vec<(char, Tile)> {
    let mut found: Vec<(char, Tile)> = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|(_, c)| c.is_ascii_alphabetic()) {
            match found.iter_mut().find(|(l, _)| *l == letter) {
                // The second cell seen lies to the right of the first, or above it.
                Some((_, tile)) if y as i32 > tile.y => tile.way = Way::V,
                Some(_) => (),
                None => found.push((letter, h(x as i32, y as i32))),
            }
        }
    }
    found
}

fn drawn(mark: Mark) -> Markup {
    match mark {
        Mark::Yes(tile) | Mark::No(tile) => {
            let (x, y) = middle(tile);
            let yes = matches!(mark, Mark::Yes(_));
            let (w, h) = if tile.way == Way::H { (72, 32) } else { (32, 72) };
            let ink = if yes { "#1f6b4f" } else { "#b03325" };
            html! {
                g transform=(format!("translate({x} {y})")) fill="none" stroke=(ink) stroke-linecap="round"
                    stroke-linejoin="round" {
                    rect x=(-w / 2) y=(-h / 2) width=(w) height=(h) rx="6" stroke-width="3"
                        stroke-dasharray="7 5"
                        fill=(ink) fill-opacity=".12" {}
                    circle r="12" fill="#f8f3e6" stroke="none" {}
                    path stroke-width="4" d=(if yes { "M-6 0L-2 5L6 -5" } else { "M-5 -5L5 5M-5 5L5 -5" }) {}
                }
            }
        }
        Mark::Cross(x, y) => html! {
            g transform=(format!("translate({} {})", x * CELL / 2, -y * CELL / 2)) fill="none"
                stroke="#b03325" {
                circle r="15" fill="#f8f3e6" stroke-width="2.5" {}
                path stroke-width="4.5" stroke-linecap="round" d="M-6 -6L6 6M-6 6L6 -6" {}
            }
        },
        Mark::Way(points) => {
            let at = |&(x, y): &(i32, i32)| format!("{} {}", x * CELL / 2, -y * CELL / 2);
            let way: Vec<String> = points.iter().map(at).collect();
            html! {
                path d=(format!("M{}", way.join("L"))) fill="none" stroke="#f8f3e6" stroke-width="9"
                    stroke-linecap="round" stroke-linejoin="round" {}
                path d=(format!("M{}", way.join("L"))) fill="none" stroke="#1f6b4f" stroke-width="4"
                    stroke-linecap="round" stroke-linejoin="round" {}
                @if let Some(&(x, y)) = points.last() {
                    circle cx=(x * CELL / 2) cy=(-y * CELL / 2) r="8" fill="#1f6b4f" stroke="#f8f3e6"
                        stroke-width="2" {}
                }
            }
        }
    }
}

fn forms() -> Markup {
    html! {
        div class="rule-figures" {
            (figure(&["abcd", "abcd"], "", &[], "Four side by side", "Four standing tiles side by side"))
            (figure(&["abcc", "abdd"], "", &[], "Two and two", "Two standing tiles beside two lying ones"))
            (figure(&["accb", "addb"], "", &[], "Two between two", "Two lying tiles between two standing \
                ones"))
            (figure(&["aabb", "ccdd"], "", &[Mark::Cross(4, 2)], "Not this one",
                "Four lying tiles, two on two: this does not win"))
        }
    }
}

fn contacts() -> Markup {
    html! {
        div class="rule-figures" {
            (figure(&["....", "AA.."], "", &[Mark::Yes(h(2, 0))], "End to end", "A lying tile end to end \
                with another"))
            (figure(&["....", "AA.."], "", &[Mark::Yes(h(0, 1))], "Side to side, corners shared",
                "A lying tile exactly on another"))
            (figure(&["..", "..", "AA"], "", &[Mark::Yes(v(1, 1))], "Standing on it", "A standing tile on a \
                lying one"))
            (figure(&["....", "AA.."], "", &[Mark::No(h(1, 1))], "Like bricks: no shared corner",
                "A lying tile shifted by half over another: not valid"))
            (figure(&["....", "AA.."], "", &[Mark::No(h(2, 1))], "Corner only", "A tile that touches another \
                at a corner: not valid"))
        }
    }
}

/// The rule page.
pub(crate) fn html() -> Markup {
    html! {
        (PreEscaped(r#"<svg width="0" height="0" aria-hidden="true" focusable="false">"#)) (bamboo::defs())
            (PreEscaped("</svg>"))
        p {
            "Bambam Booboo was made by Martijn Althuizen in 2009. Two players have twenty bamboo tiles each, \
             light for one
            and dark for the other. There is no board: any table will do. Tiles are slid, and push no other \
            tile.
            The first player to have four of their own tiles in a winning form wins at once."
        }
        h2 #forms { "Winning forms" }
        p { "A rectangle of four whole tiles of your colour, two cells by four, turned any way you like:" }
        (forms())
        h2 #placing { "Placing" }
        p {
            "The first player lays the first tile. Then the players take turns to slide a new tile in from \
             outside, in one
            straight line, until it rests in contact with a tile that lies there. It may rub along others \
            and pass through a
            gap of exactly its own width, but it may not push a tile or turn a corner. As long as you have \
            tiles in hand, you
            must place one."
        }
        p { "A contact is valid if the two tiles touch along their sides and share a corner:" }
        (contacts())
        (figure(
            &["aa..BB", "A....b", "A....b", "CCddEE"], "",
            &[Mark::Yes(v(2, 1)), Mark::No(v(1, 1)), Mark::Way(&[(5, 9), (5, 6)])],
            "Straight down through the gap, but not round the corner",
            "A ring of tiles with a gap two cells wide: a standing tile comes straight down through it; the \
             place beside the gap cannot be reached",
        ))
        h2 #sliding { "Sliding" }
        p {
            "When you have no tile in hand, you slide one of your tiles on the table to another place, where \
             it must again
            have a valid contact. There are two ways to do so."
        }
        ul {
            li { "One straight slide." }
            li {
                "Two slides: slide the tile until it comes loose, that is, until it touches no other tile \
                 along a side. Then lift it,
                turn it if you like, set it down anywhere in the same area where it touches nothing, and \
                slide it once
                more to its new place. A tile may come loose only once in a turn."
            }
        }
        p {
            "An area is a region of empty table. Outside is one area; inside a ring of tiles is another, and \
             nothing slips
            through where two tiles meet at a corner. What comes loose outside stays outside, and what comes \
            loose inside
            stays inside. Areas are counted with your tile lifted: if it was part of a wall, the wall is \
            open."
        }
        div class="rule-figures" {
            (figure(
                &["..........", "aa........", "BBDDCC...."], "", &[Mark::Way(&[(2, 3), (2, 6)]),
                    Mark::Yes(v(6, 0)), Mark::Way(&[(13, 6), (13, 4)])],
                "Slid loose, turned, and slid back",
                "A light tile slides off a dark one, is turned, and comes back beside another",
            ))
            (figure(
                &["AABBC...", "D...C...", "Daa.E...", "FFGGE..."], "", &[Mark::Yes(h(2, 2)), Mark::No(h(5,
                    1))],
                "What is inside stays inside",
                "A light tile within a ring of dark ones may move inside it, not out of it",
            ))
        }
        h2 #groups { "Groups that come apart" }
        p {
            "After a slide the tiles may lie in several groups. Tiles that touch along a side, however \
             little, belong together;
            tiles that meet only at a corner do not. Only the largest group stays. All other tiles go back \
            into their owners'
            hands, yours as well as your opponent's, and must be placed again before their owner may slide. \
            If several
            groups are equally large, and none is larger, the player who moved chooses which of them stays."
        }
        (figure(
            &["aa.....", "BB.....", "cc.....", "ddeeFG.", "....FG."], "FG", &[Mark::Way(&[(6, 1), (6, 5)]),
                Mark::Yes(h(2, 3))],
            "The bridge leaves; the two dark tiles go home",
            "A light tile that linked two groups slides away, and the smaller group goes home",
        ))
        p {
            "A winning form comes first: if your tile completes one, you have won before anything is taken \
             away. If you
            have no tile in hand and no slide at all, you pass. When the same position, wherever it lies on \
            the table,
            occurs for the third time with the same player to act, the game is a draw."
        }
        p {
            "In a match of several rounds each player keeps a colour. The winner of a round begins the next \
             one; after a draw it is
            the player who did not begin the last one."
        }
        h2 { "Where the document is silent" }
        ul {
            li {
                "Its three pictures are lost. The winning forms and the contact rule are taken from a \
                 published review that
                describes them. As the pictures cannot be checked, the contact rule is an option: " em {
                    "sides and a corner" }
                " or " em { "sides only" } ", which allows contact like bricks, too. The corner must be \
                    shared with the tile whose side is touched."
            }
            li {
                "That a tile is twice as long as it is wide, we conclude from the winning forms: the \
                 document gives no measures. Here tiles lie
                on whole cells, half a tile wide and long, also under " em { "sides only" } ", where tiles \
                    on a real table could lie anywhere
                along a side. The first tile lies flat."
            }
            li { "The player who begins is Light, unless a match decides otherwise." }
            li { "A tile that completes a form wins before any group is taken away." }
            li { "A player who can do nothing passes." }
            li { "The document has twenty tiles each. An option gives each player 8, 10 or 12 for a shorter \
                game, in which sliding begins earlier." }
            li { "A tile may rub along others while it slides, and passes through a gap of exactly its own \
                width." }
            li { "Nothing passes where two tiles meet at a corner. A wall is open where the tile that you \
                lift was a part of it." }
            li { "Tiles that touch along half a side only, like bricks, still hold a group together." }
            li { "You slide only your own tiles, since the document speaks of each player's own colour and \
                hand." }
            li {
                "A loose tile may be set down anywhere in its area before it comes back. With an option, a \
                 tile from outside comes
                back like a new one, straight in."
            }
            li { "The players may be in different phases: one slides while the other places tiles that came \
                home." }
            li { "Draws by repetition are our addition, so that a game can end; they can be switched off." }
        }
        h2 { "How it is written" }
        p {
            "A tile lies (" code { "H" } ") or stands (" code { "V" } ") at the cell of its left or lower \
                end; columns are counted to
            the right, rows upwards, and the first tile is " code { "H0,0" } ". " code { "V2,-1" } " places, \
                " code { "H0,0>V3,1" }
            " slides, " code { "V0,0>V1,2=V-3,0" } " also names the group that stays, by its leftmost, then \
                lowest tile; any other tile of it is understood, too."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_as_drawn() {
        assert_eq!(tiles(&["aB", "aB"]), [('a', v(0, 0)), ('B', v(1, 0))]);
        assert_eq!(tiles(&["aa", "BB"]), [('B', h(0, 0)), ('a', h(0, 1))]);
    }
}

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

/// The winning blocks, as figures.
pub(crate) fn forms() -> Markup {
    html! {
        div class="rule-figures" {
            (figure(&["abcd", "abcd"], "", &[], "Four side by side", "Four vertical tiles side by side"))
            (figure(&["abcc", "abdd"], "", &[], "Two and two", "Two vertical tiles beside two horizontal \
                ones"))
            (figure(&["accb", "addb"], "", &[], "Two between two", "Two horizontal tiles between two \
                vertical ones"))
            (figure(&["aabb", "ccdd"], "", &[Mark::Cross(4, 2)], "Not this one",
                "Four horizontal tiles, two above two: this doesn’t win"))
        }
    }
}

/// Which tiles touch, as figures.
pub(crate) fn contacts() -> Markup {
    html! {
        div class="rule-figures" {
            (figure(&["....", "AA.."], "", &[Mark::Yes(h(2, 0))], "End to end", "A horizontal tile end to \
                end with another"))
            (figure(&["....", "AA.."], "", &[Mark::Yes(h(0, 1))], "Side by side, corners shared",
                "A horizontal tile exactly on top of another"))
            (figure(&["..", "..", "AA"], "", &[Mark::Yes(v(1, 1))], "Vertical on horizontal", "A vertical \
                tile on a horizontal one"))
            (figure(&["....", "AA.."], "", &[Mark::No(h(1, 1))], "Like bricks: no shared corner",
                "A horizontal tile half over another: not valid"))
            (figure(&["....", "AA.."], "", &[Mark::No(h(2, 1))], "Corner only", "A tile that touches another \
                at a corner: not valid"))
        }
    }
}

/// What the figures refer to; nothing is seen of it.
pub(crate) fn shapes() -> Markup {
    html! {
        (PreEscaped(r#"<svg width="0" height="0" aria-hidden="true" focusable="false">"#)) (bamboo::defs())
            (PreEscaped("</svg>"))
    }
}

/// The rule page.
pub(crate) fn html() -> Markup {
    html! {
        (shapes())
        p {
            "Martijn Althuizen designed Bambam Booboo in 2009. Two players have twenty bamboo tiles each, \
             one light, the other dark. There’s no board. Any table will do. You slide your tiles, but \
             never push others. The first player with four of their own tiles in a winning block wins at \
             once."
        }
        h2 #forms { "Winning blocks" }
        p {
            "A rectangle of four whole tiles of your colour, two cells by four, either way round. At least \
                two of the tiles must lie across its length:"
        }
        (forms())
        h2 #placing { "Placing" }
        p {
            "The first player lays the first tile. Then players take turns sliding a new tile in from \
                outside, in one straight line, until it touches a tile on the table. It may rub along other \
                tiles and pass through a gap of exactly its own width, but it may not push a tile or turn a \
                corner. As long as you have tiles in hand, you must place one."
        }
        p { "To count as touching, two tiles must meet along their sides and share a corner:" }
        (contacts())
        (figure(
            &["aa..BB", "A....b", "A....b", "CCddEE"], "",
            &[Mark::Yes(v(2, 1)), Mark::No(v(1, 1)), Mark::Way(&[(5, 9), (5, 6)])],
            "Straight down through the gap, but not round the corner",
            "A ring of tiles with a gap two cells wide: a vertical tile comes straight down through it but \
             can’t reach the place beside the gap",
        ))
        h2 #sliding { "Sliding" }
        p {
            "When your hand is empty, slide one of your tiles to another place on the table, where it must \
             again touch a tile. There are two ways to do this:"
        }
        ul {
            li { "One straight slide." }
            li {
                "Two slides: slide the tile until it comes loose, so that it touches no other tile along a \
                 side. Lift it, rotate it if you like, set it down anywhere in the same area where it \
                 touches nothing, and slide it once more to its new place. A tile may come loose only once \
                 in a turn."
            }
        }
        p {
            "An area is a region of empty table. Outside is one area, and inside a ring of tiles is another; \
             nothing slips through where two tiles meet at a corner. A tile that comes loose outside stays \
             outside, and one that comes loose inside stays inside. Areas are judged with your tile lifted. \
             If it was part of a wall, the wall is open."
        }
        div class="rule-figures" {
            (figure(
                &["..........", "aa........", "BBDDCC...."], "", &[Mark::Way(&[(2, 3), (2, 6)]),
                    Mark::Yes(v(6, 0)), Mark::Way(&[(13, 6), (13, 4)])],
                "Slid loose, rotated, and slid back",
                "A light tile slides off a dark one, rotates, and comes back beside another",
            ))
            (figure(
                &["AABBC...", "D...C...", "Daa.E...", "FFGGE..."], "", &[Mark::Yes(h(2, 2)), Mark::No(h(5,
                    1))],
                "Inside stays inside",
                "A light tile inside a ring of dark ones may move within it but not out of it",
            ))
        }
        h2 #groups { "Groups that come apart" }
        p {
            "After a slide the tiles may lie in several groups. Tiles that touch along a side, however \
             little, belong together; tiles that meet only at a corner don’t. Only the largest group stays. \
             All other tiles, yours and your opponent’s, go back to their owners’ hands and must be placed \
             again before their owner may slide. If several groups tie for the largest, the player who \
             moved chooses which one stays."
        }
        (figure(
            &["aa.....", "BB.....", "cc.....", "ddeeFG.", "....FG."], "FG", &[Mark::Way(&[(6, 1), (6, 5)]),
                Mark::Yes(h(2, 3))],
            "The bridge leaves, and the two dark tiles go back to their owner’s hand",
            "A light tile that linked two groups slides away, and the smaller group goes back to hand",
        ))
        p {
            "A winning block comes first. If your tile completes one, you win before any group is taken \
                away. If your hand is empty and none of your tiles can slide, you pass. If the same \
                position, wherever it is on the table, occurs for the third time with the same player to \
                move, the game is a draw."
        }
        p {
            "In a match of several rounds, players keep their colours. The winner of a round begins the \
             next one. After a draw, the player who didn’t begin that round begins the next."
        }
        h2 #silent { "Where the rules are silent" }
        ul {
            li {
                "The three pictures in the rules are lost. The winning blocks and the touching rule come \
                 from a published review that describes them. Since we can’t check the pictures, the \
                 touching rule is an option: " em {
                    "sides and a corner" }
                " or " em { "sides only" } ", which also allows contact like bricks. The shared corner must \
                    belong to the tile whose side is touched."
            }
            li {
                "The rules give no measurements; we infer from the winning blocks that a tile is twice as \
                 long as it is wide. Here tiles lie on whole cells, each half a tile long, even under " em {
                    "sides only" } ", where tiles on a real table could lie anywhere along a side. The first \
                    tile is horizontal."
            }
            li { "Light begins, unless a match decides otherwise." }
            li { "A tile that completes a block wins before any group is taken away." }
            li { "If you can neither place nor slide, you pass." }
            li { "The rules give each player twenty tiles. An option gives 8, 10 or 12, for a shorter game \
                in which sliding begins sooner." }
            li { "A sliding tile may rub along others and pass through a gap of exactly its own width." }
            li { "Nothing passes where two tiles meet at a corner. If the tile you lift was part of a wall, \
                the wall is open there." }
            li { "Tiles that touch along only half a side, like bricks, still hold a group together." }
            li {
                "You slide only your own tiles, because the rules speak of each player’s own colour and \
                 hand. About the slide itself they say just “a tile that has already been placed”, so " em {
                    "any tile on the table"
                }
                " is an option. A block then wins for its owner, even if the opponent completes it."
            }
            li {
                "A new tile comes straight in from beyond all tiles. The rules name only the direction, \
                 “either horizontal or vertical”. With the option " em { "from anywhere outside" }
                " you set a new tile down at any place outside where it touches nothing and slide it from \
                 there, like a loose tile."
            }
            li {
                "You may set a loose tile down anywhere in its area before it comes back. With an option, a \
                 tile outside comes back straight in, like a new one."
            }
            li { "Players may be in different phases: one slides while the other places returned tiles." }
            li { "Draws by repetition are our addition, so that every game can end. You can turn them off." }
        }
        h2 #writing { "Notation" }
        p {
            "A tile is horizontal (" code { "H" } ") or vertical (" code { "V" } "), and named by the \
                cell of its left or lower end. Columns count to the right, rows upwards, and the first tile \
                is " code { "H0,0" } ". " code { "V2,-1" } " places, " code { "H0,0>V3,1" }
            " slides, " code { "V0,0>V1,2=V-3,0" } " also names the group that stays by its leftmost, then \
                lowest tile; any other tile of the group works, too."
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

//! The drawing of the steps from the seed to its publication: four cards in a row, or one below the other on
//! a phone.

use maud::{Markup, html};

/// The size of a card.
const CARD: (i32, i32) = (160, 104);
/// How far apart two cards begin, in a row and in a column.
const STEP: (i32, i32) = (240, 168);
/// The space around the cards.
const EDGE: i32 = 12;

/// The text on a card: its title, and a line below it.
const CARDS: [(&str, &str); 4] = [
    ("Seed and nonce", "drawn in secret"),
    ("Commitment", "shown to all"),
    ("Deal", "from seed and seats"),
    ("Reveal", "seed and nonce"),
];
/// The text beside the arrow after a card.
const ARROWS: [[&str; 2]; 3] = [["hash", ""], ["seats add", "randomness"], ["the game", "ends"]];

/// Both drawings; the style sheet shows the one that fits.
pub(super) fn figure() -> Markup {
    html! {
        figure.fair-way {
            (drawing(true))
            (drawing(false))
            figcaption { "First the server commits, then the seats add to the deal, and after the game \
                everything can be recomputed." }
        }
    }
}

fn drawing(wide: bool) -> Markup {
    let at = |n: usize| {
        let n = i32::try_from(n).unwrap_or(0);
        if wide { (EDGE + n * STEP.0, EDGE) } else { (EDGE, EDGE + n * STEP.1) }
    };
    let (last_x, last_y) = at(CARDS.len() - 1);
    // The way back, from the last card to the commitment, runs below the row or beside the column.
    let around = if wide { (0, 62) } else { (72, 0) };
    let (width, height) = (last_x + CARD.0 + EDGE + around.0, last_y + CARD.1 + EDGE + around.1);
    let (second_x, second_y) = at(1);
    let back = match wide {
        true => {
            let (from, to, y) = (last_x + CARD.0 / 2, second_x + CARD.0 / 2, EDGE + CARD.1);
            format!("M{from} {y}v24q0 12-12 12H{}q-12 0-12-12v-20", to + 12, y = y + 2)
        }
        false => {
            let (x, from, to) = (EDGE + CARD.0, last_y + CARD.1 / 2, second_y + CARD.1 / 2);
            format!("M{x} {from}h22q12 0 12-12V{}q0-12-12-12h-18", to + 12, x = x + 2)
        }
    };
    let check = match wide {
        true => (i32::midpoint(second_x, last_x) + CARD.0 / 2, EDGE + CARD.1 + 57),
        false => (EDGE + CARD.0 + 46, i32::midpoint(second_y, last_y) + CARD.1 / 2),
    };
    let class = if wide { "wide" } else { "tall" };
    let tip = format!("fair-tip-{class}");
    html! {
        svg class=(class) viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img"
            aria-label="Seed and nonce give the commitment; the seed and what the seats add give the deal; \
                at the end seed and nonce are shown, and their hash is compared with the commitment." {
            marker id=(tip) viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7"
                orient="auto-start-reverse" {
                path.tip d="M1 1l8 4-8 4z" {}
            }
            @for (n, (title, line)) in CARDS.iter().enumerate() {
                @let (x, y) = at(n);
                g.secret[n == 0] transform=(format!("translate({x} {y})")) {
                    rect width=(CARD.0) height=(CARD.1) rx="14" {}
                    (symbol(n))
                    text.title x=(CARD.0 / 2) y="68" { (title) }
                    text x=(CARD.0 / 2) y="88" { (line) }
                }
            }
            @for (n, words) in ARROWS.iter().enumerate() {
                @let (x, y) = at(n);
                @let (middle_x, middle_y) = if wide { (x + CARD.0 + (STEP.0 - CARD.0) / 2, y
                    + CARD.1 / 2) } else { (x + CARD.0 / 2, y + CARD.1 + (STEP.1 - CARD.1) / 2) };
                @if wide {
                    path.arrow d=(format!("M{} {middle_y}h{}", x + CARD.0 + 4, STEP.0 - CARD.0 - 9))
                        marker-end=(format!("url(#{tip})")) {}
                    text.how x=(middle_x - 2) y=(middle_y - 10) { (words[0]) }
                    text.how x=(middle_x - 2) y=(middle_y + 20) { (words[1]) }
                } @else {
                    path.arrow d=(format!("M{middle_x} {}v{}", y + CARD.1 + 4, STEP.1 - CARD.1 - 9))
                        marker-end=(format!("url(#{tip})")) {}
                    text.how.beside x=(middle_x + 14) y=(middle_y - 3) { (words[0]) }
                    text.how.beside x=(middle_x + 14) y=(middle_y + 13) { (words[1]) }
                }
            }
            path.arrow.check d=(back) marker-end=(format!("url(#{tip})")) {}
            @if wide { text.how x=(check.0) y=(check.1) { "the same hash?" } }
            @else { text.how x=(check.0) y=(check.1) transform=(format!("rotate(90 {} {})", check.0,
                check.1)) { "the same hash?" } }
        }
    }
}

/// The small drawing on a card: a closed envelope, a seal, cards, and an open envelope.
fn symbol(card: usize) -> Markup {
    html! {
        g.symbol transform="translate(80 30)" {
            @match card {
                0 => { rect x="-20" y="-13" width="40" height="27" rx="3" {} path d="M-20-11L0 4l20-15" {} },
                1 => { circle r="14" {} path d="M-6 0l4 5 8-9" {} },
                2 => {
                    rect x="-20" y="-15" width="20" height="29" rx="3" transform="rotate(-10)" {}
                    rect x="-8" y="-16" width="20" height="29" rx="3" {}
                    rect x="3" y="-15" width="20" height="29" rx="3" transform="rotate(10)" {}
                },
                _ => { path d="M-20-3L0-18l20 15v17h-40zM-20-3L0 8l20-11" {} },
            }
        }
    }
}

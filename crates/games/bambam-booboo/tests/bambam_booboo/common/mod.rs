//! What the tests share: positions as pictures and as lists.

pub mod slow;

use bagatelle_bambam_booboo::{Action, BambamBooboo, Crafted, Options, Setup, State};
use bagatelle_core::{Game, Seat, Turn};

/// The crafted positions of `counts.tsv`.
pub const BRIDGE: &str = "0 0 H 1, 0 1 H 0, 2 0 H 0, 4 0 V 1, 5 0 V 1";
pub const GAP: &str =
    "-1 -2 H 1, 1 -2 H 1, 3 -2 V 1, 3 0 V 1, 2 2 H 1, 0 2 H 1, -1 1 V 1, -1 -1 V 1, 0 0 H 0";

/// A bay whose back a new tile reaches only from within.
pub const BAY: [&str; 4] = ["aa..BB..", "A....b..", "A....b..", "CCddEEff"];

pub fn rules(options: Options) -> BambamBooboo {
    BambamBooboo::new(&options).unwrap()
}

/// A set-up from tiles separated by commas.
pub fn setup(tiles: &str, hands: [u8; 2], to_act: u8) -> Setup {
    let tiles = tiles.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect();
    Setup(Some(Crafted { tiles, hands: Some(hands), to_act }))
}

/// A set-up from a picture: a letter is a tile, lower case player 0; bottom row y = 0, left column x = 0.
pub fn picture(rows: &[&str], hands: [u8; 2], to_act: u8) -> Setup {
    let mut cells = std::collections::BTreeMap::<char, Vec<(usize, usize)>>::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|(_, c)| c.is_alphabetic()) {
            cells.entry(c).or_default().push((x, y));
        }
    }
    let tiles: Vec<String> = cells
        .iter()
        .map(|(c, cells)| {
            let [a, b] = cells[..] else { panic!("{c} has {} cells", cells.len()) };
            let way = if a.1 == b.1 { "H" } else { "V" };
            format!("{} {} {way} {}", a.0, a.1, u8::from(c.is_uppercase()))
        })
        .collect();
    setup(&tiles.join(","), hands, to_act)
}

pub fn open(game: &BambamBooboo, setup: &Setup) -> State {
    game.start(setup).unwrap_or_else(|e| panic!("{e}"))
}

/// The legal actions as sorted texts.
pub fn legal(game: &BambamBooboo, position: &State) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal(position, &mut actions);
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.sort_unstable();
    texts
}

/// Plays actions and describes the position: tiles, hands, seat to act or result.
pub fn after(game: &BambamBooboo, setup: &Setup, actions: &str) -> String {
    let mut position = open(game, setup);
    for text in actions.split_whitespace() {
        let action = text.parse().unwrap_or_else(|e| panic!("{e}"));
        game.play(&mut position, action).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    let mut tiles: Vec<_> = position.heap().tiles().map(|(slot, t)| (t, slot / 20)).collect();
    tiles.sort_unstable();
    let tiles: Vec<String> = tiles.iter().map(|(t, seat)| format!("{t}:{seat}")).collect();
    let turn = match (game.turn(&position), game.outcome(&position)) {
        (Turn::Seat(Seat(k)), _) => format!("{k} acts"),
        (_, Some(outcome)) => format!("{:?} {}", outcome.winners, outcome.reason),
        other => format!("{other:?}"),
    };
    format!("{} | {:?} | {turn}", tiles.join(" "), position.hands())
}

/// Why an action is refused.
pub fn refusal(game: &BambamBooboo, setup: &Setup, action: &str) -> String {
    let mut position = open(game, setup);
    game.play(&mut position, action.parse().unwrap()).unwrap_err().to_string()
}

/// Whether some empty cell cannot be reached from beyond all tiles, found cell by cell.
pub fn encloses(position: &State) -> bool {
    let covered: std::collections::HashSet<(i32, i32)> =
        position.heap().tiles().flat_map(|(_, t)| t.cells()).collect();
    let Some((x0, y0, x1, y1)) = position.heap().bounds() else { return false };
    let inside = |(x, y): (i32, i32)| x >= x0 - 1 && x <= x1 + 1 && y >= y0 - 1 && y <= y1 + 1;
    let mut seen = std::collections::HashSet::from([(x0 - 1, y0 - 1)]);
    let mut queue = vec![(x0 - 1, y0 - 1)];
    while let Some((x, y)) = queue.pop() {
        for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if inside(cell) && !covered.contains(&cell) && seen.insert(cell) {
                queue.push(cell);
            }
        }
    }
    let cells = (x1 - x0 + 3) * (y1 - y0 + 3);
    seen.len() + covered.len() < cells as usize
}

//! A solution that always exists: long, but found in a few milliseconds whatever the position.
//!
//! Tiles: two or three at a time are brought home by breadth-first search over the places of these tiles and
//! the hole, around the tiles that are home already: rows one to three, then all five Arms at once among the
//! nulls of the last two rows. Every one of these searches succeeds from every position (the last one is
//! tested exhaustively; it does because nulls are equal).
//!
//! Coins: on solved tiles, the coins of any two adjacent tiles can be exchanged: the hole walks up to the
//! pair, into one cell and on into the other; at that moment the second tile has just moved and has the first
//! behind it, so they swap; then the hole walks back the same way. Such exchanges along a spanning tree,
//! leaves first, sort all coins.

use super::board::{BEHIND, CELLS, NOWHERE, Tiles, inverse, towards};
use super::position::Position;
use crate::action::{Action, Direction};
use std::collections::VecDeque;

/// The groups in which tiles are brought home.
const STAGES: [&[u8]; 10] =
    [&[0, 1], &[2], &[3, 4], &[5, 6], &[7], &[8, 9], &[10, 11], &[12], &[13, 14], &[15, 16, 17, 18, 19]];

/// The slides that bring the tiles home.
pub(crate) fn slides(start: &Tiles) -> Vec<u8> {
    let mut tiles = *start;
    let mut way = Vec::new();
    let mut locked = 0u32;
    for stage in STAGES {
        for action in place(&tiles, stage, locked) {
            tiles.slide(action);
            way.push(action);
        }
        locked = stage.iter().fold(locked, |locked, &tile| locked | 1 << tile);
    }
    debug_assert!(tiles.is_solved());
    way
}

/// Brings the tiles of one stage home without moving locked cells.
fn place(tiles: &Tiles, stage: &[u8], locked: u32) -> Vec<u8> {
    let free: Vec<u8> = (0..CELLS as u8).filter(|cell| locked >> cell & 1 == 0).collect();
    let mut number = [NOWHERE; CELLS];
    for (index, &cell) in free.iter().enumerate() {
        number[cell as usize] = index as u8;
    }
    // A state is the cells of the hole and of the stage's tiles; its address takes them as digits.
    let address =
        |state: &[u8]| state.iter().fold(0, |sum, &cell| sum * free.len() + number[cell as usize] as usize);
    let size = free.len().pow(stage.len() as u32 + 1);
    let mut came_by = vec![u8::MAX; size];
    let cell_of =
        |tile: u8| tiles.cells.iter().position(|&other| other == tile).expect("every tile is there") as u8;
    let mut start = vec![tiles.hole];
    start.extend(stage.iter().map(|&tile| cell_of(tile)));
    let mut queue = VecDeque::from([start.clone()]);
    came_by[address(&start)] = 4;
    while let Some(state) = queue.pop_front() {
        if state[1..] == *stage {
            let mut way = Vec::new();
            let mut state = state;
            while state != start {
                let action = came_by[address(&state)];
                way.push(action);
                step(&mut state, inverse(action));
            }
            way.reverse();
            return way;
        }
        for action in 0..4 {
            let from = BEHIND[state[0] as usize][action as usize];
            if from == NOWHERE || number[from as usize] == NOWHERE {
                continue;
            }
            let mut next = state.clone();
            step(&mut next, action);
            let entry = &mut came_by[address(&next)];
            if *entry == u8::MAX {
                *entry = action;
                queue.push_back(next);
            }
        }
    }
    unreachable!("every stage can be placed")
}

/// A slide, on the cells of the hole and some tiles.
fn step(state: &mut [u8], action: u8) {
    let (hole, from) = (state[0], BEHIND[state[0] as usize][action as usize]);
    for cell in &mut state[1..] {
        if *cell == from {
            *cell = hole;
        }
    }
    state[0] = from;
}

/// Moves that sort the coins of a position whose tiles are home, and leave the tiles there.
pub(crate) fn coins(position: &Position) -> Vec<Action> {
    let hole = position.hole() as u8;
    let mut coins = *position.coins();
    let mut moves = Vec::new();
    let mut rest: u32 = ((1 << CELLS) - 1) & !(1 << hole);
    // Cells in breadth-first order, taken from the end so that those that remain are always connected.
    let order = reach(u8::from(hole == 0), |to| to != hole);
    for &(cell, _) in order.iter().rev() {
        let wanted = position.tiles()[cell as usize] % 6;
        let ways = reach(cell, |to| rest >> to & 1 == 1);
        let (mut at, _) = *ways
            .iter()
            .find(|&&(other, _)| coins[other as usize] == wanted)
            .expect("the coins of the cells that remain are those that they need");
        while at != cell {
            let &(_, towards_cell) =
                ways.iter().find(|&&(other, _)| other == at).expect("met on the way here");
            exchange(hole, at, towards_cell, &mut moves);
            coins.swap(at as usize, towards_cell as usize);
            at = towards_cell;
        }
        rest &= !(1 << cell);
    }
    moves
}

/// All cells that can be reached from one, nearest first, each with the one before it.
fn reach(start: u8, open: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut met = vec![(start, start)];
    let mut index = 0;
    while let Some(&(cell, _)) = met.get(index) {
        for direction in Direction::ALL {
            let to = towards(cell, direction);
            if to != NOWHERE && open(to) && met.iter().all(|&(other, _)| other != to) {
                met.push((to, cell));
            }
        }
        index += 1;
    }
    met
}

/// Exchanges the coins of the tiles in two adjacent cells, with the hole coming from `hole` and going back
/// there.
fn exchange(hole: u8, one: u8, other: u8, moves: &mut Vec<Action>) {
    let ways = reach(hole, |_| true);
    let &(near, _) =
        ways.iter().find(|&&(cell, _)| cell == one || cell == other).expect("the board hangs together");
    let far = if near == one { other } else { one };
    // The way of the hole, backwards: far, near, ..., hole.
    let mut cells = vec![far, near];
    while let Some(&last) = cells.last()
        && last != hole
    {
        cells.push(ways.iter().find(|&&(cell, _)| cell == last).expect("reached").1);
    }
    let direction = |from: u8, to: u8| {
        Direction::ALL
            .into_iter()
            .find(|&direction| towards(from, direction) == to)
            .expect("the cells adjoin")
    };
    let there: Vec<Action> = cells
        .windows(2)
        .rev()
        .map(|pair| Action { slide: direction(pair[0], pair[1]), swap: None })
        .collect();
    let back = cells.windows(2).map(|pair| Action { slide: direction(pair[1], pair[0]), swap: None });
    let count = moves.len() + there.len();
    moves.extend(there);
    moves[count - 1].swap = Some(direction(cells[1], cells[2]));
    moves.extend(back);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{deal, replay};
    use super::*;

    #[test]
    fn the_last_stage_can_be_placed_from_everywhere() {
        // Breadth-first from home over all places of the hole and the five Arms in the two last rows.
        let cells: Vec<u8> = (15..25).collect();
        let address = |state: &[u8]| state.iter().fold(0, |sum, &cell| sum * 10 + (cell as usize - 15));
        let mut met = vec![false; 1_000_000];
        let mut queue: Vec<Vec<u8>> = (20..25).map(|hole| vec![hole, 15, 16, 17, 18, 19]).collect();
        for state in &queue {
            met[address(state)] = true;
        }
        let mut count = 0;
        while let Some(state) = queue.pop() {
            count += 1;
            for action in 0..4 {
                if cells.contains(&BEHIND[state[0] as usize][action as usize]) {
                    let mut next = state.clone();
                    step(&mut next, action);
                    if !std::mem::replace(&mut met[address(&next)], true) {
                        queue.push(next);
                    }
                }
            }
        }
        assert_eq!(count, 10 * 9 * 8 * 7 * 6 * 5, "every arrangement leads home");
    }

    #[test]
    fn any_deal_gets_a_way() {
        for seed in 0..25 {
            let mut position = deal(seed);
            let mut total = 0;
            for action in slides(&Tiles::of(&position)) {
                position =
                    position.after(Action { slide: Direction::ALL[action as usize], swap: None }).unwrap();
                total += 1;
            }
            assert!(total < 300, "{total} slides");
            let moves = coins(&position);
            assert!(replay(&position, &moves).is_solved());
        }
    }
}

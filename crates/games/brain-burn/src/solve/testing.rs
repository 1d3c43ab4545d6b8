//! For the tests: deals, and a simulator that shares nothing with the search.

use super::position::Position;
use crate::action::{Action, Direction};

/// A small generator of random numbers (splitmix64, Steele et al. 2014).
pub(crate) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % limit as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A random deal.
pub(crate) fn deal(seed: u64) -> Position {
    let mut random = Random(seed);
    let mut tiles: Vec<u8> = (0..24).collect();
    let mut coins: Vec<u8> = (0..24).map(|coin| coin % 6).collect();
    random.shuffle(&mut tiles);
    random.shuffle(&mut coins);
    let hole = random.below(25);
    tiles.insert(hole, Position::HOLE);
    coins.insert(hole, Position::HOLE);
    Position::new(tiles.try_into().unwrap(), coins.try_into().unwrap()).unwrap()
}

/// The solved position with the hole in a column of row five.
pub(crate) fn solved(column: usize) -> Position {
    let mut tiles: Vec<u8> = (0..24).filter(|tile| tile % 6 != 0).chain([0, 6, 12, 18]).collect();
    tiles.insert(20 + column, Position::HOLE);
    let coins = tiles.iter().map(|&tile| if tile == Position::HOLE { tile } else { tile % 6 });
    let coins: Vec<u8> = coins.collect();
    Position::new(tiles.try_into().unwrap(), coins.try_into().unwrap()).unwrap()
}

/// A position after some random moves, swaps included, none of which takes back the one before it.
pub(crate) fn scrambled(seed: u64, count: usize) -> Position {
    let mut random = Random(seed ^ 0x5eed);
    let mut position = solved(random.below(5));
    let mut last = None;
    for _ in 0..count {
        position = loop {
            let slide = Direction::ALL[random.below(4)];
            let swap = Some(random.below(5)).filter(|&swap| swap < 4).map(|swap| Direction::ALL[swap]);
            if last != Some(slide as u8 ^ 1)
                && let Some(next) = position.after(Action { slide, swap })
            {
                last = Some(slide as u8);
                break next;
            }
        };
    }
    position
}

/// Plays moves by the rules, written out once more on rows and columns. Fails on an illegal one.
pub(crate) fn replay(position: &Position, moves: &[Action]) -> Position {
    let grid = |cells: &[u8; 25]| -> [[u8; 5]; 5] {
        std::array::from_fn(|y| std::array::from_fn(|x| cells[5 * y + x]))
    };
    let (mut tiles, mut coins) = (grid(position.tiles()), grid(position.coins()));
    let offset = |dir: Direction| match dir {
        Direction::Up => (0i32, -1i32),
        Direction::Down => (0, 1),
        Direction::Left => (-1, 0),
        Direction::Right => (1, 0),
    };
    for step in moves {
        let hole = (0..25).find(|&cell| tiles[cell / 5][cell % 5] == Position::HOLE).unwrap();
        let (x, y) = ((hole % 5) as i32, (hole / 5) as i32);
        let (dx, dy) = offset(step.slide);
        let (fx, fy) = (x - dx, y - dy);
        assert!((0..5).contains(&fx) && (0..5).contains(&fy), "no tile to slide {step:?}");
        for cells in [&mut tiles, &mut coins] {
            cells[y as usize][x as usize] = cells[fy as usize][fx as usize];
            cells[fy as usize][fx as usize] = Position::HOLE;
        }
        if let Some(swap) = step.swap {
            let (dx, dy) = offset(swap);
            let (px, py) = (x + dx, y + dy);
            assert!(
                (0..5).contains(&px) && (0..5).contains(&py) && (px, py) != (fx, fy),
                "no partner {step:?}"
            );
            let mine = coins[y as usize][x as usize];
            coins[y as usize][x as usize] = std::mem::replace(&mut coins[py as usize][px as usize], mine);
        }
    }
    Position::new(tiles.concat().try_into().unwrap(), coins.concat().try_into().unwrap()).unwrap()
}

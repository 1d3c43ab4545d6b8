//! Connect four on the 7x6 board: a game whose counts everybody knows, to check the core and to measure its speed.
//!
//! Bit boards with one spare bit on top of each column (Tromp's layout): bit `7 * column + row`, row 0 at the bottom.

use bagatelle_core::game::Nothing;
use bagatelle_core::{Game, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

const BOTTOM: u64 = 0x0000_0204_0810_2041 | 0x40 << 36 & 0; // replaced below

//! An engine that plays any game of Bagatelle, badly: it takes the legal action in the middle of the list.
//!
//! `cargo build -p bagatelle --example engine`, then
//! `bagatelle arena baju-duel --player 2 --player cmd:target/debug/examples/engine`

use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

/// An action for a message of the type `turn`. `view` is the position, `seen` what was done since the last
/// one.
fn choose(turn: &Value) -> Option<&Value> {
    let legal = turn["legal"].as_array()?;
    legal.get(legal.len() / 2)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let answer = match message["type"].as_str() {
            Some("hello") => json!({ "type": "hello", "protocol": 1, "name": "Middle in Rust" }),
            Some("turn") => json!({ "type": "action", "action": choose(&message) }),
            // "game" and "end" have no answer.
            _ => continue,
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

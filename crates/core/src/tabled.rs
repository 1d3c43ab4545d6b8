//! Large tables that a game can compute once, for its solver to use from then on.
//!
//! A game has no files. It builds its tables as bytes and takes them back later; the program keeps them in
//! the data folder, in the form of [`seal`], which tells damaged and outdated tables from good ones. Nothing
//! depends on them: a solver without its tables still answers, but proves less.

use crate::game::Game;
use thiserror::Error;

/// A game that has large tables.
pub trait Tabled: Game {
    /// The number of their form, higher whenever other bytes are built.
    const VERSION: u32;
    /// What they are good for, in one line.
    const PURPOSE: &'static str;

    /// Builds them. `progress` gets the finished share, 0.0 to 1.0, and ends the work by returning
    /// `false`.
    fn build(progress: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>>;

    /// Takes what [`Tabled::build`] made; the solver uses it from now on. Once tables are taken, others
    /// change nothing. Answers whether these can be the game's tables.
    fn take(tables: Vec<u8>) -> bool;
}

/// Why bytes are not the tables of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotTables {
    /// They are something else.
    #[error("this isn’t a table file of this game")]
    Other,
    /// They were built by another version.
    #[error("another version of Bagatelle built these tables: build them again")]
    Outdated,
    /// They are not what was written.
    #[error("the tables are damaged: build them again")]
    Damaged,
}

/// The line before the tables: which game's, which version, and their hash.
fn heading(game: &str, version: u32) -> String {
    format!("bagatelle tables {game} {version} ")
}

/// Tables in the form in which they are kept.
#[must_use]
pub fn seal(game: &str, version: u32, tables: &[u8]) -> Vec<u8> {
    let hash = blake3::hash(tables).to_hex();
    let mut sealed = format!("{}{hash}\n", heading(game, version)).into_bytes();
    sealed.extend_from_slice(tables);
    sealed
}

/// The tables in what [`seal`] made.
///
/// # Errors
/// When they are not whole, or not those of this game and version.
pub fn unseal(game: &str, version: u32, mut sealed: Vec<u8>) -> Result<Vec<u8>, NotTables> {
    let end = sealed.iter().take(200).position(|&byte| byte == b'\n').ok_or(NotTables::Other)?;
    let line = std::str::from_utf8(&sealed[..end]).map_err(|_| NotTables::Other)?;
    let after = line.strip_prefix(&format!("bagatelle tables {game} ")).ok_or(NotTables::Other)?;
    let hash = after.strip_prefix(&format!("{version} ")).ok_or(NotTables::Outdated)?.to_owned();
    sealed.drain(..=end);
    if *blake3::hash(&sealed).to_hex() == *hash { Ok(sealed) } else { Err(NotTables::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_tables_come_back_and_others_are_refused() {
        let sealed = seal("chess", 2, b"tables\nof chess");
        assert_eq!(unseal("chess", 2, sealed.clone()).unwrap(), b"tables\nof chess");
        assert_eq!(unseal("chess", 3, sealed.clone()), Err(NotTables::Outdated));
        assert_eq!(unseal("go", 2, sealed.clone()), Err(NotTables::Other));
        assert_eq!(unseal("chess", 2, b"\n".to_vec()), Err(NotTables::Other));
        assert_eq!(unseal("chess", 2, Vec::new()), Err(NotTables::Other));
        for length in 40..sealed.len() {
            assert!(unseal("chess", 2, sealed[..length].to_vec()).is_err(), "cut to {length} bytes");
        }
        for place in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[place] ^= 1;
            assert!(unseal("chess", 2, altered).is_err(), "byte {place} altered");
        }
    }
}

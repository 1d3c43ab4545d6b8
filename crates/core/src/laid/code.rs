//! The text of what lies where, which an address or a message can hold.

use super::groups::Group;
use super::pieces::Laid;
use std::fmt::Write;

/// The longest code, in characters.
pub const LONGEST_CODE: usize = 2000;
/// From this many empty places on, a code says how many they are.
const RUN: usize = 4;

impl Laid {
    /// The code: the id of the game, then each group, with `.` for an empty place and `~12.` for many.
    #[must_use]
    pub fn code(&self, game: &str, groups: &[Group]) -> String {
        if self.is_empty() {
            return String::new();
        }
        let mut code = game.to_owned();
        for (group, spots) in groups.iter().zip(&self.0) {
            code.push('_');
            let used = spots.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            let mut rest = &spots[..used];
            while let Some((first, after)) = rest.split_first() {
                let empty = rest.iter().take_while(|spot| spot.is_none()).count();
                rest = after;
                match first {
                    Some(piece) => code += &group.pieces[*piece].id,
                    None if empty < RUN => code.push('.'),
                    None => {
                        let _ = write!(code, "~{empty}.");
                        rest = &rest[empty - 1..];
                    }
                }
            }
        }
        code.truncate(code.trim_end_matches('_').len());
        code
    }

    /// Reads a code.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence. `name_of` gives the name of another game from its id.
    pub fn read(
        game: &str,
        groups: &[Group],
        code: &str,
        name_of: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<Laid, String> {
        let mut laid = Laid::nothing(groups);
        let code = code.trim();
        if code.is_empty() {
            return Ok(laid);
        }
        if code.len() > LONGEST_CODE {
            return Err("This code is too long. Copy the whole code, and nothing else.".into());
        }
        let mut parts = code.split('_');
        let of = parts.next().unwrap_or_default();
        if of != game {
            return Err(match name_of(of) {
                Some(name) => format!("This is a code for {name}. Open it on the page of that game."),
                None => "This isn’t a code for this page. Copy the whole code, and nothing else.".into(),
            });
        }
        for (number, part) in parts.enumerate() {
            let group = groups.get(number).ok_or("This code has too many parts. Copy the whole code.")?;
            laid.0[number] = read_group(group, part)?;
        }
        Ok(laid)
    }
}

fn read_group(group: &Group, part: &str) -> Result<Vec<Option<usize>>, String> {
    let mut spots = Vec::new();
    let width = group.pieces.first().map_or(1, |piece| piece.id.len());
    let mut rest = part;
    while !rest.is_empty() && spots.len() <= group.spots.len() {
        if let Some(after) = rest.strip_prefix('.') {
            spots.push(None);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('~') {
            let (number, after) = after.split_once('.').unwrap_or((after, ""));
            let empty: Option<usize> = number.parse().ok().filter(|empty| *empty <= group.spots.len());
            let empty =
                empty.ok_or_else(|| format!("This code has no such run of empty places: ~{number}."))?;
            spots.resize(spots.len() + empty, None);
            rest = after;
        } else {
            let id: String = rest.chars().take(width).collect();
            let piece = group.pieces.iter().position(|piece| piece.id == id);
            spots.push(Some(piece.ok_or_else(|| format!("The game has no piece “{id}”. Check the code."))?));
            rest = &rest[id.len()..];
        }
    }
    if spots.len() > group.spots.len() {
        return Err(format!("This code has more pieces than places ({}).", group.name));
    }
    spots.resize(group.spots.len(), None);
    Ok(spots)
}

//! The ways to meet each goal, as a list.

use super::bounds::{ANY, Aim};
use crate::pieces::{Button, Colour, LINES, SPACES, Space, VALUES};
use crate::puzzle::goal::Goal;

/// All ways to meet a goal.
#[must_use]
pub fn aims(goal: Goal) -> Vec<Aim> {
    let mut aims = Vec::new();
    for lines in [&LINES[..4], &LINES[4..]] {
        for pairs in line_pairs(lines, goal.pairs()) {
            if goal.in_sequence() {
                places_in_sequence(&pairs, &mut aims);
            } else {
                aims.push(slots(&pairs));
            }
        }
    }
    aims
}

/// All choices of `count` pairs (white line, black line) of parallel lines; two pairs are not given in both
/// orders.
fn line_pairs(lines: &[u16], count: usize) -> Vec<Vec<(u16, u16)>> {
    let single = || lines.iter().flat_map(|w| lines.iter().filter(move |b| *b != w).map(move |b| (*w, *b)));
    match count {
        1 => single().map(|pair| vec![pair]).collect(),
        _ => single()
            .flat_map(|first| single().map(move |second| (first, second)))
            .filter(|(first, second)| first.0 < second.0 && (first.0 | first.1) & (second.0 | second.1) == 0)
            .map(|(first, second)| vec![first, second])
            .collect(),
    }
}

fn slots(pairs: &[(u16, u16)]) -> Aim {
    let mut partner = [ANY; SPACES];
    for (white, black) in pairs {
        for (w, b) in Space::of_mask(*white).zip(Space::of_mask(*black)) {
            partner[w.index()] = b.index() as u8;
            partner[b.index()] = w.index() as u8;
        }
    }
    let white = pairs.iter().fold(0, |set, (white, _)| set | white);
    Aim::Pairs { partner, white, slots: 4 * pairs.len() as u32 }
}

/// Adds one aim for every choice of runs, one run for each pair of lines.
fn places_in_sequence(pairs: &[(u16, u16)], aims: &mut Vec<Aim>) {
    let runs: Vec<[u8; 4]> = (1..=VALUES - 3)
        .flat_map(|low| {
            let up = [low, low + 1, low + 2, low + 3];
            let down = [low + 3, low + 2, low + 1, low];
            [up, down]
        })
        .collect();
    let mut partial = vec![[ANY; SPACES]];
    for (white, black) in pairs {
        let mut longer = Vec::new();
        for target in &partial {
            for run in &runs {
                if run.iter().any(|value| target[usize::from(value - 1)] != ANY) {
                    continue;
                }
                let mut target = *target;
                for (colour, line) in [(Colour::White, *white), (Colour::Black, *black)] {
                    for (value, space) in run.iter().zip(Space::of_mask(line)) {
                        target[Button::new(colour, *value).index()] = space.index() as u8;
                    }
                }
                longer.push(target);
            }
        }
        partial = longer;
    }
    let fixed = 8 * pairs.len() as u32;
    aims.extend(partial.into_iter().map(|target| {
        let mut owner = [ANY; SPACES];
        for (button, space) in (0..).zip(target).filter(|(_, space)| *space != ANY) {
            owner[usize::from(space)] = button;
        }
        Aim::Places { target, owner, fixed }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_have_as_many_aims_as_they_should() {
        assert_eq!(Goal::ALL.map(|goal| aims(goal).len()), [24, 240, 24, 192]);
    }
}

//! The score pad, for people who play with real cards. Its log has two characters for each entry: `R2`, the
//! red plant with two spaces comes in; `Ra`, the first player wins a bulb on the red plant; `R-`, no one
//! does. All that follows from them is left to the rules.

use crate::card::Colour;
use crate::draw;
use crate::narrate::plant_in_words;
use crate::noted::Noted;
use crate::options::{Options, Setup, SetupError};
use crate::print;
use crate::public::{Phase, Public, SEATS, Specimen};
use crate::rules::Bulbous;
use crate::score::{self, Points};
use crate::state::State;
use bagatelle_core::present::text::capitalised;
use bagatelle_core::present::{Pad, PadItem, PadSide, PadTap, ScorePad, player, written};
use bagatelle_core::{Game, Seat};
use serde::Deserialize;
use serde_json::Value;

/// How long an entry is, in bytes.
const ENTRY: usize = 2;

/// Keeps score.
pub(crate) struct RealTable;

impl ScorePad for RealTable {
    fn asked(&self) -> &'static [&'static str] {
        &["preset", "teams", "end-at-fourth", "majority"]
    }

    fn entry_len(&self) -> usize {
        ENTRY
    }

    fn sides(&self, players: usize) -> Vec<PadSide> {
        let side = |(word, name, label): (&str, _, _)| PadSide { word: word.to_owned(), name, label };
        match players {
            2 => [("RY", "Triangle", "Red and yellow"), ("BG", "Circle", "Blue and green")].map(side).into(),
            _ => [("R", "Red"), ("B", "Blue"), ("Y", "Yellow"), ("G", "Green")]
                .map(|(word, name)| side((word, name, name)))
                .into(),
        }
    }

    fn pad(&self, options: &Value, sides: &[&str], log: &str) -> Result<Pad, String> {
        let colours = sides.iter().map(|side| (*side).to_owned()).collect();
        let setup = Setup { colours, first: 0, deck: String::new() };
        let options = Options::deserialize(options)
            .map_err(|_| "These rules aren’t known. Choose them below".to_owned())?;
        let game = Bulbous::new(&options).map_err(|error| error.to_string())?;
        let seats = setup.seated(&options).map_err(|error| match error {
            SetupError::Shared(colour) => format!("only one player can have {}", colour.name()),
            SetupError::Colours { .. } => {
                "These colours don’t fit this many players. Choose them below".into()
            }
            error => error.to_string(),
        })?;
        let mut state = game.without_cards(&seats);
        let mut won = [None; 4];
        let mut entries = Vec::new();
        let mut misfit = None;
        for entry in log.as_bytes().chunks(ENTRY) {
            let before = state.public.clone();
            let noted = read(entry).ok_or_else(|| "It can’t be read.".to_owned());
            match noted.and_then(|noted| game.note(&mut state, noted).map(|()| noted)) {
                Err(why) => {
                    misfit = Some(why);
                    break;
                }
                Ok(noted) => {
                    if let Noted::Contested(colour, winner) = noted {
                        won[colour.index()] = winner;
                    }
                    entries.push(in_words(&before, noted));
                }
            }
        }
        Ok(game.drawn(&state, entries, misfit, won))
    }
}

impl Bulbous {
    /// What the pad shows. `won` has who won the last bulb of each colour.
    fn drawn(
        &self,
        state: &State,
        entries: Vec<String>,
        misfit: Option<String>,
        won: [Option<Seat>; 4],
    ) -> Pad {
        let public = &state.public;
        let points = score::points(public, &self.0);
        let (heading, prompt, items) = match public.phase() {
            Phase::Over => ("The game is over".to_owned(), String::new(), Vec::new()),
            Phase::Choose => {
                let heading = round(public);
                let pending = public.pending().map(|colour| entering(public, colour));
                (heading, "Which plants come in?".to_owned(), pending.collect())
            }
            _ => {
                let prompt = format!("{} is First Player. Who won each bulb?", player(public.first()));
                let active = public.clockwise().filter_map(|colour| public.active(colour));
                let items = active.map(|plant| contested(public, plant, won[plant.colour.index()]));
                (round(public), prompt, items.collect())
            }
        };
        Pad {
            heading,
            prompt,
            defs: draw::pad_defs(public),
            badges: Seat::all(public.seats()).map(|seat| draw::badge(public, seat)).collect(),
            items,
            entries,
            misfit,
            rows: self.rows(public, &points),
            totals: points[..usize::from(public.seats())].iter().map(|points| points.total()).collect(),
            scoring: print::score(&self.0),
            outcome: (public.phase() == Phase::Over).then(|| score::outcome(public, &self.0)),
        }
    }

    /// Where the points come from.
    fn rows(&self, public: &Public, points: &[Points; SEATS]) -> Vec<(String, Vec<String>)> {
        let seats = usize::from(public.seats());
        let mut rows = Vec::new();
        let plants = Specimen::all().filter(|plant| public.bulbs(*plant).iter().any(|bulbs| *bulbs > 0));
        for plant in plants {
            let mut alone = Public { bulbs: [[0; SEATS]; 16], ..public.clone() };
            alone.bulbs[plant.index()] = public.bulbs[plant.index()];
            let cell = |points: &Points| match (points.bulbs, points.majorities) {
                (0, _) => String::new(),
                (bulbs, 0) => bulbs.to_string(),
                (bulbs, more) => written((bulbs, " + ", more)),
            };
            let open = (!public.is_complete(plant)).then_some(", not full");
            let label = capitalised(&written((plant_in_words(plant), open)));
            rows.push((label, score::points(&alone, &self.0)[..seats].iter().map(cell).collect()));
        }
        let mut sum = |label: &str, of: &dyn Fn(usize) -> i32| {
            rows.push((label.to_owned(), (0..seats).map(|seat| of(seat).to_string()).collect()));
        };
        sum("Bulbs", &|seat| points[seat].bulbs);
        sum("Majority points", &|seat| points[seat].majorities);
        if score::collects(&self.0) {
            sum("Collection points", &|seat| points[seat].collections);
        }
        if self.0.teams {
            sum("Points of the team", &|seat| score::worth(public, &self.0, points, Seat(seat as u8)));
        }
        rows
    }
}

/// `Round 3, the last`.
fn round(public: &Public) -> String {
    let last = public.last_round().then_some(", the last");
    match public.round() {
        0 => "Set-up".to_owned(),
        round => written(("Round ", round, last)),
    }
}

/// The colour of a plant that comes in, with the plants that are left.
fn entering(public: &Public, colour: Colour) -> PadItem {
    let plants = (1..=4).map(|size| Specimen { colour, size }).filter(|plant| public.in_reserve(*plant));
    let tap = |plant: Specimen| PadTap {
        entry: written((colour.letter(), plant.size)),
        label: written((plant.age(), ", ", plant.size)),
        seat: None,
    };
    PadItem {
        label: capitalised(colour.name()),
        owner: public.owner(colour),
        art: draw::plant(colour),
        noted: None,
        taps: plants.map(tap).collect(),
    }
}

/// A plant in play, with all who can have won a bulb.
fn contested(public: &Public, plant: Specimen, won: Option<Seat>) -> PadItem {
    let tap = |seat: Option<Seat>| PadTap {
        entry: written((plant.colour.letter(), seat.map_or('-', |seat| char::from(b'a' + seat.0)))),
        label: winner(seat),
        seat,
    };
    let noted = public.is_contested(plant.colour);
    PadItem {
        label: capitalised(&written(plant_in_words(plant))),
        owner: None,
        art: draw::planted(public, plant),
        noted: noted.then(|| winner(won)),
        taps: Seat::all(public.seats()).map(Some).chain([None]).filter(|_| !noted).map(tap).collect(),
    }
}

fn winner(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "No bulb".to_owned(), player)
}

/// Reads an entry.
fn read(entry: &[u8]) -> Option<Noted> {
    let &[colour, what] = entry else { return None };
    let colour = Colour::from_letter(char::from(colour))?;
    match what {
        b'1'..=b'4' => Some(Noted::Enters(Specimen { colour, size: what - b'0' })),
        b'a'..=b'd' => Some(Noted::Contested(colour, Some(Seat(what - b'a')))),
        b'-' => Some(Noted::Contested(colour, None)),
        _ => None,
    }
}

/// An entry in words, noted at this position.
fn in_words(public: &Public, noted: Noted) -> String {
    let round = match public.round() {
        0 => "Set-up".to_owned(),
        round => written(("Round ", round)),
    };
    match noted {
        Noted::Enters(plant) => written((round, ": ", plant_in_words(plant), " comes in")),
        Noted::Contested(colour, seat) => {
            let plant = public.active(colour).map(plant_in_words);
            written((round, ": ", plant, ", ", winner(seat)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::options::DealOptions;
    use bagatelle_core::{Rng, Seed, Stream, Turn};

    const FOUR: [&str; 4] = ["R", "B", "Y", "G"];

    fn noted(log: &str) -> Pad {
        RealTable.pad(&serde_json::json!({}), &FOUR, log).unwrap_or_else(|why| panic!("{why}"))
    }

    /// What of a step of a game a pad of it notes: who won, then the plants that came in.
    fn seen(before: &Public, after: &Public, pad: &Public) -> Vec<Noted> {
        let mut all = Vec::new();
        if after.turns() > before.turns() {
            let shown = after.shown().expect("a turn was revealed");
            all.push(Noted::Contested(shown.specimen.colour, shown.winner));
        }
        // What comes in without a choice, the pad knows by itself.
        for colour in Colour::ALL {
            let plant = after.active(colour).filter(|plant| Some(*plant) != before.active(colour));
            all.extend(plant.filter(|plant| Some(*plant) != pad.active(colour)).map(Noted::Enters));
        }
        all
    }

    fn written(noted: Noted) -> String {
        match noted {
            Noted::Enters(plant) => format!("{}{}", plant.colour, plant.size),
            Noted::Contested(colour, None) => format!("{colour}-"),
            Noted::Contested(colour, Some(seat)) => format!("{colour}{}", char::from(b'a' + seat.0)),
        }
    }

    #[test]
    fn a_pad_of_a_finished_game_has_its_score() {
        for (options, deal) in Bulbous::variants() {
            if options.max_rounds > 0 || options.cut.is_some() {
                continue;
            }
            for seed in ["one", "two", "three"] {
                let game = Bulbous::new(&options).unwrap();
                let seed = Seed::from_text(seed);
                let rng = |stream| Rng::new(&seed, stream);
                let setup = Setup { first: 0, ..game.deal(&deal, &mut rng(Stream::Deal)).unwrap() };
                let mut state = game.start(&setup).unwrap();
                let mut pad = game.without_cards(&setup.seated(&options).unwrap());
                let (mut chance, mut moves) = (rng(Stream::Chance), rng(Stream::Test));
                let (mut log, mut legal) = (String::new(), Vec::<Action>::new());
                while game.turn(&state) != Turn::Over {
                    let before = state.public.clone();
                    let action = match game.turn(&state) {
                        Turn::Chance => game.sample_chance(&state, &mut chance).unwrap(),
                        _ => {
                            game.legal(&state, &mut legal);
                            *moves.choose(&legal).unwrap()
                        }
                    };
                    game.apply(&mut state, action);
                    for noted in seen(&before, &state.public, &pad.public) {
                        // The round of the pad has ended, and a plant has come in by itself.
                        let is_in = |plant: Specimen| pad.public.active(plant.colour) == Some(plant);
                        if matches!(noted, Noted::Enters(plant) if is_in(plant)) {
                            continue;
                        }
                        game.note(&mut pad, noted).unwrap_or_else(|why| panic!("{noted:?}: {why}"));
                        log.push_str(&written(noted));
                    }
                }
                let sides: Vec<&str> = setup.colours.iter().map(String::as_str).collect();
                let options = serde_json::to_value(&options).unwrap();
                let shown = RealTable.pad(&options, &sides, &log).unwrap();
                assert_eq!(shown.misfit, None);
                assert_eq!(shown.outcome, game.outcome(&state));
                let points = score::points(&state.public, &game.0);
                assert_eq!(pad.public.round(), state.public.round());
                assert_eq!(points, score::points(&pad.public, &game.0));
                let totals: Vec<i32> = points.iter().map(|points| points.total()).collect();
                assert_eq!(shown.totals, totals[..usize::from(deal.seats)]);
                // The lines add up to the sums.
                let number = |cell: &String| cell.split(" + ").map(|n| n.parse().unwrap_or(0)).sum::<i32>();
                let sums = shown.rows.iter().position(|(label, _)| label == "Bulbs").unwrap();
                for (seat, points) in points.iter().take(sides.len()).enumerate() {
                    let lines = shown.rows[..sums].iter().map(|(_, cells)| number(&cells[seat]));
                    assert_eq!(lines.sum::<i32>(), points.bulbs + points.majorities);
                }
            }
        }
        assert!(Bulbous::variants().iter().any(|(_, deal)| *deal == DealOptions::of(3)));
    }

    #[test]
    fn what_cannot_have_happened_is_told_and_ends_the_log() {
        for (log, fits, why) in [
            ("R1B2Y3G4", 4, None),
            ("R1B2Y3G4RaB-", 6, None),
            ("Ra", 0, Some("First say which plants come in.")),
            ("R1R2", 1, Some("No red plant comes in now.")),
            ("R1B2Y3G4RaRb", 5, Some("The red plant has had its turn this round.")),
            ("R1B2Y3G4RaBbYcGdR1", 8, Some("The red Juvenile (1 space) was in play before.")),
            ("R1B2Y3G4x9", 4, Some("It can’t be read.")),
            ("R1B2Y", 2, Some("It can’t be read.")),
        ] {
            let pad = noted(log);
            assert_eq!((pad.entries.len(), pad.misfit.as_deref()), (fits, why), "{log}");
        }
        let three = RealTable.pad(&serde_json::json!({}), &["R", "B", "Y"], "R1B2Y3G1").unwrap();
        assert_eq!(three.misfit.as_deref(), Some("No green plant comes in now."));
        let three = RealTable.pad(&serde_json::json!({}), &["R", "B", "Y"], "R1B2Y3Rd").unwrap();
        assert_eq!(three.misfit.as_deref(), Some("There’s no such player."));
    }

    #[test]
    fn players_who_cannot_play_are_refused() {
        let refused = |sides: &[&str]| RealTable.pad(&serde_json::json!({}), sides, "").unwrap_err();
        assert_eq!(refused(&["R", "R", "B"]), "only one player can have red");
        assert_eq!(refused(&["R"; 5]), "the game is for two to four players, not 5");
        let newer = serde_json::json!({ "preset": "rules-2026" });
        let three = RealTable.pad(&newer, &["R", "B", "Y"], "").unwrap_err();
        assert_eq!(three, "the 2026 rules are for two or four players, not three");
    }

    #[test]
    fn each_tap_fits() {
        // A game whose taps are all offered ends.
        let (mut log, mut turns) = (String::new(), 0);
        loop {
            let pad = noted(&log);
            assert_eq!((pad.misfit, pad.entries.len()), (None, log.len() / ENTRY), "{log}");
            let taps: Vec<&PadTap> = pad.items.iter().flat_map(|item| &item.taps).collect();
            match taps.get(turns % taps.len().max(1)) {
                Some(tap) => log.push_str(&tap.entry),
                None => break assert!(pad.outcome.is_some()),
            }
            turns += 1;
        }
    }
}

//! Draws by repetition, against a slow count that knows only the texts of set-up and actions. Games go to and
//! fro, which random games hardly do: most moves are taken back by the next move of the same player.

use bagatelle_baju::Duel;
use bagatelle_baju::duel::{Action, End, Options, Setup, State};
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use bagatelle_core::{Game, Playable, Rng, Seed, Stream, Turn, Viewer};
use std::collections::{BTreeMap, HashMap};

/// How often each position has occurred, by the text of the set-up and of the actions.
struct Slow {
    spaces: BTreeMap<String, String>,
    white: bool,
    pair: String,
    /// Whether two buttons of one colour that swapped are a part of the position, as in older versions.
    older: bool,
    seen: HashMap<String, u32>,
}

impl Slow {
    fn new(position: &str, older: bool) -> Slow {
        let [rows, side, pair] = position.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let mut spaces = BTreeMap::new();
        for (row, text) in (1..).zip(rows.split('/')) {
            for (column, at) in "abcd".chars().zip((0..8).step_by(2)) {
                if &text[at..at + 2] != "--" {
                    spaces.insert(format!("{column}{row}"), text[at..at + 2].to_owned());
                }
            }
        }
        let pair = pair.trim_matches('-').to_owned();
        let mut slow = Slow { spaces, white: side == "W", pair, older, seen: HashMap::new() };
        slow.count();
        slow
    }

    fn count(&mut self) -> u32 {
        let key = format!("{:?} {} {}", self.spaces, self.white, self.pair);
        let times = self.seen.entry(key).or_default();
        *times += 1;
        *times
    }

    /// Takes an action; returns how often the position has occurred that follows.
    fn act(&mut self, action: &str) -> u32 {
        self.pair.clear();
        if let Some((value, at)) = action.split_once('@') {
            let colour = if self.white { 'W' } else { 'B' };
            self.spaces.insert(at.to_owned(), format!("{colour}{value}"));
        } else {
            let (from, to) = action.split_at(2);
            let mover = self.spaces.remove(from).unwrap();
            if let Some(other) = self.spaces.remove(to) {
                if self.older || other[..1] != mover[..1] {
                    let (low, high) = (mover.clone().max(other.clone()), mover.clone().min(other.clone()));
                    self.pair = low + &high;
                }
                self.spaces.insert(from.to_owned(), other);
            }
            self.spaces.insert(to.to_owned(), mover);
        }
        self.white = !self.white;
        self.count()
    }
}

const EMPTY: &str = "--------/--------/--------/-------- W -";

/// Boards with few bridges, between any spaces.
fn sparse(rng: &mut Rng) -> String {
    let names: Vec<String> =
        "abcd".chars().flat_map(|column| (1..=4).map(move |row| format!("{column}{row}"))).collect();
    let mut bridges: Vec<(usize, usize)> = (0..16).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    rng.shuffle(&mut bridges);
    let mut text = "baju-board 1\n".to_owned();
    for (n, (a, b)) in bridges.into_iter().take(14).enumerate() {
        text += &format!("{} {}-{}\n", ["red", "white", "black", "red"][n % 4], names[a], names[b]);
    }
    text
}

/// A position with this many buttons, in which no player has won.
fn crowded(duel: &Duel, buttons: usize, rng: &mut Rng) -> String {
    loop {
        let mut all: Vec<String> =
            ["W", "B"].into_iter().flat_map(|c| (1..=8).map(move |v| format!("{c}{v}"))).collect();
        rng.shuffle(&mut all);
        all.truncate(buttons);
        all.resize(16, "--".to_owned());
        rng.shuffle(&mut all);
        let rows: Vec<String> = all.chunks(4).map(|row| row.concat()).collect();
        let position = format!("{} {} -", rows.join("/"), ["W", "B"][rng.below(2) as usize]);
        let start = duel.start(&Some(Setup { position: position.clone() })).unwrap();
        if start.end().is_none() {
            return position;
        }
    }
}

/// Who chooses the moves that undo none.
#[derive(Clone, Copy)]
enum Player {
    Lots,
    Program(&'static str),
}

/// An action: most often the one that undoes the last one of the same side.
fn choose(duel: &Duel, state: &State, mine: Option<Action>, player: Player, rng: &mut Rng) -> Action {
    let mut legal = Vec::new();
    duel.legal(state, &mut legal);
    if let Some(Action::Move { from, to }) = mine {
        let back = Action::Move { from: to, to: from };
        if rng.below(4) > 0 && legal.contains(&back) {
            return back;
        }
    }
    match player {
        Player::Program(name) => {
            let Turn::Seat(seat) = duel.turn(state) else { panic!("the game is over") };
            let view = duel.view(state, Viewer::Seat(seat));
            Duel::program(name).unwrap().choose(duel, &view, &legal, &Budget::nodes(60), rng).action
        }
        Player::Lots => {
            let moves: Vec<Action> =
                legal.iter().copied().filter(|a| matches!(a, Action::Move { .. })).collect();
            let among = if moves.is_empty() || rng.below(5) == 0 { &legal } else { &moves };
            *rng.choose(among).unwrap()
        }
    }
}

/// What came of some games.
#[derive(Default, Debug)]
struct Tally {
    draws: u32,
    /// Draws that older versions did not see at that moment.
    unseen: u32,
    /// Games that were played on past such a draw, and those of them that older versions ended by a later
    /// repetition.
    on: u32,
    later: u32,
}

/// Plays a game and compares each position; then plays on as older versions did.
fn game(duel: &Duel, position: &str, player: Player, rng: &mut Rng, tally: &mut Tally) {
    let setup = (position != EMPTY).then(|| Setup { position: position.to_owned() });
    let mut state = duel.start(&setup).unwrap();
    let (mut new, mut older) = (Slow::new(position, false), Slow::new(position, true));
    let mut record = Record::start(duel, &setup);
    let mut last: [Option<Action>; 2] = [None; 2];
    let mut past_a_draw = false;
    for _ in 0..90 {
        if duel.turn(&state) == Turn::Over {
            break;
        }
        let side = state.position().side as usize;
        let action = choose(duel, &state, last[side], player, rng);
        last[side] = Some(action);
        record.actions.push(action.to_string());
        duel.play(&mut state, action).unwrap();
        let (times, then) = (new.act(&action.to_string()), older.act(&action.to_string()));
        let told = record.to_json();
        if matches!(state.end(), Some(End::Line(_) | End::Stuck)) && (times < 3 || past_a_draw) {
            continue;
        }
        if past_a_draw {
            assert_eq!(state.occurrences() as u32, then, "{told}");
            assert_eq!(state.end() == Some(End::Repeated), then >= 3, "{told}");
            tally.later += u32::from(then >= 3);
            continue;
        }
        assert_eq!(state.occurrences() as u32, times, "{told}");
        let won = matches!(state.end(), Some(End::Line(_)));
        assert_eq!(state.end() == Some(End::Repeated), times >= 3 && !won, "{told}");
        if state.end() == Some(End::Repeated) {
            tally.draws += 1;
            let mut reopened = state.clone();
            assert_eq!(duel.reopen(&mut reopened), then < 3, "{told}");
            if then < 3 {
                tally.unseen += 1;
                past_a_draw = true;
                state = reopened;
            }
        }
    }
    // The record leads to the position that it led to then, and no position on the way is an end.
    if past_a_draw && duel.turn(&state) != Turn::Over {
        // Its last action may be the one that makes the draw, which is one now.
        let action = choose(duel, &state, None, Player::Lots, rng);
        record.actions.push(action.to_string());
        duel.play(&mut state, action).unwrap();
    }
    let mut overs = 0;
    let (_, end) =
        record.replay::<Duel>(|duel, at, _| overs += u32::from(duel.turn(at) == Turn::Over)).unwrap();
    assert_eq!(end, state, "{}", record.to_json());
    assert_eq!(overs, u32::from(duel.turn(&state) == Turn::Over));
    tally.on += u32::from(past_a_draw);
}

fn games(title: &str, count: u64, mut play: impl FnMut(u64, &mut Rng, &mut Tally)) -> Tally {
    let mut tally = Tally::default();
    for n in 0..count {
        let mut rng = Rng::new(&Seed::from_text(title).nth(n), Stream::Test);
        play(n, &mut rng, &mut tally);
    }
    tally
}

fn on(board: &str) -> Duel {
    Duel::new(&Options { board: board.into(), ..Options::default() }).unwrap()
}

const STAND_INS: [&str; 3] = ["twin-loops", "red-ring", "frame"];

#[test]
fn third_occurrences_are_seen_in_games_to_and_fro() {
    let tally = games("to and fro", 300, |n, rng, tally| {
        game(&on(STAND_INS[n as usize % 3]), EMPTY, Player::Lots, rng, tally);
    });
    assert!(tally.draws > 100 && tally.unseen > 10 && tally.later > 5, "{tally:?}");
}

#[test]
fn third_occurrences_are_seen_on_any_board() {
    let tally =
        games("sparse", 200, |_, rng, tally| game(&on(&sparse(rng)), EMPTY, Player::Lots, rng, tally));
    assert!(tally.draws > 50 && tally.unseen > 5, "{tally:?}");
}

#[test]
fn third_occurrences_are_seen_on_full_boards() {
    let tally = games("crowded", 150, |n, rng, tally| {
        let duel = on(STAND_INS[n as usize % 3]);
        let position = crowded(&duel, 8 + n as usize % 9, rng);
        game(&duel, &position, Player::Lots, rng, tally);
    });
    assert!(tally.draws > 50 && tally.unseen > 20, "{tally:?}");
}

#[test]
fn third_occurrences_are_seen_in_games_of_programs() {
    let tally = games("programs", 40, |n, rng, tally| {
        let name = ["1", "2", "4"][n as usize % 3];
        game(&on(STAND_INS[n as usize % 3]), EMPTY, Player::Program(name), rng, tally);
    });
    assert!(tally.draws > 5, "{tally:?}");
}

/// Two own buttons swap in each round, and no one could swap them back: the position after 3, 7 and 11
/// actions is one.
const TO_AND_FRO: &str = "5@a3 5@b3 2@b2 b3a1 b2a3 a1b3 a3b2 b3d2 b2a3 d2b3 a3b2";

fn record(actions: &str) -> Record {
    let actions: Vec<&str> = actions.split_whitespace().collect();
    let json = serde_json::json!({ "bagatelle": 1, "game": "baju-duel", "actions": actions });
    Record::from_json(&json.to_string()).unwrap()
}

#[test]
fn a_swap_of_two_own_buttons_keeps_no_positions_apart() {
    let (duel, state) = record(TO_AND_FRO).replay::<Duel>(|_, _, _| ()).unwrap();
    assert_eq!((state.end(), state.occurrences()), (Some(End::Repeated), 3));
    assert_eq!(duel.outcome(&state).unwrap().reason, "a draw: the position occurred for the third time");
}

#[test]
fn a_record_of_an_older_version_goes_on_past_a_draw() {
    // Three more actions make the third occurrence that older versions saw.
    for (on, end) in [("b3a1", None), ("b3a1 b2a3", None), ("b3a1 b2a3 a1b3", Some(End::Repeated))] {
        let mut ends = Vec::new();
        let on = record(&format!("{TO_AND_FRO} {on}"));
        let (_, state) = on.replay::<Duel>(|_, state, _| ends.push(state.end())).unwrap();
        assert_eq!((state.end(), ends.iter().flatten().count()), (end, end.iter().count()));
    }
    // And no version goes on past what all of them see.
    let mut seen = record("a1b1 d4c4 b1a1 c4d4 a1b1 d4c4 b1a1 c4d4");
    seen.setup = Some(serde_json::json!({ "position": "W1------/--------/--------/------B1 W -" }));
    assert_eq!(seen.replay::<Duel>(|_, _, _| ()).unwrap().1.end(), Some(End::Repeated));
    seen.actions.push("a1b1".into());
    let error = seen.replay::<Duel>(|_, _, _| ()).unwrap_err();
    assert!(error.to_string().contains("the game is over"), "{error}");
}

#[test]
fn without_repetition_play_goes_on() {
    let duel = Duel::new(&Options { repetition: 0, ..Options::default() }).unwrap();
    let mut state = duel.start(&None).unwrap();
    for text in format!("{TO_AND_FRO} b3a1 b2a3 a1b3 a3b2 b3a1 b2a3 a1b3 a3b2").split_whitespace() {
        duel.play(&mut state, text.parse().unwrap()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    assert!(state.end().is_none() && state.occurrences() > 3);
    assert!(Duel::new(&Options { repetition: 2, ..Options::default() }).is_err());
    // Options are written as versions wrote them that knew no other.
    let written = |options: Options| serde_json::to_value(options).unwrap().get("repetition").cloned();
    assert_eq!(written(Options::default()), None);
    assert_eq!(written(duel.options().clone()), Some(0.into()));
}

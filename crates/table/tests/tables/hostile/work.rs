//! How much work a request makes: boards, goals, difficulties, typed seeds and games from devices by chance.
//! None takes longer than a second of one processor, whatever it asks for.

use bagatelle_core::program::Allowance;
use bagatelle_core::{Rng, Seed, Stream};
use bagatelle_table::{DealSource, NewGame, TableSpec, Visitor, remade};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::time::Duration;

/// The most that one request takes of a processor: a second, twice as long where nothing is optimized.
const MOST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 2 } else { 1 });
/// What a search may take beyond the allowance before it looks.
const OVER: u64 = 100_000;
const GRADES: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// How long this thread has worked.
fn worked() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("time goes forward")
}

/// A board with bridges by chance: from a few to nearly all.
fn board(rng: &mut Rng) -> String {
    let mut lines = ["red", "white", "black"].map(String::from);
    let space = |n: usize| format!("{}{}", ["a", "b", "c", "d"][n % 4], n / 4 + 1);
    let (dense, colours) = (rng.below(120), 1 + rng.index(3));
    for (a, b) in (0..16).flat_map(|a| (0..a).map(move |b| (a, b))) {
        if rng.below(120) <= dense {
            lines[rng.index(colours)] += &format!(" {}-{}", space(a), space(b));
        }
    }
    let bridges = lines.iter().filter(|line| line.contains('-')).cloned().collect::<Vec<_>>();
    format!("baju-board 1\nname f\n{}\n", bridges.join("\n"))
}

/// A request by chance, with a difficulty in the wish or in the seed.
fn request(rng: &mut Rng) -> NewGame {
    let (game, options) = match rng.below(8) {
        0 => ("burbuja", json!({})),
        1 => ("brain-burn", json!({})),
        2 => {
            let known = ["twin-loops", "red-ring", "frame"][rng.index(3)];
            ("baju-puzzle", json!({ "board": known, "goal": 1 + rng.below(4) }))
        }
        _ => ("baju-puzzle", json!({ "board": board(rng), "goal": 1 + rng.below(4) })),
    };
    let grade = match game {
        "brain-burn" => ["ten", "few"][rng.index(2)],
        _ => GRADES[rng.index(4)],
    };
    let (source, wish) = match rng.below(2) {
        0 => (DealSource::Fresh, json!({ "grade": grade })),
        _ => (DealSource::Seed(format!("{grade}:{}", rng.below(1000))), json!({})),
    };
    NewGame { options, deal_options: wish, ..NewGame::new(game, source) }
}

/// The nine requests that once took the places of all others for nine minutes.
fn known() -> NewGame {
    let board = "baju-board 1\nname f\nred b1-d2 d1-d4 a2-c2 a2-d4\nwhite d1-d3\nblack a3-d3\n";
    let options = json!({ "board": board, "goal": 4 });
    let wish = json!({ "grade": "medium" });
    NewGame { options, deal_options: wish, ..NewGame::new("baju-puzzle", DealSource::Fresh) }
}

/// A game from a device that claims to be dealt from a request.
fn from_device(new: &NewGame, owner: &Visitor) -> TableSpec {
    let plain = NewGame { options: json!({}), deal_options: json!({}), ..new.clone() };
    let plain = NewGame { source: DealSource::Seed("plain".into()), ..plain };
    let spec = plain.plan(owner, "table".into(), &[], 1, &Allowance::default()).expect("a usual game");
    let seed = match &new.source {
        DealSource::Seed(text) => text.clone(),
        _ => format!("{}:x", new.deal_options["grade"].as_str().expect("a grade")),
    };
    TableSpec { seed, options: new.options.clone(), ..spec }
}

/// Answers a request in all ways; returns how many were fulfilled, and how long the longest took.
fn answer(new: &NewGame) -> (usize, Duration) {
    let (owner, seeds) = (Visitor::anonymous("owner"), (0..20).map(|n| n.to_string()).collect::<Vec<_>>());
    let device = from_device(new, &owner);
    let (mut made, mut longest) = (0, Duration::ZERO);
    let planned: [&dyn Fn(&Allowance<'_>) -> bool; 2] =
        [&|allowance| new.clone().plan(&owner, "table".into(), &seeds, 1, allowance).is_ok(), &|allowance| {
            remade(&device, &[], &owner, None, i64::MAX / 4, allowance).is_ok()
        }];
    for plan in planned {
        let (allowance, begun) = (Allowance::default(), worked());
        made += usize::from(plan(&allowance));
        let (took, spent) = (worked() - begun, allowance.spent());
        if took >= MOST {
            eprintln!("{took:?} and {spent} nodes for {new:?}");
        }
        longest = longest.max(took);
        assert!(spent <= Allowance::NODES + OVER, "{spent} nodes for {new:?}");
    }
    (made, longest)
}

fn answer_many(count: usize) {
    let mut rng = Rng::new(&Seed::from_text("work"), Stream::Test);
    let (mut made, mut longest) = (0, Duration::ZERO);
    for _ in 0..count {
        let (more, took) = answer(&request(&mut rng));
        (made, longest) = (made + more, longest.max(took));
    }
    eprintln!("{count} requests: the longest took {longest:?} of a processor");
    assert!(longest < MOST, "one took {longest:?}");
    assert!(made > count / 20, "most requests reach no game: {made} of {count}");
}

#[test]
fn a_request_ends_within_a_second() {
    assert!(answer(&known()).1 < MOST);
    answer_many(25);
}

mod long {
    /// How many, unless the environment says `BAGATELLE_REQUESTS`.
    const REQUESTS: usize = 400;

    #[test]
    fn many_requests_end_within_a_second_each() {
        let count = std::env::var("BAGATELLE_REQUESTS").ok().and_then(|count| count.parse().ok());
        super::answer_many(count.unwrap_or(REQUESTS));
    }
}

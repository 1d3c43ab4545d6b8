//! What holds for every game of the catalog, with its type left out: ids, capabilities, positions.

use bagatelle_catalog::{AnyGame, AnyPlay, LogEntry, examined, examined_games, find, game_of, games};
use bagatelle_core::present::{Fixed, Review};
use bagatelle_core::program::Budget;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Rng, Seat, Seed, Stream, Turn, Viewer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Plies after which a random game is left as it is.
const PLIES: usize = 120;

/// The first position of a deal.
fn first(game: &dyn AnyGame, seed: &str) -> Box<dyn AnyPlay> {
    let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text(seed)).unwrap();
    game.open(&record).unwrap()
}

/// A random game; `each` sees every position.
fn random_game(game: &dyn AnyGame, seed: &str, mut each: impl FnMut(&dyn AnyPlay)) -> Box<dyn AnyPlay> {
    let mut play = first(game, seed);
    let seed = Seed::from_text(seed);
    let mut rng = Rng::new(&seed, Stream::Test);
    while play.ply() < PLIES {
        each(play.as_ref());
        let action = match play.turn() {
            Turn::Over => break,
            Turn::Chance => play.chance(&seed).unwrap(),
            Turn::Seat(_) => rng.choose(&play.legal()).unwrap().clone(),
        };
        assert_eq!(play.play(&action).unwrap(), action);
    }
    play
}

/// How many letters and digits an id has between its hyphens; 0 for one that is not well-formed.
fn shortest_word(id: &str) -> usize {
    let plain = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let words = id.split('-').map(str::len).min().unwrap_or(0);
    if plain && id.starts_with(|c: char| c.is_ascii_lowercase()) { words } else { 0 }
}

#[test]
fn ids_are_addresses_of_their_own() {
    let mut known = HashSet::new();
    for game in games() {
        let id = game.id();
        assert!(shortest_word(id) > 0, "{id} has other signs than small letters, digits and hyphens");
        assert!(known.insert(id), "{id} is there twice");
        assert_eq!(find(id).map(AnyGame::id), Some(id));
        assert_eq!(examined(id).map(|game| game.id()), Some(id));
        let names = game.programs();
        assert!(names.iter().all(|program| program.name != "open"), "{id}: “open” asks for a person");
    }
    assert_eq!(["", "a--b", "-a", "A", "ä", "1a", "a b"].map(shortest_word), [0; 7]);
}

#[test]
fn capabilities_are_as_the_manifest_says() {
    for game in examined_games() {
        let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text("capabilities")).unwrap();
        let (id, manifest, play) = (game.id(), game.manifest(), game.open_examined(&record).unwrap());
        assert!(manifest.seats.contains(&play.seats()), "{id}");
        assert_eq!(manifest.par_limit.is_some(), play.has_par(), "{id}");
        assert!(manifest.solve_limit.is_none() || play.has_solver(), "{id}");
        assert_eq!(game.has_workshop(), game.workshop("").is_some(), "{id}");
        assert_eq!(play.has_open_view(), play.svg_open(Seat(0)).is_some(), "{id}");
        assert!(
            !play.has_open_view() || game.hidden(),
            "{id}: where all is open an open view shows nothing more"
        );
        let nodes = Budget::nodes(1);
        let review = play.review(&[], &nodes, &mut |_, _| ());
        assert!(!play.has_review() && review.is_none(), "{id}: nothing was played");
        if !play.has_solver() {
            assert!(play.solve(&nodes, &mut |_, _| ()).is_none(), "{id}");
        }
        if !play.has_certifier() {
            assert!(play.certificate(&nodes).is_none(), "{id}");
            assert!(play.check_certificate(&json!({})).is_err(), "{id}");
        }
        assert!(!game.rules_page().into_string().is_empty(), "{id}");
    }
}

/// A drawing without what is in its fixed parts, and what is in them, by name.
fn without_fixed(svg: &str) -> (String, BTreeMap<String, String>) {
    const BEGIN: &str = "<g data-fixed=\"";
    let (mut rest, mut left, mut fixed) = (svg, String::new(), BTreeMap::new());
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, inside) = after.split_once("\">").unwrap();
        let (mut depth, mut end) = (1, 0);
        while depth > 0 {
            end += inside[end..].find("<g").into_iter().chain(inside[end..].find("</g>")).min().unwrap();
            let closes = inside[end..].starts_with("</g>");
            depth = if closes { depth - 1 } else { depth + 1 };
            end += if depth == 0 { 0 } else { 2 };
        }
        left.extend([before, BEGIN, name, "\">"]);
        assert!(fixed.insert(name.to_owned(), inside[..end].to_owned()).is_none(), "{name} is there twice");
        rest = &inside[end..];
    }
    (left + rest, fixed)
}

#[test]
fn the_fixed_parts_of_a_drawing_never_change() {
    for game in games() {
        let mut known: BTreeMap<(Seat, String), String> = BTreeMap::new();
        random_game(*game, "fixed", |play| {
            if play.ply() % 5 != 0 {
                return;
            }
            for (viewer, near) in Viewer::all(play.seats()).zip(Seat::all(play.seats()).cycle()) {
                let at = format!("{} ply {} for {viewer:?}", game.id(), play.ply());
                let drawn = |fixed| play.present(viewer, near, fixed).svg;
                let (rest, fixed) = without_fixed(&drawn(Fixed::Drawn));
                assert_eq!(drawn(Fixed::LeftOut), rest, "{at}");
                assert!(fixed.values().all(|part| !part.is_empty()), "{at}");
                for (name, part) in fixed {
                    let before = known.entry((near, name)).or_insert_with(|| part.clone());
                    assert_eq!(*before, part, "{at}");
                }
            }
        });
    }
}

fn line(entry: &LogEntry) -> String {
    format!("{}. {} {:?}\n", entry.ply, entry.sentence, entry.lights)
}

#[test]
fn a_story_follows_the_game_back_and_forth() {
    for game in games() {
        random_game(*game, "story", |play| {
            if play.ply() > 12 {
                return;
            }
            let mut other = play.at(play.ply());
            let steps = [play.ply(), play.ply().saturating_sub(1), play.ply().saturating_sub(4)];
            for ply in steps {
                while other.ply() > ply && other.take_back().is_some() {}
                for play in [&*other, play] {
                    let log = play.log(Viewer::Spectator, 4);
                    let told: String = log[..log.len().saturating_sub(1)].iter().map(line).collect();
                    assert_eq!(*told, *play.story(Viewer::Spectator, 4, line).before, "{}", game.id());
                }
            }
        });
    }
}

#[test]
fn what_is_made_at_once_is_what_is_made_alone() {
    for game in games() {
        random_game(*game, "presented", |play| {
            if play.ply() % 7 > 1 {
                return;
            }
            for viewer in Viewer::all(play.seats()) {
                let at = format!("{} ply {} for {viewer:?}", game.id(), play.ply());
                let near = Seat(play.seats() - 1);
                let shown = play.present(viewer, near, Fixed::Drawn);
                assert_eq!(shown.svg, play.svg_from(viewer, near), "{at}");
                assert_eq!(shown.facts, play.facts(viewer), "{at}");
                let log = play.log(viewer, 5);
                let story = play.story(viewer, 5, line);
                assert_eq!(story.newest.as_deref(), log.last(), "{at}");
                let before: String = log[..log.len().saturating_sub(1)].iter().map(line).collect();
                assert_eq!(&*story.before, before, "{at}");
                let plies: Vec<usize> = log.iter().map(|entry| entry.ply).collect();
                let expected: Vec<usize> = (1..=play.ply()).skip(play.ply().saturating_sub(5)).collect();
                assert_eq!(plies, expected, "{at}: the last five plies, counted from 1");
                let seen: Vec<String> = serde_json::from_str(play.seen_text(viewer).get()).unwrap();
                assert_eq!(seen.len(), play.ply(), "{at}");
                let may_act = viewer.seat().map(Turn::Seat) == Some(play.turn());
                assert_eq!(play.offers(viewer).is_empty(), !may_act, "{at}: offers to the seat to act alone");
            }
        });
    }
}

#[test]
fn no_one_is_you_for_a_reader_who_looks_on() {
    let is_you = |word: &str| ["you", "your"].contains(&word.to_lowercase().as_str());
    for game in games() {
        let end = random_game(*game, "aside", |_| ());
        for then in (0..=end.ply()).step_by(5).map(|ply| end.at(ply)) {
            for seat in Seat::all(then.seats()) {
                let svg = then.svg_for(Viewer::Seat(seat), seat, true);
                let at = format!("{}, {} actions, {seat:?}", game.id(), then.ply());
                assert!(!svg.split(|c: char| !c.is_alphabetic()).any(is_you), "{at}: {svg}");
            }
        }
    }
}

#[test]
fn reviews_name_moves_that_were_played_and_better_ones_that_are_legal() {
    for game in games() {
        let end = random_game(*game, "reviewed", |_| ());
        // One that was resigned, too.
        for end in [end.at(end.ply() / 2), end] {
            let Some(review) = end.review(&[], &Budget::nodes(40), &mut |_, _| ()) else { continue };
            let (id, actions) = (game.id(), end.actions());
            assert_eq!(review.seats.len(), usize::from(end.seats()), "{id}");
            // What was played for a player is no decision; to give up is.
            let helped: Vec<usize> = (0..actions.len()).collect();
            let played_for = end.review(&helped, &Budget::nodes(40), &mut |_, _| ()).expect("a review");
            assert!(played_for.seats.iter().all(|seat| seat.decisions == 0), "{id}");
            assert!(
                played_for.turns.iter().all(|turn| turn.played.is_none()),
                "{id}: {:?}",
                played_for.turns
            );
            assert!(!review.about.is_empty() && !review.accuracy.is_empty(), "{id}");
            assert!(review.turns.is_sorted_by_key(|turn| turn.ply), "{id}: in the order of the game");
            for turn in &review.turns {
                let mut before = end.at(turn.ply);
                // A game that stopped before its end may have been won for the side that was not to act.
                assert!(turn.played.is_none() || Turn::Seat(turn.seat) == before.turn(), "{id}");
                assert_eq!(turn.played.as_ref(), actions.get(turn.ply), "{id}");
                for action in &turn.better {
                    before.play(action).unwrap_or_else(|refused| panic!("{id}: {action}: {refused}"));
                }
            }
            assert!(review.curve.is_sorted_by(|a, b| a.0 < b.0), "{id}: each position once");
            assert!(review.curve.iter().all(|(ply, _)| *ply <= actions.len()), "{id}");
            // Floats as text come back nearly as they were.
            let stored = serde_json::to_string(&review).unwrap();
            let read: Review<String> = serde_json::from_str(&stored).unwrap();
            assert_eq!(format!("{read:.9?}"), format!("{review:.9?}"), "{id}");
        }
    }
}

#[test]
fn every_position_is_evaluated_and_its_lines_can_be_played() {
    let mut evaluated = 0;
    for game in games() {
        let id = game.id();
        let start = game.deal(&Value::Null, &Value::Null, &Seed::from_text("evaluated")).unwrap();
        let Some(scale) = game.open(&start).unwrap().analysis_scale() else { continue };
        evaluated += 1;
        let mut shown = 0;
        let end = random_game(*game, "evaluated", |play| {
            if play.ply() % 11 != 3 || shown > 4 {
                return;
            }
            shown += 1;
            let found = play.analyse(3, &Budget::nodes(300), &mut |_| ());
            let Some(found) = found else { panic!("{id}: nothing is said of ply {}", play.ply()) };
            assert_eq!(
                Some(&found),
                play.analyse(3, &Budget::nodes(300), &mut |_| ()).as_ref(),
                "{id} repeats"
            );
            assert!(!found.text.is_empty() && found.lines.len() <= 3, "{id}: {found:?}");
            assert!(
                found.worth.figure(Seat(0)).is_none() || found.worth.scale() == scale || found.proved,
                "{id}: {found:?}"
            );
            for line in &found.lines {
                let mut play = play.duplicate();
                assert!(play.way(&line.actions[0]).is_some_and(|way| !way.path.is_empty()), "{id}: {line:?}");
                for action in &line.actions {
                    play.play(action).unwrap_or_else(|refused| panic!("{id}: {action}: {refused}"));
                }
            }
        });
        let over = end.analyse(1, &Budget::nodes(100), &mut |_| ()).unwrap();
        assert!(
            end.turn() != Turn::Over || over.lines.is_empty() && over.proved && !over.text.is_empty(),
            "{id}: {over:?}"
        );
    }
    assert!(evaluated > 5, "{evaluated} games say what a position is worth");
}

#[test]
fn copies_and_steps_back_are_earlier_positions() {
    for game in games() {
        let mut play = random_game(*game, "copies", |_| ());
        let (actions, plies) = (play.actions(), play.ply());
        assert!(plies > 2, "{}", game.id());
        let views = |play: &dyn AnyPlay| Viewer::all(play.seats()).map(|v| play.view(v)).collect::<Vec<_>>();
        let last = views(play.as_ref());
        for ply in [0, 1, plies / 2, plies, plies + 9] {
            let mut copy = play.at(ply);
            assert_eq!(copy.actions(), actions[..ply.min(plies)], "{}", game.id());
            for action in &actions[copy.ply()..] {
                assert_eq!(copy.check(action).unwrap(), *action, "{}", game.id());
                copy.apply(action);
            }
            assert_eq!(views(copy.as_ref()), last, "{}", game.id());
        }
        let copy = play.duplicate();
        let before = views(play.at(plies - 1).as_ref());
        assert_eq!(play.take_back().as_ref(), actions.last(), "{}", game.id());
        assert_eq!(views(play.as_ref()), before, "{}", game.id());
        assert_eq!(views(copy.as_ref()), last, "{}: a copy is not touched by a step back", game.id());
        while play.take_back().is_some() {}
        assert_eq!(views(play.as_ref()), views(play.at(0).as_ref()), "{}", game.id());
        assert!(!play.retractable(0), "{}: there is no action to take back", game.id());
    }
}

#[test]
fn what_cannot_be_dealt_or_opened_says_why() {
    for game in games() {
        let unknown = json!({ "no such key": 1 });
        let seed = Seed::from_text("1");
        for (options, deal_options, what) in
            [(&unknown, &Value::Null, "the options"), (&Value::Null, &unknown, "the deal options")]
        {
            let error = game.deal(options, deal_options, &seed).unwrap_err();
            assert!(error.to_string().starts_with(what), "{}: {error}", game.id());
        }
        let mut record = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
        record.game = "no-such-game".into();
        assert!(matches!(game_of(&record).map(AnyGame::id), Err(RecordError::UnknownGame(_))));
        assert!(game.open(&record).is_err());
    }
}

#[test]
fn no_two_programs_at_a_table_share_a_name() {
    for game in games() {
        let programs = game.programs();
        let names: Vec<&str> =
            programs.iter().filter(|info| info.persona.is_some()).map(|info| info.name).collect();
        let seats = usize::from(*game.manifest().seats.end());
        // All tables: every choice of a program for each seat.
        for n in 0..names.len().pow(seats as u32) {
            let seating: Vec<&str> =
                (0..seats as u32).map(|seat| names[n / names.len().pow(seat) % names.len()]).collect();
            let met = game.personas(&mut seating.iter().map(|name| Some(*name)));
            let called: BTreeSet<&str> = met.iter().flatten().map(|persona| persona.name).collect();
            assert_eq!(called.len(), seats, "{}: {seating:?} are called {called:?}", game.id());
            for (program, persona) in seating.iter().zip(met) {
                let level = game.persona(program).expect("a persona");
                assert_eq!(persona.expect("one for each").skill, level.skill);
            }
        }
        let mixed =
            game.personas(&mut [None, names.first().copied(), None, names.first().copied()].into_iter());
        assert_eq!(
            mixed.iter().map(Option::is_some).collect::<Vec<_>>(),
            [false, !names.is_empty(), false, !names.is_empty()]
        );
    }
}

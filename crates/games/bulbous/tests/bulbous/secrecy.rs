//! Nothing hidden gets out: not through views, observations, sentences or drawings.
//!
//! Two walls are tested. *Non-interference*: two games that differ only in cards that a viewer has never seen
//! are, to that viewer, the same game, byte for byte. *The scan*: no frame of complete games names a card its
//! reader may not know, where what the reader may know is worked out here from the true position.

use crate::common::{Play, random_game};
use bagatelle_bulbous::public::Phase;
use bagatelle_bulbous::{Action, Bulbous, Card, Cards, Options, Preset, Setup, State};
use bagatelle_core::encoding::{Encoded, Floats, length};
use bagatelle_core::present::{Playable, Scene};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use std::collections::BTreeMap;

/// Everything that `viewer` gets at one ply, as one text.
fn frame(
    game: &Bulbous,
    before: Option<(&State, Action)>,
    state: &State,
    viewer: Viewer,
    picture: bool,
) -> String {
    let view = game.view(state, viewer);
    let seen = before.map(|(before, action)| game.observe(before, action, state, viewer));
    let said = before.zip(seen.as_ref()).map(|((state, _), seen)| game.say(&game.view(state, viewer), seen));
    let heard = seen.as_ref().map(ToString::to_string);
    let lit = before.zip(seen.as_ref()).map(|((state, _), s)| game.lights(&game.view(state, viewer), s));
    let mut text = serde_json::to_string(&view).unwrap();
    text.push_str(&format!(
        "\n{heard:?}\n{said:?}\n{lit:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        // From this the faces follow.
        game.standing(&view),
        game.waiting(&view),
        game.facts(&view, &mut [].iter()),
        game.controls(&view)
    ));
    text.push_str(&serde_json::to_string(&seen).unwrap());
    let moment =
        before.zip(seen.as_ref()).map(|((state, _), seen)| game.moment(&game.view(state, viewer), seen));
    text.push_str(&format!(
        "{:?}",
        moment.flatten().map(|(view, seen, told)| (serde_json::to_string(&view).unwrap(), seen, told))
    ));
    if picture {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let own = viewer.seat().map(bagatelle_core::Turn::Seat) == Some(game.turn(state));
        if !own {
            legal.clear();
        }
        text.push_str(&game.svg(&Scene { legal: &legal, last: seen.as_ref(), ..Scene::still(&view) }));
        for action in legal {
            text.push_str(&serde_json::to_string(&game.path(&view, action)).unwrap());
        }
    }
    text
}

/// Cards that `viewer` sees in a position, or has seen in this turn and the last.
fn seen_cards(state: &State, viewer: Viewer) -> Cards {
    let public = state.public();
    let open = public.open().iter().fold(public.discards().set(), |all, bet| all | *bet);
    let shown =
        public.shown().map_or(Cards::NONE, |s| s.bets.iter().fold(Cards::NONE, |all, bet| all | *bet));
    let swapped = Seat::all(public.seats()).fold(Cards::NONE, |all, seat| all | public.deed(seat).put_away());
    open | shown | swapped | viewer.seat().map_or(Cards::NONE, |s| state.hand(s) | state.bet(s))
}

/// `cards` with `x` and `y` changed for each other.
fn exchanged(cards: impl Iterator<Item = Card>, x: Card, y: Card) -> Vec<String> {
    cards
        .map(|c| {
            if c == x {
                y
            } else if c == y {
                x
            } else {
                c
            }
            .to_string()
        })
        .collect()
}

#[test]
fn games_that_differ_in_unseen_cards_look_the_same_byte_for_byte() {
    let mut pairs = 0;
    let mut plies = 0;
    for (options, deal) in Bulbous::variants() {
        for n in 0..14 {
            let (game, setup, actions) = random_game(&options, deal.seats, &format!("twins {n}"));
            let mut states = vec![game.start(&setup).unwrap()];
            for action in &actions {
                let mut next = states[states.len() - 1].clone();
                game.play(&mut next, *action).unwrap();
                states.push(next);
            }
            let mut rng = Rng::new(&Seed::from_text(&format!("twins {n}")), Stream::Test);
            for viewer in Viewer::all(deal.seats) {
                if let Some(checked) = twins(&game, &setup, &actions, &states, viewer, &mut rng) {
                    pairs += 1;
                    plies += checked;
                }
            }
        }
    }
    assert!(pairs > 150 && plies > 1500, "{pairs} pairs of games, {plies} plies compared");
}

/// Plays the game again with two cards exchanged where `viewer` has not seen either of them, from the first
/// deal or from a later shuffle up to the ply at which one comes to light, and compares what the viewer gets.
/// How many plies were compared.
fn twins(
    game: &Bulbous,
    setup: &Setup,
    actions: &[Action],
    states: &[State],
    viewer: Viewer,
    rng: &mut Rng,
) -> Option<usize> {
    let shuffles = (0..actions.len()).filter(|n| matches!(actions[*n], Action::Shuffle(_)));
    let origins: Vec<Option<usize>> = [None].into_iter().chain(shuffles.map(Some)).collect();
    let origin = *rng.choose(&origins)?;
    let deck: Cards = match origin {
        None => states[0].public().in_play(),
        Some(n) => states[n].public().discards().set(),
    };
    let from = origin.map_or(0, |n| n + 1);
    let hidden: Vec<Card> = (deck - seen_cards(&states[from], viewer)).iter().collect();
    let (x, y) = (*rng.choose(&hidden)?, *rng.choose(&hidden)?);
    if x == y {
        return None;
    }

    let mut start = setup.clone();
    if origin.is_none() {
        let cards = setup.deck.split(' ').map(|c| Card::from_text(c).unwrap());
        start.deck = exchanged(cards, x, y).join(" ");
    }
    let mut twin = game.start(&start).unwrap();
    let mut compared = 0;
    for (n, &action) in actions.iter().enumerate() {
        if n >= from && !(seen_cards(&states[n + 1], viewer) & [x, y].into_iter().collect()).is_empty() {
            break;
        }
        let action_text = match action {
            Action::Bet(cards) if n >= from => {
                // Laid cards come to light only later, so the twin lays its own.
                let mut own: Vec<Card> =
                    exchanged(cards.iter(), x, y).iter().map(|c| Card::from_text(c).unwrap()).collect();
                own.sort_unstable();
                Action::Bet(own.into_iter().collect()).to_string()
            }
            Action::Shuffle(_) if Some(n) == origin => {
                let text = action.to_string();
                let cards = text[1..].split(',').map(|c| Card::from_text(c).unwrap());
                format!("~{}", exchanged(cards, x, y).join(","))
            }
            _ => action.to_string(),
        };
        let twin_action: Action = action_text.parse().unwrap();
        let before = twin.clone();
        if game.play(&mut twin, twin_action).is_err() {
            // The exchanged card does not fit the colour: here the twins' ways would part.
            break;
        }
        let picture = n.is_multiple_of(11);
        let one = frame(game, Some((&states[n], action)), &states[n + 1], viewer, picture);
        let other = frame(game, Some((&before, twin_action)), &twin, viewer, picture);
        assert_eq!(one, other, "{viewer:?} can tell {x} from {y} at ply {n} of {setup:?}");
        compared += usize::from(n >= from);
    }
    Some(compared)
}

/// The cards that a text names: as `R5`, as `red 5`, as ids.
fn named(text: &str) -> Cards {
    let mut found = Cards::NONE;
    let mut last = "";
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let code = match (last, word) {
            ("red", value) => format!("R{}", value.replace("Double", "X")),
            ("blue", value) => format!("B{}", value.replace("Double", "X")),
            ("yellow", value) => format!("Y{}", value.replace("Double", "X")),
            ("green", value) => format!("G{}", value.replace("Double", "X")),
            ("triangle", "Wild") => "WT".into(),
            ("circle", "Wild") => "WC".into(),
            _ => String::new(),
        };
        found = [word, &code].into_iter().filter_map(Card::from_text).fold(found, Cards::with);
        last = word;
    }
    found
}

/// Scans complete random games; `pictures` says at which plies drawings are scanned as well. How many frames.
fn scan(games: u64, pictures: usize) -> u64 {
    let mut frames = 0;
    let variants = Bulbous::variants();
    for n in 0..games {
        let (options, deal) = &variants[(n % variants.len() as u64) as usize];
        let (game, setup, actions) = random_game(options, deal.seats, &format!("scan {n}"));
        let mut state = game.start(&setup).unwrap();
        let mut before: Option<(State, Action)> = None;
        for (ply, next) in actions.iter().map(Some).chain([None]).enumerate() {
            for viewer in Viewer::all(deal.seats) {
                let text = frame(
                    &game,
                    before.as_ref().map(|(s, a)| (s, *a)),
                    &state,
                    viewer,
                    (ply + n as usize).is_multiple_of(pictures),
                );
                let earlier = before.as_ref().map_or(Cards::NONE, |(s, _)| seen_cards(s, viewer));
                let leaked = named(&text) - seen_cards(&state, viewer) - earlier;
                assert!(
                    leaked.is_empty(),
                    "{viewer:?} is told of {leaked} at ply {ply} of {setup:?}:\n{text}"
                );
                frames += 1;
            }
            if let Some(&action) = next {
                before = Some((state.clone(), action));
                game.play(&mut state, action).unwrap();
            }
        }
    }
    frames
}

#[test]
fn no_frame_names_a_card_its_reader_may_not_know() {
    assert!(scan(36, 23) > 10_000);
}

/// The same over thousands of games, with every fortieth drawing:
/// `cargo test --release -- --ignored thousands`.
#[test]
#[ignore = "takes minutes"]
fn no_frame_of_thousands_of_games_names_a_card_its_reader_may_not_know() {
    assert!(scan(2000, 40) > 500_000);
}

#[test]
fn the_scanner_finds_cards_in_every_spelling() {
    let names = |text: &str| named(text).to_string();
    assert_eq!(names("[\"R5\",\"WT\"]"), "R5,WT");
    assert_eq!(names("id=\"card-GX\" slot-R3"), "R3,GX");
    assert_eq!(names("blue Double, circle Wild and yellow 9."), "BX,Y9,WC");
    assert_eq!(names("R55 xR5 red 55"), "");
}

/// Follows a tie to its end by all answers that there are, and compares at each step what the others get who
/// cannot know them. How many pairs of frames were compared.
fn same_whatever_is_answered(game: &Bulbous, tie: &State) -> usize {
    let seats = tie.public().seats();
    let mut compared = 0;
    for viewer in Viewer::all(seats) {
        // What the viewer got, by its own answers, after as many answers.
        let mut got: BTreeMap<(usize, String), String> = BTreeMap::new();
        let mut open = vec![(tie.clone(), 0, String::new())];
        while let Some((before, answers, own)) = open.pop() {
            let Turn::Seat(actor) = game.turn(&before) else { continue };
            let mut legal = Vec::new();
            game.legal(&before, &mut legal);
            for action in legal {
                let mut after = before.clone();
                game.play(&mut after, action).unwrap();
                if after.public().phase() != Phase::Tie {
                    continue;
                }
                let own = match viewer.seat() == Some(actor) {
                    true => format!("{own} {action}"),
                    false => own.clone(),
                };
                let frame = frame(game, Some((&before, action)), &after, viewer, true);
                let mut numbers = vec![0.0; length(Bulbous::PARTS)];
                let mut floats = Floats::new(&mut numbers, Bulbous::PARTS);
                game.encode(&game.view(&after, viewer), viewer, &mut floats);
                let taken = game.reveals(&before, action);
                let told = format!("{frame}{numbers:?}{taken}");
                let first = got.entry((answers, own.clone())).or_insert_with(|| told.clone());
                assert_eq!(*first, told, "{viewer:?} can tell what seat {actor} has answered");
                compared += 1;
                open.push((after, answers + 1, own));
            }
        }
    }
    compared
}

#[test]
fn no_one_is_told_what_others_answer_in_a_tie_before_all_have() {
    let newer = Options { preset: Preset::Rules2026, ..Options::default() };
    let teams = Options { teams: true, ..newer.clone() };
    let four = ["R", "B", "Y", "G"];
    let mut compared = 0;
    for (options, colours, hands, bets) in [
        (&newer, &four[..], ["R9 R3", "R4 R5 R6", "R7 R8", ""], "bet:R9 bet:R4,R5 pass pass"),
        (&newer, &four, ["R9 RX", "R4 R5 R8", "R3 R6 R7", ""], "bet:R9 bet:R4,R5 bet:R3,R6 pass"),
        (&newer, &four, ["", "R9 R3", "R4 R5 R6", "R7 R8"], "pass bet:R9 bet:R4,R5 pass"),
        (&newer, &four, ["R9 R3", "R8", "R4 R5 R6", "WC"], "bet:R9 bet:R8 bet:R4,R5 pass"),
        (&newer, &four, ["RX R4", "R8 R3", "R6", "R7"], "bet:R4,RX bet:R8 pass pass"),
        (&newer, &four, ["R3 R9", "R4 R8", "R5 R7", "RX R6"], "bet:R3,R9 bet:R4,R8 bet:R5,R7 bet:R6,RX"),
        (&newer, &["RY", "BG"], ["R9 R3 RX", "R4 R5 R8", "", ""], "bet:R9 bet:R4,R5"),
        (&teams, &four, ["R9 R3", "R4 R5 R6", "R7 R8", ""], "bet:R9 bet:R4,R5 pass pass"),
    ] {
        let mut play = Play::new(options.clone(), colours, &hands[..colours.len()], "");
        play.go("choose:3 choose:3 choose:3 choose:3 target:R target:B target:Y").go(bets);
        assert_eq!(play.state.public().phase(), Phase::Tie, "{bets}");
        compared += same_whatever_is_answered(&play.game, &play.state);
    }
    // Ties of random games, where cards of several shuffles are held.
    for n in 0..200 {
        let seats = [2, 4][n % 2];
        let (game, setup, actions) = random_game(&newer, seats, &format!("ties {n}"));
        let mut state = game.start(&setup).unwrap();
        for action in actions {
            let begun = state.public().phase() == Phase::Act;
            game.play(&mut state, action).unwrap();
            if begun && state.public().phase() == Phase::Tie {
                compared += same_whatever_is_answered(&game, &state);
            }
        }
    }
    assert!(compared > 150, "{compared} frames compared");
}

#[test]
fn a_spectator_is_told_of_nothing_but_the_table() {
    let (game, setup, _) = random_game(&Options::default(), 4, "spectator");
    let state = game.start(&setup).unwrap();
    assert_eq!(named(&frame(&game, None, &state, Viewer::Spectator, false)), Cards::NONE);
    let own = named(&frame(&game, None, &state, Viewer::Seat(Seat(2)), false));
    assert_eq!(own, state.hand(Seat(2)));
    assert!(
        game.view(&state, Viewer::Seat(Seat(9))).hand().is_empty(),
        "a seat that is not there sees no hand"
    );
}

//! Other readings of the rules: when a front coin is turned up, how often a coin may be rejected, open coins.

use bagatelle_burbuja::action::Source;
use bagatelle_burbuja::options::{Flip, Rejections, Stacks};
use bagatelle_burbuja::solve::certificate::check;
use bagatelle_burbuja::solve::sure_win;
use bagatelle_burbuja::state::Status;
use bagatelle_burbuja::{Action, Burbuja, Illegal, Options, Setup, State, View};
use bagatelle_core::perft::perft;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_piecepack::Suit;

fn late() -> Options {
    Options { flip: Flip::Late, ..Options::default() }
}

fn one() -> Options {
    Options { chances: "S2M2C2A2".parse().unwrap(), rejections: Rejections::One, ..Options::default() }
}

fn open_coins() -> Options {
    Options { coins: Stacks::Open, ..Options::default() }
}

fn ordered(options: Options) -> (Burbuja, State) {
    let game = Burbuja::new(&options).unwrap();
    let setup = Setup {
        tiles: "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5".into(),
        coins: "S=na2345 M=na2345 C=na2345 A=na2345".into(),
    };
    let state = game.start(&setup).unwrap();
    (game, state)
}

fn play(game: &Burbuja, state: &mut State, actions: &str) {
    for text in actions.split(' ') {
        game.play(state, text.parse().unwrap()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// The front coin of the Suns and their stack.
fn suns(state: &State) -> String {
    let pile = &state.piles[Suit::Suns];
    let front = pile.front.map_or("-".to_owned(), |rank| rank.name().to_string());
    format!("{front} {}", pile.stack)
}

fn view(game: &Burbuja, state: &State) -> View {
    game.view(state, Viewer::Seat(Seat(0)))
}

#[test]
fn a_late_flip_comes_after_the_move_or_the_rejection() {
    let ((early, mut now), (late, mut then)) = (ordered(Options::default()), ordered(late()));
    play(&early, &mut now, "pick:Sf");
    play(&late, &mut then, "pick:Sf");
    assert_eq!((suns(&now), suns(&then)), ("ace 2345".into(), "- a2345".into()));
    // What is seen differs, and so does what cannot be undone.
    assert_eq!(view(&late, &then).piles[Suit::Suns].unseen.len(), 5);
    let start = ordered(Options::default()).1;
    let pick = Action::Pick(Suit::Suns, Source::Front);
    assert!(early.reveals(&start, pick) && !late.reveals(&start, pick));
    for action in ["move:-3,0", "reject"] {
        let action: Action = action.parse().unwrap();
        assert!(!early.reveals(&now, action) && late.reveals(&then, action));
    }
    let mut moved = then.clone();
    let seen = late.observe(
        &then,
        "move:-3,0".parse().unwrap(),
        {
            play(&late, &mut moved, "move:-3,0");
            &moved
        },
        Viewer::Spectator,
    );
    assert_eq!(suns(&moved), "ace 2345");
    assert_eq!(
        late.say(&view(&late, &then), &seen),
        "The null of Suns moves to the left of the 4 of Moons.\nNext is the ace of Suns."
    );
    // The rejected coin goes under the stack before its place is filled.
    play(&late, &mut then, "reject");
    assert_eq!(suns(&then), "ace 2345n");
    // A top coin leaves the front coin where it is.
    play(&late, &mut then, "pick:St");
    assert_eq!(suns(&then), "ace 345n");
    // A front coin whose stack is empty comes straight back.
    let (late, mut last) = ordered(self::late());
    play(&late, &mut last, "pick:Sf move:-3,0 pick:St move:3,0");
    last.piles[Suit::Suns].stack = Default::default();
    last.piles[Suit::Suns].unseen = 0;
    play(&late, &mut last, "pick:Sf reject");
    assert_eq!(suns(&last), "ace ");
}

#[test]
fn one_rejection_a_turn_is_one() {
    let (game, mut state) = ordered(one());
    play(&game, &mut state, "pick:Sf reject pick:St");
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    assert!(!legal.contains(&Action::Reject));
    assert!(matches!(game.check(&state, Action::Reject), Err(Illegal::OneRejection)));
    assert_eq!(game.status(&view(&game, &state), &[]), "Put the 2 of Suns next to another tile.");
    let (any, mut free) = ordered(Options { rejections: Rejections::Any, ..one() });
    play(&any, &mut free, "pick:Sf reject pick:St reject");
    // In the next turn a coin may be rejected again.
    play(&game, &mut state, "move:-3,0 pick:Sf reject pick:Sf");
    assert_eq!(state.open.confined, Some(Suit::Suns));
    play(&game, &mut state, "move:3,0");
    assert_eq!((state.open.confined, state.open.chances.of(Suit::Suns)), (None, 0));
}

#[test]
fn open_coins_are_known_from_the_start() {
    let (game, mut state) = ordered(open_coins());
    assert_eq!(view(&game, &state).coin(Suit::Moons, Source::Top).unwrap().to_string(), "ace of Moons");
    play(&game, &mut state, "pick:Sf reject pick:Sf move:-3,0");
    let seen = view(&game, &state);
    assert_eq!(seen.piles[Suit::Suns].returned.to_string(), "345n");
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    assert!(legal.iter().all(|action| !game.reveals(&state, *action)));
    let scene =
        bagatelle_core::present::Scene { legal: &legal, ..bagatelle_core::present::Scene::still(&seen) };
    assert!(game.svg(&scene).contains("stack of Suns from the top: 3, 4, 5, null"));
}

#[test]
fn readings_without_effect_are_refused() {
    let refused = |options: &Options| Burbuja::new(options).unwrap_err().to_string();
    let pawns = Options { chances: Default::default(), ..one() };
    assert!(refused(&pawns).starts_with("with at most one second chance a suit you can’t reject twice"));
    let both = Options { coins: Stacks::Open, ..late() };
    assert!(refused(&both).starts_with("with all coins open it doesn’t matter when a coin is turned up"));
    assert!(Burbuja::new(&Options { chances: "shared4".parse().unwrap(), ..one() }).is_ok());
}

#[test]
fn counts_are_as_written() {
    let mut wrong = Vec::new();
    for row in include_str!("../counts.tsv").lines().filter(|row| !row.starts_with('#')) {
        let words: Vec<&str> = row.split('\t').collect();
        let [reading, depth, count] = words[..] else { panic!("{row}") };
        let options = match reading {
            "any" => Options { rejections: Rejections::Any, ..one() },
            "one" => one(),
            "late" => late(),
            "open" => open_coins(),
            _ => panic!("{row}"),
        };
        let (game, state) = ordered(options);
        let found = perft(&game, &state, depth.parse().unwrap());
        if found != count.parse::<u64>().unwrap() {
            wrong.push(format!("{row}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn programs_play_by_every_reading() {
    let late_one = Options { flip: Flip::Late, ..one() };
    for (n, options) in [late(), one(), open_coins(), late_one].into_iter().enumerate() {
        let game = Burbuja::new(&options).unwrap();
        for spec in Burbuja::programs() {
            let seed = Seed::from_text("readings").nth(n as u64);
            let setup = game.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
            let mut state = game.start(&setup).unwrap();
            let mut rng = Rng::new(&seed, Stream::Program);
            let (mut program, mut legal) = ((spec.make)(), Vec::new());
            while game.turn(&state) != Turn::Over {
                game.legal(&state, &mut legal);
                let budget = Budget::nodes(2_000);
                let action = program.choose(&game, &view(&game, &state), &legal, &budget, &mut rng).action;
                game.play(&mut state, action).unwrap_or_else(|refusal| panic!("{}: {refusal}", spec.name));
            }
            if spec.name == "proof" && options == open_coins() {
                assert_eq!(state.open.status, Status::Won);
            }
        }
    }
}

#[test]
fn what_is_proved_holds_by_the_reading_and_nothing_is_proved_of_late_flips() {
    for (n, options) in [one(), open_coins()].into_iter().enumerate() {
        let game = Burbuja::new(&options).unwrap();
        for k in 0..3 {
            let seed = Seed::from_text("proved").nth(10 * n as u64 + k);
            let setup = game.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
            let seen = view(&game, &game.start(&setup).unwrap());
            let sure = sure_win(&game, &seen, &Budget::nodes(300_000)).unwrap();
            assert!(check(&game, &seen, &sure).is_ok());
        }
        assert!(game.solver().is_some() && game.par().is_some());
    }
    let late = Burbuja::new(&late()).unwrap();
    assert!(late.solver().is_none() && late.par().is_none() && late.certifier().is_none());
    assert!(late.analyser().is_none() && late.reviewer().is_none() && late.grader().is_some());
}

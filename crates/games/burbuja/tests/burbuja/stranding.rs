//! A coin in front whose tile has nowhere to go: what may be done with it under either reading.

use bagatelle_burbuja::action::Source;
use bagatelle_burbuja::options::Stranding;
use bagatelle_burbuja::solve::certificate::check;
use bagatelle_burbuja::solve::sure_win;
use bagatelle_burbuja::state::Status;
use bagatelle_burbuja::{Action, Burbuja, Illegal, Options, Setup, State, View};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_piecepack::{Suit, Tile};

fn game(chances: &str, stranding: Stranding) -> Burbuja {
    Burbuja::new(&Options { chances: chances.parse().unwrap(), stranding, ..Options::default() }).unwrap()
}

fn view(game: &Burbuja, state: &State) -> View {
    game.view(state, Viewer::Seat(Seat(0)))
}

/// After three moves the ace of Moons lies in front and cannot move; the other seven coins can be taken.
fn stuck(game: &Burbuja) -> State {
    let setup = Setup {
        tiles: "C3MnSaA2Ca/C2C5M4M3An/AaM5A5S3/M2A4SnS5S2/MaA3C4S4Cn".into(),
        coins: "S=23n4a5 M=a435n2 C=54n32a A=4n352a".into(),
    };
    let mut state = game.start(&setup).unwrap();
    for text in ["pick:At", "move:-3,-2", "pick:Af", "move:-3,0", "pick:Ct", "move:2,3"] {
        game.play(&mut state, text.parse().unwrap()).unwrap();
    }
    state
}

const MF: Action = Action::Pick(Suit::Moons, Source::Front);

fn legal(game: &Burbuja, state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    legal
}

#[test]
fn by_the_strict_reading_the_coin_loses_and_a_warning_says_so() {
    let game = game("S0M0C0A0", Stranding::Strict);
    let mut state = stuck(&game);
    let seen = view(&game, &state);
    let warned: Vec<Action> =
        legal(&game, &state).into_iter().filter(|action| game.warning(&seen, *action).is_some()).collect();
    assert_eq!(warned, [MF]);
    assert_eq!(
        game.warning(&seen, MF).unwrap(),
        "The ace of Moons has nowhere to go, and you have no second chance for the Moons. Taking its coin \
         loses."
    );
    // The picture marks it.
    let scene = bagatelle_core::present::Scene {
        legal: &legal(&game, &state),
        ..bagatelle_core::present::Scene::still(&seen)
    };
    assert_eq!(game.svg(&scene).matches("its tile has nowhere to go").count(), 1);
    game.play(&mut state, MF).unwrap();
    assert_eq!(state.open.status, Status::Stranded);
    assert_eq!(game.outcome(&state).unwrap().reason, "lost: the tile of the coin in hand has nowhere to go");
    // A second chance makes a bad coin of it, which may be buried.
    let patient = self::game("S0M1C0A0", Stranding::Strict);
    assert_eq!(patient.warning(&view(&patient, &stuck(&patient)), MF), None);
}

#[test]
fn by_the_lenient_reading_the_coin_stays() {
    let game = game("S0M0C0A0", Stranding::Lenient);
    let mut state = stuck(&game);
    assert_eq!(legal(&game, &state).len(), 7);
    let before = state.clone();
    let refusal = game.play(&mut state, MF).unwrap_err();
    assert!(matches!(refusal, Illegal::Stuck(_)));
    assert_eq!(refusal.to_string(), "the ace of Moons has nowhere to go, so its coin stays where it is");
    assert_eq!(state, before);
    assert!(legal(&game, &state).iter().all(|action| game.warning(&view(&game, &state), *action).is_none()));
    // With a chance it may be taken, and buried.
    let patient = self::game("S0M1C0A0", Stranding::Lenient);
    assert!(legal(&patient, &stuck(&patient)).contains(&MF));
}

#[test]
fn options_are_written_as_before_unless_they_are_new() {
    let written = |stranding| serde_json::to_value(Options { stranding, ..Options::default() }).unwrap();
    let usual = written(Stranding::Strict);
    assert_eq!(usual, serde_json::json!({ "chances": "S1M1C1A1", "ring": "any", "groups": "any" }));
    assert_eq!(written(Stranding::Lenient)["stranding"], "lenient");
    let read = |text: &str| serde_json::from_str::<Options>(text);
    assert_eq!(read(r#"{"chances":"S1M1C1A1"}"#).unwrap().stranding, Stranding::Strict);
    assert_eq!(read(r#"{"stranding":"strict"}"#).unwrap(), Options::default());
    assert!(read(r#"{"stranding":"loose"}"#).is_err());
}

/// The picks of a position by what the document says, tile by tile and cell by cell.
fn picks_by_the_book(state: &State, lenient: bool) -> Vec<Action> {
    let open = &state.open;
    let touches = |a: bagatelle_burbuja::Cell, b: bagatelle_burbuja::Cell| {
        (i32::from(a.x) - i32::from(b.x)).abs() + (i32::from(a.y) - i32::from(b.y)).abs() == 1
    };
    let movable = |tile: Tile| {
        (-30..=30).flat_map(|x| (-30..=30).map(move |y| bagatelle_burbuja::Cell::new(x, y))).any(|to| {
            let mut cells = open.cells;
            if cells.contains(&to) {
                return false;
            }
            cells[tile.index()] = to;
            (0..Tile::COUNT).all(|a| (0..Tile::COUNT).any(|b| a != b && touches(cells[a], cells[b])))
        })
    };
    let mut picks = Vec::new();
    for suit in Suit::ALL {
        if open.confined.is_some_and(|only| only != suit) {
            continue;
        }
        let pile = &state.piles[suit];
        if let Some(front) = pile.front
            && !(lenient && open.chances.of(suit) == 0 && !movable(Tile::new(suit, front)))
        {
            picks.push(Action::Pick(suit, Source::Front));
        }
        if !pile.stack.is_empty() {
            picks.push(Action::Pick(suit, Source::Top));
        }
    }
    picks
}

#[test]
fn both_readings_are_those_of_the_book() {
    let (mut barred, mut ends) = (0, 0);
    for n in 0..24 {
        let chances = ["S0M0C0A0", "S0M1C0A2", "shared4"][n % 3];
        let lenient = game(chances, Stranding::Lenient);
        let seed = Seed::from_text("stranding").nth(n as u64);
        let setup = lenient.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
        let mut rng = Rng::new(&seed, Stream::Test);
        let mut state = lenient.start(&setup).unwrap();
        while lenient.turn(&state) != Turn::Over {
            let actions = legal(&lenient, &state);
            assert_eq!(actions.len(), lenient.count_legal(&state));
            if state.open.hand.is_none() {
                assert_eq!(actions, picks_by_the_book(&state, true));
                barred += picks_by_the_book(&state, false).len() - actions.len();
            }
            // Those who care little for the heap strand tiles soon.
            lenient.apply(&mut state, *rng.choose(&actions).unwrap());
        }
        if state.open.status == Status::Stranded && state.open.hand.is_none() {
            assert!(picks_by_the_book(&state, true).is_empty());
            assert!(!picks_by_the_book(&state, false).is_empty(), "a coin is left");
            assert_eq!(lenient.outcome(&state).unwrap().reason, "lost: no coin is left whose tile can move");
            ends += 1;
        }
    }
    assert!(barred > 5 && ends > 1, "{barred} {ends}");
}

#[test]
fn programs_and_proofs_keep_the_lenient_reading() {
    let game = game("S0M0C0A0", Stranding::Lenient);
    let state = stuck(&game);
    let seen = view(&game, &state);
    let certificate = sure_win(&game, &seen, &Budget::nodes(300_000));
    if let Some(certificate) = &certificate {
        assert!(check(&game, &seen, certificate).is_ok());
    }
    for spec in Burbuja::programs() {
        let mut program = (spec.make)();
        let mut state = state.clone();
        let mut rng = Rng::new(&Seed::from_text(spec.name), Stream::Program);
        while game.turn(&state) != Turn::Over {
            let actions = legal(&game, &state);
            let budget = Budget::nodes(2_000);
            let action = program.choose(&game, &view(&game, &state), &actions, &budget, &mut rng).action;
            game.play(&mut state, action).unwrap_or_else(|refusal| panic!("{}: {refusal}", spec.name));
        }
    }
}

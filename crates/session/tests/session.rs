//! What a session decides: who may ask for a hint, what is noted of it, and what belongs to a position.

use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::{Par, Review, Solved};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_session::{
    Detours, HintChange, HintState, HintView, ReviewState, Session, Strength, Task, think,
};
use bagatelle_table::{
    Actor, Command, Context, DealSource, Detour, Help, NewGame, Rejection, SeatRequest, Table, Visitor,
};
use serde_json::json;
use std::sync::Arc;

/// A board of Brain Burn one slide and one swap from its end.
const NEARLY: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";

fn ann() -> Visitor {
    Visitor::anonymous("ann")
}

fn session(order: NewGame) -> Session {
    let allowance = Allowance::default();
    let spec = order.plan(&ann(), "table".into(), &["seed".into()], 0, &allowance).expect("a legal order");
    Session::new(Table::new(spec, Arc::default()).expect("a table"))
}

fn puzzle() -> Session {
    let source = DealSource::Setup(json!({ "position": NEARLY }));
    session(NewGame { sit: Some(0), name: "Ann".into(), ..NewGame::new("brain-burn", source) })
}

fn duel(other: SeatRequest) -> Session {
    let order = NewGame::new("baju-duel", DealSource::Fresh);
    session(NewGame { sit: Some(0), name: "Ann".into(), others: vec![other], ..order })
}

fn happens(session: &mut Session, actor: Actor<'_>, command: Command) {
    let event = session.table().decide(actor, command, &Context::at(1)).expect("a legal command");
    session.replace(session.table().after(&event));
}

/// Does what a host does with a change: notes the help, then shows the hint.
fn change(session: &mut Session, change: HintChange) {
    if let Some(help) = change.help {
        happens(session, Actor::Server, Command::Help(help));
    }
    session.set_hint(change.state);
}

/// Lets the solver work to its end.
fn solve(session: &mut Session) {
    let play: &dyn AnyPlay = session.table().play();
    let (from, solved) = (play.actions(), play.solve(&Budget::nodes(100_000), &mut |_, _| ()));
    let found = session.solved(&from, solved);
    change(session, found);
}

fn is_running(session: &Session) -> bool {
    matches!(session.hint(), HintState::Running { .. })
}

#[test]
fn a_player_without_company_may_ask_for_a_hint_on_their_turn() {
    let (ann, bob) = (ann(), Visitor::anonymous("bob"));
    let ask = |session: &Session, visitor: &Visitor| {
        session.ask_hint(Some(visitor), Some(Strength::Move)).map(drop)
    };
    let mut solitaire = puzzle();
    assert_eq!(ask(&solitaire, &ann), Ok(()));
    assert_eq!(ask(&solitaire, &bob), Err(Rejection::NotSeated));
    assert_eq!(solitaire.ask_hint(None, None).map(drop), Err(Rejection::NotSeated));
    happens(&mut solitaire, Actor::Visitor(&ann), Command::Act("U".into()));
    happens(&mut solitaire, Actor::Visitor(&ann), Command::Amend("Ul".into()));
    assert!(solitaire.table().is_over());
    assert_eq!(ask(&solitaire, &ann), Err(Rejection::NotYourTurn));

    let mut against_bob = duel(SeatRequest::Open);
    assert_eq!(ask(&against_bob, &ann), Err(Rejection::HelpInCompany));
    happens(&mut against_bob, Actor::Visitor(&bob), Command::Sit { seat: None, name: "Bob".into() });
    assert_eq!(ask(&against_bob, &ann), Err(Rejection::HelpInCompany));

    let programs = bagatelle_catalog::find("baju-duel").expect("the game").programs();
    let mut against_program = duel(SeatRequest::Program(programs[0].name.into()));
    assert_eq!(ask(&against_program, &ann), Ok(()));
    let action = against_program.table().play().legal()[0].clone();
    happens(&mut against_program, Actor::Visitor(&ann), Command::Act(action));
    assert_eq!(ask(&against_program, &ann), Err(Rejection::NotYourTurn));
    let task = against_program.tasks().next();
    assert_eq!(task, Some(Task::Program { name: programs[0].name.into() }));
    assert!(think(against_program.table(), programs[0].name, &Budget::nodes(10)).is_some());
}

#[test]
fn help_is_noted_once_for_what_it_tells() {
    let mut session = puzzle();
    let ask = |session: &mut Session, strength| {
        let wish = session.ask_hint(Some(&ann()), strength).expect("a wish that is granted");
        let help = wish.help.clone();
        change(session, wish);
        help
    };
    assert_eq!(ask(&mut session, Some(Strength::Nudge)), None, "nothing is told yet");
    assert!(is_running(&session));
    assert_eq!(session.tasks().next(), Some(Task::Hint));
    session.show_progress(Some(0.5), "half");
    let viewer = session.table().viewpoint(Some(&ann())).viewer;
    let running = HintView::Running { strength: Strength::Nudge, progress: Some(0.5), status: "half".into() };
    assert_eq!(session.hint_view(viewer), running);
    solve(&mut session);
    assert_eq!(session.table().help_taken().nudges, 1);
    // What is known is told at once, and a stronger hint is more help than a weaker one.
    assert_eq!(ask(&mut session, Some(Strength::Nudge)), None);
    assert_eq!(ask(&mut session, Some(Strength::Move)), Some(Help::Move));
    assert_eq!(ask(&mut session, Some(Strength::Nudge)), None);
    assert!(!is_running(&session));
    // A player who leaves the solution needs another one.
    let away = session.table().play().legal().into_iter().find(|action| action != "U").expect("another way");
    happens(&mut session, Actor::Visitor(&ann()), Command::Act(away));
    assert_eq!(session.hint_view(viewer), HintView::Idle);
    assert_eq!(ask(&mut session, Some(Strength::Move)), None);
    assert!(is_running(&session));
    assert_eq!(ask(&mut session, None), None);
    assert_eq!(*session.hint(), HintState::None);
}

#[test]
fn a_hint_is_put_away_when_its_move_is_taken_back() {
    let take_back = |session: &mut Session| happens(session, Actor::Visitor(&ann()), Command::TakeBack);
    for strength in Strength::ALL {
        let mut session = puzzle();
        let ask = |session: &mut Session| {
            let wish = session.ask_hint(Some(&ann()), Some(strength)).expect("a wish that is granted");
            change(session, wish);
        };
        ask(&mut session);
        solve(&mut session);
        let viewer = session.table().viewpoint(Some(&ann())).viewer;
        let shown = session.hint_view(viewer);
        let HintView::Found { rest, .. } = &shown else { panic!("{shown:?}") };
        happens(&mut session, Actor::Visitor(&ann()), Command::Act(rest[0].clone()));
        take_back(&mut session);
        assert_eq!(session.hint_view(viewer), HintView::Idle, "{strength:?}");
        // What is known is shown at once when it is asked for again.
        ask(&mut session);
        assert_eq!(session.hint_view(viewer), shown, "{strength:?}");
    }
    // The same against a program, which has answered in the meantime.
    let programs = bagatelle_catalog::find("baju-duel").expect("the game").programs();
    let mut session = duel(SeatRequest::Program(programs[0].name.into()));
    let wish = session.ask_hint(Some(&ann()), Some(Strength::Solution)).expect("a wish that is granted");
    change(&mut session, wish);
    solve(&mut session);
    let viewer = session.table().viewpoint(Some(&ann())).viewer;
    let HintView::Found { rest, .. } = session.hint_view(viewer) else { panic!("nothing found") };
    happens(&mut session, Actor::Visitor(&ann()), Command::Act(rest[0].clone()));
    let answer = session.table().play().legal()[0].clone();
    happens(&mut session, Actor::Server, Command::ActForProgram(answer));
    take_back(&mut session);
    assert_eq!(session.table().play().ply(), 0);
    assert_eq!(session.hint_view(viewer), HintView::Idle);
}

#[test]
fn what_is_found_for_another_position_is_not_shown() {
    let mut session = puzzle();
    let wish = session.ask_hint(Some(&ann()), Some(Strength::Move)).expect("a wish that is granted");
    change(&mut session, wish);
    let play = session.table().play();
    let (from, solved) = (play.actions(), play.solve(&Budget::nodes(100_000), &mut |_, _| ()));
    happens(&mut session, Actor::Visitor(&ann()), Command::Act("U".into()));
    assert_eq!(session.solved(&from, solved.clone()), HintChange::default());
    let late = session.offer_hint(Some(&ann()), Strength::Move, 0, solved);
    assert_eq!(late, Err(Rejection::Outdated));
    // A browser may say what it likes: a line that cannot be played is refused.
    let version = session.table().version();
    let wrong = Solved { line: vec!["sideways".into()], json: json!(null), text: String::new() };
    assert!(session.offer_hint(Some(&ann()), Strength::Move, version, Some(wrong)).is_err());
    let line = vec![session.table().play().legal()[0].clone()];
    let right = Solved { line, json: json!(null), text: String::new() };
    let offered = session.offer_hint(Some(&ann()), Strength::Move, version, Some(right));
    assert_eq!(offered.expect("a hint").help, Some(Help::Move));
}

/// Games of the catalog have a solver; those that `cargo xtask new-game` writes have none, and a test of
/// xtask runs this one with them.
#[test]
fn a_lone_player_may_have_hints_and_a_game_without_a_solver_says_so() {
    for game in bagatelle_catalog::games() {
        let others = match *game.manifest().seats.start() {
            1 => Vec::new(),
            _ => vec![SeatRequest::Program(game.programs()[0].name.into())],
        };
        let order = NewGame::new(game.id(), DealSource::Fresh);
        let session = session(NewGame { sit: Some(0), name: "Ann".into(), others, ..order });
        let expected = match game.manifest().solve_limit {
            None => Err(Rejection::NoSolver),
            Some(_) if session.table().person_to_act().is_some() => Ok(()),
            // By lot, another player begins.
            Some(_) => Err(Rejection::NotYourTurn),
        };
        let asked = session.ask_hint(Some(&ann()), Some(Strength::Nudge)).map(drop);
        assert_eq!(asked, expected, "{}", game.id());
        // The same where the browser has found it.
        let version = session.table().version();
        let brought = session.offer_hint(Some(&ann()), Strength::Nudge, version, None).map(drop);
        assert_eq!(brought, expected, "{}", game.id());
    }
}

#[test]
fn where_the_solver_does_not_know_the_reading_there_are_no_hints_and_no_par() {
    for (game, options) in [
        ("burbuja", serde_json::json!({ "flip": "late" })),
        ("brain-burn", serde_json::json!({ "coins": "suit" })),
    ] {
        let game = bagatelle_catalog::find(game).unwrap();
        let order = NewGame { options, ..NewGame::new(game.id(), DealSource::Fresh) };
        let mut session = session(NewGame { sit: Some(0), name: "Ann".into(), ..order });
        let asked = session.ask_hint(Some(&ann()), Some(Strength::Nudge)).map(drop);
        assert_eq!(asked, Err(Rejection::UnknownReading), "{}", game.id());
        assert!(!session.has_par() && !session.begin(&Task::Par), "{}", game.id());
    }
}

#[test]
fn work_is_begun_once_and_holds_as_long_as_the_game() {
    let mut session = puzzle();
    assert!(session.begin(&Task::Par) && !session.begin(&Task::Par));
    session.abandon(&Task::Par);
    assert!(session.begin(&Task::Par), "what was given up may be begun again");
    session.know_par(Some(Par { moves: 1, at_least: 1 }));
    assert!(!session.begin(&Task::Par));
    assert!(!session.begin(&Task::Detours) && !session.begin(&Task::Review), "the game isn’t over");
    // A slide and its way back: two moves more than needed.
    for action in ["D", "U", "U", "Ul"] {
        let legal = session.table().play().legal();
        if legal.iter().any(|known| known == action) {
            happens(&mut session, Actor::Visitor(&ann()), Command::Act(action.into()));
        } else {
            happens(&mut session, Actor::Visitor(&ann()), Command::Amend(action.into()));
        }
    }
    assert!(session.table().is_over(), "{:?}", session.table().play().actions());
    assert_eq!(session.detours(), Detours::Searching);
    assert!(session.begin(&Task::Detours) && !session.begin(&Task::Detours));
    let detours = [Detour { ply: 0, moves: 2 }];
    session.know_detours(detours.to_vec());
    assert_eq!(session.detours(), Detours::Found(&detours));
}

#[test]
fn a_review_is_offered_once_the_game_is_over() {
    let programs = bagatelle_catalog::find("baju-duel").expect("the game").programs();
    let mut session = duel(SeatRequest::Program(programs[0].name.into()));
    let action = session.table().play().legal()[0].clone();
    happens(&mut session, Actor::Visitor(&ann()), Command::Act(action));
    assert_eq!(session.review(), ReviewState::None);
    assert!(!session.begin(&Task::Review));
    happens(&mut session, Actor::Visitor(&ann()), Command::Resign { seat: None });
    assert_eq!(session.review(), ReviewState::Offered);
    assert!(session.begin(&Task::Review) && !session.begin(&Task::Review));
    session.show_review_progress(Some(0.5));
    assert_eq!(session.review(), ReviewState::Making { share: Some(0.5) });
    assert_eq!(session.tasks().last(), Some(Task::Review));
    session.know_review(None::<Review<String>>);
    assert_eq!(session.review(), ReviewState::None, "nothing can be learned");
    assert!(!session.begin(&Task::Review));
}

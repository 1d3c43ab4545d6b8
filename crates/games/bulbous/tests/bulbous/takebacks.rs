//! What can be taken back: an action that does not reveal teaches no viewer a card, and every other one does.

use crate::common::{Play, random_game};
use bagatelle_bulbous::{Action, Bulbous, Cards, Options, Preset, State};
use bagatelle_core::present::{Playable, Scene};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};

/// The cards that a viewer's view names, and the drawing of it if `picture`.
fn named(game: &Bulbous, state: &State, viewer: Viewer, picture: bool) -> Cards {
    let view = game.view(state, viewer);
    let mut text = serde_json::to_string(&view).unwrap();
    if picture {
        text += &game.svg(&Scene::still(&view));
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(bagatelle_bulbous::Card::from_text).collect()
}

/// The cards of each seat, face-down cards included, and of the deck: how many are hidden where.
fn hidden(state: &State) -> Vec<u8> {
    let seats = Seat::all(state.public().seats());
    seats.map(|s| state.hand(s).len() + state.bet(s).len()).chain([state.deck().len()]).collect()
}

/// How many actions were checked, by whether they reveal.
#[derive(Default, Debug)]
struct Tally {
    choices: u32,
    bets: u32,
    passes: u32,
    revealing: u32,
    over: u32,
    twins: u32,
}

struct Step<'a> {
    game: &'a Bulbous,
    before: &'a State,
    action: Action,
    after: &'a State,
    actor: Seat,
}

impl Step<'_> {
    /// No viewer knows a card that it did not know before, and nothing was drawn.
    fn teaches_no_card(&self, picture: bool) {
        let Step { game, before, action, after, actor } = *self;
        assert_eq!(hidden(before), hidden(after), "{action}: no card is drawn");
        assert_eq!(before.public().discards(), after.public().discards(), "{action}: no card is put away");
        for viewer in Viewer::all(game.seats(before)) {
            let new = named(game, after, viewer, picture) - named(game, before, viewer, picture);
            assert!(new.is_empty(), "{viewer:?} learns {new} by {action} of seat {actor}");
        }
    }

    /// What each viewer sees afterwards follows from what it saw before and from the action as all saw it:
    /// wherever another position that it took for possible allows an action that looks the same, the position
    /// after it looks the same, too. So taking the action back leaves each viewer with what it knew.
    fn tells_nothing_but_itself(&self, rng: &mut Rng) -> u32 {
        let Step { game, before, action, after, .. } = *self;
        let mut twins = 0;
        for viewer in Viewer::all(game.seats(before)) {
            let seen = game.observe(before, action, after, viewer);
            let twin = game.sample(&game.view(before, viewer), rng);
            let mut legal = Vec::new();
            game.legal(&twin, &mut legal);
            for other in legal {
                let mut led = twin.clone();
                game.apply(&mut led, other);
                if game.observe(&twin, other, &led, viewer) == seen {
                    assert_eq!(game.view(&led, viewer), game.view(after, viewer), "{viewer:?}: {action}");
                    assert!(
                        !game.reveals(&twin, other),
                        "{viewer:?}: {other} looks like {action}, but reveals"
                    );
                    twins += 1;
                }
            }
        }
        twins
    }

    /// Some viewer knows where a card is of which it did not know that before.
    fn teaches_a_card(&self) -> bool {
        let Step { game, before, after, .. } = *self;
        Viewer::all(game.seats(before)).any(|viewer| {
            let hidden = game.view(before, viewer).unseen() - game.view(after, viewer).unseen();
            !hidden.is_empty()
        })
    }
}

#[test]
fn an_action_reveals_exactly_if_a_viewer_learns_a_card() {
    let mut tally = Tally::default();
    for (options, deal) in Bulbous::variants() {
        for n in 0..3 {
            let name = format!("takebacks {n}");
            let (game, setup, actions) = random_game(&options, deal.seats, &name);
            let mut rng = Rng::new(&Seed::from_text(&name), Stream::Test);
            let mut state = game.start(&setup).unwrap();
            for (ply, action) in actions.into_iter().enumerate() {
                let before = state.clone();
                game.apply(&mut state, action);
                let reveals = game.reveals(&before, action);
                let Turn::Seat(actor) = game.turn(&before) else {
                    assert!(reveals, "what chance decides is not taken back");
                    continue;
                };
                let step = Step { game: &game, before: &before, action, after: &state, actor };
                if game.turn(&state) == Turn::Over {
                    assert!(reveals, "all hands are open at the end");
                    tally.over += 1;
                } else if reveals {
                    assert!(step.teaches_a_card(), "{action} reveals nothing");
                    tally.revealing += 1;
                } else {
                    step.teaches_no_card(ply % 8 == 0);
                    if ply % 3 == 0 {
                        tally.twins += step.tells_nothing_but_itself(&mut rng);
                    }
                    match action {
                        Action::Choose(_) | Action::Target(_) => tally.choices += 1,
                        Action::Bet(_) => tally.bets += 1,
                        Action::Pass => tally.passes += 1,
                        Action::Swap(_) | Action::Discard(_) | Action::Shuffle(_) => {
                            panic!("{action} shows cards")
                        }
                    }
                }
            }
        }
    }
    let Tally { choices, bets, passes, revealing, over, twins } = tally;
    assert!(choices > 1000 && bets > 400 && passes > 50, "{tally:?}");
    assert!(revealing > 1000 && over > 20 && twins > 3000, "{tally:?}");
}

/// Whether each of these actions, played one after the other, reveals.
fn reveals(play: &mut Play, texts: &str) -> Vec<bool> {
    let each = texts.split(' ').map(|text| {
        let reveals = play.game.reveals(&play.state, text.parse().unwrap());
        play.go(text);
        reveals
    });
    each.collect()
}

const FOUR: [&str; 4] = ["R", "B", "Y", "G"];
const RED: &str = "choose:3 choose:3 choose:3 choose:3 target:R";

#[test]
fn choices_and_bets_that_wait_for_answers_do_not_reveal() {
    let mut play = Play::new(Options::default(), &FOUR, &["R3 R4", "R5", "WT", "R9"], "");
    assert_eq!(reveals(&mut play, RED), [false; 5]);
    assert_eq!(reveals(&mut play, "bet:R3,R4 bet:R5 bet:WT"), [false; 3]);
    assert_eq!(reveals(&mut play, "bet:R9"), [true], "the last answer turns the bets over");
    assert_eq!(reveals(&mut play, "target:B"), [false]);
}

#[test]
fn a_swap_shows_cards_and_a_pass_draws_one_if_there_is_room() {
    let mut play = Play::new(Options::default(), &FOUR, &["R3 R4", "R5"], "");
    play.go(RED);
    assert_eq!(reveals(&mut play, "swap:R3 bet:R5"), [true, false]);
    assert_eq!(
        reveals(&mut play, "pass pass"),
        [false, true],
        "the hand is full; the last pass turns a bet over"
    );
    assert_eq!(
        reveals(&mut play, "target:B pass pass"),
        [false, false, true],
        "seat 1 holds six cards and draws"
    );
}

#[test]
fn a_turn_without_bets_ends_without_a_card_turned_up() {
    let mut play = Play::new(Options::default(), &FOUR, &[], "");
    play.go(RED);
    assert_eq!(reveals(&mut play, "pass pass pass pass"), [false; 4]);
    assert_eq!(play.state.public().shown().unwrap().winner, None);
}

#[test]
fn a_pass_that_ends_a_round_and_fills_hands_reveals() {
    let mut play = Play::new(Options::default(), &FOUR, &["R3"], "");
    play.go("choose:1 choose:3 choose:3 choose:3 target:R bet:R3 pass pass pass");
    play.go("target:B swap:R4 pass pass pass target:Y swap:R5 pass pass pass swap:R6 pass pass");
    assert_eq!(reveals(&mut play, "pass"), [true], "seat 0 is dealt the card that it lacks");
}

#[test]
fn in_a_play_off_the_last_answer_reveals_if_a_card_was_added() {
    let tie = || {
        let newer = Options { preset: Preset::Rules2026, ..Options::default() };
        let mut play = Play::new(newer, &FOUR, &["R9 RX G3", "R4 R5 R3 R6", "R7 R8 WT"], "");
        play.go("choose:3 choose:3 choose:3 choose:3 target:R target:B target:Y bet:R9 bet:R4,R5 pass");
        assert_eq!(reveals(&mut play, "pass"), [true], "the bets that tie are turned over");
        play
    };
    assert_eq!(reveals(&mut tie(), "bet:RX bet:R3"), [false, true]);
    assert_eq!(reveals(&mut tie(), "bet:RX pass"), [false, true]);
    assert_eq!(reveals(&mut tie(), "pass bet:R3"), [false, true]);
    assert_eq!(reveals(&mut tie(), "pass pass"), [false, false]);
}

#[test]
fn a_pass_for_which_a_new_deck_is_due_reveals_nothing_but_the_new_deck_does() {
    let mut play = Play::new(Options::default(), &FOUR, &["R3 R4 R5", "B3 B4", "Y3 Y4", "G3"], "");
    play.go(RED).go("bet:R3,R4,R5 swap:B3,B4 swap:Y3,Y4 pass target:B swap:R6,R7");
    assert_eq!(play.state.deck().len(), 0);
    play.go("pass pass pass target:Y");
    assert_eq!(reveals(&mut play, "pass"), [false], "no card is there to be drawn");
    assert_eq!(play.game.turn(&play.state), Turn::Chance);
    let mut rng = Rng::new(&Seed::from_text("deck"), Stream::Chance);
    let deck = play.game.sample_chance(&play.state, &mut rng).unwrap();
    assert!(play.game.reveals(&play.state, deck));
}

//! Decks cut down to a few cards, on which all positions that are consistent with everything a viewer has
//! seen can be listed by playing every possible world beside the true one.

use crate::action::Action;
use crate::cut::{Cut, cards as cards_of, orders};
use crate::listing::new_decks;
use crate::options::{Bluff, Options, Preset};
use crate::{Bulbous, Colour, State};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::uniform;
use std::collections::BTreeMap;

/// A true game on a small deck, and all the worlds that `viewer` cannot tell from it.
struct Worlds {
    game: Bulbous,
    truth: State,
    viewer: Viewer,
    worlds: BTreeMap<String, State>,
}

fn name(state: &State) -> String {
    format!("{:?} {:?} {:?}", state.hands, state.bets, state.deck)
}

impl Worlds {
    fn new(options: Options, seats: usize, hand: usize, cards: &str, viewer: Viewer) -> Worlds {
        let game = Bulbous::new(&options).unwrap();
        let order = cards_of(cards).unwrap();
        let owners = Colour::ALL[..seats].iter().map(|c| vec![*c]).collect();
        let cut = Cut { owners, cards: order.clone(), hand, plants: Vec::new() };
        let truth = game.cut_start(&cut, &order);
        let view = game.view(&truth, viewer);
        let worlds = orders(&order)
            .iter()
            .map(|order| game.cut_start(&cut, order))
            .filter(|world| game.view(world, viewer) == view)
            .map(|world| (name(&world), world))
            .collect();
        Worlds { game, truth, viewer, worlds }
    }

    fn play(&mut self, texts: &str) -> &mut Worlds {
        for text in texts.split(' ') {
            let action: Action = text.parse().unwrap();
            let before = std::mem::take(&mut self.worlds);
            let mut next = self.truth.clone();
            self.game.play(&mut next, action).unwrap_or_else(|e| panic!("{text}: {e}"));
            let view = self.game.view(&next, self.viewer);
            let seen = self.game.observe(&self.truth, action, &next, self.viewer);
            for world in before.into_values() {
                for action in actions(&self.game, &world) {
                    let mut after = world.clone();
                    self.game.apply(&mut after, action);
                    if self.game.observe(&world, action, &after, self.viewer) == seen {
                        assert_eq!(
                            self.game.view(&after, self.viewer),
                            view,
                            "the same was seen, but the views differ"
                        );
                        self.worlds.insert(name(&after), after);
                    }
                }
            }
            self.truth = next;
        }
        self
    }

    /// Samples are exactly the worlds, all equally often.
    fn fair(&mut self, expected: usize) -> &mut Worlds {
        assert_eq!(self.worlds.len(), expected, "the number of worlds");
        let view = self.game.view(&self.truth, self.viewer);
        let mut rng = Rng::new(&Seed::from_text("worlds"), Stream::Determinization);
        for _ in 0..200 {
            let sample = self.game.sample(&view, &mut rng);
            assert!(self.worlds.get(&name(&sample)) == Some(&sample), "no such world: {}", name(&sample));
        }
        uniform(&self.game, &self.truth, self.viewer, 60 * expected as u32, expected, name);
        self
    }
}

fn actions(game: &Bulbous, state: &State) -> Vec<Action> {
    let mut list = Vec::new();
    match game.turn(state) {
        Turn::Chance => list.extend(new_decks(state).into_iter().map(|(action, _)| action)),
        _ => game.legal(state, &mut list),
    }
    list
}

const RED: &str = "choose:2 choose:2 choose:2 target:R";

#[test]
fn before_anything_is_seen_all_deals_are_equal() {
    // Six unseen cards: 6!/(2! 2!) with the order of the deck.
    Worlds::new(Options::default(), 3, 2, "R3 B4 R5 B6 R7 WT Y3 R9", Viewer::Seat(Seat(0)))
        .play(RED)
        .fair(180);
    Worlds::new(Options::default(), 3, 1, "R3 R5 R7 Y3 B9", Viewer::Spectator).play(RED).fair(120);
}

#[test]
fn face_down_cards_fit_the_colour_and_cards_swapped_out_are_known() {
    let mut worlds = Worlds::new(Options::default(), 3, 2, "R3 B4 R5 B6 R7 WT Y3 R9", Viewer::Seat(Seat(2)));
    worlds.play(RED).play("bet:R3").fair(3 * 60).play("bet:R5").fair(3 * 2 * 24);
    let mut worlds = Worlds::new(Options::default(), 3, 2, "R3 B4 R5 B6 R7 WT Y3 R9", Viewer::Seat(Seat(2)));
    // The swapped card is on the discards; the first player's bet is one of the three red cards left.
    worlds.play(RED).play("bet:R3 swap:B6").fair(3 * 12);
}

#[test]
fn with_bluffs_any_card_may_lie_face_down() {
    let bluff = Options { bluff: Bluff::Any, ..Options::default() };
    Worlds::new(bluff, 3, 2, "R3 B4 R5 B6 R7 WT Y3", Viewer::Seat(Seat(2)))
        .play(RED)
        .play("bet:B4")
        .fair(5 * 12);
}

#[test]
fn a_seat_that_has_answered_in_a_tie_may_have_added_any_card_or_none() {
    let newer = || Options { preset: Preset::Rules2026, ..Options::default() };
    for (viewer, answer) in
        [Seat(0), Seat(1), Seat(2)].into_iter().flat_map(|seat| ["pass", "bet:R3"].map(|text| (seat, text)))
    {
        let viewer = Viewer::Seat(viewer);
        let mut worlds = Worlds::new(newer(), 3, 3, "R8 R3 B4 R4 RX R5 B3 B6 Y3", viewer);
        worlds.play("choose:2 choose:2 choose:2 target:R target:B bet:R8 bet:R4,RX pass");
        worlds.play(answer);
        let known = worlds.worlds.len();
        worlds.fair(known);
    }
}

/// Seat 0 holds R5 of the first shuffle and R4 of the second, seat 1 B3 and B4 of the first and R3 of the
/// second.
const TWO_SHUFFLES: &str = "swap:R3,R4 ~R4,R3 pass pass target:B pass pass pass pass pass pass";

#[test]
fn after_a_new_deck_every_card_stays_among_the_places_of_its_shuffle() {
    // Seat 2: which of R5, B3, B4 seat 0 drew, times which of R3, R4. The others know one of the two second
    // ones.
    for (viewer, worlds) in [
        (Viewer::Seat(Seat(0)), 6),
        (Viewer::Seat(Seat(1)), 3),
        (Viewer::Seat(Seat(2)), 6),
        (Viewer::Spectator, 60),
    ] {
        Worlds::new(Options::default(), 3, 2, "R3 R4 B3 B4 Y3 Y4 R5", viewer)
            .play(RED)
            .play(TWO_SHUFFLES)
            .fair(worlds);
    }
}

#[test]
fn face_down_cards_of_two_shuffles_are_divided_fairly() {
    // Seat 1 sees R3, B3, B4 and knows of R4 at seat 0. If R5 is there too, either may lie face down.
    for (viewer, worlds) in [(Viewer::Seat(Seat(1)), 4), (Viewer::Seat(Seat(2)), 8)] {
        Worlds::new(Options::default(), 3, 2, "R3 R4 B3 B4 Y3 Y4 R5", viewer)
            .play(RED)
            .play(TWO_SHUFFLES)
            .play("target:B pass pass pass target:R pass pass pass pass pass pass")
            .play("target:R pass bet:R5")
            .fair(worlds);
    }
}

#[test]
fn two_bets_of_two_shuffles_are_divided_fairly() {
    for viewer in [Viewer::Seat(Seat(2)), Viewer::Spectator] {
        let mut public = Worlds::new(Options::default(), 3, 2, "R3 R4 B3 B4 Y3 Y4 R5", viewer);
        public.play(RED).play(TWO_SHUFFLES);
        for _ in 0..2 {
            public.play("target:B pass pass pass target:R pass pass pass pass pass pass");
        }
        public.play("target:R bet:R5 bet:R3");
        // Seat 0 lays R5 or the red card of the new deck; seat 1 lays its red card of the new deck, or R5.
        let worlds = public.worlds.len();
        assert!(worlds > 4, "{worlds}");
        public.fair(worlds);
    }
}

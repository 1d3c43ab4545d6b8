//! Filling in what a viewer does not know: a position drawn uniformly from all that are consistent with a view.
//!
//! What a viewer knows of hidden cards comes from three sources. Cards seen are counted out. A card of a batch (the
//! cards that one shuffle brought into the deck) can only be in a place that was filled from that batch, so each batch
//! is dealt among its own places. Face-down cards fit the contested colour. With one batch the face-down cards are
//! drawn first, then the rest is dealt, and every position is equally likely. With several, how many of a seat's
//! face-down cards come from which batch is drawn first, by the number of positions each such division leaves.

use crate::card::{CARDS, Card};
use crate::cards::{Cards, Pile};
use crate::table::{SEATS, State};
use crate::view::View;
use bagatelle_core::Rng;

/// 0! to 34!, exact or rounded to 53 bits.
const FACTORIALS: [f64; CARDS + 1] = {
    let mut list = [1.0; CARDS + 1];
    let mut n = 1;
    while n <= CARDS {
        list[n] = list[n - 1] * n as f64;
        n += 1;
    }
    list
};

/// The unseen cards of one shuffle, and the places among which they are dealt.
struct Batch {
    cards: Cards,
    /// Cards of it that may lie face down.
    layable: u8,
    /// Places by seat, face-down cards included; none for the viewer.
    places: [u8; SEATS],
    /// Cards of it that lie face down before each seat, to be drawn.
    laid: [u8; SEATS],
}

impl Batch {
    /// In how many ways (up to a factor that is the same for all divisions) the batch can be dealt if `laid` of its
    /// cards lie face down.
    fn ways(&self) -> f64 {
        let down: u8 = self.laid.iter().sum();
        let factorial = |n: u8| FACTORIALS[usize::from(n)];
        let (Some(apart), Some(rest)) = (self.layable.checked_sub(down), self.cards.len().checked_sub(down))
        else {
            return 0.0;
        };
        let mut ways = factorial(self.layable) / factorial(apart) * factorial(rest);
        for (laid, places) in self.laid.iter().zip(self.places) {
            match places.checked_sub(*laid) {
                Some(kept) => ways /= factorial(*laid) * factorial(kept),
                None => return 0.0,
            }
        }
        ways
    }
}

/// A division of face-down cards over batches, drawn by its weight in one pass over all of them.
struct Divisions<'a> {
    bets: [u8; SEATS],
    total: f64,
    kept: Vec<[u8; SEATS]>,
    rng: &'a mut Rng,
}

impl Divisions<'_> {
    /// Tries all ways to spread the `left` face-down cards of `seat` over the batches from `at`, then goes on with the
    /// next seat.
    fn walk(&mut self, batches: &mut [Batch], seat: usize, at: usize, left: u8) {
        if seat == SEATS {
            let weight: f64 = batches.iter().map(Batch::ways).product();
            self.total += weight;
            if weight > 0.0 && self.rng.unit() * self.total < weight {
                self.kept.clear();
                self.kept.extend(batches.iter().map(|b| b.laid));
            }
            return;
        }
        if at + 1 == batches.len() {
            batches[at].laid[seat] = left;
            let next = self.bets.get(seat + 1).copied().unwrap_or(0);
            self.walk(batches, seat + 1, 0, next);
            return;
        }
        for here in 0..=left.min(batches[at].places[seat]) {
            batches[at].laid[seat] = here;
            self.walk(batches, seat, at + 1, left - here);
        }
    }
}

/// A position drawn uniformly from those that look like `view` to its viewer.
pub(crate) fn sample(view: &View, rng: &mut Rng) -> State {
    let table = &view.table;
    let own = view.viewer.seat().filter(|s| s.0 < table.seats);
    let mut hands = [Cards::NONE; SEATS];
    let mut bets = [Cards::NONE; SEATS];
    let mut hidden = view.bets;
    if let Some(seat) = own {
        hands[seat.index()] = view.hand;
        bets[seat.index()] = view.bet;
        hidden[seat.index()] = 0;
    }
    let layable = table.layable(view.options.bluff);
    let unseen = view.unseen();
    let mut batches: Vec<Batch> = Vec::with_capacity(view.held.len());
    for (label, held) in view.held.iter().enumerate() {
        let cards: Cards = if view.held.len() == 1 {
            unseen
        } else {
            unseen.iter().filter(|c| usize::from(table.batch[c.index()]) == label).collect()
        };
        let mut places = *held;
        if let Some(seat) = own {
            places[seat.index()] = 0;
        }
        batches.push(Batch { cards, layable: (cards & layable).len(), places, laid: [0; SEATS] });
    }
    if hidden != [0; SEATS] {
        divide(&mut batches, hidden, rng);
    }

    let mut deck = Pile::EMPTY;
    let mut order = [Card::default(); CARDS];
    for batch in &batches {
        let mut rest = batch.cards;
        if batch.laid != [0; SEATS] {
            let candidates = shuffled(rest & layable, &mut order, rng);
            let mut next = candidates.iter().copied();
            for (bet, &laid) in bets.iter_mut().zip(&batch.laid) {
                let down: Cards = next.by_ref().take(usize::from(laid)).collect();
                *bet |= down;
                rest -= down;
            }
        }
        let cards = shuffled(rest, &mut order, rng);
        let mut next = cards.iter().copied();
        for (k, hand) in hands.iter_mut().enumerate() {
            let kept = batch.places[k].saturating_sub(batch.laid[k]);
            *hand |= next.by_ref().take(usize::from(kept)).collect();
        }
        // Only the newest batch has cards left: an older deck was used up before the next was made.
        next.for_each(|card| deck.push(card));
    }
    State { table: table.clone(), hands, bets, deck }
}

fn divide(batches: &mut [Batch], hidden: [u8; SEATS], rng: &mut Rng) {
    if let [only] = batches {
        only.laid = hidden;
        return;
    }
    let mut divisions = Divisions { bets: hidden, total: 0.0, kept: Vec::new(), rng };
    divisions.walk(batches, 0, 0, hidden[0]);
    for (batch, laid) in batches.iter_mut().zip(divisions.kept) {
        batch.laid = laid;
    }
}

fn shuffled<'a>(cards: Cards, order: &'a mut [Card; CARDS], rng: &mut Rng) -> &'a [Card] {
    let mut len = 0;
    for card in cards.iter() {
        order[len] = card;
        len += 1;
    }
    rng.shuffle(&mut order[..len]);
    &order[..len]
}

#[cfg(test)]
mod tests {
    //! Decks cut down to a few cards, on which all positions that are consistent with everything a viewer has seen can
    //! be listed by playing every possible world beside the true one.

    use crate::notation::Action;
    use crate::options::Options;
    use crate::{Bulbous, Card, Colour, State};
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

    fn orders(cards: &[Card]) -> Vec<Vec<Card>> {
        if cards.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (n, &first) in cards.iter().enumerate() {
            let rest: Vec<Card> = [&cards[..n], &cards[n + 1..]].concat();
            all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
        }
        all
    }

    fn cut(game: &Bulbous, seats: usize, hand: usize, order: &[Card]) -> State {
        let owners: Vec<Vec<Colour>> = Colour::ALL[..seats].iter().map(|c| vec![*c]).collect();
        let mut state = game.deal_out(&owners, 0, &Card::all().collect::<Vec<_>>());
        state.table.in_play = order.iter().copied().collect();
        for k in 0..seats {
            state.hands[k] = order[k * hand..(k + 1) * hand].iter().copied().collect();
        }
        state.deck = order[seats * hand..].iter().rev().copied().collect();
        state
    }

    impl Worlds {
        fn new(options: Options, seats: usize, hand: usize, cards: &str, viewer: Viewer) -> Worlds {
            let game = Bulbous::new(&options).unwrap();
            let order: Vec<Card> = cards.split(' ').map(|c| Card::from_text(c).unwrap()).collect();
            let truth = cut(&game, seats, hand, &order);
            let view = game.view(&truth, viewer);
            let worlds = orders(&order)
                .iter()
                .map(|order| cut(&game, seats, hand, order))
                .filter(|world| game.view(world, viewer) == view)
                .map(|world| (name(&world), world))
                .collect();
            Worlds { game, truth, viewer, worlds }
        }

        fn play(&mut self, texts: &str) -> &mut Worlds {
            for text in texts.split(' ') {
                let action: Action = text.parse().unwrap();
                let heard = self.game.seen(&self.truth, action, self.viewer);
                let before = std::mem::take(&mut self.worlds);
                let mut next = self.truth.clone();
                self.game.play(&mut next, action).unwrap_or_else(|e| panic!("{text}: {e}"));
                let view = self.game.view(&next, self.viewer);
                for world in before.into_values() {
                    for action in actions(&self.game, &world) {
                        if self.game.seen(&world, action, self.viewer) == heard {
                            let mut after = world.clone();
                            self.game.apply(&mut after, action);
                            assert_eq!(
                                self.game.view(&after, self.viewer),
                                view,
                                "heard the same, sees another"
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
            Turn::Chance => {
                let cards: Vec<Card> = state.table.discards.set().iter().collect();
                list.extend(
                    orders(&cards)
                        .into_iter()
                        .map(|o| Action::Shuffle(crate::notation::Order(o.into_iter().collect()))),
                );
            }
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
        let mut worlds =
            Worlds::new(Options::default(), 3, 2, "R3 B4 R5 B6 R7 WT Y3 R9", Viewer::Seat(Seat(2)));
        worlds.play(RED).play("bet:R3").fair(3 * 60).play("bet:R5").fair(3 * 2 * 24);
        let mut worlds =
            Worlds::new(Options::default(), 3, 2, "R3 B4 R5 B6 R7 WT Y3 R9", Viewer::Seat(Seat(2)));
        // The swapped card is on the discards; the first player's bet is one of the three red cards left.
        worlds.play(RED).play("bet:R3 swap:B6").fair(3 * 12);
    }

    #[test]
    fn with_bluffs_any_card_may_lie_face_down() {
        let bluff = Options { bluff: true, ..Options::default() };
        Worlds::new(bluff, 3, 2, "R3 B4 R5 B6 R7 WT Y3", Viewer::Seat(Seat(2)))
            .play(RED)
            .play("bet:B4")
            .fair(5 * 12);
    }

    /// Seat 0 holds R5 of the first shuffle and R4 of the second, seat 1 B3 and B4 of the first and R3 of the second.
    const TWO_SHUFFLES: &str = "swap:R3,R4 ~R4,R3 pass pass target:B pass pass pass pass pass pass";

    #[test]
    fn after_a_new_deck_every_card_stays_among_the_places_of_its_shuffle() {
        // Seat 2: which of R5, B3, B4 seat 0 drew, times which of R3, R4. The others know one of the two second ones.
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
            let mut table = Worlds::new(Options::default(), 3, 2, "R3 R4 B3 B4 Y3 Y4 R5", viewer);
            table.play(RED).play(TWO_SHUFFLES);
            for _ in 0..2 {
                table.play("target:B pass pass pass target:R pass pass pass pass pass pass");
            }
            table.play("target:R bet:R5 bet:R3");
            // Seat 0 lays R5 or the red card of the new deck; seat 1 lays its red card of the new deck, or R5.
            let worlds = table.worlds.len();
            assert!(worlds > 4, "{worlds}");
            table.fair(worlds);
        }
    }
}

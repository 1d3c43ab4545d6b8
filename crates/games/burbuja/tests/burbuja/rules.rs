//! The edge cases of the rules, one by one.

use bagatelle_burbuja::board::ring_of;
use bagatelle_burbuja::chances::Chances;
use bagatelle_burbuja::coins::Pile;
use bagatelle_burbuja::options::{Groups, Ring};
use bagatelle_burbuja::state::Status;
use bagatelle_burbuja::{Action, Burbuja, Cell, Illegal, Options, Setup, State};
use bagatelle_core::{Game, Outcome, Seat, Turn, Viewer};
use bagatelle_piecepack::{BySuit, Lettering, Rank, Suit, Tile};

fn game(options: Options) -> Burbuja {
    Burbuja::new(&options).unwrap()
}

fn with(chances: &str) -> Burbuja {
    game(Options { chances: chances.parse().unwrap(), ..Options::default() })
}

/// The tiles in order and each suit's coins in order, front first.
fn start(game: &Burbuja) -> State {
    let setup = Setup {
        tiles: "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5".into(),
        coins: "S=na2345 M=na2345 C=na2345 A=na2345".into(),
    };
    game.start(&setup).unwrap()
}

fn tile(text: &str) -> Tile {
    Tile::parse(text, Lettering::Small).unwrap()
}

fn play(game: &Burbuja, state: &mut State, texts: &str) {
    for text in texts.split_whitespace() {
        game.play(state, text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

fn refusal(game: &Burbuja, state: &State, text: &str) -> Illegal {
    let mut copy = state.clone();
    let refused = game.play(&mut copy, text.parse().unwrap()).unwrap_err();
    assert_eq!(&copy, state, "a refusal changes nothing");
    refused
}

fn legal(game: &Burbuja, state: &State) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.sort();
    texts
}

/// Puts the tiles, in order, on the cells given, the rest in a block far to the left and below; the first is
/// in hand.
fn arrange(state: &mut State, cells: &[(i8, i8)]) {
    let block = (-20..-14).flat_map(|x| (-20..-16).map(move |y| (x, y)));
    for (place, (x, y)) in state.open.cells.iter_mut().zip(cells.iter().copied().chain(block)) {
        *place = Cell::new(x, y);
    }
    state.open.hand = Some(tile("Sn"));
    let pile = &mut state.piles[Suit::Suns];
    pile.front = None;
    pile.refill();
}

/// A ring around `centre` that lacks its last cell, the missing tile (the null of Suns, in hand) inside it.
fn almost(state: &mut State, centre: Cell, used: usize) {
    let ring: Vec<Cell> = Cell::ring(centre).collect();
    state.open.cells[1..].copy_from_slice(&ring[..23]);
    state.open.cells[0] = Cell::new(centre.x - 2, centre.y + 2);
    let piles = std::mem::take(&mut state.piles);
    let mut coins = Tile::all().filter(|&it| it != tile("Sn"));
    coins.by_ref().take(used).for_each(|it| state.open.discards.push(it));
    let left: Vec<Tile> = coins.collect();
    state.piles = BySuit::from_fn(|suit| {
        let mut ranks = left.iter().filter(|it| it.suit == suit).map(|it| it.rank);
        Pile { front: ranks.next(), stack: ranks.collect(), ..piles[suit] }
    });
    state.piles.iter_mut().for_each(|(_, pile)| pile.unseen = pile.stack.len() as u8);
    state.open.hand = Some(tile("Sn"));
}

#[test]
fn the_ring_wins_with_coin_15_and_with_coin_24() {
    for used in [14, 23] {
        let game = with("S1M1C1A1");
        let mut state = start(&game);
        almost(&mut state, Cell::new(1, 1), used);
        let last = Cell::ring(Cell::new(1, 1)).last().unwrap();
        play(&game, &mut state, &format!("move:{last}"));
        let reason = format!("the ring is complete after {} moves", used + 1);
        assert_eq!(game.outcome(&state), Some(Outcome::won(Seat(0), reason)));
        assert_eq!(game.turn(&state), Turn::Over);
        assert!(legal(&game, &state).is_empty());
        assert_eq!(refusal(&game, &state, "pick:Sf"), Illegal::Over);
    }
}

#[test]
fn the_last_coin_without_a_ring_loses() {
    let game = with("S1M1C1A1");
    let mut state = start(&game);
    almost(&mut state, Cell::new(1, 1), 23);
    play(&game, &mut state, "move:-1,2");
    assert_eq!(state.open.status, Status::Spent);
    assert!(game.outcome(&state).unwrap().winners.is_empty());
}

#[test]
fn any_ring_wins_and_with_the_option_only_the_concentric_one() {
    let any = with("S1M1C1A1");
    let concentric = game(Options { ring: Ring::Concentric, ..Options::default() });
    for (x, y) in (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y))) {
        let centre = Cell::new(x, y);
        let cells: Vec<Cell> = Cell::ring(centre).collect();
        assert_eq!(ring_of(&cells.try_into().unwrap()), Some(centre));
        for (game, wins) in [(&any, true), (&concentric, (x, y) == (0, 0))] {
            let mut state = start(game);
            almost(&mut state, centre, 20);
            play(game, &mut state, &format!("move:{}", Cell::ring(centre).last().unwrap()));
            let status = if wins { Status::Won } else { Status::Playing };
            assert_eq!(state.open.status, status, "ring around {centre}");
        }
    }
}

#[test]
fn a_square_that_is_no_ring_does_not_win() {
    let mut cells: Vec<Cell> = Cell::ring(Cell::new(0, 0)).collect();
    cells[23] = Cell::new(0, 0);
    assert_eq!(ring_of(&cells.try_into().unwrap()), None);
    let first: Vec<Cell> = Cell::square().collect();
    assert_eq!(ring_of(&first.try_into().unwrap()), None);
}

#[test]
fn one_of_a_pair_stays_with_the_other() {
    let game = with("S0M0C0A0");
    let mut state = start(&game);
    arrange(&mut state, &[(11, 10), (10, 10)]);
    assert_eq!(legal(&game, &state), ["move:10,11", "move:10,9", "move:9,10"]);
    assert_eq!(refusal(&game, &state, "move:-14,-20"), Illegal::Strands(tile("Sa")));
    assert_eq!(refusal(&game, &state, "move:12,10"), Illegal::Apart);
}

#[test]
fn the_lifted_tile_is_no_neighbour_of_its_new_cell() {
    let game = with("S1M1C1A1");
    let mut state = start(&game);
    play(&game, &mut state, "pick:Sf");
    assert_eq!(state.open.cell(tile("Sn")), Cell::new(-2, 2));
    assert_eq!(refusal(&game, &state, "move:-2,3"), Illegal::Apart);
    assert_eq!(refusal(&game, &state, "move:-3,2"), Illegal::Apart);
    assert_eq!(refusal(&game, &state, "move:-2,2"), Illegal::OwnCell(tile("Sn")));
    assert_eq!(refusal(&game, &state, "move:-1,2"), Illegal::Occupied(tile("Sa")));
    assert_eq!(refusal(&game, &state, "move:127,-128"), Illegal::Apart);
    // The gap in the middle may be filled.
    play(&game, &mut state, "move:0,0");
    assert_eq!(state.open.cell(tile("Sn")), Cell::new(0, 0));
}

#[test]
fn two_groups_are_legal_unless_they_must_be_one() {
    // Two pairs joined by the tile in hand, which may leave both behind.
    let cells = [(10, 10), (11, 10), (12, 10), (9, 10), (8, 10)];
    let game_any = with("S0M0C0A0");
    let mut state = start(&game_any);
    arrange(&mut state, &cells);
    play(&game_any, &mut state, "move:13,10");
    let game_one = game(Options { groups: Groups::One, ..Options::default() });
    // One group: a row of tiles, the one in hand in its middle.
    let mut state = start(&game_one);
    let row: Vec<(i8, i8)> =
        [(0, 0)].into_iter().chain((-12..=11).filter(|&x| x != 0).map(|x| (x, 0))).collect();
    arrange(&mut state, &row);
    assert_eq!(legal(&game_one, &state), ["reject"]);
    assert_eq!(refusal(&game_one, &state, "move:12,0"), Illegal::Splits);
    assert!(legal(&game_any, &state).contains(&"move:12,0".to_owned()));
}

#[test]
fn rejecting_a_front_coin_puts_it_under_the_stack() {
    let game = with("S1M1C1A1");
    let mut state = start(&game);
    play(&game, &mut state, "pick:Sf reject");
    let pile = state.piles[Suit::Suns];
    assert_eq!((pile.front, pile.stack.to_string().as_str(), pile.unseen), (Some(Rank::Ace), "2345n", 4));
    assert_eq!(state.open.chances.of(Suit::Suns), 0);
    assert_eq!(legal(&game, &state), ["pick:Sf", "pick:St"]);
    assert_eq!(refusal(&game, &state, "pick:Mf"), Illegal::Confined(Suit::Suns));
    play(&game, &mut state, "pick:St");
    assert_eq!(refusal(&game, &state, "reject"), Illegal::NoChance(Suit::Suns));
    assert_eq!(refusal(&game, &state, "pick:Sf"), Illegal::InHand(tile("S2")));
    play(&game, &mut state, "move:-3,0");
    assert_eq!(state.open.confined, None);
    assert_eq!(refusal(&game, &state, "move:3,0"), Illegal::NoHand);
}

#[test]
fn rejecting_the_last_coins_of_a_suit() {
    let game = with("S3M1C1A1");
    let stack = |text: &str| {
        let ranks: Vec<Rank> =
            text.chars().map(|c| Rank::from_letter(c, Lettering::Small).unwrap()).collect();
        ranks.into_iter()
    };
    let cut = |coins: &str| {
        let mut state = start(&game);
        let pile = &mut state.piles[Suit::Suns];
        *pile = Pile {
            front: stack(coins).next(),
            stack: stack(coins).skip(1).collect(),
            unseen: coins.len() as u8 - 1,
        };
        Tile::all()
            .filter(|it| it.suit == Suit::Suns && !stack(coins).any(|rank| rank == it.rank))
            .for_each(|it| state.open.discards.push(it));
        state
    };
    // A front coin with one behind it: they change places.
    let mut state = cut("na");
    play(&game, &mut state, "pick:Sf reject");
    let pile = state.piles[Suit::Suns];
    assert_eq!((pile.front, pile.stack.to_string().as_str(), pile.unseen), (Some(Rank::Ace), "n", 0));
    // A top coin that was the only one of its stack: the picks are the front and that same coin.
    let mut state = cut("na");
    play(&game, &mut state, "pick:St reject");
    let pile = state.piles[Suit::Suns];
    assert_eq!((pile.front, pile.stack.to_string().as_str(), pile.unseen), (Some(Rank::Null), "a", 0));
    assert_eq!(legal(&game, &state), ["pick:Sf", "pick:St"]);
    // A front coin without a stack comes straight back, as often as there are chances.
    let mut state = cut("n");
    play(&game, &mut state, "pick:Sf reject pick:Sf reject pick:Sf reject");
    let pile = state.piles[Suit::Suns];
    assert_eq!((pile.front, pile.stack.len()), (Some(Rank::Null), 0));
    assert_eq!(legal(&game, &state), ["pick:Sf"]);
    play(&game, &mut state, "pick:Sf");
    assert_eq!(refusal(&game, &state, "reject"), Illegal::NoChance(Suit::Suns));
    play(&game, &mut state, "move:0,0");
    assert!(state.piles[Suit::Suns].is_empty());
    assert_eq!(refusal(&game, &state, "pick:Sf"), Illegal::NoCoin(Suit::Suns));
}

#[test]
fn a_rejected_coin_comes_up_again_after_the_unseen_ones() {
    let game = with("S2M1C1A1");
    let mut state = start(&game);
    play(&game, &mut state, "pick:St reject pick:Sf reject");
    let known = game.view(&state, Viewer::Spectator).piles[Suit::Suns];
    assert_eq!((known.unseen.len(), known.returned.to_string().as_str()), (3, "an"));
    assert_eq!(state.piles[Suit::Suns].stack.to_string(), "345an");
    play(&game, &mut state, "pick:St move:-3,0 pick:St move:3,0 pick:St move:0,3 pick:St");
    assert_eq!(state.open.hand, Some(tile("Sa")));
}

#[test]
fn a_shared_die_is_used_up_by_all_suits() {
    let game = with("shared4");
    let mut state = start(&game);
    play(
        &game,
        &mut state,
        "pick:Sf reject pick:Sf reject pick:St move:-3,0 pick:Mt reject pick:Mf move:3,0",
    );
    assert_eq!(state.open.chances, Chances::Shared(1));
    play(&game, &mut state, "pick:Af reject pick:Af");
    assert_eq!(refusal(&game, &state, "reject"), Illegal::NoChance(Suit::Arms));
}

#[test]
fn a_suit_without_a_pawn_has_no_second_chance() {
    let game = with("S0M1C1A1");
    let mut state = start(&game);
    play(&game, &mut state, "pick:Sf");
    assert!(!legal(&game, &state).contains(&"reject".to_owned()));
    assert_eq!(refusal(&game, &state, "reject"), Illegal::NoChance(Suit::Suns));
}

#[test]
fn a_coin_whose_tile_cannot_move_is_buried_or_loses() {
    // The other two tiles have no neighbour but the one between them.
    for (chances, status) in [("S1M1C1A1", Status::Playing), ("S0M1C1A1", Status::Stranded)] {
        let game = with(chances);
        let mut state = start(&game);
        arrange(&mut state, &[(11, 10), (10, 10), (12, 10)]);
        state.open.hand = None;
        state.piles = start(&game).piles;
        assert_eq!(game.check(&state, "pick:Sf".parse().unwrap()), Ok(()));
        play(&game, &mut state, "pick:Sf");
        assert_eq!(state.open.status, status);
        if status == Status::Playing {
            assert_eq!(legal(&game, &state), ["reject"]);
            play(&game, &mut state, "reject pick:Sf");
        } else {
            assert!(game.outcome(&state).unwrap().winners.is_empty());
        }
    }
}

#[test]
fn a_view_does_not_depend_on_the_order_of_unseen_coins() {
    let game = with("S1M1C1A1");
    let setup = |moons: &str| Setup {
        tiles: "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5".into(),
        coins: format!("S=na2345 M=n{moons} C=na2345 A=na2345"),
    };
    let view = |moons: &str, actions: &str| {
        let mut state = game.start(&setup(moons)).unwrap();
        play(&game, &mut state, actions);
        game.view(&state, Viewer::Seat(Seat(0)))
    };
    assert_eq!(view("a2345", ""), view("54a32", ""));
    let actions = "pick:Mt reject pick:Mf move:-3,0";
    assert_eq!(view("a2345", actions), view("a2534", actions));
    assert_ne!(view("a2345", actions), view("a3245", actions));
}

#[test]
fn undo_does_not_cross_a_turned_coin() {
    let game = with("S1M1C1A1");
    let mut state = start(&game);
    let reveals = |state: &State, text: &str| game.reveals(state, text.parse().unwrap());
    assert!(reveals(&state, "pick:Sf") && reveals(&state, "pick:St"));
    play(&game, &mut state, "pick:Sf");
    assert!(!reveals(&state, "move:0,0") && !reveals(&state, "reject"));
    play(&game, &mut state, "move:0,0 pick:Sf move:-3,0 pick:Sf move:3,0 pick:Sf");
    assert_eq!(state.piles[Suit::Suns].unseen, 1);
    play(&game, &mut state, "move:-3,1");
    assert!(!reveals(&state, "pick:Sf"), "the last unseen coin is known by elimination");
}

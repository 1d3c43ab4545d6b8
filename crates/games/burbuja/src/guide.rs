//! What the game tells its player: the goal, what to do now, why something is not allowed, and what a line of
//! the log is about.

use crate::action::{Action, Source};
use crate::draw::{cell_of, coin_id, pick_name, tile_id};
use crate::options::{Groups, Options, Ring};
use crate::plan::Plan;
use crate::rules::{Burbuja, Illegal};
use crate::state::Status;
use crate::view::{Seen, View};
use crate::words::{coin_place, introduced};
use bagatelle_core::Game;
use bagatelle_core::present::text::capitalised;
use bagatelle_core::present::written;
use bagatelle_piecepack::{Lettering, Suit, Tile};

/// What wins.
#[must_use]
pub fn goal(options: &Options) -> String {
    let place = match options.ring {
        Ring::Any => "",
        Ring::Concentric => ", around the starting square’s centre",
    };
    let groups = match options.groups {
        Groups::Any => "",
        Groups::One => ", always in one group,",
    };
    format!("Move the tiles outward{groups} until all 24 form a hollow square, seven tiles wide{place}.")
}

/// What is asked now.
#[must_use]
pub fn status(game: &Burbuja, view: &View) -> String {
    let open = &view.open;
    match (open.hand, open.confined) {
        (Some(tile), _) => in_hand(game, view, tile),
        (None, Some(suit)) => format!("Take another coin of the {}.", suit.name()),
        (None, None) if Plan::centres(game, view).next().is_none() => {
            "The ring can no longer be completed. Play on, or start another deal.".into()
        }
        (None, None) if open.discards.is_empty() => {
            "Take a coin: the tile of the same suit and value moves.".into()
        }
        (None, None) => "Take the next coin: the tile of the same suit and value moves.".into(),
    }
}

/// What is asked while the coin of a tile is in hand.
fn in_hand(game: &Burbuja, view: &View, tile: Tile) -> String {
    let name = written(introduced(tile));
    let left = if game.may_reject(&view.open, tile.suit) { view.open.chances.of(tile.suit) } else { 0 };
    let known = &view.piles[tile.suit];
    let chances = match (known.front, known.stack(), left) {
        (None, 0, 1..) => "(you get it straight back)".to_owned(),
        _ => format!("({})", view.open.chances.told(tile.suit)),
    };
    match (game.landings(&view.open, tile).is_empty(), left) {
        (true, 0) => format!("The {name} has nowhere to go."),
        (true, _) => {
            format!("The {name} can’t move without stranding a tile: reject its coin {chances}.")
        }
        (false, 0) => format!("Put the {name} next to another tile."),
        (false, _) => format!("Put the {name} next to another tile, or reject the coin {chances}."),
    }
}

/// Why an action is to be confirmed: it loses at once, and that can be seen before.
#[must_use]
pub fn warning(game: &Burbuja, view: &View, action: Action) -> Option<String> {
    let Action::Pick(suit, source) = action else { return None };
    let coin = view.coin(suit, source).filter(|coin| game.is_stuck(&view.open, *coin))?;
    let why = match view.open.chances.of(suit) {
        0 => format!("you have no second chance for the {}", suit.name()),
        _ => "you have rejected a coin in this turn already".to_owned(),
    };
    Some(format!("The {coin} has nowhere to go, and {why}. Taking its coin loses."))
}

/// Why nothing can be done with the last of `picks`.
#[must_use]
pub fn why_not(game: &Burbuja, view: &View, picks: &[&str]) -> Option<String> {
    let picked = *picks.last()?;
    if view.open.status != Status::Playing {
        return Some(sentence(Illegal::Over));
    }
    if let Some(action) = of_key(picked) {
        return refusal(game, view, action);
    }
    if picked == "reject" {
        return refusal(game, view, Action::Reject);
    }
    if let Some(cell) = cell_of(picked) {
        return refusal(game, view, Action::Move(cell));
    }
    let (kind, name) = picked.split_once('-')?;
    let suit = || name.parse::<Suit>().ok();
    let tile = || Tile::parse(name, Lettering::Capital).ok();
    match kind {
        "tile" => tile().map(|tile| of_tile(game, view, tile)),
        "coin" => of_coin(game, view, tile()?),
        "front" => refusal(game, view, Action::Pick(suit()?, Source::Front)),
        "top" | "stack" => refusal(game, view, Action::Pick(suit()?, Source::Top)),
        "pawn" | "die" => Some(of_chances(suit())),
        _ => None,
    }
}

/// The action that a key stands for.
fn of_key(key: &str) -> Option<Action> {
    let number: usize = key.parse().ok()?;
    let pick = |index, source| Suit::from_index(index).map(|suit| Action::Pick(suit, source));
    match number {
        0 => Some(Action::Reject),
        1..=4 => pick(number - 1, Source::Front),
        5..=8 => pick(number - 5, Source::Top),
        _ => None,
    }
}

/// Why an action is refused. What a player may do does not depend on the order of the unseen coins.
fn refusal(game: &Burbuja, view: &View, action: Action) -> Option<String> {
    game.check(&view.complete(|_, _| ()), action).err().map(sentence)
}

fn sentence(illegal: Illegal) -> String {
    capitalised(&illegal.to_string()) + "."
}

/// Why a tile cannot be picked.
fn of_tile(game: &Burbuja, view: &View, tile: Tile) -> String {
    let open = &view.open;
    match open.hand {
        Some(hand) if hand == tile => {
            format!("This is the tile that moves: put the {tile} in one of the marked places.")
        }
        Some(hand) => format!("The {tile} is here. Put the {hand} in one of the marked places."),
        None if open.discards.as_slice().contains(&tile) => {
            "This tile has already moved: each tile moves once.".into()
        }
        None => match (open.confined, coin_place(game.options().coins, view, tile)) {
            (Some(suit), _) if suit != tile.suit => sentence(Illegal::Confined(suit)),
            (_, Some(place)) => format!("Take its coin first: the {tile} is {place}."),
            (_, None) => "Take its coin first.".into(),
        },
    }
}

/// Why a coin cannot be picked.
fn of_coin(game: &Burbuja, view: &View, coin: Tile) -> Option<String> {
    if view.open.discards.as_slice().contains(&coin) {
        return Some("This coin has been used: each coin moves its tile once.".into());
    }
    if view.open.hand == Some(coin) {
        return Some(format!("You’re holding this coin: put the {coin} in one of the marked places."));
    }
    refusal(game, view, Action::Pick(coin.suit, Source::Front))
}

/// What a pawn or a die is for.
fn of_chances(suit: Option<Suit>) -> String {
    let coin = suit.map_or("a coin".to_owned(), |suit| format!("a coin of the {}", suit.name()));
    format!("These are your second chances. While you hold {coin}, you may reject it and take another.")
}

/// The pieces that the sentence about an action is about.
#[must_use]
pub fn lights(before: &View, seen: &Seen) -> Vec<String> {
    let Some(coin) = seen.coin else { return Vec::new() };
    match seen.action {
        Action::Pick(..) | Action::Move(_) => vec![tile_id(coin)],
        Action::Reject => {
            let pile = &before.piles[coin.suit];
            // A coin that was the last of its suit comes straight back.
            let back = pile.front.is_none() && pile.stack() == 0;
            vec![if back { coin_id(coin) } else { format!("stack-{}", coin.suit) }]
        }
    }
}

/// The section of the rules that matters now.
#[must_use]
pub fn topic(game: &Burbuja, view: &View) -> &'static str {
    let open = &view.open;
    match open.hand {
        _ if open.status != Status::Playing => "rule-end",
        _ if open.confined.is_some() => "rule-chances",
        Some(tile) if game.landings(open, tile).is_empty() => "rule-chances",
        None if open.discards.is_empty() => "rule-goal",
        _ => "rule-turn",
    }
}

/// The names under which a suit's coins are picked, those that may be taken.
#[must_use]
pub fn picks_of(game: &Burbuja, view: &View, suit: Suit) -> Vec<String> {
    let known = &view.piles[suit];
    let front = known.front.filter(|front| !game.is_barred(&view.open, suit, *front));
    let front = front.map(|_| pick_name(suit, Source::Front));
    let top = (known.stack() > 0).then(|| pick_name(suit, Source::Top));
    front.into_iter().chain(top).collect()
}

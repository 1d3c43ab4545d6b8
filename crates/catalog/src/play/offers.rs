//! What a viewer can do in a position, as the page gets it.

use super::order::beginning;
use bagatelle_core::present::{CONFIRM, Offer, Playable, Step};
use bagatelle_core::{Seat, Turn, Viewer};
use std::collections::BTreeSet;

/// The legal actions of a position.
pub(super) fn legal<G: Playable>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    actions
}

/// The offer of an action. One with a warning has a last step that confirms it.
pub(super) fn offer<G: Playable>(game: &G, view: &G::View, action: G::Action) -> Offer {
    let mut path = game.path(view, action);
    let confirms = game.warning(view, action).is_some();
    if confirms {
        // Nothing is dragged onto a list of names.
        path.push(Step::set([CONFIRM]));
    }
    let (text, key) = (action.to_string(), game.key(view, action));
    Offer { text, path, key, confirms, amends: false, motions: game.motions(view, action) }
}

/// What is asked before an action is confirmed, by what has been picked by then, as [`beginnings`] has it.
pub(super) fn warnings<G: Playable>(game: &G, legal: &[G::Action], view: &G::View) -> Vec<(String, String)> {
    let warned = |&action: &G::Action| {
        let warning = game.warning(view, action)?;
        let path = game.path(view, action);
        let mut picks: Vec<&str> = path.iter().flat_map(|step| step.names()).map(String::as_str).collect();
        picks.sort_unstable();
        Some((picks.join(" "), warning))
    };
    legal.iter().filter_map(warned).collect()
}

/// The offers of legal actions to the seat to act, which sees `view`, shortest paths first.
pub(super) fn offers<G: Playable>(game: &G, legal: &[G::Action], view: &G::View) -> Vec<Offer> {
    let offers: Vec<Offer> = legal.iter().map(|&action| offer(game, view, action)).collect();
    // An offer is large, so its place is sorted in its stead. No two actions have one text.
    let mut places: Vec<(usize, u128, usize)> =
        offers.iter().enumerate().map(|(n, it)| (it.path.len(), beginning(&it.text), n)).collect();
    places.sort_unstable_by(|a, b| {
        (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| offers[a.2].text.cmp(&offers[b.2].text))
    });
    let mut offers: Vec<Option<Offer>> = offers.into_iter().map(Some).collect();
    let mut kept: Vec<Offer> = Vec::with_capacity(offers.len());
    let shortest = places.first().map_or(0, |&(length, ..)| length);
    for offer in places.into_iter().filter_map(|(.., n)| offers[n].take()) {
        // A path that continues where a shorter one ends is offered once the shorter one has been
        // played.
        let goes_on = offer.path.len() > shortest
            && (shortest..offer.path.len())
                .any(|n| kept.iter().take_while(|k| k.path.len() <= n).any(|k| k.path == offer.path[..n]));
        if !goes_on {
            kept.push(offer);
        }
    }
    kept
}

/// The ways to continue `last`, taken in `before`: legal actions of that position whose path begins with
/// its path. Only if the player is alone and nothing was revealed.
pub(super) fn continuations<G: Playable>(game: &G, before: &G::State, last: G::Action) -> Vec<Offer> {
    if game.seats(before) != 1 || game.reveals(before, last) || game.turn(before) != Turn::Seat(Seat(0)) {
        return Vec::new();
    }
    let view = game.view(before, Viewer::Seat(Seat(0)));
    let done = game.path(&view, last);
    let actions = legal(game, before).into_iter().filter(|action| *action != last);
    actions
        .filter_map(|action| {
            let path = game.path(&view, action).strip_prefix(done.as_slice())?.to_vec();
            Some(Offer { path, amends: true, ..offer(game, &view, action) })
        })
        .collect()
}

/// The most beginnings that a page gets a sentence for.
const BEGINNINGS: usize = 128;

/// What can be picked on the way to an action, sorted: the empty beginning, and every beginning of a path
/// that ends with a step. If there are too many, the longest are left out: after those, the page shows what
/// was asked before their last step.
pub(super) fn beginnings(offers: &[Offer]) -> Vec<Vec<&str>> {
    let (mut beginnings, mut last) = (BTreeSet::from([Vec::new()]), Vec::new());
    let mut picks: Vec<&str> = Vec::new();
    for offer in offers.iter().filter(|offer| !offer.amends) {
        for end in 1..offer.path.len() {
            picks.clear();
            picks.extend(offer.path[..end].iter().flat_map(|step| step.names()).map(String::as_str));
            picks.sort_unstable();
            // Offers that begin alike come one after another.
            if last != picks {
                last.clone_from(&picks);
                beginnings.insert(picks.clone());
            }
        }
    }
    let mut beginnings: Vec<Vec<&str>> = beginnings.into_iter().collect();
    beginnings.sort_by_key(Vec::len);
    beginnings.truncate(BEGINNINGS);
    beginnings
}

/// Whether `picks` are the beginning of a path, the sets in any order.
pub(super) fn begins(offers: &[Offer], picks: &[&str]) -> bool {
    offers.iter().any(|offer| {
        let mut rest = picks;
        for step in &offer.path {
            let names = step.names();
            let (taken, later) = rest.split_at(names.len().min(rest.len()));
            if !taken.iter().all(|name| names.iter().any(|other| other == name)) {
                return false;
            }
            rest = later;
        }
        rest.is_empty()
    })
}

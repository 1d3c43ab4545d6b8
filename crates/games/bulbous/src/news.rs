//! What happened, as one viewer may hear it: the seen text of an action, and its sentences.
//!
//! A seen text is the action (with `?3` for three cards that the viewer does not see) and what followed from it, parted
//! by `" | "`. All that followed is open to everybody, except the viewer's own draws:
//!
//! | part | meaning |
//! | --- | --- |
//! | `bet:?2`, `~?12` | two cards face down; a new deck of twelve |
//! | `drew:R5,WT` | the viewer drew these |
//! | `reveal:R/2:0=R3,R9;2=WT:2` | the bets on red's 2-place specimen, and who placed a bulb (`-`: nobody) |
//! | `tie:R/2:0=R9;1=R4,R5` | the bets, and that the tie will be played out |
//! | `done:R/2`, `enter:R/3` | a specimen leaves complete, comes into play |
//! | `refill:B4,G7` | hands are filled up; the viewer drew these |
//! | `round:4:1`, `last` | round 4 begins with seat 1 as First Player; the coming round is the last |
//! | `turn:B` | blue's specimen is contested now |
//! | `dry`, `over` | the deck has run out; the game is over |

use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::notation::Action;
use crate::options::Options;
use crate::rules::Bulbous;
use crate::score::team;
use crate::table::{Deed, Phase, Shown, Specimen, State, Table};
use crate::view::View;
use bagatelle_core::{Game, Seat, Turn, Viewer};
use std::fmt::Write;

/// The text of `action`, taken in `before`, and of what followed from it, as `viewer` may see it.
pub(crate) fn seen(game: &Bulbous, before: &State, action: Action, viewer: Viewer) -> String {
    let own = before.table.turn() == viewer.seat().map_or(Turn::Over, Turn::Seat);
    let mut text = match action {
        Action::Bet(cards) if !own => format!("bet:?{}", cards.len()),
        Action::Shuffle(order) => format!("~?{}", order.0.len()),
        _ => action.to_string(),
    };
    if game.check(before, action).is_err() {
        return text;
    }
    let mut after = before.clone();
    game.apply(&mut after, action);
    let mut filled = Cards::NONE;
    if let Some(seat) = viewer.seat().filter(|s| s.0 < before.table.seats) {
        let drawn = after.hand(seat) - before.hand(seat);
        filled = drawn - by_action(before, action, seat);
        if drawn != filled {
            let _ = write!(text, " | drew:{}", drawn - filled);
        }
    }
    follow(&before.table, &after.table, filled, &mut text);
    text
}

/// Of the cards that a seat draws when `action` is taken, those that it draws for its own swap or pass (or, when a new
/// deck is made in the middle of filling up, all); the others are drawn to fill the hand after the round.
fn by_action(before: &State, action: Action, seat: Seat) -> Cards {
    let table = &before.table;
    let own = table.turn() == Turn::Seat(seat);
    let due = match action {
        Action::Shuffle(_) => table.owed[seat.index()],
        Action::Swap(out) if own => out.len(),
        Action::Pass if own && table.phase == Phase::Act => {
            table.limit() - before.hand(seat).len().min(table.limit())
        }
        _ => 0,
    };
    let due = usize::from(if action == Action::Pass { due.min(1) } else { due });
    match action {
        Action::Shuffle(_) if table.phase == Phase::Refill => Cards::ALL,
        Action::Shuffle(order) => order.0.iter().take(due).collect(),
        _ => before.deck.iter().rev().take(due).collect(),
    }
}

/// Writes what everybody could see happen between two positions that are one action apart.
fn follow(before: &Table, after: &Table, filled: Cards, text: &mut String) {
    let mut part = |words: String| {
        text.push_str(" | ");
        text.push_str(&words);
    };
    if after.turns != before.turns
        && let Some(shown) = after.shown
    {
        part(revealed(after, &shown));
    }
    if before.phase == Phase::Act
        && after.phase == Phase::Tie
        && let Some(specimen) = after.target()
    {
        part(format!("tie:{}:{}", name(specimen), laid(after, &after.open)));
    }
    let active = |table: &Table, s: Specimen| table.active(s.colour) == Some(s);
    let mut left = false;
    for specimen in Specimen::all().filter(|s| active(before, *s) && !active(after, *s)) {
        part(format!("done:{}", name(specimen)));
        left = true;
    }
    if left && after.phase != Phase::Over {
        part(if filled.is_empty() { "refill".into() } else { format!("refill:{filled}") });
    }
    for specimen in Specimen::all().filter(|s| !active(before, *s) && active(after, *s)) {
        part(format!("enter:{}", name(specimen)));
    }
    if after.last_round && !before.last_round {
        part("last".into());
    }
    if after.round != before.round {
        part(format!("round:{}:{}", after.round, after.first));
    }
    if let (Some(target), true) =
        (after.target(), (after.target, after.turns) != (before.target, before.turns))
    {
        part(format!("turn:{}", target.colour));
    }
    match after.turn() {
        Turn::Chance => part("dry".into()),
        Turn::Over => part("over".into()),
        Turn::Seat(_) => (),
    }
}

/// The bets of a turn and what came of them.
fn revealed(table: &Table, shown: &Shown) -> String {
    let winner = shown.winner.map_or("-".into(), |s| s.to_string());
    format!("reveal:{}:{}:{winner}", name(shown.specimen), laid(table, &shown.bets))
}

fn name(specimen: Specimen) -> String {
    format!("{}/{}", specimen.colour, specimen.size)
}

fn laid(table: &Table, bets: &[Cards]) -> String {
    let each = table.from(table.first).filter(|s| !bets[s.index()].is_empty());
    let each: Vec<String> = each.map(|s| format!("{s}={}", bets[s.index()])).collect();
    each.join(";")
}

/// A seat in a sentence: `You`, or the colour (the symbol, with two players) that it owns.
#[must_use]
pub fn who(view: &View, seat: Seat) -> String {
    if view.viewer == Viewer::Seat(seat) { "You".into() } else { title(&view.table, seat) }
}

/// A seat by the colour (the symbol, with two players) that it owns: `Red`, `Circle`.
#[must_use]
pub fn title(table: &Table, seat: Seat) -> String {
    let name = if table.seats == 2 {
        team(table, seat).map(|symbol| symbol.name())
    } else {
        table.colours(seat).next().map(Colour::name)
    };
    let name = name.unwrap_or("nobody");
    let mut letters = name.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A specimen in words: `red Adult (2 places)`.
#[must_use]
pub fn plant(specimen: Specimen) -> String {
    let s = if specimen.size == 1 { "" } else { "s" };
    format!("{} {} ({} place{s})", specimen.colour.name(), specimen.age(), specimen.size)
}

/// `1 card`, `3 cards`.
#[must_use]
pub fn cards(n: u8) -> String {
    if n == 1 { "1 card".into() } else { format!("{n} cards") }
}

fn read_specimen(text: &str) -> Option<Specimen> {
    let (colour, size) = text.split_once('/')?;
    let colour = colour.chars().next().and_then(Colour::from_letter)?;
    let size = size.parse().ok().filter(|n| (1..=4).contains(n))?;
    Some(Specimen { colour, size })
}

fn read_seat(text: &str) -> Option<Seat> {
    text.parse().ok().map(Seat)
}

/// The sentences of a seen text, spoken to the viewer of `before`.
pub(crate) fn say(before: &View, seen: &str) -> String {
    let mut parts = seen.split(" | ");
    let action = parts.next().unwrap_or_default();
    let drew = parts.clone().find_map(|p| p.strip_prefix("drew:")).and_then(Cards::from_text);
    let mut text = deed(before, action, drew).unwrap_or_else(|| format!("{action}."));
    for part in parts {
        // What the First Player has just named need not be said twice.
        if part.starts_with("turn:") && action.strip_prefix("target:") == part.strip_prefix("turn:") {
            continue;
        }
        if let Some(sentence) = consequence(before, part) {
            text.push(' ');
            text.push_str(&sentence);
        }
    }
    text
}

fn deed(before: &View, action: &str, drew: Option<Cards>) -> Option<String> {
    let table = &before.table;
    let actor = match table.turn() {
        Turn::Seat(seat) => seat,
        _ => {
            let count = action.strip_prefix("~?").unwrap_or("the");
            let drawn = drew.map(|d| format!(" You draw {}.", d.names())).unwrap_or_default();
            return Some(format!("The {count} discards are shuffled into a new deck.{drawn}"));
        }
    };
    let you = before.viewer == Viewer::Seat(actor);
    let who = who(before, actor);
    let s = if you { "" } else { "s" };
    let drawing = |count: u8| match drew {
        Some(drawn) if you => format!("draw {}", drawn.names()),
        _ => format!("draw{s} {}", cards(count)),
    };
    let tie = table.phase == Phase::Tie;
    if action == "pass" {
        return Some(if tie {
            format!("{who} add{s} nothing.")
        } else if before.hand_size(actor) >= table.limit() {
            format!("{who} pass{}; the hand is full.", if you { "" } else { "es" })
        } else {
            format!("{who} pass{} and {}.", if you { "" } else { "es" }, drawing(1))
        });
    }
    let (verb, rest) = action.split_once(':')?;
    Some(match verb {
        "bet" => {
            let what = match rest.strip_prefix('?') {
                Some(count) => cards(count.parse().ok()?),
                None => Cards::from_text(rest)?.names(),
            };
            let (verb, how) = if tie { ("add", "face down") } else { ("bet", "face down") };
            format!("{who} {verb}{s} {what}, {how}.")
        }
        "swap" => {
            let out = Cards::from_text(rest)?;
            format!("{who} put{s} {} away and {}.", out.names(), drawing(out.len()))
        }
        "target" => {
            let specimen = table.active(Colour::from_letter(rest.chars().next()?)?)?;
            format!("{who} name{s} the {} next.", plant(specimen))
        }
        "choose" => {
            let colour = table.pending().next()?;
            let specimen = Specimen { colour, size: rest.parse().ok()? };
            format!("{who} bring{s} in the {}.", plant(specimen))
        }
        _ => return None,
    })
}

fn consequence(before: &View, part: &str) -> Option<String> {
    let (verb, rest) = part.split_once(':').unwrap_or((part, ""));
    Some(match verb {
        "reveal" => {
            let (bets, winner) = rest.split_once(':')?.1.rsplit_once(':')?;
            let specimen = read_specimen(rest.split(':').next()?)?;
            let told = tell_bets(before, bets, specimen.colour);
            match read_seat(winner) {
                Some(seat) => {
                    let s = if before.viewer == Viewer::Seat(seat) { "" } else { "s" };
                    format!("{told} {} place{s} a bulb on the {}.", who(before, seat), plant(specimen))
                }
                None if bets.is_empty() => format!("Nobody has bet: no bulb on the {}.", plant(specimen)),
                None => format!("{told} A tie: no bulb on the {}.", plant(specimen)),
            }
        }
        "tie" => {
            let (specimen, bets) = rest.split_once(':')?;
            let told = tell_bets(before, bets, read_specimen(specimen)?.colour);
            format!("{told} A tie: those who share the highest bet may add one card.")
        }
        "done" => format!("The {} is complete and goes home.", plant(read_specimen(rest)?)),
        "refill" => match Cards::from_text(rest) {
            Some(drawn) => format!("All hands are filled up; you draw {}.", drawn.names()),
            None => "All hands are filled up.".into(),
        },
        "enter" => {
            let specimen = read_specimen(rest)?;
            let chosen =
                before.table.phase == Phase::Choose && before.table.pending().next() == Some(specimen.colour);
            if chosen {
                return None;
            }
            format!("The {} comes in.", plant(specimen))
        }
        "last" => "The coming round is the last.".into(),
        "round" => {
            let (round, first) = rest.split_once(':')?;
            let seat = read_seat(first)?;
            let are = if before.viewer == Viewer::Seat(seat) { "are" } else { "is" };
            format!("Round {round}: {} {are} First Player.", who(before, seat))
        }
        "turn" => format!("The {} specimen is next.", Colour::from_letter(rest.chars().next()?)?.name()),
        "dry" => "The deck has run out.".into(),
        "over" => "The game is over.".into(),
        _ => return None,
    })
}

/// `Red shows red 3 and red 9, worth 12. Blue shows triangle Wild, which wins.`
fn tell_bets(before: &View, bets: &str, colour: Colour) -> String {
    let mut text = String::new();
    for bet in bets.split(';') {
        let Some((seat, cards)) = bet.split_once('=') else { continue };
        let (Some(seat), Some(cards)) = (read_seat(seat), Cards::from_text(cards)) else { continue };
        let s = if before.viewer == Viewer::Seat(seat) { "" } else { "s" };
        if !text.is_empty() {
            text.push(' ');
        }
        let wild = !(cards & Cards::wild_for(colour)).is_empty();
        let value = if wild { "the Wild".into() } else { worth(cards, colour).to_string() };
        let _ = write!(text, "{} show{s} {}: {value}.", who(before, seat), cards.names());
    }
    text
}

/// What was bid in the last turn that was decided, and who won it.
#[must_use]
pub fn last_turn(view: &View) -> Option<String> {
    consequence(view, &revealed(&view.table, view.table.shown()?))
}

/// Why the viewer waits, or what is expected of the viewer, in one line.
#[must_use]
pub fn prompt(view: &View) -> String {
    let table = &view.table;
    let seat = match table.turn() {
        Turn::Over => return "The game is over.".into(),
        Turn::Chance => return "The discards are being shuffled into a new deck.".into(),
        Turn::Seat(seat) => seat,
    };
    let you = view.viewer == Viewer::Seat(seat);
    let who = who(view, seat);
    let contested = table.target().map(plant).unwrap_or_default();
    let (task, waiting) = match table.phase {
        Phase::Choose => {
            let colour = table.pending().next().map_or("", Colour::name);
            (
                format!("Choose the next {colour} specimen."),
                format!("{who} chooses the next {colour} specimen."),
            )
        }
        Phase::Target => (
            "You are First Player: name what is contested next.".into(),
            format!("{who} is First Player and names what is contested next."),
        ),
        Phase::Tie => (
            format!("You are tied for the {contested}: add one card, or pass."),
            format!("{who} is tied and may add one card."),
        ),
        _ => (
            format!("Bet, swap one or two cards, or pass for the {contested}."),
            format!("{who} bets, swaps or passes for the {contested}."),
        ),
    };
    let mut line = if you { task } else { waiting };
    if !you
        && table.phase == Phase::Act
        && let Some(own) = view.viewer.seat()
        && table.deed(own) != Deed::Waiting
    {
        line.push_str(" You have acted; the bets are turned over when all have.");
    }
    line
}

/// The options that differ from the default, in a few words each.
#[must_use]
pub fn variant(options: &Options) -> Vec<&'static str> {
    let newer = options.preset == crate::options::Preset::Rules2026;
    [
        (newer, "rules of 2026"),
        (options.teams, "two teams"),
        (options.full_deck, "full deck"),
        (options.end_at_fourth, "ends at the fourth specimen of a colour"),
        (options.declared && !newer, "order declared"),
        (options.bluff, "bluff (experimental)"),
        (options.max_rounds > 0, "limited rounds"),
    ]
    .into_iter()
    .filter_map(|(on, words)| on.then_some(words))
    .collect()
}

//! What the page of an event says of rounds, tables and standings, in words.

use crate::tables::events::shown::round_name;
use crate::tables::events::{Kept, shown};
use bagatelle_events::{
    ByeKind, Count, EndReason, Event, EventRound, FEWEST, Form, LateEntry, Pairing, PlayerNo, Presence,
    Stage, Tempo, TieBreak,
};
use bagatelle_pages::event::{ByeItem, RoundItem, StandingItem, TableLine, TieBreakItem};
use bagatelle_pages::text::{count, listed};
use bagatelle_store::EventGame;
use bagatelle_table::{Pace, span};
use std::collections::BTreeMap;

fn name(event: &Event, player: PlayerNo) -> String {
    event.player(player).map_or_else(String::new, |player| player.name.clone())
}

/// The computer players of a duplicate event: `Willow (beginner)`.
fn computer(game: &str, program: Option<&str>, seats: u8) -> String {
    let programs = bagatelle_catalog::find(game).map(|game| game.programs()).unwrap_or_default();
    let persona = programs.into_iter().find(|known| Some(known.name) == program).and_then(|it| it.persona);
    let strength = persona.map_or_else(String::new, |persona| format!(" ({})", persona.skill));
    match seats {
        ..=2 => format!("the computer{strength}"),
        _ => format!("{} computer players{strength}", seats - 1),
    }
}

/// How an event is played, a line each.
pub(super) fn about(event: &Event) -> Vec<String> {
    let spec = event.spec();
    let form = match &spec.form {
        Form::RoundRobin => "Round robin: everyone plays everyone else once.".to_owned(),
        Form::Swiss { rounds } => format!(
            "Swiss, {}: in each, you play someone with a similar score{}.",
            match event.planned_rounds() {
                // With few players there are fewer.
                0 => format!("up to {}", count((*rounds).into(), "round")),
                planned => count(planned.into(), "round"),
            },
            if spec.seats == 2 { ", and never the same person twice" } else { "" }
        ),
        Form::KnockOut if spec.seats == 2 => {
            "Knockout: the winner of each game goes through. After a draw, you play again with sides \
                exchanged; after two draws, the higher seed goes through."
                .to_owned()
        }
        Form::KnockOut => "Knockout: the winner of each game goes through.".to_owned(),
        Form::Duplicate { deals, count: Count::Moves, .. } => format!(
            "Duplicate, {}: everyone plays the same ones. Solving beats not solving, then fewer moves are \
                better. In each deal, you get two points for each player you beat, and one for each player \
                you tie with.",
            count((*deals).into(), "deal")
        ),
        Form::Duplicate { deals, program, .. } => format!(
            "Duplicate, {}: everyone plays the same ones against {}. In each deal, you get two points for \
                each player you beat, and one for each player you tie with.",
            count((*deals).into(), "deal"),
            computer(&spec.game, program.as_deref(), spec.seats)
        ),
    };
    let mut all = vec![form];
    if spec.seats > 2 && !spec.is_duplicate() {
        all.push(format!("Tables of up to {} players.", spec.seats));
    }
    all.push(match spec.tempo {
        Tempo::Live if spec.is_duplicate() => format!(
            "In one sitting: each deal begins when everyone has finished the one before. If you \
             don’t turn up within {0}, or are away that long on your turn, you lose the deal.",
            span(spec.terms.grace_s.unwrap_or_default())
        ),
        Tempo::Live => format!(
            "In one sitting: each round begins when all games of the one before are over. If you \
             don’t turn up within {0}, or are away that long on your turn, you lose the game.",
            span(spec.terms.grace_s.unwrap_or_default())
        ),
        Tempo::Mail { days } if spec.is_duplicate() => format!(
            "Over several days: a deal takes up to {}. If you haven’t finished when time runs out, you lose \
             the deal.",
            count(days.into(), "day")
        ),
        Tempo::Mail { days } => format!(
            "Over several days: a round takes up to {}. If it’s your turn when time runs out, you lose the \
             game.",
            count(days.into(), "day")
        ),
    });
    match spec.terms.pace {
        Pace::Free if spec.is_duplicate() || spec.tempo != Tempo::Live => {}
        Pace::Free => all.push("No clock.".to_owned()),
        pace => all.push(format!("Clock: {}.", pace.words())),
    }
    match spec.late {
        Some(LateEntry::Half) => all.push(
            "You can still join after the start, until round 2 begins. You get half a point for round 1."
                .into(),
        ),
        Some(LateEntry::Zero) => all.push(
            "You can still join after the start, until round 2 begins. You get no points for round 1.".into(),
        ),
        None => {}
    }
    if spec.is_duplicate() {
        all.push("You play without hints or Undo.".to_owned());
    }
    if !spec.is_duplicate() && !spec.terms.public {
        all.push("Anyone with the link can watch the games.".to_owned());
    }
    if spec.terms.public {
        all.push("Anyone can watch the games under “Live”.".to_owned());
    }
    all
}

/// How far an event is, in a sentence or two.
pub(super) fn status(event: &Event, organizer: &str, organizes: bool) -> String {
    match event.stage() {
        Stage::Open => {
            let players = match event.count_in() {
                0 => "No players".to_owned(),
                players => count(players as u64, "player"),
            };
            let most = event.spec().places;
            let missing = FEWEST.saturating_sub(event.count_in());
            let waits = match (event.spec().starts_at, organizes) {
                _ if missing > 0 => format!("Needs {missing} more to start."),
                (None, true) => "Waiting for you to start.".to_owned(),
                (None, false) => format!("Waiting for {organizer} to start."),
                (Some(_), true) => "You can also start it earlier.".to_owned(),
                (Some(_), false) => format!("{organizer} may start it earlier."),
            };
            format!("{players} so far, up to {most}. {waits}")
        }
        Stage::Running => {
            let left = event.rounds().last().map_or(0, EventRound::undecided);
            let games = match left {
                0 => String::new(),
                1 => " One game in progress.".to_owned(),
                left => format!(" {left} games in progress."),
            };
            format!("{} of {}.{games}", round_name(event, event.last_round().max(1)), event.planned_rounds())
        }
        Stage::Paused if event.is_round_done() => {
            format!("Paused after {}.", round_name(event, event.last_round()).to_lowercase())
        }
        Stage::Paused => {
            let round = round_name(event, event.last_round().max(1)).to_lowercase();
            format!("Paused in {round}: games in progress continue.")
        }
        Stage::Over(why) => {
            let first: Vec<String> = event.winners().into_iter().map(|player| name(event, player)).collect();
            let early = if why == EndReason::Played { "" } else { why.sentence() };
            let first = match first.as_slice() {
                [] => String::new(),
                [winner] => format!("{winner} wins the event."),
                winners => format!("{} share first place.", listed(winners)),
            };
            match (first.as_str(), early) {
                ("", "") => why.sentence().to_owned(),
                (first, early) => [first, early].join(" ").trim().to_owned(),
            }
        }
    }
}

/// What a seat has achieved in a deal.
fn achievement(event: &Event, table: &Pairing) -> Option<String> {
    let player = table.players().next()?;
    let achieved = table.achieved(player)?;
    Some(match (event.count()?, achieved.won) {
        (Count::Moves, false) => "Not solved".to_owned(),
        (Count::Moves, true) => format!("Solved in {}", count(achieved.count.unsigned_abs().into(), "move")),
        (Count::Points, _) => count(achieved.count.unsigned_abs().into(), "point"),
    })
}

/// Why a player has no result. Beside one name alone, it needs no name.
fn missing(event: &Event, player: PlayerNo, alone: bool) -> String {
    let why = match event.player(player).map(|player| player.presence) {
        Some(Presence::Left) => "left",
        Some(Presence::Removed) => "was removed",
        Some(Presence::In) | None => "didn’t play in time",
    };
    if alone { bagatelle_pages::text::capitalised(why) } else { format!("{} {why}", name(event, player)) }
}

fn result(event: &Event, table: &Pairing) -> String {
    if !table.is_decided() {
        if matches!(event.stage(), Stage::Over(_)) {
            return "Not finished".to_owned();
        }
        return if table.games().is_empty() { "Playing" } else { "Drawn: playing again" }.to_owned();
    }
    if event.spec().is_duplicate()
        && let Some(told) = achievement(event, table)
    {
        return told;
    }
    let shares: Vec<String> = table.shares().into_iter().map(|(_, points)| points.to_string()).collect();
    let alone = table.players().count() == 1;
    let missing: Vec<String> = table.missed().iter().map(|player| missing(event, *player, alone)).collect();
    let mut points = shares.join("–");
    if table.is_corrected() {
        points += ", corrected by the organizer";
    }
    match missing.as_slice() {
        [] => points,
        missing if points.is_empty() => listed(missing),
        missing => format!("{points} ({})", listed(missing)),
    }
}

/// The rounds for a viewer.
pub(super) fn rounds(kept: &Kept, games: &[EventGame], viewer: Option<&str>) -> Vec<RoundItem> {
    let event = &kept.event;
    let known: BTreeMap<(u32, u32), String> = shown::tables(kept, games, viewer);
    let own = viewer.and_then(|viewer| event.number_of(viewer));
    let line = |number: u32, place: u32, table: &Pairing| TableLine {
        players: table
            .seats()
            .iter()
            .map(|seat| seat.map_or_else(|| "the computer".to_owned(), |player| name(event, player)))
            .collect(),
        result: result(event, table),
        table: known.get(&(number, place)).cloned(),
        own: table.players().any(|player| Some(player) == own),
    };
    let bye = |bye: &bagatelle_events::Bye| ByeItem {
        name: name(event, bye.player),
        why: match bye.why {
            ByeKind::Rest => "sits out this round.",
            ByeKind::Bye => "sits out this round, which counts as a win.",
            ByeKind::Walkover => "wins without playing: the opponent has left.",
            ByeKind::Late => "joined after this round.",
            ByeKind::LateHalf => "joined after this round, which counts as half a point.",
        },
    };
    let round = |(number, round): (u32, &EventRound)| RoundItem {
        number,
        tables: (0..).zip(round.tables()).map(|(place, table)| line(number, place, table)).collect(),
        byes: round.byes().iter().map(bye).collect(),
    };
    (1..).zip(event.rounds()).map(round).collect()
}

/// The standings for a viewer.
pub(super) fn standings(event: &Event, viewer: Option<&str>) -> Vec<StandingItem> {
    let own = viewer.and_then(|viewer| event.number_of(viewer));
    // Before the first result, all are equal.
    let begun = event.rounds().iter().any(|round| round.undecided() < round.tables().len());
    let line = |one: bagatelle_events::Standing| StandingItem {
        rank: one.rank.filter(|_| begun),
        out: one.rank.is_none(),
        name: name(event, one.player),
        points: one.points.to_string(),
        values: one.values.iter().map(ToString::to_string).collect(),
        own: Some(one.player) == own,
    };
    event.standings().into_iter().map(line).collect()
}

/// What decides between equals, once it can: before the first round is over, and as long as no value differs,
/// it tells nothing.
pub(super) fn tie_breaks(event: &Event) -> Vec<TieBreakItem> {
    let played = event.rounds().first().is_some_and(|round| round.undecided() == 0);
    let here = event.standings().into_iter().filter(|line| line.rank.is_some());
    let all: Vec<_> = here.map(|line| line.values).collect();
    if !played || all.windows(2).all(|two| two[0] == two[1]) {
        return Vec::new();
    }
    let item = |one: &TieBreak| TieBreakItem { name: one.name(), explained: one.explained(event.count()) };
    event.tie_breaks().iter().map(item).collect()
}

/// The results to which the organizer can correct those of the running round: what the form sends, and a
/// sentence.
pub(super) fn corrections(event: &Event) -> Vec<(String, String)> {
    let number = event.last_round();
    let Some(round) = event.rounds().last() else { return Vec::new() };
    if event.is_over() || event.spec().is_duplicate() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (place, table) in (0_u32..).zip(round.tables()) {
        if !table.is_decided() || table.games().is_empty() {
            continue;
        }
        let players: Vec<String> = table.players().map(|player| name(event, player)).collect();
        let players = players.join(" – ");
        all.extend(table.players().map(|player| {
            let told = format!("{players}: {} won", name(event, player));
            (format!("{number} {place} {}", player.0), told)
        }));
        all.push((format!("{number} {place} -"), format!("{players}: a draw")));
    }
    all
}

/// What the organizer should know before the start: with few players, a Swiss event has fewer rounds.
pub(super) fn warning(event: &Event) -> Option<String> {
    let players = u32::try_from(event.count_in()).ok().filter(|players| *players >= 3)?;
    let Form::Swiss { rounds } = event.spec().form else { return None };
    let all_meet = players - 1 + players % 2;
    let fewer = event.stage() == Stage::Open && event.spec().seats == 2 && rounds > all_meet;
    fewer.then(|| {
        format!(
            "With {}, everyone has met everyone after {}, so there won’t be {}.",
            count(players.into(), "player"),
            count(all_meet.into(), "round"),
            count(rounds.into(), "round")
        )
    })
}

/// Whether a viewer plays in an event.
pub(super) fn plays(event: &Event, viewer: Option<&str>) -> bool {
    let own = viewer.and_then(|viewer| event.number_of(viewer)).and_then(|own| event.player(own));
    own.is_some_and(|own| own.presence == Presence::In)
}

/// Whether the organizer has removed an account.
pub(super) fn was_removed(event: &Event, account: &str) -> bool {
    let player = event.number_of(account).and_then(|number| event.player(number));
    player.is_some_and(|player| player.presence == Presence::Removed)
}

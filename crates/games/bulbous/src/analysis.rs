//! After the game: what each seat held and bid in every turn, and what was luck and what was play. A pure function from
//! a record to data, and from the data to a picture.
//!
//! Luck and play are told apart by playing the same deal again: many times, with a simple player on every seat. What
//! these players score on average from the seat's place in *this* deal, less what they score from an average deal, is
//! the luck of the deal; what the seat really scored beyond them is its play. The numbers are the same every time.

use crate::art::{self, CREAM, MAT, PAPER, number};
use crate::bids::cheapest;
use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::draw::{bulb_of, dress};
use crate::news::{plant, title};
use crate::notation::Action;
use crate::options::Wish;
use crate::programs::simple_scores;
use crate::rules::Bulbous;
use crate::score::{Points, points};
use crate::table::{Specimen, State, Table};
use bagatelle_core::record::RecordError;
use bagatelle_core::{Game, Record, Rng, Seat, Seed, Stream};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// What one seat held and laid in one turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hand {
    /// The hand when the turn began.
    pub held: Cards,
    /// What was laid, added cards included; empty if the seat swapped or passed.
    pub laid: Cards,
    /// The worth of what was laid, without a Wild.
    pub worth: u8,
    /// The worth of all cards of the colour in hand.
    pub most: u8,
    /// Whether the matching Wild was laid.
    pub wild: bool,
    /// The fewest cards that would have won against what the others laid, if the seat held them and did not win.
    pub would_have_won: Option<Cards>,
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnLine {
    /// The round, from 1.
    pub round: u16,
    /// The colour that was contested.
    pub colour: Colour,
    /// The specimen's places.
    pub places: u8,
    /// By seat.
    pub hands: Vec<Hand>,
    /// Who placed a bulb.
    pub winner: Option<Seat>,
}

/// One seat over the whole game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatLine {
    /// The points, by where they come from.
    pub points: Points,
    /// Points that the deal was worth more than an average one to a simple player.
    pub luck: f64,
    /// Points that the seat made more than a simple player in its place.
    pub play: f64,
    /// Bulbs placed.
    pub won: u32,
    /// Turns in which the seat laid cards.
    pub bids: u32,
    /// Turns that the seat could have won with its hand against what the others laid, but did not.
    pub missed: u32,
    /// Worth laid beyond what was needed, over all turns won.
    pub overbid: u32,
}

/// A game looked back on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// Every turn that was decided.
    pub turns: Vec<TurnLine>,
    /// Every seat.
    pub seats: Vec<SeatLine>,
    #[serde(skip)]
    last: Table,
}

/// A turn that has begun: what everybody holds.
struct Open {
    round: u16,
    specimen: Specimen,
    held: Vec<Cards>,
}

/// Looks back on a recorded game, finished or not; see [`look_back`].
///
/// # Errors
/// When the record cannot be replayed.
pub fn analyse(record: &Record, samples: u32) -> Result<Analysis, RecordError> {
    let (mut start, mut actions) = (None, Vec::new());
    let (game, end) = record.replay::<Bulbous>(|_, state, action| {
        start.get_or_insert_with(|| state.clone());
        actions.extend(action);
    })?;
    Ok(look_back(&game, &start.unwrap_or(end), &actions, samples))
}

/// Looks back on a game of legal `actions`, finished or not. `samples` games of simple players are played from its deal
/// and as many from others to measure luck; 200 take about a quarter of a second.
#[must_use]
pub fn look_back(game: &Bulbous, start: &State, actions: &[Action], samples: u32) -> Analysis {
    let mut state = start.clone();
    let mut turns = Vec::new();
    let mut open: Option<Open> = None;
    let mut decided = 0;
    for &action in actions {
        game.apply(&mut state, action);
        let table = state.table();
        if table.turns() != decided {
            decided = table.turns();
            if let Some((open, shown)) = open.take().zip(table.shown()) {
                turns.push(line(&open, &shown.bets, shown.winner, table));
            }
        }
        if open.is_none()
            && let Some(specimen) = table.target()
        {
            let held = Seat::all(table.seats()).map(|s| state.hand(s)).collect();
            open = Some(Open { round: table.round(), specimen, held });
        }
    }
    let table = state.table().clone();
    let (here, usual) = expected(game, start, samples);
    let totals = points(&table, game.options());
    let seats = Seat::all(table.seats())
        .map(|seat| {
            let k = seat.index();
            let hands = || turns.iter().map(move |turn| (&turn.hands[k], turn.winner == Some(seat), turn));
            SeatLine {
                points: totals[k],
                luck: here[k] - usual[k],
                play: f64::from(totals[k].total()) - here[k],
                won: hands().filter(|(_, won, _)| *won).count() as u32,
                bids: hands().filter(|(hand, ..)| !hand.laid.is_empty()).count() as u32,
                missed: hands().filter(|(hand, ..)| hand.would_have_won.is_some()).count() as u32,
                overbid: hands().filter(|(_, won, _)| *won).map(|(_, _, turn)| overbid(turn, seat)).sum(),
            }
        })
        .collect();
    Analysis { turns, seats, last: table }
}

/// The mean scores of simple players from this start, and from a start on average, by seat.
fn expected(game: &Bulbous, start: &State, samples: u32) -> (Vec<f64>, Vec<f64>) {
    let table = start.table();
    let seed = Seed::from_text("after the game");
    let seats = usize::from(table.seats());
    let mut here = vec![0.0; seats];
    let mut usual = vec![0.0; seats];
    let samples = samples.max(1);
    for n in 0..samples {
        let seed = seed.nth(u64::from(n));
        for (sum, score) in here.iter_mut().zip(simple_scores(game, start.clone(), &seed)) {
            *sum += f64::from(score) / f64::from(samples);
        }
        let other = game.deal(&Wish { seats: table.seats() }, &mut Rng::new(&seed, Stream::Deal));
        let Some(mut other) = other.ok() else { continue };
        other.first = table.first().0;
        if let Ok(other) = game.start(&other) {
            for (sum, score) in usual.iter_mut().zip(simple_scores(game, other, &seed)) {
                *sum += f64::from(score) / f64::from(samples);
            }
        }
    }
    (here, usual)
}

fn line(open: &Open, bets: &[Cards], winner: Option<Seat>, table: &Table) -> TurnLine {
    let colour = open.specimen.colour;
    let wild = Cards::wild_for(colour);
    let hands = Seat::all(table.seats())
        .map(|seat| {
            let (held, laid) = (open.held[seat.index()], bets[seat.index()]);
            let others = || Seat::all(table.seats()).filter(|s| *s != seat).map(|s| bets[s.index()]);
            let beaten_by_wild = others().any(|bet| !(bet & wild).is_empty());
            let best = others().filter(|bet| !bet.is_empty()).map(|bet| worth(bet, colour)).max();
            let goal = best.map_or(0, |b| b + 1);
            let enough = cheapest(held & Cards::of(colour), colour, goal);
            let would = if beaten_by_wild || winner == Some(seat) {
                None
            } else if !enough.is_empty() && worth(enough, colour) >= goal {
                Some(enough)
            } else {
                Some(held & wild).filter(|w| !w.is_empty())
            };
            Hand {
                held,
                laid,
                worth: worth(laid, colour),
                most: worth(held, colour),
                wild: !(laid & wild).is_empty(),
                would_have_won: would,
            }
        })
        .collect();
    TurnLine { round: open.round, colour, places: open.specimen.size, hands, winner }
}

fn overbid(turn: &TurnLine, seat: Seat) -> u32 {
    let own = &turn.hands[seat.index()];
    let best = turn.hands.iter().enumerate().filter(|(k, hand)| *k != seat.index() && !hand.laid.is_empty());
    let best = best.map(|(_, hand)| hand.worth + 1).max().unwrap_or(0);
    if own.wild { 0 } else { u32::from(own.worth.saturating_sub(best)) }
}

/// The height of a seat's lane, and of its largest bar (for 36 and more).
const LANE: f64 = 92.0;
const BAR: f64 = 58.0;

/// The whole game as a picture: above, where each seat's points come from; below, a lane per seat with a pale bar for
/// what its hand was worth in each turn, a full bar for what it laid, and a bulb where it won.
#[must_use]
pub fn picture(analysis: &Analysis) -> String {
    let table = &analysis.last;
    let turns = analysis.turns.len().max(1) as f64;
    let width = 900.0;
    let step = ((width - 130.0) / turns).min(30.0);
    let seats = analysis.seats.len() as f64;
    let lanes = 30.0 + seats * 46.0 + 34.0;
    let height = lanes + seats * LANE + 30.0;
    let dresses: Vec<_> = Seat::all(table.seats()).map(|s| dress(table, s)).collect();
    let most = analysis.seats.iter().map(|s| s.points.total()).max().unwrap_or(1).max(12);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) role="img"
            aria-label=(summary(analysis)) {
            (art::defs(&[], &dresses))
            rect width=(width) height=(height) rx="20" fill=(MAT) {}
            @for (seat, line) in Seat::all(table.seats()).zip(&analysis.seats) {
                (balance(table, seat, line, 26.0 + seat.index() as f64 * 46.0, most))
            }
            @for seat in Seat::all(table.seats()) {
                (lane(analysis, seat, lanes + seat.index() as f64 * LANE, step))
            }
            (colours(analysis, height - 22.0, step))
        }
    }
    .into_string()
}

/// The whole review as an HTML fragment: picture, what it shows, and the same in words.
pub(crate) fn html(analysis: &Analysis) -> String {
    let table = &analysis.last;
    html! {
        figure { (PreEscaped(picture(analysis))) }
        p {
            "Above: the points of each seat, full for bulbs, paler for majorities and collections; beside the die what the deal "
            "was worth, beside the bulb what the play added. Below, turn by turn: pale, what the hand was worth on that "
            "plant; full, what was laid; dashed, a Wild; a bulb where it won, a dot where the hand could have won and did not."
        }
        ul {
            @for (seat, line) in Seat::all(table.seats()).zip(&analysis.seats) {
                li { (sentence(table, seat, line)) }
            }
        }
        p {
            "The deal is measured by letting simple players play it many times on all seats: what they make of a seat's place in "
            "this deal, less what they make of an average deal, is luck; what the seat made beyond them is play."
        }
    }
    .into_string()
}

/// One sentence per seat.
#[must_use]
pub fn summary(analysis: &Analysis) -> String {
    let table = &analysis.last;
    let each: Vec<String> =
        Seat::all(table.seats()).zip(&analysis.seats).map(|(s, line)| sentence(table, s, line)).collect();
    each.join(" ")
}

fn sentence(table: &Table, seat: Seat, line: &SeatLine) -> String {
    format!(
        "{}: {} points, of which the deal made {:+.1} and the play {:+.1} against simple players; laid cards {} times, \
         planted {} bulbs, could have won {} more.",
        title(table, seat),
        line.points.total(),
        line.luck,
        line.play,
        line.bids,
        line.won,
        line.missed
    )
}

/// A seat's points, and how far the deal and the play moved them.
fn balance(table: &Table, seat: Seat, line: &SeatLine, y: f64, most: i32) -> Markup {
    let ((light, dark), mark) = dress(table, seat);
    let unit = 330.0 / f64::from(most);
    let Points { bulbs, majorities, collections } = line.points;
    let parts = [(0, bulbs, "1"), (bulbs, majorities, ".65"), (bulbs + majorities, collections, ".4")];
    html! {
        g role="img" aria-label=(format!("{}: {} points; luck of the deal {:+.1}, play {:+.1}", title(table, seat), line.points.total(), line.luck, line.play)) {
            circle cx="34" cy=(y) r="17" fill=(light) stroke=(dark) stroke-width="2" {}
            path d=(mark.path()) transform=(format!("translate(34 {y})")) fill="#fffaf0" {}
            (number(line.points.total(), 78.0, y, 22.0, CREAM))
            @for (before, count, opacity) in parts.into_iter().filter(|(_, count, _)| *count > 0) {
                rect x=(format!("{:.1}", 110.0 + f64::from(before) * unit)) y=(y - 13.0) width=(format!("{:.1}", f64::from(count) * unit - 2.0))
                    height="26" rx="4" fill=(light) stroke=(dark) opacity=(opacity) {}
            }
            (swing("M-8-10H8A2 2 0 0 1 10-8V8A2 2 0 0 1 8 10H-8A2 2 0 0 1-10 8V-8A2 2 0 0 1-8-10ZM-4.500-4.500h.1M4.500 4.500h.1M0 0h.1M4.500-4.500h.1M-4.500 4.500h.1", line.luck, 560.0, y))
            (swing("M0-10C2-4 9-2 9 4 9 9 4 10 0 10S-9 9-9 4C-9-2-2-4 0-10Z", line.play, 740.0, y))
        }
    }
}

/// A figure with one decimal, its middle at `(x, y)`; its sign is told by the bar beside it.
fn tenths(value: f64, x: f64, y: f64) -> Markup {
    let tenths = (value.abs() * 10.0).round() as i32;
    html! {
        (number(tenths / 10, x - if tenths >= 100 { 9.0 } else { 5.0 }, y, 14.0, CREAM))
        circle cx=(x + 4.5) cy=(y + 6.0) r="1.400" fill=(CREAM) {}
        (number(tenths % 10, x + 13.0, y, 14.0, CREAM))
    }
}

/// A bar to the right for a gain, to the left for a loss, after a sign for what it is (a die of chance, a bulb of play).
fn swing(sign: &str, value: f64, x: f64, y: f64) -> Markup {
    let length = (value.abs() * 5.0).min(60.0);
    html! {
        path d=(sign) transform=(format!("translate({} {y})", x - 92.0)) fill="none" stroke=(CREAM) stroke-width="2.200" stroke-linejoin="round" stroke-linecap="round" {}
        path d=(format!("M{x} {}v26", y - 13.0)) stroke=(CREAM) opacity=".6" {}
        @if value >= 0.0 {
            rect x=(x) y=(y - 9.0) width=(format!("{length:.1}")) height="18" rx="3" fill="#a9bf8e" {}
            path d=(format!("M{:.1} {y}h9m-4.500-4.500v9", x + length + 5.0)) stroke=(CREAM) stroke-width="2" stroke-linecap="round" {}
            (tenths(value, x + length + 29.0, y))
        } @else {
            rect x=(format!("{:.1}", x - length)) y=(y - 9.0) width=(format!("{length:.1}")) height="18" rx="3" fill="#c98f7c" {}
            (tenths(value, x + 18.0, y))
            path d=(format!("M{:.1} {y}h9", x - length - 14.0)) stroke=(CREAM) stroke-width="2" stroke-linecap="round" {}
        }
    }
}

fn lane(analysis: &Analysis, seat: Seat, y: f64, step: f64) -> Markup {
    let table = &analysis.last;
    let ((light, dark), mark) = dress(table, seat);
    let base = y + LANE - 12.0;
    let bar = (step - 3.0).max(1.5);
    let high = |worth: u8| f64::from(worth.min(36)) / 36.0 * BAR;
    html! {
        circle cx="34" cy=(base - 24.0) r="17" fill=(light) stroke=(dark) stroke-width="2" {}
        path d=(mark.path()) transform=(format!("translate(34 {})", base - 24.0)) fill="#fffaf0" {}
        path d=(format!("M72 {base}H880")) stroke="#6b7a71" {}
        @for (n, turn) in analysis.turns.iter().enumerate() {
            @let hand = &turn.hands[seat.index()];
            @let x = 76.0 + n as f64 * step;
            g {
                title { (told(table, turn, seat)) }
                @if hand.most > 0 {
                    rect x=(format!("{x:.1}")) y=(format!("{:.1}", base - high(hand.most))) width=(format!("{bar:.1}")) height=(format!("{:.1}", high(hand.most))) fill=(PAPER) opacity=".22" {}
                }
                @if hand.wild {
                    rect x=(format!("{x:.1}")) y=(format!("{:.1}", base - BAR)) width=(format!("{bar:.1}")) height=(BAR) fill="none" stroke=(light) stroke-width="2" stroke-dasharray="3 2" {}
                } @else if !hand.laid.is_empty() {
                    rect x=(format!("{x:.1}")) y=(format!("{:.1}", base - high(hand.worth).max(2.0))) width=(format!("{bar:.1}")) height=(format!("{:.1}", high(hand.worth).max(2.0))) fill=(light) {}
                }
                @if turn.winner == Some(seat) {
                    use href=(bulb_of(table, seat)) transform=(format!("translate({:.1} {:.1}) scale({:.2})", x + bar / 2.0, y + 12.0, (step / 34.0).min(0.5))) {}
                } @else if hand.would_have_won.is_some() {
                    circle cx=(format!("{:.1}", x + bar / 2.0)) cy=(format!("{:.1}", base + 5.0)) r="2" fill=(CREAM) {}
                }
            }
        }
    }
}

/// A turn of one seat in words.
fn told(table: &Table, turn: &TurnLine, seat: Seat) -> String {
    let hand = &turn.hands[seat.index()];
    let specimen = Specimen { colour: turn.colour, size: turn.places };
    let laid = if hand.laid.is_empty() {
        "laid nothing".into()
    } else if hand.wild {
        "laid the Wild".into()
    } else {
        format!("laid {} ({})", hand.laid, hand.worth)
    };
    let end = match (&hand.would_have_won, turn.winner == Some(seat)) {
        (_, true) => " and won".into(),
        (Some(cards), _) => format!("; {cards} would have won"),
        _ => String::new(),
    };
    format!(
        "Round {}, {}: {} held {}, {laid}{end}",
        turn.round,
        plant(specimen),
        title(table, seat),
        hand.held
    )
}

/// The colours that were contested, under the lanes; a line where a round begins.
fn colours(analysis: &Analysis, y: f64, step: f64) -> Markup {
    html! {
        @for (n, turn) in analysis.turns.iter().enumerate() {
            @let x = 76.0 + n as f64 * step;
            @let (light, _) = art::paint(turn.colour);
            @if n > 0 && analysis.turns[n - 1].round != turn.round {
                path d=(format!("M{:.1} {}V{}", x - 1.5, y + 8.0, y - 8.0)) stroke=(CREAM) opacity=".7" {}
            }
            path d=(art::Mark::Emblem(turn.colour).path()) transform=(format!("translate({:.1} {y}) scale({:.2})", x + (step - 3.0) / 2.0, (step / 24.0).min(0.8))) fill=(light) {}
        }
    }
}

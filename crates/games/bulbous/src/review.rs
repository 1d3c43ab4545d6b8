//! The review of a game, as a picture and in words; its content is computed in `analysis`.

use crate::analysis::{Analysis, Balance, SeatReview, TurnReview};
use crate::draw::art::{self, CREAM, MAT, PAPER, number};
use crate::draw::layout::{bulb_of, dress};
use crate::narrate::plant;
use crate::public::{Public, Specimen};
use crate::score::Points;
use bagatelle_core::Seat;
use bagatelle_core::present::text::{counted, signed};
use bagatelle_core::present::{Mark, Note, player};
use maud::{Markup, html};

/// The width of the picture: on a phone its figures can still be read.
const WIDTH: f64 = 600.0;
/// The height of a seat's lane, and of its largest bar (for 36 and more).
const LANE: f64 = 92.0;
const BAR: f64 = 58.0;
/// Where the bars of luck and of play begin, and how far they are below the bar of the points.
const AXES: [f64; 2] = [200.0, 432.0];
const BELOW: f64 = 38.0;

/// The whole game as a picture: above, where each seat's points come from; below, a lane per seat with a pale
/// bar for what its hand was worth in each turn, a full bar for what it laid, and a bulb where it won.
#[must_use]
pub fn picture(analysis: &Analysis) -> String {
    let public = &analysis.last;
    let turns = analysis.turns.len().max(1) as f64;
    let step = ((WIDTH - 96.0) / turns).min(30.0);
    let seats = analysis.seats.len() as f64;
    let row = if analysis.is_whole() { 46.0 + BELOW } else { 46.0 };
    let lanes = 10.0 + seats * row + 24.0;
    let height = lanes + seats * LANE + 30.0;
    let dresses: Vec<_> = Seat::all(public.seats()).map(|s| dress(public, s)).collect();
    let most = analysis.seats.iter().map(|s| s.points.total()).max().unwrap_or(1).max(12);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) role="img"
            aria-label=(summary(analysis)) {
            (art::Defs { cards: &[], seats: &dresses, plants: true })
            rect width=(WIDTH) height=(height) rx="20" fill=(MAT) {}
            @for (seat, own) in Seat::all(public.seats()).zip(&analysis.seats) {
                (balance(public, seat, own, 30.0 + seat.index() as f64 * row, most))
            }
            @for seat in Seat::all(public.seats()) {
                (lane(analysis, seat, lanes + seat.index() as f64 * LANE, step))
            }
            (colours(analysis, height - 22.0, step))
        }
    }
    .into_string()
}

/// The signs of what the deal was worth (a die) and of what the play added (a bulb).
const DIE: &str = "M-8-10H8A2 2 0 0 1 10-8V8A2 2 0 0 1 8 10H-8A2 2 0 0 1-10 8V-8A2 2 0 0 \
    1-8-10ZM-4.500-4.500h.1M4.500 4.500h.1M0 0h.1M4.500-4.500h.1M-4.500 4.500h.1";
const BULB: &str = "M0-10C2-4 9-2 9 4 9 9 4 10 0 10S-9 9-9 4C-9-2-2-4 0-10Z";

/// The marks of the picture, in its order from above.
pub(crate) fn key(analysis: &Analysis) -> Vec<Mark> {
    let ((light, _), _) = dress(&analysis.last, Seat(0));
    let bar = |opacity: &str| {
        html! { rect x="-11" y="-7" width="22" height="14" rx="2" fill=(light) opacity=(opacity) {} }
    };
    let sign = |path: &str| {
        html! { path d=(path) fill="none" stroke=(CREAM) stroke-width="2.200" stroke-linejoin="round"
        stroke-linecap="round" {} }
    };
    let pale = html! { rect x="-6" y="-10" width="12" height="20" fill=(PAPER) opacity=".22" {} };
    let full = html! { rect x="-6" y="-10" width="12" height="20" fill=(light) {} };
    let wild = html! { rect x="-6" y="-10" width="12" height="20" fill="none" stroke=(light) stroke-width="2"
    stroke-dasharray="3 2" {} };
    let won = html! { path d=(BULB) fill=(light) {} };
    let dot = html! { circle r="3" fill=(CREAM) {} };
    let balance = [
        (sign(DIE), "Luck of the deal: what simple players score with it, above their average"),
        (sign(BULB), "Play: what the player scored above that"),
    ];
    let marks = [
        (bar("1"), "Points for bulbs"),
        (bar(".65"), "for majorities"),
        (bar(".4"), "for collections"),
        (pale, "What a hand was worth"),
        (full, "What was bet"),
        (wild, "A Wild"),
        (won, "A bulb won"),
        (dot, "A hand that could have won"),
    ];
    let (points, turns) = marks.split_at(3);
    let balance = &balance[..if analysis.is_whole() { 2 } else { 0 }];
    let mark = |(shape, words): &(Markup, &str)| Mark { svg: framed(shape), words: (*words).to_owned() };
    points.iter().chain(balance).chain(turns).map(mark).collect()
}

/// A mark of the picture on its ground.
fn framed(shape: &Markup) -> String {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -14 32 28" aria-hidden="true" {
            rect x="-16" y="-14" width="32" height="28" rx="5" fill=(MAT) {}
            (shape)
        }
    }
    .into_string()
}

/// What is about the picture, and what it shows in words.
pub(crate) fn notes(analysis: &Analysis) -> Vec<Note> {
    let public = &analysis.last;
    // The winner first, then who could have won, and last who did nothing.
    let words = |turn: &TurnReview| {
        let rank = |seat: &Seat| match &turn.hands[seat.index()] {
            _ if turn.winner == Some(*seat) => 0,
            hand if hand.would_have_won.is_some() => 1,
            hand if !hand.laid.is_empty() => 2,
            _ => 3,
        };
        let each = |wanted: u8| Seat::all(public.seats()).filter(move |seat| rank(seat) == wanted);
        let each: Vec<String> = (0..4).flat_map(each).map(|seat| told(turn, seat)).collect();
        format!("{}: {}", heading(turn), each.join(" "))
    };
    let stopped = "The game stopped before its end, so these are the points at that moment. Only a finished \
        game shows how much was luck and how much was play.";
    let points = Note {
        title: "Points".into(),
        text: if analysis.is_whole() { String::new() } else { stopped.into() },
        list: Vec::new(),
    };
    let turns = Note {
        title: "Turn by turn".into(),
        text: String::new(),
        list: analysis.turns.iter().map(words).collect(),
    };
    vec![points, turns]
}

/// One sentence per seat.
#[must_use]
pub fn summary(analysis: &Analysis) -> String {
    let public = &analysis.last;
    let each = Seat::all(public.seats()).zip(&analysis.seats);
    let each: Vec<String> = each.map(|(seat, own)| format!("{}: {}", player(seat), sentence(own))).collect();
    each.join(" ")
}

/// How a seat has played.
pub(crate) fn sentence(own: &SeatReview) -> String {
    let bets = match (own.bids, own.won) {
        (0, _) => "Never bet".to_owned(),
        (bets, 0) => format!("Bet {} but planted no bulbs", counted(bets as usize, "time")),
        (bets, won) => {
            let [bets, won] = [counted(bets as usize, "time"), counted(won as usize, "bulb")];
            format!("Bet {bets} and planted {won}")
        }
    };
    let missed = match own.missed {
        0 => String::new(),
        missed => format!(
            " The cards in hand could have won {missed} more {}.",
            if missed == 1 { "turn" } else { "turns" }
        ),
    };
    format!("{}. {bets}.{missed}", in_short(own))
}

/// A seat's points, and how far the deal and the play moved them, where that is known.
fn in_short(own: &SeatReview) -> String {
    let points = counted(own.points.total().unsigned_abs() as usize, "point");
    match own.balance {
        Some(Balance { luck, play }) => {
            format!("{points}; luck of the deal {}, play {}", signed(luck, 1), signed(play, 1))
        }
        None => format!("{points} when the game stopped"),
    }
}

/// A seat's points, and how far the deal and the play moved them.
fn balance(public: &Public, seat: Seat, own: &SeatReview, y: f64, most: i32) -> Markup {
    let ((light, dark), mark) = dress(public, seat);
    let unit = 460.0 / f64::from(most);
    let Points { bulbs, majorities, collections } = own.points;
    let parts = [(0, bulbs, "1"), (bulbs, majorities, ".65"), (bulbs + majorities, collections, ".4")];
    html! {
        g role="img" aria-label=(format!("{}: {}", player(seat), in_short(own))) {
            circle cx="34" cy=(y) r="17" fill=(light) stroke=(dark) stroke-width="2" {}
            path d=(mark.path()) transform=(format!("translate(34 {y})")) fill="#fffaf0" {}
            (number(own.points.total(), 84.0, y, 24.0, CREAM))
            @for (before, count, opacity) in parts.into_iter().filter(|(_, count, _)| *count > 0) {
                rect x=(format!("{:.1}", 116.0 + f64::from(before) * unit)) y=(y - 13.0)
                    width=(format!("{:.1}", f64::from(count) * unit - 2.0))
                    height="26" rx="4" fill=(light) stroke=(dark) opacity=(opacity) {}
            }
            @if let Some(Balance { luck, play }) = own.balance {
                (swing(DIE, luck, AXES[0], y + BELOW))
                (swing(BULB, play, AXES[1], y + BELOW))
            }
        }
    }
}

/// How wide a digit is in a figure beside a bar, and how much of that is space.
const DIGIT: f64 = 15.0 * FIGURE / 18.0;
const SPACE: f64 = 3.0 * FIGURE / 18.0;
/// The height of a figure beside a bar.
const FIGURE: f64 = 20.0;

/// A figure with one decimal that begins at `left`; its sign is told by the bar beside it.
fn tenths(value: f64, left: f64, y: f64) -> Markup {
    let tenths = (value.abs() * 10.0).round() as i32;
    let digits = (tenths / 10).to_string().len() as f64;
    let middle = |left: f64, digits: f64| left + (digits * DIGIT - SPACE) / 2.0;
    let point = left + digits * DIGIT - SPACE + 0.34 * FIGURE;
    html! {
        (number(tenths / 10, middle(left, digits), y, FIGURE, CREAM))
        circle cx=(format!("{point:.1}")) cy=(y + 0.43 * FIGURE) r="2" fill=(CREAM) {}
        (number(tenths % 10, middle(point + 0.27 * FIGURE, 1.0), y, FIGURE, CREAM))
    }
}

/// The length of the longest bar, for 11.5 points and more.
const SWING: f64 = 46.0;

/// A bar to the right for a gain, to the left for a loss, after a sign for what it is (a die of chance, a
/// bulb of play).
fn swing(sign: &str, value: f64, x: f64, y: f64) -> Markup {
    // What is shown as nothing has no sign of a loss.
    let value = (value * 10.0).round() / 10.0;
    let length = (value.abs() * 4.0).min(SWING);
    html! {
        path d=(sign) transform=(format!("translate({} {y})", x - 78.0)) fill="none" stroke=(CREAM)
            stroke-width="2.200" stroke-linejoin="round" stroke-linecap="round" {}
        path d=(format!("M{x} {}v26", y - 13.0)) stroke=(CREAM) opacity=".6" {}
        @if value >= 0.0 {
            rect x=(x) y=(y - 9.0) width=(format!("{length:.1}")) height="18" rx="3" fill="#a9bf8e" {}
            path d=(format!("M{:.1} {y}h9m-4.500-4.500v9", x + length + 5.0)) stroke=(CREAM) stroke-width="2"
                stroke-linecap="round" {}
            (tenths(value, x + length + 19.0, y))
        } @else {
            rect x=(format!("{:.1}", x - length)) y=(y - 9.0) width=(format!("{length:.1}")) height="18"
                rx="3" fill="#c98f7c" {}
            (tenths(value, x + 8.0, y))
            path d=(format!("M{:.1} {y}h9", x - length - 14.0)) stroke=(CREAM) stroke-width="2"
                stroke-linecap="round" {}
        }
    }
}

fn lane(analysis: &Analysis, seat: Seat, y: f64, step: f64) -> Markup {
    let public = &analysis.last;
    let ((light, dark), mark) = dress(public, seat);
    let base = y + LANE - 12.0;
    let bar = (step - 3.0).max(1.5);
    let high = |worth: u8| f64::from(worth.min(36)) / 36.0 * BAR;
    html! {
        circle cx="34" cy=(base - 24.0) r="17" fill=(light) stroke=(dark) stroke-width="2" {}
        path d=(mark.path()) transform=(format!("translate(34 {})", base - 24.0)) fill="#fffaf0" {}
        path d=(format!("M72 {base}H{}", WIDTH - 20.0)) stroke="#6b7a71" {}
        @for (n, turn) in analysis.turns.iter().enumerate() {
            @let hand = &turn.hands[seat.index()];
            @let x = 76.0 + n as f64 * step;
            g {
                title { (heading(turn)) ": " (told(turn, seat)) }
                @if hand.most > 0 {
                    rect x=(format!("{x:.1}")) y=(format!("{:.1}", base - high(hand.most)))
                        width=(format!("{bar:.1}")) height=(format!("{:.1}", high(hand.most))) fill=(PAPER)
                            opacity=".22" {}
                }
                @if hand.wild {
                    rect x=(format!("{x:.1}")) y=(format!("{:.1}", base - BAR)) width=(format!("{bar:.1}"))
                        height=(BAR) fill="none" stroke=(light) stroke-width="2" stroke-dasharray="3 2" {}
                } @else if !hand.laid.is_empty() {
                    rect x=(format!("{x:.1}")) y=(format!("{:.1}", base - high(hand.worth).max(2.0)))
                        width=(format!("{bar:.1}")) height=(format!("{:.1}", high(hand.worth).max(2.0)))
                            fill=(light) {}
                }
                @if turn.winner == Some(seat) {
                    use href=(bulb_of(public, seat)) transform=(format!("translate({:.1} {:.1}) scale({:.2})",
                        x + bar / 2.0, y + 12.0, (step / 34.0).min(0.5))) {}
                } @else if hand.would_have_won.is_some() {
                    circle cx=(format!("{:.1}", x + bar / 2.0)) cy=(format!("{:.1}", base + 5.0)) r="2"
                        fill=(CREAM) {}
                }
            }
        }
    }
}

/// A turn in words: its round and what was contested.
fn heading(turn: &TurnReview) -> String {
    let specimen = Specimen { colour: turn.colour, size: turn.places };
    format!("Round {}, {}", turn.round, plant(specimen))
}

/// What one seat bet in a turn, and what would have been better, in words.
fn told(turn: &TurnReview, seat: Seat) -> String {
    let hand = &turn.hands[seat.index()];
    let mut told = player(seat);
    if hand.laid.is_empty() {
        told += " didn’t bet";
    } else {
        told += if turn.winner == Some(seat) { " won with the " } else { " bet the " };
        told += &hand.laid.names();
        if !hand.wild {
            told += &format!(", worth {}", hand.worth);
        }
    }
    match &hand.would_have_won {
        Some(cards) => told += &format!("; the {} would have won.", cards.names()),
        None => told += ".",
    }
    told
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
            path d=(art::Mark::Emblem(turn.colour).path()) transform=(format!("translate({:.1} {y}) \
                scale({:.2})", x + (step - 3.0) / 2.0, (step / 24.0).min(0.8))) fill=(light) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the digits begin and end, from left to right.
    fn digits(svg: &str) -> Vec<(f64, f64)> {
        let mut found = Vec::new();
        for group in svg.split("<g transform=\"translate(").skip(1) {
            let (place, rest) = group.split_once("scale(").unwrap();
            let left: f64 = place.split(' ').next().unwrap().parse().unwrap();
            let count = rest.split("</g>").next().unwrap().matches("<path").count() as f64;
            found.push((left, left + count * DIGIT - SPACE));
        }
        found
    }

    #[test]
    fn a_figure_stands_clear_of_its_bar_and_sign_and_of_what_is_beside_it() {
        for value in [0.0, 0.04, 3.2, 9.9, 9.96, 13.9, 25.0, -0.3, -4.7, -9.9, -13.9, -25.0] {
            let (x, svg) = (AXES[0], swing("M0 0h.1", value, AXES[0], 0.0).into_string());
            let length = (f64::abs(value) * 4.0).min(SWING);
            // The plus sign ends here, or the line from which the bar of a loss goes to the left.
            let free = if value >= 0.0 { x + length + 15.0 } else { x + 2.0 };
            let digits = digits(&svg);
            assert!(digits[0].0 > free + 2.0, "{value}: {digits:?}");
            assert!(digits.windows(2).all(|pair| pair[0].1 + 3.0 < pair[1].0), "{value}: {digits:?}");
            // The sign of the next bar begins 88 before its line.
            assert!(digits.last().unwrap().1 < AXES[1] - 88.0, "{value}: {digits:?}");
            assert!(digits.last().unwrap().1 - AXES[0] + AXES[1] < WIDTH - 20.0, "{value}: {digits:?}");
        }
    }
}

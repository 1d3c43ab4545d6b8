//! The bounds hold for random layouts and swaps.

use super::*;
use crate::puzzle::goal::Goal;
use crate::puzzle::solve::aims::aims;
use bagatelle_core::{Rng, Seed, Stream};

fn random(rng: &mut Rng) -> Layout {
    let mut buttons: Vec<Button> = Button::all().collect();
    rng.shuffle(&mut buttons);
    let mut layout = Layout::default();
    Space::all().zip(buttons).for_each(|(space, button)| layout.place(button, space));
    layout
}

fn least(aims: &[Aim], layout: &Layout) -> u32 {
    let (on, at) = places(layout);
    aims.iter().map(|aim| aim.distance(&on, &at)).min().unwrap()
}

/// Any swap at all is tried here, so this holds on every board.
#[test]
fn one_swap_lowers_the_bound_by_at_most_one_and_some_swap_does() {
    let mut rng = Rng::new(&Seed::from_text("bounds"), Stream::Test);
    for goal in Goal::ALL {
        let aims = aims(goal);
        for _ in 0..20 {
            let mut layout = random(&mut rng);
            loop {
                let bound = least(&aims, &layout);
                assert_eq!(bound == 0, goal.is_met(&layout), "{layout:?}");
                if bound == 0 {
                    break;
                }
                let mut best = (u32::MAX, layout);
                for a in Space::all() {
                    for b in Space::all().filter(|b| *b > a) {
                        let mut next = layout;
                        next.exchange(a, b);
                        let after = least(&aims, &next);
                        assert!(after + 1 >= bound, "{goal:?}: {bound} to {after}");
                        if after < best.0 {
                            best = (after, next);
                        }
                    }
                }
                if !goal.in_sequence() && best.0 + 1 != bound {
                    // Colours that are wrong here and there are not counted, so this bound can be too low.
                    break;
                }
                assert_eq!(best.0 + 1, bound, "{goal:?}: the bound is exact where every swap is allowed");
                layout = best.1;
            }
        }
    }
}

#[test]
fn each_aim_is_lowered_by_at_most_one() {
    let mut rng = Rng::new(&Seed::from_text("aims"), Stream::Test);
    for goal in Goal::ALL {
        for aim in aims(goal) {
            let mut layout = random(&mut rng);
            for _ in 0..60 {
                let (a, b) = (Space::at(rng.below(16) as u8), Space::at(rng.below(16) as u8));
                let (on, at) = places(&layout);
                let before = aim.distance(&on, &at);
                let mut parts = Parts::default();
                aim.parts(&on, &at, u16::MAX, &mut parts);
                assert_eq!(parts.list().iter().map(|part| part.need).sum::<u32>(), before);
                let parity = aim.parity(&on);
                let change = aim.labels(&on).map(|l| l.change(a.index() as u8, b.index() as u8));
                layout.exchange(a, b);
                let (on, at) = places(&layout);
                let after = aim.distance(&on, &at);
                assert!(after.abs_diff(before) <= 1);
                if a != b {
                    assert!(change.is_none_or(|change| change == after as i32 - before as i32));
                    assert_eq!(aim.parity(&on), parity.map(|parity| 1 - parity));
                }
            }
        }
    }
}

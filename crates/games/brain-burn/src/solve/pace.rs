//! How wide a beam may be in order to end on time.
//!
//! The solver has no clock. It asks its caller how much of the budget is spent, and derives the cost of a
//! node from that.

use bagatelle_search::beam::Control;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// The budget, as all workers see it.
pub(crate) struct Budget<'a> {
    /// The share that is spent, given the number of nodes expanded so far.
    pub spent: &'a (dyn Fn(u64) -> f64 + Sync),
    /// Nodes expanded so far, by all workers.
    pub nodes: AtomicU64,
}

impl Budget<'_> {
    /// The share of the budget that is spent.
    pub fn share(&self) -> f64 {
        (self.spent)(self.nodes.load(Ordering::Relaxed))
    }
}

/// Steers one beam.
pub(crate) struct Pace<'a> {
    budget: &'a Budget<'a>,
    begun: f64,
    end: f64,
    layers: u32,
    /// Share and nodes of an earlier run on one worker, to start from.
    earlier: (f64, f64),
    width: f64,
    most: f64,
    reported: u64,
    judge: &'a dyn Fn(&[Vec<u8>]) -> bool,
}

/// The narrowest beam.
const LEAST: f64 = 24.0;

impl<'a> Pace<'a> {
    /// A beam that is to end when the share `end` is spent, after about `layers` layers, and never wider than
    /// `most`. If an `earlier` run took no measurable share, the width is `otherwise` throughout.
    pub fn new(
        budget: &'a Budget<'a>,
        end: f64,
        layers: u32,
        earlier: (f64, u64),
        otherwise: usize,
        most: usize,
    ) -> Self {
        let begun = budget.share();
        let earlier = (earlier.0, earlier.1 as f64);
        let most = most as f64;
        let width = if earlier.0 > 0.0 {
            (end - begun).max(0.0) * earlier.1 / earlier.0 / f64::from(layers)
        } else {
            otherwise as f64
        };
        Self {
            budget,
            begun,
            end,
            layers,
            earlier,
            width: width.max(LEAST).min(most),
            most,
            reported: 0,
            judge: &|_| true,
        }
    }

    /// The same, going on until a judge accepts the ways that were found.
    pub fn until(mut self, judge: &'a dyn Fn(&[Vec<u8>]) -> bool) -> Self {
        self.judge = judge;
        self
    }

    /// The width to begin with.
    pub fn first_width(&self) -> usize {
        self.width as usize
    }

    fn share(&mut self, expanded: u64) -> f64 {
        self.budget.nodes.fetch_add(expanded - self.reported, Ordering::Relaxed);
        self.reported = expanded;
        self.budget.share()
    }
}

impl Control for Pace<'_> {
    fn width(&mut self, depth: u32, expanded: u64) -> usize {
        let share = self.share(expanded);
        if share >= 1.0 {
            return 0;
        }
        if self.earlier.0 > 0.0 {
            let cost = (self.earlier.0 + share - self.begun) / (self.earlier.1 + expanded as f64);
            let layers = self.layers.saturating_sub(depth).max(3);
            let width = (self.end - share).max(0.0) / cost / f64::from(layers);
            self.width = width.clamp(self.width * 0.7, self.width * 1.4).max(LEAST).min(self.most);
        }
        self.width as usize
    }

    fn go_on(&mut self, expanded: u64) -> ControlFlow<()> {
        if self.share(expanded) >= 1.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
    fn enough(&mut self, ways: &[Vec<u8>]) -> bool {
        (self.judge)(ways)
    }
}

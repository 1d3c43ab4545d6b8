//! The last actions as a page lists them.
//!
//! A page lists sixty actions after each move, nearly all of them the same as on the page before. So their
//! text is kept: each action only adds a line and drops one. Copies of the game share the text as long as
//! they continue the same way.

use super::any::{LogEntry, Story};
use super::step::{Step, VIEWERS, place};
use bagatelle_core::Viewer;
use bagatelle_core::present::Playable;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// What is kept for each viewer.
pub(super) struct Stories<G: Playable>([Mutex<Option<Kept<G>>>; VIEWERS]);

/// The story up to a step.
struct Kept<G: Playable> {
    last: Arc<Step<G>>,
    told: Told,
}

/// A story, with what is needed to continue it.
struct Told {
    /// How many actions there were.
    ply: usize,
    story: Story,
    /// How many bytes each line of [`Story::before`] has, oldest first.
    lengths: VecDeque<usize>,
}

/// The parameters of a story, the same in each call: how many actions are listed, and how each is
/// written.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) count: usize,
    pub(super) line: fn(&LogEntry) -> String,
}

impl<G: Playable> Default for Stories<G> {
    fn default() -> Stories<G> {
        Stories(Default::default())
    }
}

impl<G: Playable> Stories<G> {
    /// The story of `past` for a viewer; `entry` tells of one action, from 0.
    pub(super) fn story(
        &self,
        past: &[Arc<Step<G>>],
        viewer: Viewer,
        form: Form,
        entry: &dyn Fn(usize) -> LogEntry,
    ) -> Story {
        let Some(last) = past.last() else { return Story::default() };
        let mut kept = self.0[place(viewer)].lock().unwrap_or_else(PoisonError::into_inner);
        // The game may have gone back, and another way, since.
        let follows =
            |it: &Kept<G>| past.get(it.told.ply - 1).is_some_and(|step| Arc::ptr_eq(step, &it.last));
        let older = kept.take().filter(follows).map(|it| it.told);
        let told = Told::up_to(past.len(), older, form, entry);
        kept.insert(Kept { last: Arc::clone(last), told }).told.story.clone()
    }
}

impl Told {
    /// The story of the first `ply` actions, of which an older one may tell the first.
    fn up_to(ply: usize, older: Option<Told>, form: Form, entry: &dyn Fn(usize) -> LogEntry) -> Told {
        let older = match older {
            Some(same) if same.ply == ply => return same,
            other => other,
        };
        let (mut text, mut lengths) = (String::new(), VecDeque::new());
        let mut add = |line: &str| {
            text.push_str(line);
            lengths.push_back(line.len());
        };
        let new = older.as_ref().map_or(0, |older| older.ply).max(ply.saturating_sub(form.count));
        if let Some(Told { story, lengths, .. }) = &older {
            let mut rest = &*story.before;
            for &length in lengths {
                let (first, later) = rest.split_at(length);
                add(first);
                rest = later;
            }
            story.newest.iter().for_each(|newest| add(&(form.line)(newest)));
        }
        (new..ply - 1).for_each(|n| add(&(form.line)(&entry(n))));
        // The oldest make room.
        let excess = (lengths.len() + 1).saturating_sub(form.count).min(lengths.len());
        let bytes: usize = lengths.drain(..excess).sum();
        text.drain(..bytes);
        let newest = Some(Arc::new(entry(ply - 1)));
        Told { ply, story: Story { newest, before: text.into() }, lengths }
    }
}

//! The reply to a try, at a step of a lesson or at a position of the day.

use crate::text::sentence;
use bagatelle_table::Verdict;
use maud::{Markup, html};

/// The outcome of a try. `done` says whether the task is done, `hint` where to look after a wrong try.
pub(crate) fn told(verdict: &Verdict, done: bool, hint: &str) -> Markup {
    html! {
        @match verdict {
            Verdict::Right { did, why } => {
                div.right {
                    p.call { (if done { "Right!" } else { "Good." }) }
                    @if why.is_empty() || !done { p { (did) } }
                    @if !why.is_empty() { p { (why) } }
                }
            }
            Verdict::Begun { did } => div.right { p.call { "Good. Keep going." } p { (did) } },
            Verdict::Wrong { would, why } => {
                div.wrong-try {
                    p.call { "Not this one" }
                    p { (would) }
                    p { strong { (why) } }
                    @if !hint.is_empty() { p { (hint) } }
                    p.small { "The board has been reset." }
                }
            }
            Verdict::Refused { why } => div.wrong-try { p.call { "The rules don’t allow that" } p {
                (sentence(why)) } },
        }
    }
}

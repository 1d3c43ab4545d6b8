//! The verdict on a try, at a step of a lesson or at a position of the day.

use std::borrow::Cow;

/// The result of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is right.
    Right {
        /// What it did, in a sentence.
        did: String,
        /// Why it is right; may be empty.
        why: Cow<'static, str>,
    },
    /// It is the first part of a right move, which the next picks go on with.
    Begun {
        /// What it did, in a sentence.
        did: String,
    },
    /// The rules allow it, but it is not what is asked; the board is as it was before.
    Wrong {
        /// What it would do, in a sentence.
        would: String,
        /// Why it is not what is asked.
        why: Cow<'static, str>,
    },
    /// The rules refuse it, in their own words.
    Refused {
        /// Why.
        why: String,
    },
}

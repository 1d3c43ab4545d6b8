//! Who plays at a table where a program thinks, and so who is served first.

/// Which games of programs go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// A person plays, and waits.
    People,
    /// Programs play each other, and are watched.
    ProgramsOnly,
    /// House bots play each other, so that their ratings become known.
    House,
}

impl Company {
    /// The lane in which it waits: the first one is served first.
    pub(super) fn lane(self) -> usize {
        match self {
            Company::People => 0,
            Company::ProgramsOnly => 1,
            Company::House => 2,
        }
    }
}

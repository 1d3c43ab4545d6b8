//! The hardest known deals of a game: those that long searches have found, as the texts of their seeds, so
//! that visitors can play them.

/// The hardest deals that are known under certain options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardDeals {
    /// What is played for under these options, in a few words.
    pub label: String,
    /// The options that differ from the usual ones: keys, and answers as JSON, as in the questions about
    /// options.
    pub options: Vec<(&'static str, String)>,
    /// How many random deals were looked at.
    pub of: u64,
    /// The deals, the hardest first.
    pub deals: Vec<HardDeal>,
}

/// A hard deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardDeal {
    /// The text of its seed.
    pub seed: String,
    /// The moves of its shortest solution, proved.
    pub moves: u32,
}

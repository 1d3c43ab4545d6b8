//! What is chosen before a game, for all commands that deal.

/// Options of the game and of the deal.
#[derive(Debug, clap::Args)]
pub struct Choices {
    /// An option of the game; the value is JSON, plain text, or @FILE for the text of a file
    #[arg(long = "option", value_name = "K=V")]
    pub options: Vec<String>,
    /// An option of the deal, such as hole=12; values as for --option
    #[arg(long = "wish", value_name = "K=V")]
    pub deal_options: Vec<String>,
}

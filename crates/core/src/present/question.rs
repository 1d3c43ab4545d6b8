//! Questions on the page on which a game is set up.

use serde::Serialize;

/// One key of the options or of the deal options, with the answers to choose from.
///
/// ```
/// use bagatelle_core::present::Question;
///
/// let tiles = Question::choice("tiles", "How many tiles?")
///     .help("Fewer tiles make a shorter game.")
///     .answers([(20, "20"), (12, "12")]);
/// assert_eq!(tiles.answers[1].value, "12");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The key in the JSON object.
    pub key: &'static str,
    /// What is asked.
    pub label: &'static str,
    /// A sentence of help, may be empty.
    pub help: &'static str,
    /// The answers. The first is the default. Where [`Question::grid`] is set they fill a grid row by row,
    /// after the first, which stands alone.
    pub answers: Vec<Answer>,
    /// The width of the grid in which the answers are shown, if they are cells of a board.
    pub grid: Option<u8>,
    /// An example of a text of the player's own (a board file, say), where that is an answer, too.
    pub own_text: Option<&'static str>,
    /// The number of players for which alone it is asked.
    pub only_for: Option<u8>,
}

/// One answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The value as JSON text.
    pub value: String,
    /// The text that players read.
    pub label: String,
}

impl Question {
    /// A question without help and answers.
    #[must_use]
    pub const fn choice(key: &'static str, label: &'static str) -> Question {
        Question { key, label, help: "", answers: Vec::new(), grid: None, own_text: None, only_for: None }
    }

    /// A question that is answered with no (the default) or yes.
    #[must_use]
    pub fn yes_no(key: &'static str, label: &'static str) -> Question {
        Question::choice(key, label).answers([(false, "no"), (true, "yes")])
    }

    /// The same question, asked only at a table of this many players.
    #[must_use]
    pub fn only_for(self, players: u8) -> Question {
        Question { only_for: Some(players), ..self }
    }

    /// The same question with a sentence of help.
    #[must_use]
    pub fn help(self, help: &'static str) -> Question {
        Question { help, ..self }
    }

    /// The same question with more answers: values, which are written as JSON, and labels.
    ///
    /// # Panics
    /// When a value cannot be written as JSON, which plain values can.
    #[must_use]
    pub fn answers<V: Serialize, L: Into<String>>(
        mut self,
        answers: impl IntoIterator<Item = (V, L)>,
    ) -> Question {
        self.answers.extend(answers.into_iter().map(|(value, label)| Answer {
            value: serde_json::to_string(&value).expect("answers are plain values"),
            label: label.into(),
        }));
        self
    }

    /// The same question with its answers, but the first, as cells of a board of this width.
    #[must_use]
    pub fn grid(self, width: u8) -> Question {
        Question { grid: Some(width), ..self }
    }

    /// The same question, which a text of the player's own answers, too, such as this one.
    #[must_use]
    pub fn or_own_text(self, example: &'static str) -> Question {
        Question { own_text: Some(example), ..self }
    }
}

//! The ways to begin a game, and the initial choice when the page opens.

use crate::game;
use bagatelle_catalog::AnyGame;
use bagatelle_core::persona::{Persona, Skill};
use bagatelle_core::present::Question;
use std::collections::BTreeMap;
use std::fmt;

/// A way to begin a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Programs take the other seats.
    Computer,
    /// The other seats are open to those who have the link.
    Friend,
    /// One visitor plays all sides.
    Screen,
    /// The deal of the day.
    Daily,
    /// A fresh deal.
    Fresh,
    /// The deal of a seed.
    Seed,
}

impl Way {
    /// All ways.
    const ALL: [Way; 6] = [Way::Computer, Way::Friend, Way::Screen, Way::Daily, Way::Fresh, Way::Seed];

    /// Reads the word that forms and addresses use.
    #[must_use]
    pub fn read(word: &str) -> Option<Way> {
        Way::ALL.into_iter().find(|way| way.to_string() == word)
    }

    /// The ways to begin a game, the usual one first.
    pub(crate) fn of(game: &dyn AnyGame) -> Vec<Way> {
        let alone = game::is_solitaire(game);
        let offered = |way: &Way| match way {
            Way::Computer => !alone && game::opponents(game).next().is_some(),
            Way::Friend => !alone,
            Way::Screen => !alone && !game::is_hidden(game),
            Way::Daily | Way::Seed => alone && game::is_dealt(game),
            Way::Fresh => alone,
        };
        Way::ALL.into_iter().filter(offered).collect()
    }

    /// The name in large type.
    pub(super) fn title(self) -> &'static str {
        match self {
            Way::Computer => "Play the computer",
            Way::Friend => "Play a friend",
            Way::Screen => "On one screen",
            Way::Daily => "Today’s deal",
            Way::Fresh => "New deal",
            Way::Seed => "Chosen deal",
        }
    }

    /// What the button that begins the game says.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Way::Friend => "Get the link",
            Way::Computer | Way::Screen | Way::Daily | Way::Fresh | Way::Seed => "Play",
        }
    }
}

impl fmt::Display for Way {
    /// The word that forms and addresses use.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::Computer => "computer",
            Way::Friend => "friend",
            Way::Screen => "screen",
            Way::Daily => "daily",
            Way::Fresh => "fresh",
            Way::Seed => "seed",
        })
    }
}

/// What is chosen when the page opens: what the visitor last chose for this game. A choice that the game does
/// not offer is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The way to begin.
    pub way: Option<Way>,
    /// The opponent, by the program's name.
    pub opponent: Option<String>,
    /// The answers to the questions about the deal that come before all others, by their keys.
    pub answers: BTreeMap<String, String>,
    /// Whether the table is listed for all visitors.
    pub listed: bool,
}

impl Choice {
    /// Reads what [`Choice`] writes. An unreadable text counts as no choice.
    #[must_use]
    pub fn read(text: &str) -> Choice {
        let mut parts = text.split('&');
        let begins = parts.next().unwrap_or_default();
        let (way, opponent) = begins.split_once('.').unwrap_or((begins, ""));
        let opponent = Some(opponent).filter(|name| !name.is_empty()).map(str::to_owned);
        let answer = |part: &str| part.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
        Choice { way: Way::read(way), opponent, answers: parts.filter_map(answer).collect(), listed: false }
    }

    /// The place of the answer that was given to a question before.
    pub(super) fn answer(&self, question: &Question) -> Option<usize> {
        let given = self.answers.get(question.key)?;
        question.answers.iter().position(|answer| bare(&answer.value) == bare(given))
    }

    /// The chosen one of the offered ways.
    pub(super) fn way_of(&self, ways: &[Way]) -> Option<Way> {
        self.way.filter(|way| ways.contains(way)).or_else(|| ways.first().copied())
    }

    /// The opponent that is chosen, by the program's name: at first the weakest that is not a beginner.
    pub(crate) fn opponent(&self, game: &dyn AnyGame) -> Option<&'static str> {
        let all: Vec<(&'static str, Persona)> = game::opponents(game).collect();
        let last = all.iter().find(|(name, _)| Some(*name) == self.opponent.as_deref());
        let usual = || all.iter().find(|(_, persona)| persona.skill > Skill::Beginner).or(all.first());
        last.or_else(usual).map(|(name, _)| *name)
    }
}

/// The value of an answer without the quotes of JSON, which a cookie can’t hold.
fn bare(value: &str) -> &str {
    value.trim_matches('"')
}

impl fmt::Display for Choice {
    /// As it is kept between visits: `computer.4`, `friend`, `fresh&grade=short`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(way) = self.way {
            way.fmt(f)?;
        }
        if let Some(opponent) = &self.opponent {
            write!(f, ".{opponent}")?;
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut plain = self.answers.iter().map(|(key, value)| (key, bare(value)));
        plain.try_for_each(|(key, value)| match value.chars().all(is_plain) {
            true => write!(f, "&{key}={value}"),
            false => Ok(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept_as_text_and_nonsense_is_none() {
        let computer = Choice { way: Some(Way::Computer), opponent: Some("4".into()), ..Choice::default() };
        assert_eq!(computer.to_string(), "computer.4");
        for way in Way::ALL {
            let choice = Choice { way: Some(way), ..Choice::default() };
            assert_eq!(Choice::read(&choice.to_string()), choice);
        }
        assert_eq!(Choice::read("computer.4"), computer);
        assert_eq!(Choice::read("<script>"), Choice::default());
        let answers = BTreeMap::from([("grade".into(), "\"short\"".into()), ("seats".into(), "3".into())]);
        let answered = Choice { answers, ..computer };
        assert_eq!(answered.to_string(), "computer.4&grade=short&seats=3");
        assert_eq!(Choice::read(&answered.to_string()).to_string(), answered.to_string());
        // A cookie could not hold it.
        let odd = Choice { answers: BTreeMap::from([("grade".into(), "a;b".into())]), ..Choice::default() };
        assert_eq!(odd.to_string(), "");
    }

    #[test]
    fn every_game_can_be_begun_and_what_it_does_not_offer_is_ignored() {
        for game in game::all() {
            let (alone, usual) = (game::is_solitaire(*game), Choice::default());
            let other = if alone { Way::Friend } else { Way::Daily };
            let foreign = Choice { way: Some(other), opponent: Some("nonsense".into()), ..usual.clone() };
            let mut ways = Way::of(*game);
            assert_eq!(foreign.way_of(&ways), usual.way_of(&ways), "{}", game.id());
            assert_eq!(foreign.opponent(*game), usual.opponent(*game), "{}", game.id());
            assert_eq!(usual.way_of(&ways), Some(if alone { Way::Daily } else { Way::Computer }));
            // A device may not know the deal of the day.
            ways.retain(|way| *way != Way::Daily);
            assert!(usual.way_of(&ways).is_some_and(|way| way != Way::Daily));
        }
    }
}

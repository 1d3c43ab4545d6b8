//! What can be chosen before a game: the options of the rules, the number of seats, and the set-up, with the
//! possible errors of each.

use crate::card::{CARDS, Card, Colour, Symbol};
use crate::cards::Cards;
use crate::cut::Cut;
use bagatelle_core::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which rule book the game follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Preset {
    /// The help page of 2024.
    #[default]
    #[serde(rename = "page-2024")]
    Page2024,
    /// The publisher's newer rule book: order declared, ties played out, other points, collections; no three
    /// players.
    #[serde(rename = "rules-2026")]
    Rules2026,
}

/// Whether cards that do not count may be laid as a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "BluffShape", into = "BluffShape")]
pub enum Bluff {
    /// Only cards of the colour and the matching Wild may be laid.
    #[default]
    No,
    /// Any cards may be laid; a bet in which no card counts is no bet: it wins nothing and ties with nothing.
    Counted,
    /// Any cards may be laid; a bet in which no card counts is a bet of 0. Games of earlier versions were
    /// played this way.
    Any,
}

/// What [`Bluff`] is written as. Records of earlier versions have a boolean.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "bluff is false, or \"counted\"")]
enum BluffShape {
    /// `false`: no bluffs. `true`, as in games of earlier versions: a bet in which no card counts is a bet of
    /// 0.
    Flag(bool),
    /// The bluffs that new games are offered.
    Word(BluffWord),
}

/// Bluffs in a word.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum BluffWord {
    /// A bet in which no card counts is no bet.
    Counted,
}

impl Bluff {
    /// Whether cards that were laid on a specimen of this colour are a bet.
    #[must_use]
    pub fn counts(self, laid: Cards, colour: Colour) -> bool {
        match self {
            Bluff::Counted => !(laid & Cards::fitting(colour)).is_empty(),
            Bluff::No | Bluff::Any => !laid.is_empty(),
        }
    }
}

impl From<BluffShape> for Bluff {
    fn from(shape: BluffShape) -> Bluff {
        match shape {
            BluffShape::Flag(false) => Bluff::No,
            BluffShape::Flag(true) => Bluff::Any,
            BluffShape::Word(BluffWord::Counted) => Bluff::Counted,
        }
    }
}

impl From<Bluff> for BluffShape {
    fn from(bluff: Bluff) -> BluffShape {
        match bluff {
            Bluff::No => BluffShape::Flag(false),
            Bluff::Counted => BluffShape::Word(BluffWord::Counted),
            Bluff::Any => BluffShape::Flag(true),
        }
    }
}

/// Which bulbs on a full specimen are a majority.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Majority {
    /// The highest number.
    #[default]
    Most,
    /// More than half of all.
    Half,
}

impl Majority {
    /// Whether the highest number of bulbs, which no other seat has, is a majority among all on a specimen.
    #[must_use]
    pub fn counts(self, highest: u8, all: u8) -> bool {
        match self {
            Majority::Most => true,
            Majority::Half => 2 * highest > all,
        }
    }
}

/// What a pass with a full hand does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FullHand {
    /// It draws nothing.
    #[default]
    Nothing,
    /// It draws a card, and then one of the hand is discarded face up.
    Discard,
}

impl FullHand {
    /// Whether a pass draws a card, with this many in hand.
    #[inline]
    #[must_use]
    pub(crate) fn draws(self, held: u8, limit: u8) -> bool {
        held < limit || self == FullHand::Discard
    }
}

fn is_usual<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
}

/// Which specimen of a player is the last, with two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "FourthShape", into = "FourthShape")]
pub enum Last {
    /// The last of all eight.
    #[default]
    Eighth,
    /// The fourth of either colour.
    OfColour,
    /// The fourth, whatever its colour.
    Fourth,
}

/// What [`Last`] is written as: a boolean, as in records of earlier versions, or a word.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "end-at-fourth is false, true, or \"any\"")]
enum FourthShape {
    /// `false`: the last of all eight. `true`: the fourth of either colour.
    Flag(bool),
    /// The fourth of any colour.
    Word(FourthWord),
}

/// Another last specimen, in a word.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum FourthWord {
    /// The fourth, whatever its colour.
    Any,
}

impl From<FourthShape> for Last {
    fn from(shape: FourthShape) -> Last {
        match shape {
            FourthShape::Flag(false) => Last::Eighth,
            FourthShape::Flag(true) => Last::OfColour,
            FourthShape::Word(FourthWord::Any) => Last::Fourth,
        }
    }
}

impl From<Last> for FourthShape {
    fn from(last: Last) -> FourthShape {
        match last {
            Last::Eighth => FourthShape::Flag(false),
            Last::OfColour => FourthShape::Flag(true),
            Last::Fourth => FourthShape::Word(FourthWord::Any),
        }
    }
}

/// The variant that is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// The rule book.
    pub preset: Preset,
    /// Three players use all 34 cards, those of the unused colour included.
    pub full_deck: bool,
    /// Two players: the last round is the one in which the fourth specimen of *either* colour of a player
    /// enters, or the player's fourth of any colour, not the one in which the eighth of both enters.
    #[schemars(with = "FourthShape")]
    pub end_at_fourth: Last,
    /// The First Player declares the order of the whole round at its start (always so in `rules-2026`).
    pub declared: bool,
    /// Experimental: any cards may be laid as a bet; only those of the colour and the matching Wild count.
    #[schemars(with = "BluffShape")]
    pub bluff: Bluff,
    /// The game ends after this many rounds at the latest and is scored as it stands; 0 for no limit.
    pub max_rounds: u16,
    /// Four players in two teams, triangle against circle (`rules-2026` only).
    pub teams: bool,
    /// Which bulbs on a full specimen are a majority. The default is left out when options are written, as
    /// older versions, which knew no other, wrote them.
    #[serde(skip_serializing_if = "is_usual")]
    pub majority: Majority,
    /// What a pass with a full hand does. The default is left out when options are written.
    #[serde(skip_serializing_if = "is_usual")]
    pub full_hand: FullHand,
    /// A game of a few cards and one round for two players, red and blue, for programs and research: it is
    /// small enough to be worked out. Tables do not offer it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Wishes for a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DealOptions {
    /// How many players there are, 2 to 4.
    #[schemars(range(min = 2, max = 4))]
    pub seats: u8,
    /// The colour left out when three play.
    pub without: Colour,
}

impl Default for DealOptions {
    fn default() -> DealOptions {
        DealOptions::of(4)
    }
}

impl DealOptions {
    /// A deal for this many players.
    #[must_use]
    pub fn of(seats: u8) -> DealOptions {
        DealOptions { seats, without: Colour::Green }
    }
}

/// Everything that is decided before the first action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The colour that each seat owns, as a letter; with two players, both colours of one symbol: `RY`, `BG`.
    #[schemars(inner(regex(pattern = "^[RBYG]{1,2}$")), length(min = 2, max = 4))]
    pub colours: Vec<String>,
    /// The seat that is First Player in the first round.
    #[schemars(range(max = 3))]
    pub first: u8,
    /// All cards in the game, the one that is dealt first in front, separated by blanks.
    pub deck: String,
}

/// What is wrong with options, deal options or a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Only the newer rule book has teams.
    #[error("only the 2026 rules have teams")]
    TeamsPreset,
    /// The newer rule book always declares the order.
    #[error("the 2026 rules always declare the order of a round, so that option has no effect")]
    AlwaysDeclared,
    /// In new games a bet in which no card counts is no bet.
    #[error(
        "bluff: true is the rule of games begun by earlier versions; a new game takes \"counted\": a bet of \
         which no card counts is no bet"
    )]
    OldBluff,
    /// Cards stay in the box only with three players.
    #[error("only three players leave cards in the box: with {0} the full deck is always played")]
    FullDeck(u8),
    /// A game of a few cards is not for tables.
    #[error("a game cut down to a few cards is for programs and research, not for a table")]
    CutAtTable,
    /// A game of a few cards is for two.
    #[error("a game cut down to a few cards has no teams: it is for two players")]
    CutTeams,
    /// Only two players own two colours.
    #[error(
        "only two players own two colours: with {0} the game always ends at the fourth plant of a colour"
    )]
    FourthAlways(u8),
    /// The most of two players is always more than half.
    #[error("with two players the most bulbs on a full plant are always more than half: leave out majority")]
    HalfAnyway,
    /// A colour is left out only with three players.
    #[error("only three players leave out a colour: {0} play with all four")]
    NoneLeftOut(u8),
    /// Teams need four seats.
    #[error("teams need four players, and there are {0}")]
    TeamsSeats(u8),
    /// Teammates do not sit opposite each other.
    #[error("in teams, triangle and circle must sit alternately")]
    TeamsSeating,
    /// Not two to four.
    #[error("the game is for two to four players, not {0}")]
    Seats(usize),
    /// The newer rule book is for two or four players.
    #[error("the 2026 rules are for two or four players, not three")]
    Three,
    /// A game of a few cards has two seats.
    #[error("a game cut down to a few cards is for two players, not {0}")]
    CutSeats(usize),
    /// A seat's colours cannot be read, or are of the wrong number or symbol.
    #[error("seat {seat} can’t own “{text}”: {expected}")]
    Colours {
        /// The seat.
        seat: usize,
        /// What was given, shortened.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Two seats own the same colour.
    #[error("{} belongs to two seats", .0.name())]
    Shared(Colour),
    /// The First Player does not sit at the table.
    #[error("the first player, seat {0}, isn’t at the table")]
    First(u8),
    /// A word of the deck is not a card.
    #[error("“{0}” in the deck isn’t a card")]
    NoCard(String),
    /// A card is in the deck twice, or is not used with this number of players.
    #[error("{0} is in the deck twice, or isn’t used with this number of players")]
    Surplus(Card),
    /// A card is not in the deck.
    #[error("{0} is missing from the deck")]
    Missing(Card),
}

/// A set-up that was checked and is possible.
pub(crate) struct Checked {
    /// The colours of each seat in the order given.
    pub colours: Vec<Vec<Colour>>,
    pub first: u8,
    pub deck: Vec<Card>,
}

fn shortened(text: &str) -> String {
    text.chars().take(12).flat_map(char::escape_debug).collect()
}

impl Options {
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        match () {
            () if self.teams && self.preset != Preset::Rules2026 => Err(SetupError::TeamsPreset),
            () if self.teams && self.cut.is_some() => Err(SetupError::CutTeams),
            () => Ok(()),
        }
    }

    /// Refuses options that have no effect on a new game, and those that only games of earlier versions have.
    pub(crate) fn check_wishes(&self, deal: &DealOptions) -> Result<(), SetupError> {
        if self.cut.is_some() {
            return Err(SetupError::CutAtTable);
        }
        let seats = self.check_seats(usize::from(deal.seats))?;
        match () {
            () if self.full_deck && seats != 3 => Err(SetupError::FullDeck(seats)),
            () if self.end_at_fourth != Last::Eighth && seats != 2 => Err(SetupError::FourthAlways(seats)),
            () if self.majority == Majority::Half && seats == 2 => Err(SetupError::HalfAnyway),
            () if self.declared && self.preset == Preset::Rules2026 => Err(SetupError::AlwaysDeclared),
            () if self.bluff == Bluff::Any => Err(SetupError::OldBluff),
            () if deal.without != Colour::Green && seats != 3 => Err(SetupError::NoneLeftOut(seats)),
            () => Ok(()),
        }
    }

    fn check_seats(&self, seats: usize) -> Result<u8, SetupError> {
        match seats {
            2 if self.cut.is_some() => Ok(2),
            _ if self.cut.is_some() => Err(SetupError::CutSeats(seats)),
            2..=4 if self.teams && seats < 4 => Err(SetupError::TeamsSeats(seats as u8)),
            3 if self.preset == Preset::Rules2026 => Err(SetupError::Three),
            2..=4 => Ok(seats as u8),
            _ => Err(SetupError::Seats(seats)),
        }
    }

    /// The cards in the game when these colours are owned.
    pub(crate) fn cards(&self, owned: &[Colour]) -> Cards {
        if let Some(cut) = &self.cut {
            return cut.cards.iter().copied().collect();
        }
        if owned.len() == 4 || self.full_deck {
            return Cards::ALL;
        }
        Colour::ALL.into_iter().filter(|c| !owned.contains(c)).fold(Cards::ALL, |set, c| set - Cards::of(c))
    }
}

impl Setup {
    /// A set-up with the colours in their order, a random First Player and a shuffled deck.
    pub(crate) fn random(options: &Options, deal: &DealOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        let cut = options.cut.as_ref();
        // Four is what a deal option says that says nothing.
        let seats = match (cut, deal.seats) {
            (Some(_), 2 | 4) => 2,
            (_, seats) => options.check_seats(usize::from(seats))?,
        };
        let colours: Vec<Vec<Colour>> = match (cut, seats) {
            (Some(cut), _) => cut.owners.clone(),
            (None, 2) => vec![vec![Colour::Red, Colour::Yellow], vec![Colour::Blue, Colour::Green]],
            (None, 3) => {
                Colour::ALL.into_iter().filter(|colour| *colour != deal.without).map(|c| vec![c]).collect()
            }
            (None, _) => Colour::ALL.map(|colour| vec![colour]).to_vec(),
        };
        let owned = colours.concat();
        let mut deck: Vec<Card> = options.cards(&owned).iter().collect();
        let first = if cut.is_some() { 0 } else { rng.below(u32::from(seats)) as u8 };
        rng.shuffle(&mut deck);
        if let Some(cut) = cut {
            deck[..cut.dealt()].chunks_mut(cut.hand).for_each(<[Card]>::sort_unstable);
        }
        Ok(Setup::of(&colours, first, &deck))
    }

    /// The set-up with these colours by seat, this First Player and the cards in this order.
    pub(crate) fn of(colours: &[Vec<Colour>], first: u8, deck: &[Card]) -> Setup {
        let texts: Vec<String> = deck.iter().map(Card::to_string).collect();
        let colours = colours.iter().map(|own| own.iter().map(|colour| colour.letter()).collect()).collect();
        Setup { colours, first, deck: texts.join(" ") }
    }

    /// The colours of each seat in the order given.
    pub(crate) fn seated(&self, options: &Options) -> Result<Vec<Vec<Colour>>, SetupError> {
        let seats = options.check_seats(self.colours.len())?;
        let mut colours: Vec<Vec<Colour>> = Vec::new();
        let mut owned = Vec::new();
        for (seat, text) in self.colours.iter().enumerate() {
            let expected = if options.cut.is_some() {
                "in a game cut down to a few cards, seat 0 has R and seat 1 has B"
            } else if seats == 2 {
                "with two players it is RY or BG"
            } else {
                "with three or four players it is one of R, B, Y, G"
            };
            let own: Option<Vec<Colour>> = text.chars().map(Colour::from_letter).collect();
            let own = own
                .filter(|own| match (&options.cut, own.as_slice()) {
                    (Some(cut), own) => cut.owners[seat] == own,
                    (None, [_]) => seats > 2,
                    (None, [a, b]) => seats == 2 && a != b && a.symbol() == b.symbol(),
                    _ => false,
                })
                .ok_or_else(|| SetupError::Colours { seat, text: shortened(text), expected })?;
            if let Some(&twice) = own.iter().find(|c| owned.contains(*c)) {
                return Err(SetupError::Shared(twice));
            }
            owned.extend(&own);
            colours.push(own);
        }
        if options.teams {
            let triangles: Vec<bool> = owned.iter().map(|c| c.symbol() == Symbol::Triangle).collect();
            if triangles.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(SetupError::TeamsSeating);
            }
        }
        if self.first >= seats || options.cut.is_some() && self.first != 0 {
            return Err(SetupError::First(self.first));
        }
        Ok(colours)
    }

    pub(crate) fn check(&self, options: &Options) -> Result<Checked, SetupError> {
        let colours = self.seated(options)?;
        let mut missing = options.cards(&colours.concat());
        let mut deck = Vec::with_capacity(CARDS);
        for word in self.deck.split_whitespace() {
            let card = Card::from_text(word).ok_or_else(|| SetupError::NoCard(shortened(word)))?;
            if !missing.has(card) {
                return Err(SetupError::Surplus(card));
            }
            missing -= Cards::NONE.with(card);
            deck.push(card);
        }
        match missing.iter().next() {
            Some(card) => Err(SetupError::Missing(card)),
            None => Ok(Checked { colours, first: self.first, deck }),
        }
    }
}

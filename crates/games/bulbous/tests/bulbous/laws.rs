//! Bulbous keeps the laws of every game, in all its variants.

use bagatelle_bulbous::Bulbous;
use bagatelle_testkit::texts::Language;

bagatelle_testkit::enter!(Bulbous, bagatelle_testkit::Effort { games: 4, plies: 260 });
bagatelle_testkit::enter_page!(Bulbous, bagatelle_testkit::Effort { games: 1, plies: 70 });
bagatelle_testkit::enter_encoding!(Bulbous);
bagatelle_testkit::enter_schema!(Bulbous);
// Four sizes, four colours, a pass, one card of 34 to discard, and lists of one or two cards: those of a bet
// or a swap stand in their order, those of a deck are different ones.
bagatelle_testkit::enter_texts!(
    Bulbous,
    Language {
        texts: 9 + 34 + 3 * (34 + 34 * 34),
        actions: 9 + 34 + 3 * 34 + 2 * (34 * 33 / 2) + 34 * 33,
        ..Language::BASE
    }
);

//! Bambam Booboo keeps the laws of every game.

use bagatelle_bambam_booboo::BambamBooboo;
use bagatelle_testkit::Effort;
use bagatelle_testkit::texts::Language;

bagatelle_testkit::enter!(BambamBooboo, Effort { games: 3, plies: 80 });
bagatelle_testkit::enter_page!(BambamBooboo);
bagatelle_testkit::enter_encoding!(BambamBooboo);
bagatelle_testkit::enter_schema!(BambamBooboo);
// Places with the coordinates 0, 1, -0 and -1, and those without -0, which is no text of a number.
const PLACES: [usize; 2] = [2 * 4 * 4, 2 * 3 * 3];
bagatelle_testkit::enter_texts!(
    BambamBooboo,
    Language { letters: 2, repeats: 1, texts: actions(PLACES[0]), actions: actions(PLACES[1]) }
);

/// A pass; one place, two or three.
const fn actions(places: usize) -> usize {
    1 + places + places.pow(2) + places.pow(3)
}

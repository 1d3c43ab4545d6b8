//! Bulbous keeps the laws of every game, in all its variants.

use bagatelle_bulbous::Bulbous;

bagatelle_testkit::enter!(Bulbous, bagatelle_testkit::Effort { games: 4, plies: 260 });
bagatelle_testkit::enter_page!(Bulbous, bagatelle_testkit::Effort { games: 1, plies: 70 });
bagatelle_testkit::enter_encoding!(Bulbous);
bagatelle_testkit::enter_schema!(Bulbous);

//! Bambam Booboo keeps the laws of every game.

use bagatelle_bambam_booboo::BambamBooboo;
use bagatelle_testkit::Effort;

bagatelle_testkit::enter!(BambamBooboo, Effort { games: 3, plies: 80 });
bagatelle_testkit::enter_page!(BambamBooboo);
bagatelle_testkit::enter_encoding!(BambamBooboo);
bagatelle_testkit::enter_schema!(BambamBooboo);

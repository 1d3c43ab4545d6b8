//! Brain Burn keeps the laws of every game.

use bagatelle_brain_burn::BrainBurn;
use bagatelle_testkit::texts::Language;

bagatelle_testkit::enter!(BrainBurn);
bagatelle_testkit::enter_page!(BrainBurn);
bagatelle_testkit::enter_encoding!(BrainBurn);
bagatelle_testkit::enter_schema!(BrainBurn);
bagatelle_testkit::enter_numbers!(BrainBurn, Language { texts: 20, actions: 20, ..Language::BASE });

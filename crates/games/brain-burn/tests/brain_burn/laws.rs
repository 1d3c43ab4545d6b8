//! Brain Burn keeps the laws of every game.

use bagatelle_brain_burn::BrainBurn;

bagatelle_testkit::enter!(BrainBurn);
bagatelle_testkit::enter_page!(BrainBurn);
bagatelle_testkit::enter_encoding!(BrainBurn);
bagatelle_testkit::enter_schema!(BrainBurn);

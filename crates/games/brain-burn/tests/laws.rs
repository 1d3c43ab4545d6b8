//! Brain Burn keeps the laws of every game.

use bagatelle_brain_burn::BrainBurn;

bagatelle_testkit::enter!(BrainBurn);

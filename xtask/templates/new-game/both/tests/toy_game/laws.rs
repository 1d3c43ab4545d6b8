//! The laws of every game, of its page, of its encoding and of its JSON.

use bagatelle_toy_game::ToyGame;

bagatelle_testkit::enter!(ToyGame);
bagatelle_testkit::enter_page!(ToyGame);
bagatelle_testkit::enter_encoding!(ToyGame);
bagatelle_testkit::enter_schema!(ToyGame);

//! Toy game keeps the laws of every game and of its page.

use bagatelle_toy_game::ToyGame;

bagatelle_testkit::enter!(ToyGame);
bagatelle_testkit::enter_page!(ToyGame);

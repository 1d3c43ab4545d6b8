//! Both games keep the laws of every game.

mod duel {
    bagatelle_testkit::enter!(bagatelle_baju::Duel);
    bagatelle_testkit::enter_page!(bagatelle_baju::Duel);
    bagatelle_testkit::enter_encoding!(bagatelle_baju::Duel);
    bagatelle_testkit::enter_schema!(bagatelle_baju::Duel);
}

mod puzzle {
    bagatelle_testkit::enter!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_page!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_encoding!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_schema!(bagatelle_baju::Puzzle);
}

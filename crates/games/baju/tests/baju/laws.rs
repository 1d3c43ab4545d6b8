//! Both games keep the laws of every game.

mod duel {
    use bagatelle_testkit::texts::Language;

    bagatelle_testkit::enter!(bagatelle_baju::Duel);
    bagatelle_testkit::enter_page!(bagatelle_baju::Duel);
    bagatelle_testkit::enter_encoding!(bagatelle_baju::Duel);
    bagatelle_testkit::enter_schema!(bagatelle_baju::Duel);
    // A move leads to another space.
    bagatelle_testkit::enter_numbers!(
        bagatelle_baju::Duel,
        Language { texts: 128 + 16 * 16, actions: 128 + 16 * 15, ..Language::BASE }
    );
}

mod puzzle {
    use bagatelle_testkit::texts::Language;

    bagatelle_testkit::enter!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_page!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_encoding!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_schema!(bagatelle_baju::Puzzle);
    bagatelle_testkit::enter_numbers!(
        bagatelle_baju::Puzzle,
        Language { texts: 16 * 16, actions: 16 * 15, ..Language::BASE }
    );
}

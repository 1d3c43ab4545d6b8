//! Both games keep the laws of the kit.

mod duel {
    bagatelle_testkit::enter!(bagatelle_baju::Duel);
}

mod puzzle {
    bagatelle_testkit::enter!(bagatelle_baju::Puzzle);
}

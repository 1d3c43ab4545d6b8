//! The counts of `counts.tsv`: action sequences of exactly that length.

mod common;

use bagatelle_bambam_booboo::{Contact, Options, Setup};
use bagatelle_core::perft::perft;
use common::{BRIDGE, GAP, open, rules, setup};

#[test]
fn counts_are_as_written() {
    let mut checked = 0;
    for line in include_str!("counts.tsv").lines().filter(|l| !l.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        let [position, contact, depth, count] = words[..] else { panic!("{line}") };
        let start = match position {
            "empty" => Setup::default(),
            "bridge" => setup(BRIDGE, [0, 0], 0),
            "gap" => setup(GAP, [0, 0], 0),
            _ => panic!("{line}"),
        };
        let contact = if contact == "side" { Contact::Side } else { Contact::Aligned };
        let game = rules(Options { contact, ..Options::default() });
        let found = perft(&game, &open(&game, &start), depth.parse().unwrap());
        assert_eq!(found, count.parse::<u64>().unwrap(), "{line}");
        checked += 1;
    }
    assert_eq!(checked, 17);
}

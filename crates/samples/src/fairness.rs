//! Samples of the pages about the fairness of deals.

use super::sample::Sample;
use super::story::{ANN, BASE, Story, against_program};
use bagatelle_core::record::RecordError;
use bagatelle_core::{CommittedSeed, Randomness};
use bagatelle_pages::fairness::{FairnessPage, VerifyPage};
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_table::{Command, DealSource, NewGame};

/// A game of cards that its player has given up, with its commitment.
fn story() -> Story {
    let seed =
        CommittedSeed { seed: Randomness::from_bytes([0x5a; 32]), nonce: Randomness::from_bytes([0xc3; 32]) };
    let source = DealSource::Committed(seed, Some(Randomness::from_bytes([0x1e; 32])));
    Story::new(NewGame { source, ..against_program("burbuja") })
}

pub(crate) fn samples() -> Vec<Sample> {
    let story = story();
    let begun = story.page(&story.viewpoint(ANN)).page();
    let story = story.does(ANN, Command::Resign { seat: None });
    let over = story.page(&story.viewpoint(ANN)).page();
    let record = story.table.public_record().expect("the game is over");
    let right = bagatelle_catalog::verify(&record).expect("a game of the catalog");
    let mut other = record.clone();
    other.more.insert("commitment".into(), "0".repeat(64).into());
    let wrong = bagatelle_catalog::verify(&other).expect("a game of the catalog");
    let page = |found, table| VerifyPage { table, found, ..VerifyPage::default() }.page();
    let error = RecordError::Format("missing field `game` at line 1 column 2".into());
    let refusal = RecordRefusal::from(&error);
    let refused = VerifyPage { text: "{}", refusal: Some(&refusal), ..VerifyPage::default() };
    vec![
        Sample::new("fairness", FairnessPage { base: BASE }.page()),
        Sample::new("verify", VerifyPage::default().page()),
        Sample::new("verify-refused", refused.page()),
        Sample::new("verify-right", page(Some((&right, &record)), Some("sample"))),
        Sample::new("verify-wrong", page(Some((&wrong, &other)), None)),
        Sample::new("table-committed", begun),
        Sample::new("table-committed-over", over),
    ]
}

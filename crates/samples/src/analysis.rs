//! Samples of the analysis board.

use super::sample::Sample;
use bagatelle_core::program::Budget;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Seat, Seed};
use bagatelle_pages::analysis::{BeginPage, BoardPage, Engine, FetchPage};
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_table::Analysis;
use serde_json::{Value, json};

/// An analysis of some moves of a deal, with a variation.
fn analysis(game: &str, moves: usize) -> Analysis {
    analysis_of(game, moves, None)
}

/// The same; `players` are the players that its record names.
fn analysis_of(game: &str, moves: usize, players: Option<Value>) -> Analysis {
    let game = bagatelle_catalog::games()
        .iter()
        .find(|known| known.id() == game)
        .expect("the game is in the catalog");
    let mut record = game.deal(&Value::Null, &Value::Null, &Seed::from_text("analysis")).expect("a deal");
    record.more.extend(players.map(|players| ("players".to_owned(), players)));
    let mut analysis = Analysis::begin(&record).expect("a record of the catalog");
    for n in 0..moves {
        let play = analysis.play(analysis.at());
        let legal = play.legal();
        let Some(action) = legal.get((7 * n + 3) % legal.len().max(1)) else { break };
        let found = play.analyse(1, &Budget::nodes(400), &mut |_| ());
        if let Some(found) = found {
            analysis.note(analysis.at(), found.worth, &found.text).expect("it is there");
        }
        analysis.act(action).expect("it is legal");
    }
    let before = analysis.nodes()[analysis.at()].after;
    let end = analysis.at();
    analysis.go(before).expect("it is there");
    if let Some(other) = analysis.play(before).legal().first() {
        analysis.act(other).expect("it is legal");
        analysis.describe(analysis.at(), "The other way", "This looks simpler.").expect("it is there");
    }
    analysis.go(end).expect("it is there");
    analysis
}

pub(crate) fn samples() -> Vec<Sample> {
    let board = |game: &str, moves: usize, nodes: u64| {
        let analysis = analysis(game, moves);
        let found = analysis.play(analysis.at()).analyse(2, &Budget::nodes(nodes), &mut |_| ());
        let engine = Engine { lines: 2, found, took: 200.0, ..Engine::default() };
        let page = BoardPage {
            id: "analysis00000000",
            analysis: &analysis,
            game: Some(("analysed", "/g/analysed")),
            own: Some(Seat(0)),
            engine: &engine,
            revision: 7,
        };
        Sample::new(format!("analysis-{game}"), page.page())
    };
    let named = analysis_of("bulbous", 9, Some(json!(["Ann", "“2”", "“3”", "Bob"])));
    let engine = Engine { on: false, ..Engine::default() };
    let named = BoardPage {
        id: "analysis00000000",
        analysis: &named,
        game: None,
        own: None,
        engine: &engine,
        revision: 1,
    }
    .page();
    let off = analysis("baju-puzzle", 2);
    let engine = Engine { on: false, ..Engine::default() };
    let off = BoardPage {
        id: "analysis00000000",
        analysis: &off,
        game: None,
        own: None,
        engine: &engine,
        revision: 1,
    };
    vec![
        board("baju-duel", 8, 20_000),
        board("bambam-booboo", 9, 2_000),
        board("bulbous", 0, 400),
        board("brain-burn", 4, 4_000),
        board("burbuja", 5, 20_000),
        Sample::new("analysis-off", off.page()),
        Sample::new("analysis-players", named),
        Sample::new(
            "analysis-begin",
            BeginPage { known: &[("analysis00000000", "baju-duel")], ..BeginPage::default() }.page(),
        ),
        Sample::new(
            "review-fetched",
            FetchPage { record: "/g/analysis00000000/record.json", to: "/review?from=analysis00000000" }
                .page(),
        ),
        Sample::new(
            "analysis-refused",
            BeginPage {
                refusal: Some(&RecordRefusal::from(&RecordError::Format("it’s empty".into()))),
                text: "{}",
                ..BeginPage::default()
            }
            .page(),
        ),
    ]
}

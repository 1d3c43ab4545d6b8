//! The site as the page's script uses it: requests as JSON, tables stored and given back, work done beside
//! it.

use crate::browser::{Browser, worked};
use bagatelle_core::Seed;
use bagatelle_offline::{Method, warm};
use serde_json::Value;

impl Browser {
    /// Makes a table; returns its address.
    fn make(&mut self, game: &str, fields: &[(&str, &str)]) -> String {
        let made = self.send(Method::Post, &format!("/{game}/new"), fields, false);
        assert!(made.go.as_ref().is_some_and(|go| go.starts_with("/games/offline/?/g/")), "{}", made.body);
        Browser::to(&made)
    }

    fn actions(&mut self, table: &str) -> Vec<String> {
        let record = self.get(&format!("{table}/record.json"));
        let record: serde_json::Value = serde_json::from_str(&record.body).unwrap_or_default();
        serde_json::from_value(record["actions"].clone()).unwrap_or_default()
    }

    /// The first thing that the page of a table offers.
    fn offer(&mut self, table: &str) -> Option<(&'static str, String)> {
        let page = self.get(table).body;
        let offers = page.split("data-offers=\"").nth(1)?.split('"').next()?.replace("&quot;", "\"");
        let offers = offers.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let offers: serde_json::Value = serde_json::from_str(&offers).unwrap();
        let offers = offers.as_array()?;
        let offer = offers.get(self.asked as usize % offers.len().max(1))?;
        let kind = if offer["amends"] == true { "amend" } else { "act" };
        Some((kind, offer["text"].as_str()?.to_owned()))
    }
}

/// The other seats of such a game are for other people, who are not here.
#[test]
fn a_record_with_cards_that_are_still_hidden_stays_in_its_form() {
    let (game, seed) = (bagatelle_catalog::find("bulbous").unwrap(), Seed::from_text("hidden"));
    let record = game.deal(&Value::Null, &Value::Null, &seed).unwrap().to_json();
    let mut browser = Browser::new();
    let refused = browser.post("/records", &[("record", &record)]);
    assert_eq!(refused.status, 422);
    assert!(
        refused.body.contains("This game isn’t over and its cards are hidden: it needs a connection."),
        "{}",
        refused.body
    );
    assert!(refused.body.contains("&quot;game&quot;: &quot;bulbous&quot;"), "{}", refused.body);
    assert!(browser.tables.is_empty());
}

#[test]
fn undo_after_resigning_leaves_the_moves_as_they_are() {
    let mut browser = Browser::new();
    let table = browser.make("brain-burn", &[]);
    let act = format!("{table}/act");
    for _ in 0..2 {
        let (kind, text) = browser.offer(&table).unwrap();
        assert_eq!(browser.post(&act, &[("kind", kind), ("text", &text)]).status, 200);
    }
    let moves = browser.actions(&table);
    for kind in ["resign", "undo"] {
        assert_eq!(browser.post(&act, &[("kind", kind)]).status, 200);
        // What was stored is what is shown.
        browser.reload();
        assert_eq!(browser.actions(&table), moves, "after {kind}");
    }
    assert!(browser.offer(&table).is_some(), "the game goes on");
}

#[test]
fn every_page_of_one_visitor_is_there() {
    let mut browser = Browser::new();
    for game in bagatelle_catalog::games() {
        for page in ["", "/rules", "/learn", "/learn/1"] {
            let address = format!("/{}{page}", game.id());
            assert_eq!(browser.get(&address).status, 200, "{address}");
        }
        assert_eq!(browser.get(&format!("/{}/learn/99", game.id())).status, 404);
    }
    for page in ["/", "/games", "/today", "/settings", "/records", "/fairness", "/today/2026-09-20"] {
        let answer = browser.get(page);
        assert_eq!(answer.status, 200, "{page}: {}", answer.body);
        assert!(answer.body.contains("href=\"/games/offline/?/\""), "{page}");
        assert!(!answer.body.contains("src=\"/g/"), "{page}");
    }
    assert!(browser.get("/people").body.contains("needs a connection"));
    assert_eq!(browser.get("/nothing").status, 404);
    assert_eq!(browser.get("/g/0123456789abcdef").status, 404);
}

#[test]
fn games_are_played_and_survive_a_reload() {
    for game in bagatelle_catalog::games() {
        let mut browser = Browser::new();
        let program = game.programs().first().map_or("", |program| program.name);
        let alone = game.manifest().seats == (1..=1);
        let fields = [("way", "computer"), ("program", program)];
        let table = browser.make(game.id(), if alone { &[("way", "fresh")] } else { &fields });
        for turn in 0..if alone { 40 } else { 400 } {
            browser.work(&table);
            let Some((kind, text)) = browser.offer(&table) else { break };
            let answer = browser.post(&format!("{table}/act"), &[("kind", kind), ("text", &text)]);
            assert_eq!(answer.status, 200, "{}: {text}: {}", game.id(), answer.body);
            if turn % 7 == 3 {
                // A worker that is started anew knows only what was stored.
                let before = browser.get(&format!("{table}/saved.json")).body;
                browser.reload();
                assert_eq!(browser.get(&format!("{table}/saved.json")).body, before);
            }
        }
        browser.work(&table);
        assert!(!browser.actions(&table).is_empty() || game.hidden(), "{}", game.id());
        assert_eq!(browser.get(&format!("{table}/replay")).status, 200);
    }
}

#[test]
fn a_hint_is_found_beside_the_site_and_counts_as_help() {
    let mut browser = Browser::new();
    let table = browser.make("brain-burn", &[("way", "fresh")]);
    browser.work(&table);
    let asked = browser.post(&format!("{table}/hint"), &[("strength", "2")]);
    let job = asked.watched.clone().and_then(|watched| watched.job).unwrap();
    let told = browser.post(&format!("{table}/progress"), &[("share", "0.5"), ("text", "half")]);
    assert_ne!(told.watched.map(|watched| watched.version), asked.watched.map(|watched| watched.version));
    let (done, _) = worked(&job);
    assert_eq!(done.key, job.key);
    assert!(browser.done(&done).keep.is_some(), "help is an event");
    // What comes twice changes nothing.
    assert_eq!(browser.done(&done).keep, None);
}

#[test]
fn a_par_is_looked_for_once() {
    let mut browser = Browser::new();
    let table = browser.make("brain-burn", &[("way", "fresh")]);
    let job = browser.job(&table).expect("its grade is looked for");
    assert_eq!(browser.finish(&job).keep, None, "it goes with the par");
    let job = browser.job(&table).expect("its par is looked for");
    let events = browser.tables.values().map(|(table, _)| table.events.len()).sum::<usize>();
    assert!(browser.finish(&job).keep.is_some(), "it is stored");
    let (stored, par) = browser.tables.values().next().unwrap().clone();
    assert_eq!(stored.events.len(), events, "it is no event");
    assert!(par.is_some_and(|par| par.par.is_some()));
    let shown = browser.get(&table).body;
    assert!(shown.contains("<dt>Par</dt>"));
    browser.reload();
    assert_eq!(browser.job(&table), None);
    assert!(browser.get(&table).body.contains("<dt>Par</dt>"));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut browser = Browser::new();
    let table = browser.make("baju-duel", &[("way", "computer"), ("program", "1"), ("sit", "0")]);
    let before = browser.get(&format!("{table}/saved.json")).body;
    for (fields, status) in [
        (&[("kind", "act"), ("text", "nonsense")][..], 422),
        (&[("kind", "dance")], 422),
        (&[("kind", "act"), ("text", "x"), ("version", "99")], 409),
    ] {
        let answer = browser.post(&format!("{table}/act"), fields);
        assert_eq!(answer.status, status, "{fields:?}: {}", answer.body);
        assert_eq!(answer.keep, None);
    }
    assert_eq!(browser.get(&format!("{table}/saved.json")).body, before);
    assert_eq!(browser.post("/baju-duel/new", &[("way", "friend")]).status, 404);
}

#[test]
fn warming_up_is_for_every_game() {
    for game in bagatelle_catalog::games() {
        warm(game.id());
    }
    warm("no game");
}

#[test]
fn what_is_chosen_at_first_can_be_played_without_a_connection() {
    // A device that knows no seed of today: it was not connected today, or is here for the first time.
    let mut browser = Browser::new();
    for game in bagatelle_catalog::games() {
        let page = browser.get(&format!("/{}", game.id())).body;
        let chosen = page
            .split("name=\"way\" value=\"")
            .find(|way| way.split('>').next().is_some_and(|tag| tag.contains("checked")));
        let way =
            chosen.and_then(|way| way.split('"').next()).unwrap_or_else(|| panic!("{}: {page}", game.id()));
        let alone = game.manifest().seats == (1..=1);
        assert_eq!(page.contains("This device doesn’t have today’s deal yet"), alone, "{}", game.id());
        assert!(!page.contains("value=\"daily\""), "{}", game.id());
        browser.make(
            game.id(),
            &[("way", way), ("program", game.programs().first().map_or("", |one| one.name))],
        );
    }
}

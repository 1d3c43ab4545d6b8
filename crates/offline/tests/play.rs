//! The site as the page's script uses it: requests as JSON, tables stored and given back, work done beside it.

use bagatelle_offline::{Done, Form, Job, Method, Request, Response, Site, Start, warm, work};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Does work by a clock that goes on whenever it is looked at.
fn worked(job: &Job) -> Done {
    let looks = AtomicU32::new(0);
    work(job, &|| f64::from(looks.fetch_add(1, Ordering::Relaxed)) * 50.0, &mut |_, _| ())
}

/// A browser: what it stores, and how often it has asked.
struct Browser {
    site: Site,
    stored: BTreeMap<String, bagatelle_table::SavedTable>,
    asked: u32,
}

impl Browser {
    fn new() -> Browser {
        let start = Start { root: "/games/".into(), ..Start::default() };
        Browser { site: Site::new(start), stored: BTreeMap::new(), asked: 0 }
    }

    fn send(&mut self, method: Method, path: &str, fields: &[(&str, &str)], part: bool) -> Response {
        self.asked += 1;
        let form: Form = fields.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        let mut request = Request {
            method,
            path: path.into(),
            form,
            part,
            now: 1_790_000_000_000 + i64::from(self.asked) * 1000,
            random: self.asked.to_string(),
            ..Request::default()
        };
        let mut answer = self.site.handle(&request);
        if let Some(id) = answer.need.clone() {
            request.stored = self.stored.get(&id).cloned();
            request.missing = request.stored.is_none().then_some(id);
            answer = self.site.handle(&request);
        }
        assert_eq!(answer.need, None, "{path}");
        if let Some(kept) = &answer.keep {
            let known = self.stored.get(&kept.table.id).map_or(0, |table| table.events.len());
            assert_eq!(kept.after, known, "{path}");
            self.stored.insert(kept.table.id.clone(), kept.table.clone());
        }
        answer
    }

    fn get(&mut self, path: &str) -> Response {
        self.send(Method::Get, path, &[], false)
    }

    fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.send(Method::Post, path, fields, true)
    }

    /// Makes a table; returns its address.
    fn make(&mut self, game: &str, fields: &[(&str, &str)]) -> String {
        let made = self.send(Method::Post, &format!("/{game}/new"), fields, false);
        assert_eq!(made.status, 303, "{}", made.body);
        made.go.unwrap().strip_prefix("/games/offline/?").unwrap().to_owned()
    }

    /// Does the work that a page of a table asks for, until there is none.
    fn work(&mut self, table: &str) {
        while let Some(job) = self.job(table) {
            let text = serde_json::to_string(&job).unwrap();
            let job: Job = serde_json::from_str(&text).unwrap();
            let done = worked(&job);
            let done = serde_json::to_string(&done).unwrap();
            let answer = self.post(&format!("{table}/done"), &[("done", &done)]);
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
    }

    fn job(&mut self, table: &str) -> Option<Job> {
        self.get(table).watched.and_then(|watched| watched.job)
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
                browser.site = Browser::new().site;
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
    let done = worked(&job);
    assert_eq!(done.key, job.key);
    let done = serde_json::to_string(&done).unwrap();
    let shown = browser.post(&format!("{table}/done"), &[("done", &done)]);
    assert!(shown.keep.is_some(), "help is an event");
    // What comes twice changes nothing.
    assert_eq!(browser.post(&format!("{table}/done"), &[("done", &done)]).keep, None);
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

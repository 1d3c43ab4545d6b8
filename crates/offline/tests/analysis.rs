//! Analysis boards and reviews, as the browser's pages and workers go through them.

use bagatelle_core::{Seed, Turn};
use bagatelle_offline::{Done, Form, Job, Method, Request, Response, Site, Start, work};
use serde_json::Value;
use std::sync::atomic::{AtomicU32, Ordering};

struct Browser {
    site: Site,
    requests: u32,
    /// The texts that are stored.
    texts: std::collections::BTreeMap<String, String>,
}

impl Browser {
    fn new() -> Browser {
        let site = Site::new(Start { root: "/".into(), served: true, ..Start::default() });
        Browser { site, requests: 0, texts: Default::default() }
    }

    fn ask(&mut self, method: Method, path: &str, fields: &[(&str, &str)]) -> Response {
        self.requests += 1;
        let form: Form = fields.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let random = format!("{:064}", self.requests);
        let request = Request {
            method,
            path: path.into(),
            form,
            part: true,
            now: 1_000_000,
            random,
            ..Request::default()
        };
        let mut response = self.site.handle(&request);
        if let Some(name) = response.read.take() {
            let text = self.texts.get(&name).cloned();
            response = self.site.handle(&Request { read: Some((name, text)), ..request.clone() });
        }
        if let Some(id) = response.need.take() {
            response = self.site.handle(&Request { missing: Some(id), ..request });
        }
        self.texts.extend(response.write.clone());
        response
    }

    fn get(&mut self, path: &str) -> Response {
        self.ask(Method::Get, path, &[])
    }

    fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.ask(Method::Post, path, fields)
    }

    /// Begins an analysis; returns its address.
    fn begin(&mut self, fields: &[(&str, &str)]) -> String {
        let begun = self.post("/analysis", fields);
        assert_eq!(begun.status, 303, "{}", begun.body);
        begun.go.unwrap().split_once('?').unwrap().1.to_owned()
    }

    /// Does the work that a page waits for, as the worker does, and tells what came of it.
    fn work(&mut self, response: &Response) -> Response {
        let job = response.watched.clone().and_then(|watched| watched.job).expect("there is work");
        let job: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
        let (done, told) = worked(&job);
        for text in told {
            self.post(&format!("{}/progress", job.at), &[("share", "0.5"), ("text", &text)]);
        }
        self.post(&format!("{}/done", job.at), &[("done", &serde_json::to_string(&done).unwrap())])
    }
}

/// Works with a clock that goes on at each look, and returns what was told on the way.
fn worked(job: &Job) -> (Done, Vec<String>) {
    let (looks, mut told) = (AtomicU32::new(0), Vec::new());
    let done = work(job, &|| f64::from(looks.fetch_add(1, Ordering::Relaxed)) * 20.0, &mut |_, text| {
        told.push(text.to_owned());
    });
    (done, told)
}

#[test]
fn every_game_is_analysed_with_an_engine_and_variations_and_stays_kept() {
    for game in bagatelle_catalog::games() {
        let (id, mut browser) = (game.id(), Browser::new());
        let at = browser.begin(&[("game", id), ("seed", "board")]);
        let mut page = browser.get(&at);
        if page.body.contains("Let chance decide") {
            page = browser.post(&format!("{at}/act"), &[("kind", "draw")]);
        }
        assert!(page.body.contains("Looking …"), "{id}: {}", page.body);
        page = browser.work(&page);
        assert!(page.body.contains("class=\"verdict\""), "{id}: {}", page.body);
        assert!(page.body.contains("data-arrows"), "{id} has arrows");
        assert_eq!(page.watched.clone().unwrap().job, None, "{id}: the work is done");
        let kept = bagatelle_core::record::Record::from_json(browser.texts.values().next().unwrap()).unwrap();
        let play = game.open(&kept).unwrap();
        let legal = play.legal();
        page = browser.post(&format!("{at}/act"), &[("kind", "act"), ("text", &legal[0])]);
        assert_eq!(page.status, 200, "{id}: {}", page.body);
        let node = page.body.matches("name=\"node\"").count();
        assert!(node > 1, "{id}");
        let refused = browser.post(&format!("{at}/act"), &[("kind", "act"), ("text", "nonsense")]);
        assert_eq!((refused.status, refused.media.as_str()), (422, "text/plain"), "{id}");
        browser.post(
            &format!("{at}/act"),
            &[("kind", "describe"), ("node", "0"), ("name", "A start"), ("comment", "Look.")],
        );
        // Another page, with nothing in memory, shows the same.
        browser.site = Site::new(Start { root: "/".into(), ..Start::default() });
        let again = browser.get(&at);
        assert!(again.body.contains("A start") && again.body.contains("Look."), "{id}: {}", again.body);
        let record = browser.get(&format!("{at}/record.json")).body;
        let copy = browser.begin(&[("record", &record)]);
        assert!(browser.get(&copy).body.contains("A start"), "{id}: variations are taken over");
    }
}

#[test]
fn the_engine_is_switched_off_and_told_to_look_further() {
    let mut browser = Browser::new();
    let at = browser.begin(&[("game", "baju-duel")]);
    let act = format!("{at}/act");
    let engine = |what| [("kind", "engine"), ("engine", what)];
    let off = browser.post(&act, &engine("off"));
    assert!(off.watched.unwrap().job.is_none() && !off.body.contains("Looking"));
    let on = browser.post(&act, &engine("on"));
    let first = on.watched.clone().unwrap().job.unwrap();
    let done = browser.work(&on);
    assert!(done.body.contains("Look further"), "{}", done.body);
    let more = browser.post(&act, &engine("more"));
    let second = more.watched.clone().unwrap().job.unwrap();
    assert_ne!(first.key, second.key);
    assert!(more.body.contains("class=\"verdict\""), "what was found stays while it looks on");
    let two = browser.post(&act, &engine("further-lines"));
    let two = browser.work(&two);
    assert!(
        two.body.contains("2 lines") && two.body.matches("name=\"text\" value=").count() == 2,
        "{}",
        two.body
    );
    // What was found for another position changes nothing.
    let (late, _) = worked(&first);
    let late = browser.post(&format!("{at}/done"), &[("done", &serde_json::to_string(&late).unwrap())]);
    assert!(late.body.contains("2 lines"));
}

#[test]
fn what_cannot_be_analysed_says_why() {
    let mut browser = Browser::new();
    let refused = browser.post("/analysis", &[("record", "{}")]);
    assert!(refused.status == 422 && refused.body.contains("role=\"alert\""), "{}", refused.body);
    let refused = browser.post("/analysis", &[("game", "baju-duel"), ("options", "{")]);
    assert!(refused.status == 422 && refused.body.contains("cannot be read as JSON"), "{}", refused.body);
    // The game of a server is fetched by the page.
    let fetched = browser.get("/analysis?from=0123456789abcdef");
    assert!(fetched.body.contains("/g/0123456789abcdef/record.json"), "{}", fetched.body);
    assert_eq!(browser.get("/analysis/unknown").status, 404);
}

#[test]
fn a_finished_game_is_reviewed_by_the_worker() {
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    let seed = Seed::from_text("review");
    let mut record = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
    let mut play = game.open(&record).unwrap();
    while play.turn() != Turn::Over {
        let legal = play.legal();
        record.actions.push(play.play(&legal[(play.ply() * 7 + 3) % legal.len()]).unwrap());
    }
    // A game that the server has is fetched by the page, and its review made here, without keeping the game.
    let mut visitor = Browser::new();
    let fetched = visitor.get("/review?from=0123456789abcdef");
    assert!(fetched.body.contains("/g/0123456789abcdef/record.json"), "{}", fetched.body);
    let waiting = visitor.post("/review?from=0123456789abcdef", &[("record", &record.to_json())]);
    assert!(waiting.keep.is_none() && waiting.body.contains("being prepared"), "{}", waiting.body);
    let job = waiting.watched.clone().and_then(|watched| watched.job).unwrap();
    visitor.work(&waiting);
    assert!(visitor.get(&format!("{}/review", job.at)).body.contains("Turning points"));
    let mut browser = Browser::new();
    let brought = browser.post("/records", &[("record", &record.to_json())]);
    let table = brought.go.unwrap().split_once('?').unwrap().1.split("/replay").next().unwrap().to_owned();
    let waiting = browser.get(&format!("{table}/review"));
    assert!(
        waiting.body.contains("being prepared") && waiting.body.contains("data-events"),
        "{}",
        waiting.body
    );
    browser.work(&waiting);
    let review = browser.get(&format!("{table}/review"));
    assert!(review.body.contains("Turning points") && review.body.contains("Try it again from here"));
    assert!(review.body.contains("data-arrows") && review.watched.unwrap().job.is_none());
    let second = browser.get(&format!("{table}/review?turn=1"));
    assert_ne!(second.body, review.body);
    // A finished game is analysed with all its moves.
    let begun = browser.get(&format!("/analysis?from={table}&ply=3"));
    let at = begun.go.unwrap().split_once('?').unwrap().1.to_owned();
    assert!(browser.get(&at).body.contains("aria-current=\"step\""));
}

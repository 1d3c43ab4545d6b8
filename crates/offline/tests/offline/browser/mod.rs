//! A browser for the tests: it stores what the site wants stored, gives it back when the site asks, and does
//! the site's work.

use bagatelle_offline::{Done, Form, Job, KnownPar, Method, Request, Response, Site, Start, work};
use bagatelle_table::SavedTable;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Does work with a clock that goes on at each look, and returns what was told on the way.
pub fn worked(job: &Job) -> (Done, Vec<String>) {
    let (looks, mut told) = (AtomicU32::new(0), Vec::new());
    let elapsed = || f64::from(looks.fetch_add(1, Ordering::Relaxed)) * 50.0;
    let done = work(job, &elapsed, &mut |_, text| told.push(text.to_owned()));
    (done, told)
}

/// A browser: what it stores, and how often it has asked.
pub struct Browser {
    site: Site,
    /// The tables that are stored, with what is known of their deals.
    pub tables: BTreeMap<String, (SavedTable, Option<KnownPar>)>,
    /// The texts that are stored.
    pub texts: BTreeMap<String, String>,
    pub asked: u32,
}

impl Browser {
    pub fn new() -> Browser {
        Browser { site: site(), tables: BTreeMap::new(), texts: BTreeMap::new(), asked: 0 }
    }

    /// Starts the site anew, which then knows only what was stored.
    pub fn reload(&mut self) {
        self.site = site();
    }

    pub fn send(&mut self, method: Method, path: &str, fields: &[(&str, &str)], part: bool) -> Response {
        self.asked += 1;
        let form: Form = fields.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        let request = Request {
            method,
            path: path.into(),
            form,
            part,
            now: 1_790_000_000_000 + i64::from(self.asked) * 1000,
            random: format!("{:064}", self.asked),
            ..Request::default()
        };
        let mut answer = self.site.handle(&request);
        if let Some(id) = answer.need.take() {
            let (stored, par) = match self.tables.get(&id).cloned() {
                Some((table, par)) => (Some(table), par),
                None => (None, None),
            };
            let missing = stored.is_none().then_some(id);
            answer = self.site.handle(&Request { stored, par, missing, ..request.clone() });
        }
        if let Some(name) = answer.read.take() {
            let text = self.texts.get(&name).cloned();
            answer = self.site.handle(&Request { read: Some((name, text)), ..request });
        }
        assert_eq!((&answer.need, &answer.read), (&None, &None), "{path}");
        if let Some(kept) = &answer.keep {
            let id = &kept.table.id;
            let known = self.tables.get(id).map_or(0, |(table, _)| table.events.len());
            assert_eq!(kept.after, known, "{path}");
            self.tables.insert(id.clone(), (kept.table.clone(), kept.par.clone()));
        }
        self.texts.extend(answer.write.clone());
        for name in &answer.forget {
            self.texts.remove(name);
        }
        answer
    }

    pub fn get(&mut self, path: &str) -> Response {
        self.send(Method::Get, path, &[], false)
    }

    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.send(Method::Post, path, fields, true)
    }

    /// Where the answer leads, as the site calls the address.
    pub fn to(answer: &Response) -> String {
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.go.as_ref().unwrap().split_once('?').unwrap().1.to_owned()
    }

    /// Does a job as the worker does, progress and all; returns what the site says to it.
    pub fn finish(&mut self, job: &Job) -> Response {
        let job: Job = serde_json::from_str(&serde_json::to_string(job).unwrap()).unwrap();
        let (done, told) = worked(&job);
        for text in told {
            let told = self.post(&format!("{}/progress", job.at), &[("share", "0.5"), ("text", &text)]);
            assert_eq!((told.status, told.body.as_str()), (204, ""));
        }
        self.done(&done)
    }

    /// Brings what came of work.
    pub fn done(&mut self, done: &Done) -> Response {
        let text = serde_json::to_string(done).unwrap();
        let answer = self.post(&format!("{}/done", done.at), &[("done", &text)]);
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (204, ""),
            "nothing is drawn that is not asked for"
        );
        answer
    }

    /// The work that is to be done for a table or an analysis.
    pub fn job(&mut self, at: &str) -> Option<Job> {
        self.get(&format!("{at}/watched")).watched.and_then(|watched| watched.job)
    }

    /// Does the work that a page asks for, until there is none.
    pub fn work(&mut self, at: &str) {
        while let Some(job) = self.job(at) {
            self.finish(&job);
        }
    }
}

fn site() -> Site {
    Site::new(Start { root: "/games/".into(), served: true, ..Start::default() })
}

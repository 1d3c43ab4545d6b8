//! The site: finds the handler of an address.

use crate::address::Root;
use crate::fault::Fault;
use crate::held::Held;
use crate::message::{Entry, Kept, Memory, Method, Request, Response, Start, Watched};
use crate::studied::Studied;
use bagatelle_catalog::AnyGame;
use bagatelle_pages::Markup;
use bagatelle_pages::rules::RulesPage;
use bagatelle_pages::settings::Look;
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls;
use bagatelle_site::{Reply, replay};
use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;

/// How many tables are held in memory.
const HELD: usize = 16;

/// How many texts of a kind are kept: analyses, reviews.
const REMEMBERED: usize = 30;

/// A server for one visitor.
pub struct Site {
    root: Root,
    start: Start,
    pub(crate) tables: BTreeMap<String, Held>,
    pub(crate) analyses: BTreeMap<String, Studied>,
    /// The game of a server that is looked back on: its id in memory, and its own.
    pub(crate) fetched: Option<(String, String)>,
}

/// A request whose address is read.
pub(crate) struct Asked<'a> {
    pub(crate) request: &'a Request,
    pub(crate) query: Vec<(String, String)>,
}

impl Asked<'_> {
    /// The text that is stored under a name; `None` if it was not looked for yet, `Some(None)` if there is
    /// none.
    pub(crate) fn read(&self, name: &str) -> Option<Option<&str>> {
        let (read, text) = self.request.read.as_ref()?;
        (read == name).then_some(text.as_deref())
    }

    /// A field of the query.
    pub(crate) fn query(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The id of the table that the query or the form names under `from`, by it or by an address of it.
    pub(crate) fn from(&self) -> Option<String> {
        let named = self.query("from").or_else(|| self.request.form.get("from").map(String::as_str));
        let from = named?.trim_start_matches("/g/").split('/').next()?;
        (!from.is_empty()).then(|| from.to_owned())
    }

    /// A field of the form; empty if there is none.
    pub(crate) fn field(&self, key: &str) -> &str {
        self.request.form.get(key).map_or("", String::as_str)
    }
}

impl Site {
    /// The site with all that is stored.
    #[must_use]
    pub fn new(start: Start) -> Site {
        let (tables, analyses) = (BTreeMap::new(), BTreeMap::new());
        Site { root: Root::new(&start.root).at_server(start.served), start, tables, analyses, fetched: None }
    }

    /// Answers a request. The addresses of the page are as the browser follows them.
    pub fn handle(&mut self, request: &Request) -> Response {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let asked = Asked { request, query };
        let mut response =
            self.load(request).and_then(|()| self.route(path, &asked)).unwrap_or_else(|fault| {
                match fault {
                    // A server may have the table.
                    Fault::Need(id) if request.missing.as_ref() == Some(&id) => {
                        if self.is_served() {
                            Fault::Away
                        } else {
                            Fault::NotFound
                        }
                    }
                    Fault::Read(name) if request.read.as_ref().is_some_and(|read| read.0 == name) => {
                        Fault::of_missing(&name)
                    }
                    fault => fault,
                }
                .into_response(request.part)
            });
        if let Some((here, there)) = &self.fetched {
            // The game is at the server; here it is only looked back on.
            let there = format!("href=\"{}\"", self.at_server(there));
            response.body = response.body.replace(&format!("href=\"{}\"", urls::table(here)), &there);
        }
        response.go = response.go.map(|address| self.root.page(&address));
        if response.media == Response::HTML {
            let page = self.root.dress(&response.body);
            let look = Look::read(&self.start.memory.look);
            response.body = if request.part { page } else { look.dress(&page) };
        }
        response
    }

    /// Takes the stored table that comes with a request into memory.
    fn load(&mut self, request: &Request) -> Result<(), Fault> {
        if let Some((name, Some(text))) = &request.read {
            self.study(name, text)?;
        }
        let Some(saved) = &request.stored else { return Ok(()) };
        while self.tables.len() >= HELD {
            self.tables.pop_first();
        }
        self.hold(saved, request.par.as_ref())
    }

    fn route(&mut self, path: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let decoded = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let get = asked.request.method == Method::Get;
        match parts[..] {
            [] => self.home(asked),
            ["g", id] => self.table(id, "", asked),
            ["g", id, what] => self.table(id, what, asked),
            ["analysis"] if get => self.analyses(asked),
            ["analysis"] => self.begin_analysis(asked),
            ["analysis", id] => self.analysis(id, "", asked),
            ["analysis", id, what] => self.analysis(id, what, asked),
            ["review"] => self.review_of(asked),
            ["games"] => self.archive(asked),
            ["today", ref rest @ ..] => self.today(rest, asked),
            ["settings"] if get => self.settings(asked),
            ["settings"] => self.keep_settings(asked),
            ["records"] if get => Ok(Response::of_reply(replay::records(""))),
            ["records"] => self.upload(asked),
            ["fairness"] => {
                Ok(Response::html(bagatelle_pages::fairness::FairnessPage { base: self.origin() }.page()))
            }
            [id, ref rest @ ..] => match bagatelle_catalog::find(id) {
                Some(game) => self.game(game, rest, asked),
                None if urls::is_reserved(id) => Err(Fault::Away),
                None => Err(Fault::NotFound),
            },
        }
    }

    fn game(
        &mut self,
        game: &'static dyn AnyGame,
        rest: &[&str],
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        match *rest {
            [] => self.game_page(game, asked),
            ["rules"] => {
                Ok(Response::html(RulesPage { game, base: self.origin(), prints: self.is_served() }.page()))
            }
            ["workshop"] => self.workshop(game, asked),
            ["pad"] => self.pad(game, asked),
            ["timer"] => self.timer(game),
            ["print"] => Err(Fault::Unprinted(self.is_served())),
            ["lay", ..] => Err(Fault::Away),
            ["new"] => self.new_table(game, asked),
            ["learn", ref step @ ..] => self.lesson(game, step, asked),
            _ => Err(Fault::NotFound),
        }
    }

    /// The scheme and host.
    pub(crate) fn origin(&self) -> &str {
        &self.start.origin
    }

    /// Where a table is: on this device, or at the server.
    pub(crate) fn place_of(&self, id: &str) -> String {
        match self.entries().iter().any(|entry| entry.table.id == id) {
            true => urls::table(id),
            false => self.at_server(id),
        }
    }

    /// Where a table is at the server.
    fn at_server(&self, id: &str) -> String {
        format!("{}{}", self.start.origin, self.root.file(&urls::table(id)))
    }

    /// Whether there is a server.
    pub(crate) fn is_served(&self) -> bool {
        self.start.served
    }

    /// What is remembered.
    pub(crate) fn memory(&self) -> &Memory {
        &self.start.memory
    }

    /// Changes what is remembered, and returns what to store.
    pub(crate) fn remember(&mut self, change: impl FnOnce(&mut Memory)) -> Memory {
        change(&mut self.start.memory);
        self.start.memory.clone()
    }

    /// Cuts a list, newest first, of the texts that are kept; returns those to forget.
    pub(crate) fn older<T>(list: &mut Vec<T>) -> Vec<T> {
        list.split_off(list.len().min(REMEMBERED))
    }

    /// All tables, newest first.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.start.entries
    }

    /// Notes where a table stands that is being stored.
    pub(crate) fn note(&mut self, kept: &Kept) {
        let mut table = kept.table.clone();
        table.events.clear();
        self.start.entries.retain(|entry| entry.table.id != table.id);
        self.start.entries.insert(0, Entry { table, summary: kept.summary.clone() });
    }
}

impl Response {
    /// The media type of pages.
    pub const HTML: &str = "text/html";

    /// A page.
    pub(crate) fn html(page: Markup) -> Response {
        Response::of(Response::HTML, page.into_string())
    }

    /// A text of some media type.
    pub(crate) fn of(media: &str, body: String) -> Response {
        Response { status: 200, media: media.to_owned(), body, ..Response::default() }
    }

    /// What the site replies.
    pub(crate) fn of_reply(reply: Reply) -> Response {
        match reply {
            Reply::Html(markup) => Response::html(markup),
            Reply::Sentence(Some(text)) => Response::of("text/plain", sentence(&text)),
            Reply::Sentence(None) => Response { status: 204, ..Response::default() },
        }
    }

    /// How far a table has come, without its page.
    pub(crate) fn told(watched: Watched) -> Response {
        Response { status: 204, watched: Some(watched), ..Response::default() }
    }

    /// The way to another page.
    pub(crate) fn to(address: String) -> Response {
        Response { status: 303, go: Some(address), ..Response::default() }
    }
}

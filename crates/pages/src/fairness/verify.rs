//! The pages that verify how a game was dealt: one for a finished game, one for a record.

use crate::frame::{Card, Frame, Sheet};
use crate::refusal::RecordRefusal;
use crate::text::RECORD_FILES;
use crate::{game, urls};
use bagatelle_catalog::{Check, Verdict, Verification};
use bagatelle_core::record::{LARGEST, Record};
use maud::{Markup, html};
use serde_json::Value;

/// A page that verifies a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyPage<'a> {
    /// The id of the game's table; `None` for a record that was sent.
    pub table: Option<&'a str>,
    /// What was found, and the record in which.
    pub found: Option<(&'a Verification, &'a Record)>,
    /// What was sent.
    pub text: &'a str,
    /// Why it could not be read.
    pub refusal: Option<&'a RecordRefusal>,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

impl VerifyPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose.fairness #table {
                @if let Some(id) = self.table { p.back { a href=(urls::table(id)) { "← The game" } } }
                h1 { @if self.table.is_some() { "How this game was dealt" } @else { "Verify a record" } }
                @if let Some((verification, record)) = self.found { (found(verification, record)) }
                @if self.table.is_none() { (self.form()) }
                p { a href=(urls::fairness()) { "How to check a deal" } }
            }
        };
        let title = if self.table.is_some() { "Verify a deal" } else { "Verify a record" };
        let page = self.table.map_or_else(urls::verify, urls::verify_table);
        let about = "Check that a deal was drawn fairly, move by move, with nothing but its record.";
        let card = Some(Card::of_site(title, about, self.base, &page));
        Frame { sheet: Some(Sheet::Fairness), card, ..Frame::new(title) }.page(&body)
    }

    fn form(&self) -> Markup {
        let wrong = self.refusal.map(|_| "wrong");
        html! {
            form.card.bring method="post" action=(urls::verify()) {
                p { "The record of a game holds everything its deal came from. Each game has a link to its \
                    record." }
                label.field {
                    span { "From a file" }
                    input type="file" data-into="record" accept=(RECORD_FILES);
                }
                label.field {
                    span { "Or paste it as text" }
                    textarea name="record" rows="10" spellcheck="false" required
                        aria-invalid=[wrong.map(|_| "true")] aria-describedby=[wrong] { (self.text) }
                }
                @match self.refusal {
                    Some(why) => (why.told()),
                    None => p.small { "Up to " (LARGEST >> 20) " MB." },
                }
                button.primary { "Verify it" }
            }
        }
    }
}

fn found(verification: &Verification, record: &Record) -> Markup {
    let class = match verification.verdict {
        Verdict::Verified => "right",
        Verdict::Differs => "wrong",
        Verdict::Unverifiable => "neither",
    };
    html! {
        p.finding.(class) role="status" { (verification.summary) }
        @if !verification.checks.is_empty() {
            ul.checks { @for check in &verification.checks { (one(check)) } }
        }
        (told(record))
    }
}

fn one(check: &Check) -> Markup {
    html! {
        li.right[check.holds].wrong[!check.holds] {
            strong { (check.what) @if !check.holds { ": wrong" } }
            p { (check.found) }
        }
    }
}

/// What the record says about its deal.
fn told(record: &Record) -> Markup {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let part = |key: &str| text(record.more.get(key));
    let revealed = |key: &str| text(record.more.get("revealed").and_then(|revealed| revealed.get(key)));
    let list = |key: &str| record.more.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let (players, added) = (list("players"), list("randomness"));
    let programs = players.iter().map(|player| player.as_str()?.strip_prefix('“')?.strip_suffix('”'));
    let personas =
        game::find(&record.game).map_or(Vec::new(), |game| game.personas(&mut programs.into_iter()));
    let name = |seat: usize| match personas.get(seat) {
        Some(Some(persona)) => persona.name.to_owned(),
        _ => text(players.get(seat)).unwrap_or_else(|| format!("Seat {}", seat + 1)),
    };
    let facts = [
        ("Commitment", part("commitment")),
        ("Seed of the server", revealed("seed")),
        ("Nonce", revealed("nonce")),
        ("Seed of the deal", part("seed")),
    ];
    html! {
        dl.told {
            @for (label, value) in facts.iter().filter_map(|(label, value)| Some((label, value.as_ref()?))) {
                dt { (label) } dd { code { (value) } }
            }
            @for (seat, value) in added.iter().enumerate() {
                dt { "Added by " (name(seat)) }
                dd {
                    @match value.as_str() {
                        Some(value) => { code { (value) } span.own data-added=(value) hidden { "Your \
                            browser remembers adding this." } }
                        None => "nothing",
                    }
                }
            }
        }
    }
}

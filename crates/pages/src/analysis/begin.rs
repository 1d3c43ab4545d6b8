//! Where an analysis begins: from a record, a deal, or a set-up.

use crate::frame::Frame;
use crate::refusal::RecordRefusal;
use crate::text::{RECORD_FILES, count};
use crate::{game, urls};
use bagatelle_core::record::LARGEST;
use bagatelle_table::LONGEST_FORK;
use maud::{Markup, html};

/// The page on which an analysis begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BeginPage<'a> {
    /// The game that is chosen.
    pub game: &'a str,
    /// What was sent, if it was refused: a record, options or a seed.
    pub text: &'a str,
    /// Options in JSON, such as a board file, as they were sent.
    pub options: &'a str,
    /// Why it was refused, in a sentence.
    pub refusal: Option<&'a RecordRefusal>,
    /// The table of a server whose game is to be fetched.
    pub fetched: Option<&'a str>,
    /// The number of actions after which its analysis begins.
    pub ply: Option<usize>,
    /// The visitor's analyses, newest first: the id of each, and that of its game.
    pub known: &'a [(&'a str, &'a str)],
}

impl BeginPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let wrong = self.refusal.map(|_| "wrong");
        let body = html! {
            main.prose #table {
                h1 { "Analysis" }
                p { "Play both sides, keep variations with names and comments, and ask the engine. \
                    Everything runs in your browser." }
                @if let Some(why) = self.refusal { (why.told()) }
                @if let Some(table) = self.fetched {
                    p role="status" { "Fetching the game…" }
                    a #fetched href=(urls::record(table)) download hidden { "The record" }
                }
                form.card.bring method="post" action=(urls::analyses()) {
                    h2 { "A new position" }
                    label.field {
                        span { "Game" }
                        select name="game" {
                            @for game in game::all() { option
                                value=(game.id()) selected[game.id() == self.game] { (game::name(*game)) } }
                        }
                    }
                    label.field {
                        span { "Seed (leave empty for a random deal)" }
                        input name="seed" autocomplete="off" spellcheck="false" maxlength="64";
                    }
                    details open[!self.options.is_empty()] {
                        summary { "Options, board file, set-up" }
                        label.field {
                            span { "Options in JSON, as in a record" }
                            textarea name="options" rows="3" spellcheck="false" { (self.options) }
                        }
                        label.field {
                            span { "Set-up in JSON, as in a record" }
                            textarea name="setup" rows="3" spellcheck="false" {}
                        }
                    }
                    button.primary { "Analyse it" }
                }
                form.card.bring #record method="post" action=(urls::analyses())
                    data-instead[self.fetched.is_some()] {
                    h2 { "A game" }
                    @if let Some(table) = self.fetched {
                        input type="hidden" name="from" value=(table);
                        input type="hidden" name="own";
                    }
                    @if let Some(ply) = self.ply { input type="hidden" name="ply" value=(ply); }
                    label.field {
                        span { "From a file" }
                        input type="file" data-into="record" accept=(RECORD_FILES);
                    }
                    label.field {
                        span { "Or paste it as text" }
                        textarea name="record" rows="8" spellcheck="false" required
                            aria-invalid=[wrong.map(|_| "true")] aria-describedby=[wrong] { (self.text) }
                    }
                    p.small { "Up to " (LARGEST >> 20) " MB and " (count(LONGEST_FORK as u64, "move")) ". \
                        Variations are imported." }
                    button.primary { "Analyse it" }
                }
                @if !self.known.is_empty() {
                    h2 { "Your analyses" }
                    ul {
                        @for (id, game_id) in self.known {
                            li { a href=(urls::analysis(id)) { (game::name_of(game_id)) } }
                        }
                    }
                }
            }
        };
        Frame::new("Analysis").page(&body)
    }
}

/// The page that fetches the record of a game from the server and sends it on, with the seat that the server
/// says is the reader’s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FetchPage<'a> {
    /// The address of the record.
    pub record: &'a str,
    /// Where it is sent.
    pub to: &'a str,
}

impl FetchPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "Review" }
                p role="status" { "Fetching the game…" }
                a #fetched href=(self.record) download hidden { "The record" }
                form #record method="post" action=(self.to) data-instead hidden {
                    textarea name="record" aria-label="Record" {}
                    input type="hidden" name="own";
                    button { "Review it" }
                }
            }
        };
        Frame::new("Review").page(&body)
    }
}

//! The page on which a game is printed: what can be chosen, how the pieces are made, and the sheets, which
//! browsers print at true size.
//!
//! The page knows no paper and no file: a host that makes them says what there is ([`Choice`]), what was
//! chosen, and which sheets that gives.

use crate::at_table::at_table;
use crate::frame::{Card, Frame, Script, Sheet};
use crate::new_game::{answered, is_first};
use crate::text::count;
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Question;
use maud::{Markup, html};

/// Something that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The word of addresses.
    pub word: &'static str,
    /// What people read.
    pub label: &'static str,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// How the pieces of a kind are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Making {
    /// What they are called.
    pub name: &'static str,
    /// How many there are.
    pub count: usize,
    /// How to make them, in a sentence.
    pub how: &'static str,
    /// Whether they are folded.
    pub folded: bool,
}

/// The page on which a game is printed.
#[derive(Clone, Copy)]
pub struct PrintPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The kinds of paper.
    pub papers: &'a [Choice],
    /// The kinds of ink.
    pub inks: &'a [Choice],
    /// The parts of what is printed.
    pub parts: &'a [Choice],
    /// Whether the backs are printed.
    pub backs: bool,
    /// How far paint goes on beyond the edges of pieces, in millimetres, as a text.
    pub bleed: &'a str,
    /// The most that this can be.
    pub most_bleed: f64,
    /// The questions whose answers change what is printed, each with the answer as the form has sent it.
    pub asked: &'a [(Question, String)],
    /// The query that gives the file and the sheets.
    pub query: &'a str,
    /// How the pieces are made; none if no pieces are printed.
    pub makings: &'a [Making],
    /// What is on each side of the sheets, in order; or why there are none, in a sentence.
    pub sides: Result<&'a [&'a str], &'a str>,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

impl PrintPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let name = game::name(self.game);
        let body = html! {
            main.print #table {
                header {
                    p.back { a href=(urls::game(self.game.id())) { "← " (name) } }
                    h1 { "Print " (name) }
                    p.lead { "The pieces at true size, the rules and a reference card, for a real table." }
                    (at_table(self.game, false))
                }
                (self.form())
                (self.making())
                (self.sheets())
            }
        };
        let title = format!("Print {name}");
        let page = urls::print(self.game.id());
        let about = "The pieces at true size, the rules and a reference card, for a real table.";
        let picture = urls::game_preview(self.game.id(), "");
        let card = Some(Card { picture: &picture, ..Card::of_site(&title, about, self.base, &page) });
        Frame { script: Script::Print, sheet: Some(Sheet::Print), card, ..Frame::new(&title) }.page(&body)
    }

    fn form(&self) -> Markup {
        let id = self.game.id();
        html! {
            form.card method="get" action=(urls::print(id)) {
                (segments("Paper", "paper", self.papers))
                (segments("Ink", "ink", self.inks))
                fieldset.parts {
                    legend { "Print" }
                    // So that a form without a part is known from an address that names none.
                    input type="hidden" name="part" value="";
                    @for Choice { word, label, chosen } in self.parts {
                        label.switch {
                            input type="checkbox" name="part" value=(word) checked[*chosen];
                            span { (label) }
                        }
                    }
                }
                // Scripts switch it off while no pieces are printed.
                fieldset #cutting .parts {
                    legend { "For cutting" }
                    label.switch {
                        input type="checkbox" name="backs" value="1" checked[self.backs];
                        span {
                            "Backs of the pieces"
                            small { "For two-sided printing, flipped on the long edge" }
                        }
                    }
                    label.bleed {
                        input type="number" name="bleed" value=(self.bleed) min="0" max=(self.most_bleed)
                            step="0.5" inputmode="decimal" required;
                        span {
                            "mm of bleed"
                            small { "0 to " (self.most_bleed) ". Colour beyond the cut, so no white edge \
                                shows" }
                        }
                    }
                }
                (self.questions())
                button.primary.large type="submit" formaction=(urls::print_file(id)) { "Get the PDF" }
                div.others {
                    button.update type="submit" { "Update the sheets" }
                    button type="button" data-print hidden { "Print these sheets" }
                }
                p.small role="status" {}
            }
        }
    }

    fn questions(&self) -> Markup {
        let all = html! { @for (question, sent) in self.asked { (answered(question, sent)) } };
        html! {
            @match self.asked {
                [] => {}
                [_] => (all),
                [..] => {
                    @let plain = self.asked.iter().all(|(question, sent)| is_first(question, sent));
                    details open[!plain] {
                        summary { "Rules to print" }
                        div.questions { (all) }
                    }
                }
            }
        }
    }

    fn making(&self) -> Markup {
        if self.makings.is_empty() {
            return html! { div #making {} };
        }
        let folded = self.makings.iter().any(|making| making.folded);
        html! {
            section #making aria-label="Making the pieces" {
                h2 { "Making the pieces" }
                ol {
                    li { "Print at 100%, not fitted to the page. The scale at the top of a sheet should be \
                        50 mm long." }
                    @for Making { name, count, how, .. } in self.makings {
                        li { strong { (name) } " (" (count) "). " (how) }
                    }
                    li { "Cut along a ruler from mark to mark"
                        @if folded { ", and fold along the dashed lines" }
                        ". Round pieces have an outline to follow." }
                }
            }
        }
    }

    fn sheets(&self) -> Markup {
        let paper = self.papers.iter().find(|paper| paper.chosen);
        let (word, label) = paper.map_or(("", ""), |paper| (paper.word, paper.label));
        html! {
            section #sheets aria-label="Sheets" data-paper=(word) {
                h2 { "Sheets" }
                @match self.sides {
                    Err(why) => p.wrong role="alert" { (why) },
                    Ok(sides) => {
                        p.small { (count(sides.len() as u64, "side")) " of " (label) " paper" }
                        ol {
                            @for (n, name) in sides.iter().enumerate() {
                                @let side = urls::print_side(self.game.id(), &format!("{}.svg", n + 1));
                                @let side = format!("{side}?{}", self.query);
                                li {
                                    // It is opened in a window of its own to look at it closely.
                                    a href=(side) target="_blank" {
                                        figure {
                                            img src=(side) alt="" decoding="async";
                                            figcaption { (name) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn segments(label: &str, name: &str, choices: &[Choice]) -> Markup {
    html! {
        fieldset.segments {
            legend { (label) }
            @for Choice { word, label, chosen } in choices {
                label {
                    input type="radio" name=(name) value=(word) checked[*chosen];
                    span { (label) }
                }
            }
        }
    }
}

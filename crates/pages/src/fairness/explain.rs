//! The page that explains to people how deals can be checked.

use super::figure::figure;
use crate::frame::{Card, Frame, Sheet};
use crate::urls;
use maud::{Markup, html};

/// The page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FairnessPage<'a> {
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl FairnessPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(self) -> Markup {
        let body = html! {
            main.prose.fairness #table {
                h1 { "Deals you can check" }
                p.lead {
                    "At a real table, cards are shuffled before your eyes. Here a server shuffles them. \
                     This is how you can be sure it favoured no one and changed nothing later."
                }
                (figure())
                h2 { "How it works" }
                ol {
                    li {
                        strong { "The server draws a secret." } " When a game is created, it draws a seed \
                            and a nonce from its system’s random numbers. Both are too long to guess."
                    }
                    li {
                        strong { "It commits to the secret." } " It shows a fingerprint of both, the \
                            commitment. No one can work out the seed from it, and the server can’t find \
                            another seed with the same fingerprint."
                    }
                    li {
                        strong { "The players add to it." } " Your browser adds a random number of its own \
                            when you sit down. With several players, the deal waits until every seat is \
                            taken."
                    }
                    li {
                        strong { "Together, these numbers determine the deal." } " They also determine \
                            every later shuffle. The server can’t choose the deal, because it doesn’t know \
                            what you will add. You can’t choose it, because you don’t know the seed."
                    }
                    li {
                        strong { "At the end, everything is revealed." } " The record of the game then \
                            holds the seed, the nonce and what each seat added. Anyone can recompute the \
                            fingerprint, the deal and every shuffle."
                    }
                }
                h2 { "How to check a game" }
                p {
                    "When a game is over, its page has a “Verify the deal” link. You can also "
                    a href=(urls::verify()) { "verify a record" } " someone sent you, here or on another \
                        server, run "
                    code { "bagatelle verify RECORD" } " on your own computer, or use the small Python \
                        program in Bagatelle’s " code { "docs" } " folder, which shares no code with this \
                        server. Your browser remembers what it added and tells you whether the record agrees."
                }
                h2 { "What this doesn’t prove" }
                ul {
                    li {
                        "In a solo game, a game against the computer or a rematch, the server deals at once \
                            and has your number before it draws its seed. It could pick the seed in such a \
                            game, but would gain nothing by it."
                    }
                    li {
                        "If the server and the last player to sit down worked together, that player could \
                            try several numbers and keep the best. No one else can."
                    }
                    li { "It proves how cards were dealt, not what players do. It can’t catch two players \
                        talking on the phone." }
                    li { "A browser without scripts adds nothing. Everything else works the same." }
                }
                h2 { "Daily deals" }
                p {
                    "They’re the same for everyone, so players add nothing. Instead, the server commits to \
                     them before the day begins: "
                    a href=(urls::today()) { "today’s page" } " shows the commitment to tomorrow’s deals. On \
                        the day itself, the seed is public. "
                    "On days before this was introduced, and on a day after one when the server was off, \
                     the date is the seed. Those deals have no commitment."
                }
                h2 { "Games without a commitment" }
                p {
                    "Some games always begin the same way and leave nothing to chance. If you type a seed \
                     or ask for a certain difficulty, the seed is known in advance or chosen to fit. A game \
                     continued from a record already has its deal. Games from earlier versions had no \
                     commitment. All of these say so."
                }
                h2 { "The recipe" }
                p { "All hashes are SHA-256 of a text in which every line, including the last, ends with a \
                    line feed. Numbers are written as 64 lower-case hexadecimal digits." }
                dl.recipe {
                    dt { "Commitment" }
                    dd { pre { code { "bagatelle commitment 1\nSEED\nNONCE\n" } } }
                    dt { "Seed of the deal" }
                    dd {
                        pre { code { "bagatelle deal 1\nSEED\nwhat the first seat added, or -\nwhat the \
                            second seat added, or -\n…\nATTEMPT\n" } }
                        p { "The first 80 bits in Crockford’s base 32, in groups of four. The attempt is 0; \
                            if that deal is over before it begins, 1, and so on." }
                    }
                    dt { "Seed of a day" }
                    dd {
                        pre { code { "bagatelle day 1\nSEED\nDATE\n" } }
                        p {
                            "The same 80 bits after " code { "daily:DATE:" } ". From December 2026, the \
                            seed for Brain Burn starts with the length of the day: " code { "ten:" } " on \
                            Monday and Thursday, " code { "twentyfive:" } " on Tuesday and Friday, "
                            code { "fifty:" } " on Wednesday and Saturday, and nothing on Sunday, which is a \
                            full shuffle."
                        }
                    }
                }
                p { "How the cards follow from a deal’s seed is explained in " code { "docs/fairness.md" }
                    " and written down in " code { "docs/verify.py" } "." }
            }
        };
        let title = "Deals you can check";
        let card = Card {
            title,
            description: "How a deal is fixed before anyone sees it, and how you check that it was.",
            base: self.base,
            page: &urls::fairness(),
            picture: &urls::site_preview(),
        };
        Frame { sheet: Some(Sheet::Fairness), card: Some(card), ..Frame::new(title) }.page(&body)
    }
}

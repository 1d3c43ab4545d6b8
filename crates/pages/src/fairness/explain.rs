//! The page that explains to people how deals can be checked.

use super::figure::figure;
use crate::frame::{Frame, Sheet};
use crate::urls;
use maud::{Markup, html};

/// The page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FairnessPage;

impl FairnessPage {
    /// The whole page.
    #[must_use]
    pub fn page(self) -> Markup {
        let body = html! {
            main.prose.fairness #table {
                h1 { "Deals that you can check" }
                p.lead {
                    "Cards on a real table are shuffled before your eyes. Here a server shuffles them. This \
                     is how you can be sure that it "
                    "gave no player better cards, and changed nothing later."
                }
                (figure())
                h2 { "What happens" }
                ol {
                    li {
                        strong { "The server draws a secret." } " When a game is made, it takes a seed and a \
                            nonce from the random numbers "
                        "of its system: two numbers so long that no one can guess them."
                    }
                    li {
                        strong { "It commits itself." } " It shows a fingerprint of both, the commitment. \
                            From the fingerprint no one can "
                        "find the seed, and the server cannot find another seed with the same fingerprint."
                    }
                    li {
                        strong { "The players add to it." } " Your browser adds a random number of its own \
                            when you sit down. Where several "
                        "play and something is dealt, the deal waits until all seats are taken."
                    }
                    li {
                        strong { "The deal follows from all of it." } " So does each later shuffle. The \
                            server does not choose the deal, since it "
                        "does not know what you will add; you do not choose it, since you do not know the \
                         seed."
                    }
                    li {
                        strong { "At the end all is shown." } " The record of the game then holds seed, \
                            nonce, and what each seat has added. "
                        "Anyone can compute the fingerprint, the deal and each shuffle again."
                    }
                }
                h2 { "How to check a game" }
                p {
                    "When a game is over, its page has a link “Verify the deal”. You can also "
                    a href=(urls::verify()) { "verify a record" } " that was sent to you, here or on another \
                        server, run "
                    code { "bagatelle verify RECORD" } " on your own computer, or use the small Python \
                        program in the folder " code { "docs" }
                    " of Bagatelle, which shares no code with this server. Your browser remembers what it \
                     has added, and tells you whether "
                    "the record says the same."
                }
                h2 { "What this does not show" }
                ul {
                    li {
                        "In a game that is dealt as soon as it is made, alone, against programs, or as a \
                         rematch, the server has your number before it "
                        "draws its seed. There it could choose among seeds. It has nothing to win by that."
                    }
                    li {
                        "A server that conspires with the player who sits down last could let that player \
                         choose among numbers. No one else can."
                    }
                    li { "It shows how cards were dealt, not what players do: two who talk on the telephone \
                        are not found by it." }
                    li { "A browser without scripts adds nothing. All else works the same." }
                }
                h2 { "The deals of the day" }
                p {
                    "They are the same for all, so players add nothing. Instead the server commits to them \
                     before the day begins: the page of "
                    a href=(urls::today()) { "today" } " shows the commitment to the deals of tomorrow. On \
                        the day itself the seed is open. "
                    "Days from before this was built, and days before which the server was off, have their \
                     date for a seed: "
                    "nothing was committed for them."
                }
                h2 { "Where nothing is committed" }
                p {
                    "Some games begin always in the same way, and leave nothing to chance. Where you type a \
                     seed, or ask for a deal of a certain difficulty, the seed is known or looked for; a \
                     game that continues a "
                    "record has its deal already; and games from earlier versions had no commitment. Such \
                     games say so."
                }
                h2 { "The recipe" }
                p { "All hashes are SHA-256 of a text in which each line, the last one too, ends with a line \
                    feed. Numbers are written as 64 hexadecimal digits, in small letters." }
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
                        p { "The same 80 bits after " code { "daily:DATE:" } "." }
                    }
                }
                p { "How cards follow from the seed of a deal is told in " code { "docs/fairness.md" } " and \
                    written down in " code { "docs/verify.py" } "." }
            }
        };
        Frame { sheet: Some(Sheet::Fairness), ..Frame::new("Deals that you can check") }.page(&body)
    }
}

//! What wins, with a small picture of a won position that opens large. Once the visitor has moved, the
//! sentence folds away behind its first word, and its room stays, so that the board rests.

use super::drawing::Drawing;
use crate::urls;
use bagatelle_core::present::Written;
use maud::{Markup, html};

impl Drawing<'_> {
    /// The goal in one line.
    pub(super) fn goal(&self) -> Markup {
        let (play, viewer) = (self.table.play(), self.viewpoint.viewer);
        let picture = urls::table_goal(self.table.id());
        html! {
            div.goal {
                @if play.has_goal_figure() {
                    a href=(picture) data-enlarge aria-label="An example of a won game" {
                        img src=(picture) alt="" width="48" height="48" loading="lazy";
                    }
                }
                p #goal {
                    button.fold type="button" aria-controls="aim" { "Goal" span { ":" } }
                    " "
                    span #aim { (Written(play.goal(viewer))) }
                }
            }
        }
    }

    /// Whether the visitor has moved, or, for one who watches, any player.
    pub(super) fn has_begun(&self) -> bool {
        let (table, seats) = (self.table, &self.viewpoint.seats);
        if seats.is_empty() {
            table.play().ply() > 0
        } else {
            seats.iter().any(|seat| table.has_acted(*seat))
        }
    }

    /// The section of the rules that matters now.
    pub(super) fn rules_address(&self) -> String {
        let topic = self.table.play().topic(self.viewpoint.viewer);
        let rules = urls::rules(self.table.game().id());
        if topic.is_empty() { rules } else { format!("{rules}#{topic}") }
    }
}

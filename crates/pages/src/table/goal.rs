//! What wins, always in sight, with a small picture of a won position that opens large.

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
                p #goal { strong { "Goal: " } (Written(play.goal(viewer))) }
            }
        }
    }

    /// The section of the rules that matters now.
    pub(super) fn rules_address(&self) -> String {
        let topic = self.table.play().topic(self.viewpoint.viewer);
        let rules = urls::rules(self.table.game().id());
        if topic.is_empty() { rules } else { format!("{rules}#{topic}") }
    }
}

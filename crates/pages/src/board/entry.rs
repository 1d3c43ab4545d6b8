//! How a move is entered beside the board: by the buttons of its game, or as a text.

use super::zoom;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::Viewer;
use maud::{Markup, Render, html};

/// The buttons with which a move is put together. The scripts enable them when they can be pressed.
pub(crate) fn controls(play: &dyn AnyPlay, viewer: Viewer) -> Markup {
    html! {
        div.controls {
            button #turn type="button" data-key="r" hidden { "Rotate" }
            @for control in play.controls(viewer) {
                button type="button" data-pick=(control.id) data-key=[control.key]
                    aria-keyshortcuts=[control.key] disabled {
                    (control.label)
                }
            }
            (*zoom::NUDGES)
        }
    }
}

/// A field for a move as a text. `act` is where it is sent, as a command of this kind.
pub(crate) fn typed_move(act: impl Render, kind: &str, label: &str, button: &str) -> Markup {
    html! {
        form.type-move method="post" action=(act) data-send {
            input type="hidden" name="kind" value=(kind);
            label {
                span { (label) }
                input name="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="400";
            }
            button { (button) }
        }
    }
}

/// The same, folded away.
pub(crate) fn typed_move_folded(act: impl Render, kind: &str, button: &str) -> Markup {
    html! {
        details #typing {
            summary { "Type a move" }
            (typed_move(act, kind, "Move", button))
        }
    }
}

//! The questions that a game asks before it begins.

use crate::text::capitalised;
use bagatelle_core::present::{Answer, Question};
use maud::{Markup, html};

/// The answer that means a text of the player's own.
pub const OWN: &str = "own text";

/// The questions of a form. `kind` is put before each key.
pub(crate) fn questions(kind: &str, questions: &[Question]) -> Markup {
    html! {
        @for question in questions {
            @let name = format!("{kind}.{}", question.key);
            @match question.grid {
                Some(width) => (grid(question, &name, width)),
                None => (choice(question, &name)),
            }
        }
    }
}

/// A question with few short answers, side by side, numbers in their order. `usual` is the place of the one
/// that is ticked.
pub(super) fn segments(question: &Question, name: &str, usual: usize) -> Markup {
    let mut answers: Vec<_> = question.answers.iter().enumerate().collect();
    answers.sort_by_key(|(_, answer)| answer.label.parse::<u8>().ok());
    html! {
        fieldset.segments {
            legend { (question.label) }
            @for (n, Answer { value, label }) in answers {
                label {
                    input type="radio" name=(name) value=(value) checked[n == usual];
                    span { (capitalised(label)) }
                }
            }
        }
    }
}

/// A question whose answers are the cells of a board, after the first one.
fn grid(question: &Question, name: &str, width: u8) -> Markup {
    html! {
        fieldset.grid {
            legend { (question.label) }
            @if !question.help.is_empty() { small { (question.help) } }
            @if let Some(Answer { value, label }) = question.answers.first() {
                label.any {
                    input type="radio" name=(name) value=(value) checked;
                    span { (capitalised(label)) }
                }
            }
            div.cells data-width=(width) {
                @for Answer { value, label } in question.answers.iter().skip(1) {
                    label {
                        input type="radio" name=(name) value=(value) aria-label=(label);
                        span {}
                    }
                }
            }
        }
    }
}

fn choice(question: &Question, name: &str) -> Markup {
    html! {
        div.field data-seats=[question.only_for] {
            label for=(name) { (question.label) }
            select name=(name) id=(name) {
                @for Answer { value, label } in &question.answers {
                    option value=(value) { (capitalised(label)) }
                }
                @if question.own_text.is_some() { option value=(OWN) { "Custom (enter below)" } }
            }
            @if !question.help.is_empty() { small { (question.help) } }
            @if let Some(example) = question.own_text {
                (own_text(question.label, &format!("own.{name}"), example))
            }
        }
    }
}

fn own_text(label: &str, name: &str, example: &str) -> Markup {
    html! {
        details {
            summary { "Custom" }
            textarea name=(name) rows="7" spellcheck="false" aria-label={ (label) ": your own text" }
                placeholder=(example) {}
            input type="file" data-into=(name) aria-label="Read it from a file";
        }
    }
}

/// Whether the answer is the usual one.
pub(crate) fn is_first(question: &Question, sent: &str) -> bool {
    sent.is_empty() || question.answers.first().is_some_and(|answer| answer.value == sent)
}

/// A question with the answer that was sent: the value of one of its answers, or a text of the visitor’s own.
pub(crate) fn answered(question: &Question, sent: &str) -> Markup {
    let name = format!("option.{}", question.key);
    let known = sent.is_empty() || question.answers.iter().any(|answer| answer.value == sent);
    let own = question.own_text.is_some() && !known;
    html! {
        div.field {
            label for=(name) { (question.label) }
            select name=(name) id=(name) {
                @for Answer { value, label } in &question.answers {
                    option value=(value) selected[value == sent] { (capitalised(label)) }
                }
                @if question.own_text.is_some() {
                    option value=(OWN) selected[own] { "Custom (enter below)" }
                }
            }
            @if !question.help.is_empty() { small { (question.help) } }
            @if let Some(example) = question.own_text {
                details open[own] {
                    summary { "Custom" }
                    textarea name={ "own." (name) } rows="7" spellcheck="false" aria-label={ (question.label)
                        ": your own text" } placeholder=(example) { @if own { "\n" (sent) } }
                    label.file hidden {
                        "Or open a file"
                        input type="file" data-into={ "own." (name) };
                    }
                }
            }
        }
    }
}

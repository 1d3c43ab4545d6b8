//! The reference of the API for people, made from its OpenAPI document.

use crate::frame::{Frame, Sheet};
use crate::urls;
use maud::{Markup, html};

/// A field of a schema, or a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Field {
    /// The name.
    pub name: String,
    /// What it holds, in words.
    pub kind: String,
    /// The schema that it holds, if it is one of the document.
    pub schema: Option<String>,
    /// What it is for.
    pub about: String,
    /// Whether it may be left out.
    pub optional: bool,
}

/// An answer of an operation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The status.
    pub status: String,
    /// When it is given.
    pub about: String,
    /// What it holds.
    pub holds: Option<Field>,
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operation {
    /// The id, which is its anchor.
    pub id: String,
    /// `GET`, `POST`, …
    pub method: String,
    /// The path, with parameters in braces.
    pub path: String,
    /// What it does.
    pub about: String,
    /// The scope that a token needs.
    pub scope: Option<String>,
    /// Whether it can be used without a token.
    pub open: bool,
    /// The parameters.
    pub parameters: Vec<Field>,
    /// The body.
    pub body: Option<Field>,
    /// The answers.
    pub answers: Vec<Answer>,
}

/// A schema.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// The name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The fields of an object.
    pub fields: Vec<Field>,
    /// The words, where it is one of several.
    pub words: Vec<String>,
    /// An example, as JSON.
    pub example: Option<String>,
}

/// The reference.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReferencePage {
    /// What is said first, a paragraph each.
    pub about: Vec<String>,
    /// The operations.
    pub operations: Vec<Operation>,
    /// The schemas.
    pub schemas: Vec<Schema>,
}

impl ReferencePage {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose.reference #table {
                h1 { "For programs" }
                @for paragraph in &self.about { p { (marked(paragraph)) } }
                p.choices {
                    a href=(urls::api_document()) { "The document for tools (OpenAPI)" }
                    a href=(urls::tokens()) { "Your tokens" }
                }
                h2 { "Requests" }
                nav aria-label="Requests" {
                    ul.requests {
                        @for operation in &self.operations {
                            li { a href={ "#" (operation.id) } { (operation.method) " " (short(&operation.path)) } }
                        }
                    }
                }
                @for operation in &self.operations { (self.operation(operation)) }
                h2 { "What is sent and answered" }
                @for schema in &self.schemas { (self.schema(schema)) }
            }
        };
        Frame { sheet: Some(Sheet::People), ..Frame::new("For programs") }.page(&body)
    }

    fn operation(&self, operation: &Operation) -> Markup {
        html! {
            section.card #(operation.id) aria-labelledby={ (operation.id) "-title" } {
                h3 #{ (operation.id) "-title" } { span.method { (operation.method) } " " code { (operation.path) } }
                p { (marked(&operation.about)) }
                @if let Some(scope) = &operation.scope {
                    p.small {
                        @if operation.open { "Without a token, or with one that has the scope " } @else { "With a token that has the scope " }
                        code { (scope) } "."
                    }
                }
                @if !operation.parameters.is_empty() { (self.fields("Parameters", &operation.parameters)) }
                @if let Some(body) = &operation.body { p { "Body: " (self.kind(body)) } }
                dl.answers {
                    @for answer in &operation.answers {
                        div {
                            dt { (answer.status) }
                            dd {
                                (marked(&answer.about))
                                @if let Some(holds) = &answer.holds { @if !answer.about.is_empty() { ": " } (self.kind(holds)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn schema(&self, schema: &Schema) -> Markup {
        html! {
            section.card id={ "schema-" (schema.name) } {
                h3 { (schema.name) }
                @if !schema.about.is_empty() { p { (marked(&schema.about)) } }
                @if !schema.words.is_empty() {
                    p { @for (n, word) in schema.words.iter().enumerate() { @if n > 0 { ", " } code { (word) } } }
                }
                @if !schema.fields.is_empty() { (self.fields("Fields", &schema.fields)) }
                @if let Some(example) = &schema.example { pre { code { (example) } } }
            }
        }
    }

    fn fields(&self, what: &str, fields: &[Field]) -> Markup {
        html! {
            dl.fields aria-label=(what) {
                @for field in fields {
                    div {
                        dt { code { (field.name) } small { (self.kind(field)) @if field.optional { ", optional" } } }
                        dd { (marked(&field.about)) }
                    }
                }
            }
        }
    }

    fn kind(&self, field: &Field) -> Markup {
        let known =
            field.schema.as_ref().filter(|name| self.schemas.iter().any(|schema| schema.name == **name));
        html! {
            @match known {
                Some(name) => { (field.kind) a href={ "#schema-" (name) } { (name) } }
                None => (field.kind),
            }
        }
    }
}

/// A path without what all paths begin with.
fn short(path: &str) -> &str {
    path.strip_prefix("/api/v1").unwrap_or(path)
}

/// A text in which what stands between backticks is code.
fn marked(text: &str) -> Markup {
    html! {
        @for (n, part) in text.split('`').enumerate() {
            @if n % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

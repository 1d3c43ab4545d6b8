//! The reference of the API for people, made from its OpenAPI document.

use crate::frame::{Frame, Sheet};
use crate::urls;
use maud::{Markup, html};

/// A field of a schema, or a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Field {
    /// The name.
    pub name: String,
    /// What it holds, in words; code is between backticks.
    pub kind: String,
    /// The schemas of the document, one of which it holds.
    pub schemas: Vec<String>,
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
    /// The game that it belongs to; empty for a schema that all games share.
    pub game: String,
    /// What it is.
    pub about: String,
    /// Its content other than fields and words, described: a text, a list.
    pub holds: Field,
    /// The schemas of which it is one.
    pub choices: Vec<String>,
    /// The member that says which of them.
    pub chosen_by: String,
    /// The schemas whose fields it has, too.
    pub parts: Vec<String>,
    /// The fields of an object.
    pub fields: Vec<Field>,
    /// The words, where it is one of several, each with its meaning.
    pub words: Vec<(String, String)>,
    /// An example, as JSON.
    pub example: Option<String>,
}

/// How many lines of an example are shown at once.
const SHORT: usize = 12;

/// The reference.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReferencePage {
    /// The opening paragraphs.
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
                    a href=(urls::api_document()) { "OpenAPI document" }
                    a href=(urls::tokens()) { "Your tokens" }
                }
                h2 { "Requests" }
                nav aria-label="Requests" {
                    ul.requests {
                        @for operation in &self.operations {
                            li { a href={ "#" (operation.id) } { (operation.method) " "
                                (short(&operation.path)) } }
                        }
                    }
                }
                @for operation in &self.operations { (self.operation(operation)) }
                h2 { "Data types" }
                @for schema in self.of_game("") { (self.schema(schema)) }
                @let games = self.games();
                @if !games.is_empty() {
                    h2 { "Differences between games" }
                    nav aria-label="Games" {
                        ul.requests { @for (n, game) in games.iter().enumerate() { li { a href={ "#game-"
                            (n) } { (game) } } } }
                    }
                    @for (n, game) in games.iter().enumerate() {
                        h3.of-game #{ "game-" (n) } { (game) }
                        @for schema in self.of_game(game) { (self.schema(schema)) }
                    }
                }
            }
        };
        Frame { sheet: Some(Sheet::People), ..Frame::new("For programs") }.page(&body)
    }

    /// The games that schemas belong to, in the order of the schemas.
    fn games(&self) -> Vec<&str> {
        let mut games: Vec<&str> = Vec::new();
        for schema in self.schemas.iter().filter(|schema| !schema.game.is_empty()) {
            if !games.contains(&schema.game.as_str()) {
                games.push(&schema.game);
            }
        }
        games
    }

    fn of_game(&self, game: &str) -> impl Iterator<Item = &Schema> {
        self.schemas.iter().filter(move |schema| schema.game == game)
    }

    fn operation(&self, operation: &Operation) -> Markup {
        html! {
            section.card #(operation.id) aria-labelledby={ (operation.id) "-title" } {
                h3 #{ (operation.id) "-title" } { span.method { (operation.method) } " " code {
                    (operation.path) } }
                p { (marked(&operation.about)) }
                @if let Some(scope) = &operation.scope {
                    p.small {
                        @if operation.open { "Without a token, or with one that has the scope " } @else {
                            "With a token that has the scope " }
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
                                @if let Some(holds) = &answer.holds { (self.kind(holds)) ": " }
                                (marked(&answer.about))
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
                @if schema.game.is_empty() { h3 { (schema.name) } } @else { h4 { (schema.name) } }
                @if !schema.about.is_empty() { p { (marked(&schema.about)) } }
                @if !schema.holds.kind.is_empty() { p { (self.kind(&schema.holds)) } }
                @if !schema.choices.is_empty() {
                    p {
                        @if schema.chosen_by.is_empty() { "One of: " } @else { "One of these, by " code {
                            (schema.chosen_by) } ": " }
                        (self.links(&schema.choices, ", "))
                    }
                }
                @if !schema.parts.is_empty() { p { "All fields of " (self.links(&schema.parts, ", ")) ", and \
                    these:" } }
                (words(&schema.words))
                @if !schema.fields.is_empty() { (self.fields("Fields", &schema.fields)) }
                @if let Some(example) = &schema.example {
                    @if example.lines().count() <= SHORT { pre { code { (example) } } } @else {
                        details { summary { "Example" } pre { code { (example) } } }
                    }
                }
            }
        }
    }

    fn fields(&self, what: &str, fields: &[Field]) -> Markup {
        html! {
            dl.fields aria-label=(what) {
                @for field in fields {
                    div {
                        dt { code { (field.name) } small { (self.kind(field)) @if field.optional { ", \
                            optional" } } }
                        dd { (marked(&field.about)) }
                    }
                }
            }
        }
    }

    fn kind(&self, field: &Field) -> Markup {
        html! { (marked(&field.kind)) (self.links(&field.schemas, " or ")) }
    }

    /// Links to schemas; only the name if there is no schema of that name.
    fn links(&self, names: &[String], between: &str) -> Markup {
        let is_known = |name: &str| self.schemas.iter().any(|schema| schema.name == name);
        html! {
            @for (n, name) in names.iter().enumerate() {
                @if n > 0 { (between) }
                @if is_known(name) { a href={ "#schema-" (name) } { (name) } } @else { (name) }
            }
        }
    }
}

/// The words, one of which is meant: in a row, or each with its meaning.
fn words(words: &[(String, String)]) -> Markup {
    html! {
        @if words.iter().all(|(_, about)| about.is_empty()) {
            @if !words.is_empty() {
                p { @for (n, (word, _)) in words.iter().enumerate() { @if n > 0 { ", " } code { (word) } } }
            }
        } @else {
            dl.fields aria-label="Words" {
                @for (word, about) in words { div { dt { code { (word) } } dd { (marked(about)) } } }
            }
        }
    }
}

/// A path without the beginning that all paths share.
fn short(path: &str) -> &str {
    path.strip_prefix("/api/v1").unwrap_or(path)
}

/// A text in which the parts between backticks are code.
fn marked(text: &str) -> Markup {
    html! {
        @for (n, part) in text.split('`').enumerate() {
            @if n % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

//! A page as text that people can compare: its elements by indentation, its texts, and the attributes that
//! scripts, styles and readers rely on. Drawings are left out.

use scraper::{ElementRef, Html, Node};
use std::fmt::Write;

/// Attributes that are not shown: they follow from others, or only matter to the eye.
const LEFT_OUT: [&str; 9] =
    ["class", "id", "width", "height", "maxlength", "autocomplete", "autocapitalize", "spellcheck", "alt"];
/// The longest value of an attribute that is shown whole.
const LONG: usize = 70;

/// The title, the description for other sites, and the body.
pub fn outline(page: &Html) -> String {
    let mut text = String::new();
    let selector = |text: &str| scraper::Selector::parse(text).unwrap();
    for title in page.select(&selector("title")) {
        let _ = writeln!(text, "title: {}", title.text().collect::<String>());
    }
    for meta in page.select(&selector("meta[property='og:description'], meta[http-equiv]")) {
        let _ = writeln!(text, "meta: {}", meta.value().attr("content").unwrap_or_default());
    }
    for main in page.select(&selector("main")) {
        element(&mut text, main, 0);
    }
    text
}

fn element(text: &mut String, element_ref: ElementRef<'_>, depth: usize) {
    let element_of = element_ref.value();
    let indent = "  ".repeat(depth);
    let _ = write!(text, "{indent}{}", element_of.name());
    if let Some(id) = element_of.id() {
        let _ = write!(text, "#{id}");
    }
    for class in element_of.classes() {
        let _ = write!(text, ".{class}");
    }
    let mut attributes: Vec<_> = element_of.attrs().filter(|(name, _)| !LEFT_OUT.contains(name)).collect();
    attributes.sort_unstable();
    if element_of.name() == "svg" {
        text.push('\n');
        return;
    }
    for (name, value) in attributes {
        match value.chars().count() {
            0 => write!(text, " {name}"),
            n if n > LONG => write!(text, " {name}=…"),
            _ => write!(text, " {name}={value:?}"),
        }
        .unwrap();
    }
    let words: Vec<&str> = element_ref
        .children()
        .filter_map(|child| match child.value() {
            Node::Text(words) if !words.trim().is_empty() => Some(&**words),
            _ => None,
        })
        .collect();
    let has_elements = element_ref.child_elements().next().is_some();
    match words.as_slice() {
        [] => text.push('\n'),
        [only] if !has_elements => writeln!(text, ": {only}").unwrap(),
        _ => text.push('\n'),
    }
    if !has_elements {
        return;
    }
    for child in element_ref.children() {
        match child.value() {
            Node::Text(words) if !words.trim().is_empty() => {
                writeln!(text, "{indent}  | {}", words.trim()).unwrap()
            }
            Node::Element(_) => {
                if let Some(child) = ElementRef::wrap(child) {
                    element(text, child, depth + 1);
                }
            }
            _ => (),
        }
    }
}

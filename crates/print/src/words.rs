//! The words of an HTML fragment, such as a rule page, as blocks to be set on paper.

use crate::art::Art;
use crate::fonts::Style;
use std::rc::Rc;
use usvg::roxmltree::{Document, Node, ParsingOptions};

/// Words in one style.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run {
    pub text: String,
    pub style: Style,
}

/// A picture with its caption.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub art: Rc<Art>,
    pub caption: Vec<Run>,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// A heading.
    Heading(Vec<Run>),
    /// A paragraph.
    Paragraph(Vec<Run>),
    /// An item of a list: its mark, and what it says.
    Item(String, Vec<Run>),
    /// Figures that stand side by side.
    Figures(Vec<Figure>),
}

/// The text is no well-formed fragment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the text of the game can’t be set: {0}")]
pub struct Malformed(String);

/// Reads a fragment. Sections with one of the headings `without` are left out.
pub(crate) fn read(fragment: &str, without: &[&str]) -> Result<Vec<Block>, Malformed> {
    let text = format!("<div xmlns=\"http://www.w3.org/1999/xhtml\">{fragment}</div>");
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(&text, options).map_err(|error| Malformed(error.to_string()))?;
    let mut reader = Reader { text: &text, shapes: String::new(), blocks: Vec::new() };
    reader.children(document.root_element());
    let mut kept = true;
    let wanted = |block: &Block| {
        if let Block::Heading(runs) = block {
            let heading: String = runs.iter().map(|run| run.text.as_str()).collect();
            kept = !without.contains(&heading.trim());
        }
        kept
    };
    let mut blocks = reader.blocks;
    let mut wanted = wanted;
    blocks.retain(|block| wanted(block));
    Ok(blocks)
}

struct Reader<'a> {
    text: &'a str,
    /// The definitions that stand apart from the figures that use them.
    shapes: String,
    blocks: Vec<Block>,
}

impl Reader<'_> {
    fn children(&mut self, node: Node<'_, '_>) {
        for child in node.children().filter(Node::is_element) {
            self.element(child);
        }
    }

    fn element(&mut self, node: Node<'_, '_>) {
        match node.tag_name().name() {
            "h1" | "h2" | "h3" => self.blocks.push(Block::Heading(runs(node))),
            "p" => self.blocks.push(Block::Paragraph(runs(node))),
            "ul" => self.items(node, |_| "•".to_owned()),
            "ol" => self.items(node, |n| format!("{}.", n + 1)),
            "svg" => {
                for shapes in node
                    .descendants()
                    .filter(|inner| inner.has_tag_name("defs") || inner.tag_name().name() == "defs")
                {
                    self.shapes.push_str(&self.text[shapes.range()]);
                }
            }
            "figure" => {
                let figure = self.figure(node);
                self.blocks.extend(figure.map(|figure| Block::Figures(vec![figure])));
            }
            _ if node.children().any(|child| child.tag_name().name() == "figure") => {
                let figures = node.children().filter(|child| child.tag_name().name() == "figure");
                let figures: Vec<Figure> = figures.filter_map(|figure| self.figure(figure)).collect();
                if node.tag_name().name() == "div" {
                    self.blocks.push(Block::Figures(figures));
                } else {
                    self.children(node);
                }
            }
            _ => self.children(node),
        }
    }

    fn items(&mut self, list: Node<'_, '_>, mark: impl Fn(usize) -> String) {
        let items = list.children().filter(|child| child.tag_name().name() == "li");
        self.blocks.extend(items.enumerate().map(|(n, item)| Block::Item(mark(n), runs(item))));
    }

    fn figure(&self, node: Node<'_, '_>) -> Option<Figure> {
        let svg = node.descendants().find(|inner| inner.tag_name().name() == "svg")?;
        let caption = node.descendants().find(|inner| inner.tag_name().name() == "figcaption");
        let source = &self.text[svg.range()];
        let (head, rest) = source.split_once('>')?;
        let named = if head.contains("xmlns=") { "" } else { " xmlns=\"http://www.w3.org/2000/svg\"" };
        let svg = format!("{head}{named}>{}{rest}", self.shapes);
        let art = Rc::new(Art::read(svg).ok()?);
        Some(Figure { art, caption: caption.map(runs).unwrap_or_default() })
    }
}

/// The words of an element, with white space as a browser would show it.
fn runs(node: Node<'_, '_>) -> Vec<Run> {
    fn collect(node: Node<'_, '_>, style: Style, runs: &mut Vec<Run>) {
        for child in node.children() {
            if let Some(text) = child.text().filter(|_| child.is_text()) {
                let before = runs.iter().all(|run| run.text.ends_with(' ')) && runs.is_empty()
                    || runs.last().is_some_and(|run| run.text.ends_with(' '));
                let mut plain = String::new();
                for c in text.chars() {
                    let space = matches!(c, ' ' | '\n' | '\t' | '\r');
                    let doubled = plain.is_empty() && before || plain.ends_with(' ');
                    if !space {
                        plain.push(c);
                    } else if !doubled {
                        plain.push(' ');
                    }
                }
                match runs.last_mut() {
                    _ if plain.is_empty() => {}
                    Some(last) if last.style == style => last.text.push_str(&plain),
                    _ => runs.push(Run { text: plain, style }),
                }
            } else {
                let style = match child.tag_name().name() {
                    "strong" | "b" | "code" | "kbd" => Style::Strong,
                    "em" | "i" => Style::Stressed,
                    _ => style,
                };
                collect(child, style, runs);
            }
        }
    }
    let style = if node.tag_name().name().starts_with('h') { Style::Title } else { Style::Plain };
    let mut runs = Vec::new();
    collect(node, style, &mut runs);
    if let Some(last) = runs.last_mut() {
        last.text.truncate(last.text.trim_end().len());
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_styles_and_single_spaces() {
        let blocks = read(
            "<p>One <strong>two</strong>\n  three.</p><h2>On this page</h2><p>x</p><h2>End</h2><ul><li> a  b \
             </li></ul>",
            &["On this page"],
        );
        let texts: Vec<String> = blocks
            .unwrap()
            .iter()
            .map(|block| match block {
                Block::Heading(runs) | Block::Paragraph(runs) | Block::Item(_, runs) => {
                    runs.iter().map(|run| format!("[{}]", run.text)).collect()
                }
                Block::Figures(_) => String::new(),
            })
            .collect();
        assert_eq!(texts, ["[One ][two][ three.]", "[End]", "[a b]"]);
    }

    #[test]
    fn what_is_not_well_formed_is_refused_in_a_sentence() {
        let error = read("<p>open", &[]).unwrap_err();
        assert!(error.to_string().starts_with("the text of the game can’t be set: "), "{error}");
    }
}

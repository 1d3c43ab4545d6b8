//! Several drawings on one page. Two drawings of one game give the same ids to what they draw, by which they
//! refer to it.

use maud::{Markup, PreEscaped};
use std::collections::BTreeSet;
use std::mem::take;

/// What stands before and after an id where it is given, and where it is used.
const SIGNS: [[&str; 2]; 3] = [[" id=\"", "\""], [" href=\"#", "\""], ["url(#", ")"]];

/// The page with each id in one of its drawings only: what repeats one of a drawing before it gets a number
/// of its own.
pub(crate) fn apart(page: &Markup) -> Markup {
    let (mut told, mut drawing) = (String::with_capacity(page.0.len()), String::new());
    let (mut depth, mut number, mut known) = (0_usize, 0, BTreeSet::new());
    for (n, from) in page.0.split("<svg").enumerate() {
        if n > 0 {
            drawing.push_str("<svg");
            depth += 1;
        }
        for (n, part) in from.split("</svg>").enumerate() {
            if n > 0 {
                drawing.push_str("</svg>");
                depth = depth.saturating_sub(1);
            }
            if depth > 0 {
                drawing.push_str(part);
                continue;
            }
            number += 1;
            told.push_str(&renamed(take(&mut drawing), number, &mut known));
            told.push_str(part);
        }
    }
    PreEscaped(told)
}

/// A drawing without ids that are known. They are from now on.
fn renamed(mut drawing: String, number: usize, known: &mut BTreeSet<String>) -> String {
    let [before, after] = SIGNS[0];
    let ids = drawing.split(before).skip(1).filter_map(|rest| rest.split(after).next());
    let again: Vec<String> = ids.map(str::to_owned).filter(|id| !known.insert(id.clone())).collect();
    for id in again {
        for [before, after] in SIGNS {
            let [old, new] = [&id, &format!("{id}.{number}")].map(|id| format!("{before}{id}{after}"));
            drawing = drawing.replace(&old, &new);
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_repeats_no_id_of_one_before_it_and_may_use_what_that_has() {
        let one = r##"<svg><g id="a"/><g id="ab"/><use href="#a" fill="url(#a)"/></svg>"##;
        let two =
            r##"<svg><g id="a"/><svg id="n"></svg><use href="#a" fill="url(#a)"/><use href="#ab"/></svg>"##;
        let own = two.replace("id=\"a\"", "id=\"a.3\"").replace("#a\"", "#a.3\"").replace("#a)", "#a.3)");
        let text = |two: &str| PreEscaped(format!(r##"<h2 id="a">A</h2>{one}<a href="#a">A</a>{two}<p>"##));
        assert_eq!(apart(&text(two)).0, text(&own).0);
        assert_eq!(apart(&PreEscaped("no drawing".into())).0, "no drawing");
    }
}

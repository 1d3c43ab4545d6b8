//! Drawings that are only looked at.

/// What the parts of a drawing are known by to scripts and to those who can't see it.
const NAMES: [&str; 4] = ["id=", "role=", "aria-label=", "data-"];

/// A drawing as it is in an `<img>`, where nothing asks for its parts: without their names and data, and
/// without the rings that show only when something is picked. A fifth of its bytes may be these. Elements
/// with
/// nothing in them close themselves.
#[must_use]
pub fn bare(svg: &str) -> String {
    let (root, parts) = svg.split_at(svg.find('>').map_or(0, |end| end + 1));
    let (mut out, mut kept, mut halo) = (String::from(root), false, false);
    let mut opened = "";
    for tag in parts.split_inclusive('>') {
        // An element with nothing in it closes itself.
        let opens =
            tag.strip_prefix('<').and_then(|tag| tag.split([' ', '>', '/']).next()).unwrap_or_default();
        let before = std::mem::replace(&mut opened, opens);
        if !halo
            && !before.is_empty()
            && tag.strip_prefix("</").is_some_and(|tag| tag == format!("{before}>"))
        {
            out.pop();
            out += "/>";
            kept &= before != "defs";
            continue;
        }
        kept = kept && !tag.starts_with("</defs") || tag.starts_with("<defs");
        let ends_halo = std::mem::replace(&mut halo, tag.contains(" class=\"halo\""));
        if kept || !tag.starts_with('<') {
            out += tag;
        } else if !halo && !ends_halo {
            let mut rest = tag;
            while let Some(at) = rest.find(' ') {
                let (before, attribute) = rest.split_at(at);
                out += before;
                let end = attribute.match_indices('"').nth(1).map_or(attribute.len(), |(end, _)| end + 1);
                let (attribute, after) = attribute.split_at(end);
                if !NAMES.iter().any(|name| attribute[1..].starts_with(name)) {
                    out += attribute;
                }
                rest = after;
            }
            out += rest;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_drawing_has_its_shapes_and_what_they_use_and_no_names() {
        let head = "<svg id=\"all\" aria-label=\"A board\"><defs><g id=\"plant\"/></defs>";
        let svg = "<g id=\"a\" role=\"img\" aria-label=\"a, b\" transform=\"scale(2 2)\" data-was=\"b\">\
                   <rect class=\"halo\" display=\"none\"></rect><use href=\"#plant\"></use>\
                   <text x=\"1\">two words</text></g></svg>";
        let seen = "<g transform=\"scale(2 2)\"><use href=\"#plant\"/>\
                    <text x=\"1\">two words</text></g></svg>";
        let whole = head.replace("/>", "></g>");
        assert_eq!(bare(&format!("{whole}{svg}")), format!("{head}{seen}"));
        assert_eq!(bare("<svg><defs></defs><g id=\"a\"></g></svg>"), "<svg><defs/><g/></svg>");
    }
}

//! Parts of drawings that never change.

use maud::Render;

/// Whether a drawing holds its *fixed* parts: those that are the same in all drawings of a game for one side
/// of the table. A page that is brought up to date has them, and they are a third of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fixed {
    /// The drawing is complete.
    #[default]
    Drawn,
    /// Each fixed part is an empty group, which the page fills with its own.
    LeftOut,
}

impl Fixed {
    /// A fixed part, as a group. Each of a drawing has a name of its own.
    pub fn part<'a>(self, name: &'static str, markup: &'a str) -> FixedPart<'a> {
        FixedPart { name, markup: if self == Fixed::Drawn { markup } else { "" } }
    }
}

/// What [`Fixed::part`] returns.
#[derive(Clone, Copy, Debug)]
pub struct FixedPart<'a> {
    name: &'static str,
    markup: &'a str,
}

impl Render for FixedPart<'_> {
    fn render_to(&self, out: &mut String) {
        out.extend(["<g data-fixed=\"", self.name, "\">", self.markup, "</g>"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_part_may_be_left_out() {
        let part = |fixed: Fixed| fixed.part("table", "<path></path>").render().into_string();
        assert_eq!(part(Fixed::Drawn), "<g data-fixed=\"table\"><path></path></g>");
        assert_eq!(part(Fixed::LeftOut), "<g data-fixed=\"table\"></g>");
    }
}

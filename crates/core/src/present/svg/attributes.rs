//! The attributes of a piece.

use super::value::Value;

/// The attributes of a piece. Their values are in one text, so that a piece costs few allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// The values, escaped, one after another.
    values: String,
    /// The attributes, in the order in which they are written.
    list: Vec<Attribute>,
}

/// A name, and where its value is.
#[derive(Clone, Copy, Debug)]
struct Attribute {
    order: Order,
    name: &'static str,
    value: (usize, usize),
}

/// The order in which attributes are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Order {
    Id,
    Class,
    Side,
    Was,
    Via,
    Pick,
    Face,
    Shows,
    Probe,
    Lattice,
    Plain,
    Label,
    Place,
    More,
}

impl Attributes {
    /// Sets the one attribute at this place of the order to what is written.
    pub(super) fn set(&mut self, order: Order, name: &'static str, write: impl FnOnce(&mut String)) {
        let begins = self.begin();
        write(&mut self.values);
        self.replace(order, name, (begins, self.values.len()));
    }

    /// Adds an attribute after those at the same place of the order.
    pub(super) fn add(&mut self, order: Order, name: &'static str, value: impl Value) {
        let begins = self.begin();
        value.write_to(&mut self.values);
        self.insert(order, name, (begins, self.values.len()));
    }

    /// Adds a word to the one attribute at this place of the order.
    pub(super) fn append(&mut self, order: Order, name: &'static str, word: &str) {
        let begins = self.begin();
        if let Some((from, to)) = self.find(order) {
            self.values.extend_from_within(from..to);
            self.values.push(' ');
        }
        word.write_to(&mut self.values);
        self.replace(order, name, (begins, self.values.len()));
    }

    /// Gives an attribute the value of another. Whether there is such another one.
    pub(super) fn copy(&mut self, from: Order, order: Order, name: &'static str) -> bool {
        let value = self.find(from);
        if let Some(value) = value {
            self.replace(order, name, value);
        }
        value.is_some()
    }

    /// Adds all attributes to a text, each with a space before it.
    pub(super) fn write_to(&self, out: &mut String) {
        for Attribute { name, value: (from, to), .. } in &self.list {
            out.extend([" ", name, "=\"", &self.values[*from..*to], "\""]);
        }
    }

    /// Where the next value begins.
    fn begin(&mut self) -> usize {
        if self.list.capacity() == 0 {
            // Enough for most pieces.
            self.values.reserve(128);
            self.list.reserve(8);
        }
        self.values.len()
    }

    fn find(&self, order: Order) -> Option<(usize, usize)> {
        self.list.iter().find(|attribute| attribute.order == order).map(|attribute| attribute.value)
    }

    fn replace(&mut self, order: Order, name: &'static str, value: (usize, usize)) {
        self.list.retain(|attribute| attribute.order != order);
        self.insert(order, name, value);
    }

    fn insert(&mut self, order: Order, name: &'static str, value: (usize, usize)) {
        let place = self.list.iter().rposition(|other| other.order <= order).map_or(0, |last| last + 1);
        self.list.insert(place, Attribute { order, name, value });
    }
}

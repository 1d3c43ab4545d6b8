//! What lies where: how it is changed, filled up and checked.

use super::groups::{Group, Piece, Place};
use crate::rng::Rng;

/// Which piece lies on which place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid(pub(super) Vec<Vec<Option<usize>>>);

impl Laid {
    /// Nothing.
    #[must_use]
    pub fn nothing(groups: &[Group]) -> Laid {
        Laid(groups.iter().map(|group| vec![None; group.spots.len()]).collect())
    }

    /// The piece on a place.
    #[must_use]
    pub fn piece(&self, at: Place) -> Option<usize> {
        *self.0.get(at.group)?.get(at.spot)?
    }

    /// Puts a piece on a place, or takes away what lies there.
    pub fn put(&mut self, at: Place, piece: Option<usize>) {
        if let Some(spot) = self.0.get_mut(at.group).and_then(|group| group.get_mut(at.spot)) {
            *spot = piece;
        }
    }

    /// All places, group by group.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = Place> + '_ {
        (0..self.0.len()).flat_map(|group| (0..self.0[group].len()).map(move |spot| Place { group, spot }))
    }

    /// Whether nothing lies anywhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().flatten().all(Option::is_none)
    }

    /// The places of a group on which a piece lies.
    pub fn places_of(&self, group: usize, piece: usize) -> impl Iterator<Item = Place> + '_ {
        let spots = self.0.get(group).into_iter().flatten().enumerate();
        spots.filter(move |(_, laid)| **laid == Some(piece)).map(move |(spot, _)| Place { group, spot })
    }

    /// How many of a piece are left to be put, whichever way it lies.
    #[must_use]
    pub fn left(&self, groups: &[Group], group: usize, piece: usize) -> usize {
        let ways = groups[group].ways;
        let first = piece - piece % ways;
        let laid = (first..first + ways).map(|way| self.places_of(group, way).count()).sum();
        groups[group].pieces[piece].count.saturating_sub(laid)
    }

    /// The first place after one that needs a piece and has none, from the beginning again after the last. A
    /// place that may stay empty is followed by its neighbours of the same kind.
    pub fn next(
        &self,
        groups: &[Group],
        after: Option<Place>,
        is_closed: impl Fn(Place) -> bool,
    ) -> Option<Place> {
        let spot = |at: Place| &groups[at.group].spots[at.spot];
        let free = |at: &Place| self.piece(*at).is_none() && !is_closed(*at);
        let optional = after.filter(|at| spot(*at).optional);
        let beside = |at: &Place| optional.is_some_and(|from| at.group == from.group && *at > from);
        let needed = |at: &Place| !spot(*at).optional;
        let later = |at: &Place| after.is_none_or(|from| *at > from);
        let all = || self.places().filter(free);
        all().find(beside).or_else(|| all().filter(needed).find(later)).or_else(|| all().find(needed))
    }

    /// Fills the empty places at random with the pieces that are left.
    pub fn fill(&mut self, groups: &[Group], is_closed: impl Fn(&Laid, Place) -> bool, rng: &mut Rng) {
        for (number, group) in groups.iter().enumerate() {
            let left = |piece| std::iter::repeat_n(piece, self.left(groups, number, piece));
            let mut pieces: Vec<usize> = (0..group.pieces.len()).flat_map(left).collect();
            rng.shuffle(&mut pieces);
            for spot in 0..group.spots.len() {
                let at = Place { group: number, spot };
                if self.piece(at).is_none() && !is_closed(self, at) {
                    self.put(at, pieces.pop());
                }
            }
        }
    }

    /// What cannot be: pieces that are there too often, and pieces that are missing though no place is left.
    /// With the places of the former.
    #[must_use]
    pub fn faults(&self, groups: &[Group], is_closed: impl Fn(Place) -> bool) -> (Vec<String>, Vec<Place>) {
        let (mut sentences, mut wrong) = (Vec::new(), Vec::new());
        for at in self.places().filter(|at| is_closed(*at)) {
            if let Some(piece) = self.piece(at) {
                let Group { pieces, spots, .. } = &groups[at.group];
                let (name, place) = (&pieces[piece].name, &spots[at.spot].name);
                sentences.push(format!("The {name} can’t be there: {place}."));
                wrong.push(at);
            }
        }
        for (number, group) in groups.iter().enumerate() {
            let open = || self.places().filter(|at| at.group == number && !is_closed(*at));
            // Where all pieces have a place, none may be left over.
            let all: usize = group.pieces.iter().map(|piece| piece.count).sum();
            let full = all == open().count() && open().all(|at| self.piece(at).is_some());
            for (index, Piece { name, count, .. }) in group.pieces.iter().enumerate() {
                let there: Vec<Place> = self.places_of(number, index).collect();
                if there.len() > *count {
                    let at: Vec<&str> = there.iter().map(|at| group.spots[at.spot].name.as_str()).collect();
                    let at = at.join(" and ");
                    sentences.push(match (count, there.len()) {
                        (1, 2) => format!("The {name} appears twice: {at}."),
                        (1, often) => format!("The {name} appears {often} times."),
                        (_, often) => format!("The {name} appears {often} times; the game has {count}."),
                    });
                    wrong.extend(there);
                } else if full && there.len() < *count {
                    sentences.push(format!("The {name} is missing."));
                }
            }
        }
        (sentences, wrong)
    }

    /// Whether all places that need a piece have one.
    pub fn is_whole(&self, groups: &[Group], is_closed: impl Fn(Place) -> bool) -> bool {
        self.places()
            .all(|at| self.piece(at).is_some() || groups[at.group].spots[at.spot].optional || is_closed(at))
    }
}

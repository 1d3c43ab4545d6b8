//! A second, slow implementation of the rules, close to their words: tiles are rectangles in half cells,
//! slides go half a cell at a time, areas are flooded cell by cell, and every action is tried.

use bagatelle_bambam_booboo::{Contact, Entry, Options, Reconnect, Slides};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// A rectangle in half cells: left, bottom, right, top.
pub type Rect = (i32, i32, i32, i32);

/// A tile: its lower left cell, whether it stands, its owner. Ordered as the rule page orders places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    pub x: i32,
    pub y: i32,
    pub stands: bool,
    pub owner: usize,
}

impl Piece {
    fn rect(self) -> Rect {
        let (w, h) = if self.stands { (2, 4) } else { (4, 2) };
        (2 * self.x, 2 * self.y, 2 * self.x + w, 2 * self.y + h)
    }

    pub fn text(self) -> String {
        format!("{}{},{}", if self.stands { 'V' } else { 'H' }, self.x, self.y)
    }
}

/// A position: tiles, hands, the seat to act (none once a seat has won).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slow {
    pub tiles: BTreeSet<Piece>,
    pub hands: [usize; 2],
    pub to_act: Option<usize>,
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

/// The outlines share a segment of positive length.
fn side(a: Rect, b: Rect) -> bool {
    let beside = (a.2 == b.0 || b.2 == a.0) && a.1.max(b.1) < a.3.min(b.3);
    let upon = (a.3 == b.1 || b.3 == a.1) && a.0.max(b.0) < a.2.min(b.2);
    beside || upon
}

fn share_corner(a: Rect, b: Rect) -> bool {
    let corners = |r: Rect| [(r.0, r.1), (r.0, r.3), (r.2, r.1), (r.2, r.3)];
    corners(a).iter().any(|c| corners(b).contains(c))
}

/// The tiles among which another one moves, and the space around them.
struct Room {
    others: Vec<Rect>,
    edge: Rect,
    /// Where another tile overlaps none, and where it touches none, either.
    open: Marks,
    loose: Marks,
}

/// Some of the rectangles within an edge that a tile can cover.
#[derive(Clone)]
struct Marks {
    edge: Rect,
    marked: Vec<bool>,
}

impl Marks {
    fn none(edge: Rect) -> Marks {
        let cells = (edge.2 - edge.0) * (edge.3 - edge.1);
        Marks { edge, marked: vec![false; 2 * cells as usize] }
    }

    /// One of these for each direction.
    fn by_way(edge: Rect) -> [Marks; 4] {
        [(); 4].map(|()| Marks::none(edge))
    }

    fn place(&self, r: Rect) -> usize {
        let cell = (r.0 - self.edge.0) * (self.edge.3 - self.edge.1) + r.1 - self.edge.1;
        2 * cell as usize + usize::from(r.3 - r.1 == 4)
    }

    /// Marks a rectangle. Whether it was not marked before.
    fn insert(&mut self, r: Rect) -> bool {
        let place = self.place(r);
        !std::mem::replace(&mut self.marked[place], true)
    }

    fn contains(&self, r: Rect) -> bool {
        self.marked[self.place(r)]
    }
}

/// The rectangles that a tile can cover within an edge.
fn rects(edge: Rect) -> impl Iterator<Item = Rect> {
    [(4, 2), (2, 4)].into_iter().flat_map(move |(w, h)| {
        (edge.0..=edge.2 - w).flat_map(move |left| {
            (edge.1..=edge.3 - h).map(move |bottom| (left, bottom, left + w, bottom + h))
        })
    })
}

impl Room {
    fn new<'a>(others: impl Iterator<Item = &'a Piece>) -> Room {
        let others: Vec<Rect> = others.map(|p| p.rect()).collect();
        let first = others.first().copied().unwrap_or_default();
        let edge = others.iter().fold(first, |e, r| (e.0.min(r.0), e.1.min(r.1), e.2.max(r.2), e.3.max(r.3)));
        let edge = (edge.0 - 12, edge.1 - 12, edge.2 + 12, edge.3 + 12);
        let (mut open, mut loose) = (Marks::none(edge), Marks::none(edge));
        for r in rects(edge).filter(|r| !others.iter().any(|o| overlap(*o, *r))) {
            open.insert(r);
            if !others.iter().any(|o| side(*o, r)) {
                loose.insert(r);
            }
        }
        Room { others, edge, open, loose }
    }

    fn free(&self, r: Rect) -> bool {
        !self.others.iter().any(|&o| overlap(o, r))
    }

    fn valid(&self, r: Rect, contact: Contact) -> bool {
        self.others.iter().any(|&o| side(o, r) && (contact == Contact::Side || share_corner(o, r)))
    }

    fn inside(&self, r: Rect) -> bool {
        r.0 >= self.edge.0 && r.1 >= self.edge.1 && r.2 <= self.edge.2 && r.3 <= self.edge.3
    }

    /// Adds all moments of straight slides from `r`, half a cell apart, `r` itself included. `done` holds the
    /// moments and directions from which slides have been tried.
    fn slides(&self, r: Rect, reached: &mut Marks, done: &mut [Marks; 4]) {
        reached.insert(r);
        for ((dx, dy), done) in [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().zip(done) {
            let mut at = r;
            while done.insert(at) {
                at = (at.0 + dx, at.1 + dy, at.2 + dx, at.3 + dy);
                if !self.inside(at) || !self.open.contains(at) {
                    break;
                }
                reached.insert(at);
            }
        }
    }

    /// Whether a straight way leads beyond all tiles.
    fn corridor(&self, r: Rect) -> bool {
        let ways = [
            (self.edge.0, r.1, r.2, r.3),
            (r.0, r.1, self.edge.2, r.3),
            (r.0, self.edge.1, r.2, r.3),
            (r.0, r.1, r.2, self.edge.3),
        ];
        ways.iter().any(|&way| self.free(way))
    }

    /// The empty cells that are connected to those that `r` covers.
    fn area(&self, r: Rect) -> HashSet<(i32, i32)> {
        let start = (r.0.div_euclid(2), r.1.div_euclid(2));
        let mut area = HashSet::from([start]);
        let mut queue = VecDeque::from([start]);
        while let Some((x, y)) = queue.pop_front() {
            for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                let rect = (2 * cell.0, 2 * cell.1, 2 * cell.0 + 2, 2 * cell.1 + 2);
                if self.inside(rect) && self.free(rect) && area.insert(cell) {
                    queue.push_back(cell);
                }
            }
        }
        area
    }

    /// Where a new tile can come to rest that is set down loose outside and slid from there.
    fn entries(&self) -> Marks {
        let (mut reached, mut done) = (Marks::none(self.edge), Marks::by_way(self.edge));
        let corner = (self.edge.0, self.edge.1, self.edge.0 + 4, self.edge.1 + 2);
        let area = self.area(corner);
        for r in rects(self.edge) {
            let cell = (r.0.div_euclid(2), r.1.div_euclid(2));
            if area.contains(&cell) && self.loose.contains(r) {
                self.slides(r, &mut reached, &mut done);
            }
        }
        reached
    }

    /// Where a tile that lay at `from` can come to rest, as rectangles (contact not yet looked at).
    fn destinations(&self, from: Rect, reconnect: Reconnect) -> Marks {
        let mut reached = Marks::none(self.edge);
        self.slides(from, &mut reached, &mut Marks::by_way(self.edge));
        let mut done = Marks::by_way(self.edge);
        if !rects(self.edge).any(|r| reached.contains(r) && self.loose.contains(r)) {
            return reached;
        }
        let area = self.area(from);
        let outside = area.contains(&(self.edge.0.div_euclid(2), self.edge.1.div_euclid(2)));
        for r in rects(self.edge) {
            let cell = (r.0.div_euclid(2), r.1.div_euclid(2));
            if !area.contains(&cell) || !self.open.contains(r) {
                continue;
            }
            if reconnect == Reconnect::Straight && outside {
                if self.corridor(r) {
                    reached.insert(r);
                }
            } else if self.loose.contains(r) {
                self.slides(r, &mut reached, &mut done);
            }
        }
        reached
    }
}

impl Slow {
    /// All actions and the positions that they lead to.
    pub fn actions(&self, options: &Options) -> BTreeMap<String, Slow> {
        let mut out = BTreeMap::new();
        let Some(seat) = self.to_act else { return out };
        let room = Room::new(self.tiles.iter());
        if self.hands[seat] > 0 {
            let mut places = Vec::new();
            let entries = (options.entry == Entry::Around).then(|| room.entries());
            if self.tiles.is_empty() {
                places.push(Piece { x: 0, y: 0, stands: false, owner: seat });
            } else {
                for p in every_place(&room, seat) {
                    let r = p.rect();
                    let comes_in = match &entries {
                        None => room.corridor(r),
                        Some(entries) => room.inside(r) && entries.contains(r),
                    };
                    if room.valid(r, options.contact) && comes_in {
                        places.push(p);
                    }
                }
            }
            for p in places {
                let mut next = self.clone();
                next.tiles.insert(p);
                next.hands[seat] -= 1;
                next.to_act = if wins(&next.tiles, p) { None } else { Some(1 - seat) };
                out.insert(p.text(), next);
            }
            return out;
        }
        let may = |p: &&Piece| options.slides == Slides::Any || p.owner == seat;
        for &from in self.tiles.iter().filter(may) {
            let room = Room::new(self.tiles.iter().filter(|&&p| p != from));
            let reached = room.destinations(from.rect(), options.reconnect);
            for to in every_place(&room, from.owner) {
                let r = to.rect();
                if to != from && room.inside(r) && reached.contains(r) && room.valid(r, options.contact) {
                    self.rest(from, to, &mut out);
                }
            }
        }
        if out.is_empty() {
            let mut next = self.clone();
            next.to_act = Some(1 - seat);
            out.insert("pass".into(), next);
        }
        out
    }

    fn rest(&self, from: Piece, to: Piece, out: &mut BTreeMap<String, Slow>) {
        let mut next = self.clone();
        next.tiles.remove(&from);
        next.tiles.insert(to);
        next.to_act = self.to_act.map(|seat| 1 - seat);
        let text = format!("{}>{}", from.text(), to.text());
        if wins(&next.tiles, to) {
            next.to_act = None;
            out.insert(text, next);
            return;
        }
        let groups = groups(&next.tiles);
        let most = groups.iter().map(BTreeSet::len).max().unwrap_or(0);
        let largest: Vec<&BTreeSet<Piece>> = groups.iter().filter(|g| g.len() == most).collect();
        for group in &largest {
            let mut result = next.clone();
            for p in next.tiles.iter().filter(|p| !group.contains(p)) {
                result.tiles.remove(p);
                result.hands[p.owner] += 1;
            }
            let text = match group.iter().min_by_key(|p| (p.x, p.y, p.stands)) {
                Some(name) if largest.len() > 1 => format!("{text}={}", name.text()),
                _ => text.clone(),
            };
            out.insert(text, result);
        }
    }
}

/// Every place on the lattice near the tiles of a room.
fn every_place(room: &Room, owner: usize) -> Vec<Piece> {
    let mut all = Vec::new();
    for x in room.edge.0.div_euclid(2)..=room.edge.2.div_euclid(2) {
        for y in room.edge.1.div_euclid(2)..=room.edge.3.div_euclid(2) {
            for stands in [false, true] {
                let piece = Piece { x, y, stands, owner };
                if room.free(piece.rect()) {
                    all.push(piece);
                }
            }
        }
    }
    all
}

fn groups(tiles: &BTreeSet<Piece>) -> Vec<BTreeSet<Piece>> {
    let mut left: Vec<Piece> = tiles.iter().copied().collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = BTreeSet::from([first]);
        let mut queue = vec![first];
        while let Some(p) = queue.pop() {
            let (near, others) = left.into_iter().partition(|q| side(p.rect(), q.rect()));
            left = others;
            group.extend(&near as &Vec<Piece>);
            queue.extend(near);
        }
        groups.push(group);
    }
    groups
}

/// Whether `last` is one of four own tiles that make up a 2x4 rectangle and do not all lie along it.
fn wins(tiles: &BTreeSet<Piece>, last: Piece) -> bool {
    let near = |p: &Piece| p.owner == last.owner && (p.x - last.x).abs() <= 4 && (p.y - last.y).abs() <= 4;
    let own: Vec<Piece> = tiles.iter().copied().filter(near).collect();
    for (w, h) in [(4, 2), (2, 4)] {
        for x in last.x - w..=last.x + w {
            for y in last.y - h..=last.y + h {
                let frame = (2 * x, 2 * y, 2 * (x + w), 2 * (y + h));
                let within = |p: &&Piece| {
                    let r = p.rect();
                    r.0 >= frame.0 && r.1 >= frame.1 && r.2 <= frame.2 && r.3 <= frame.3
                };
                let form: Vec<&Piece> = own.iter().filter(within).collect();
                let along = |p: &&Piece| p.stands == (h == 4);
                if form.len() == 4 && form.contains(&&last) && !form.iter().all(along) {
                    return true;
                }
            }
        }
    }
    false
}

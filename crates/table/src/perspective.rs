//! Who looks at a table, and in which role: now, or back at an earlier ply.

use crate::rejection::Rejection;
use crate::seating::Occupant;
use crate::table::Table;
use crate::visitor::Visitor;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::{Seat, Turn, Viewer};
use std::fmt;
use std::str::FromStr;

/// Who looks at a table, and as what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    /// The visitor's id, if it is known.
    pub id: Option<String>,
    /// Whose view is shown.
    pub viewer: Viewer,
    /// The visitor's seats.
    pub seats: Vec<Seat>,
    /// Whether the visitor has made the table.
    pub owner: bool,
    /// Whether the visitor is logged in.
    pub account: bool,
}

impl Viewpoint {
    /// The viewpoint of an unknown spectator.
    #[must_use]
    pub fn spectator() -> Viewpoint {
        Viewpoint { id: None, viewer: Viewer::Spectator, seats: Vec::new(), owner: false, account: false }
    }

    /// Whether the visitor has a seat.
    #[must_use]
    pub fn is_player(&self) -> bool {
        !self.seats.is_empty()
    }

    /// The seat from whose side of the table it is seen: the visitor's first. One who watches sees the seats
    /// in the order in which all lists have them, with the last one nearest.
    #[must_use]
    pub fn near(&self, table: &Table) -> Seat {
        self.seats.first().copied().unwrap_or(Seat(table.play.seats().saturating_sub(1)))
    }

    /// Whether the visitor can act now, on a turn or ahead of it.
    #[must_use]
    pub fn can_act(&self, table: &Table) -> bool {
        table.may_act().any(|seat| self.seats.contains(&seat))
    }

    /// Whether it is the visitor's turn.
    #[must_use]
    pub fn has_turn(&self, table: &Table) -> bool {
        table.to_act().is_some_and(|seat| self.seats.contains(&seat))
    }
}

impl Table {
    /// Why picks, separated by spaces, make no legal action, in the words of the rules, or why it is not the
    /// turn of the viewer; `None` if they make one or mean nothing, and for those without a seat.
    #[must_use]
    pub fn why_not(&self, viewpoint: &Viewpoint, picks: &str) -> Option<String> {
        let picks: Vec<&str> = picks.split_whitespace().collect();
        match (viewpoint.is_player(), self.play.turn()) {
            (false, _) | (true, Turn::Chance) => None,
            (true, _) if viewpoint.can_act(self) => self.play.refusal(viewpoint.viewer, &picks),
            (true, _) if viewpoint.seats.iter().any(|seat| self.has_answered(*seat)) => {
                Some("You’ve answered.".into())
            }
            (true, Turn::Over) => Some("The game is over.".into()),
            (true, Turn::Seat(seat)) => Some(format!("It’s {}’s turn.", self.label(seat))),
        }
    }

    /// How a visitor sees the table: a player from the seat whose turn it is (if it is theirs, else from
    /// one that may answer early, else from their first), everyone else as a spectator.
    #[must_use]
    pub fn viewpoint(&self, visitor: Option<&Visitor>) -> Viewpoint {
        let seats: Vec<Seat> = visitor.map_or_else(Vec::new, |v| self.seats_of(v.id()).collect());
        let viewer = match self.play.turn() {
            // The placeholder for a deal that is not made has no hands to look at.
            _ if !self.spec.is_dealt() => Viewer::Spectator,
            Turn::Seat(seat) if seats.contains(&seat) => Viewer::Seat(seat),
            _ => {
                let answers = seats.iter().find(|seat| self.may_answer(**seat));
                answers.or(seats.first()).map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat))
            }
        };
        let owner = visitor.is_some_and(|v| v.id() == self.spec.owner);
        let account = visitor.is_some_and(Visitor::has_account);
        Viewpoint { id: visitor.map(|v| v.id().to_owned()), viewer, seats, owner, account }
    }

    /// Whether the viewer may play the same game again without asking, with a new deal if it has deals: no
    /// other person has had a seat.
    #[must_use]
    pub fn may_play_again(&self, viewpoint: &Viewpoint) -> bool {
        let seating = self.original_seating();
        let alone = seating.iter().filter_map(Occupant::person).all(|p| Some(&p.id) == viewpoint.id.as_ref());
        viewpoint.owner && alone && self.spec.round.is_none()
    }
}

/// Whose view of a game a replay shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayView {
    /// As a seat or a spectator saw it.
    Of(Viewer),
    /// With everything open.
    Open,
}

impl fmt::Display for ReplayView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayView::Of(Viewer::Seat(seat)) => write!(f, "{}", seat.0),
            ReplayView::Of(Viewer::Spectator) => f.write_str("spectator"),
            ReplayView::Open => f.write_str("all"),
        }
    }
}

impl FromStr for ReplayView {
    type Err = ();
    fn from_str(text: &str) -> Result<ReplayView, ()> {
        match text {
            "spectator" => Ok(ReplayView::Of(Viewer::Spectator)),
            "all" => Ok(ReplayView::Open),
            seat => seat.parse().map(|seat| ReplayView::Of(Viewer::Seat(Seat(seat)))).map_err(|_| ()),
        }
    }
}

/// A game at one of its plies, as one viewer may look back at it.
pub struct Replay<'a> {
    /// The table as it stands now.
    pub table: &'a Table,
    /// The position at the ply.
    pub play: Box<dyn AnyPlay>,
    /// How many actions there are by now.
    pub plies: usize,
    /// Whose view is shown.
    pub view: ReplayView,
    /// The views that the viewer may ask for.
    pub views: Vec<ReplayView>,
    /// The seat from whose side of the table the game is drawn in a view that is of no seat.
    side: Seat,
    /// The only seat of the viewer, if there is exactly one.
    own: Option<Seat>,
}

impl<'a> Replay<'a> {
    /// The game at a ply (the last one if it has not come that far), in the requested view. If nothing is
    /// hidden, all views are the same; if something is, viewers see what they saw at the time, until the
    /// game is over.
    ///
    /// # Errors
    /// [`Rejection::Hidden`] if the viewer may not have this view yet.
    pub fn new(
        table: &'a Table,
        viewpoint: &Viewpoint,
        asked: Option<ReplayView>,
        ply: Option<usize>,
    ) -> Result<Replay<'a>, Rejection> {
        let plies = table.play.ply();
        let hidden = table.game.hidden();
        let views = match hidden {
            false => vec![ReplayView::Of(Viewer::Spectator)],
            true if !table.is_over() => vec![ReplayView::Of(viewpoint.viewer)],
            true => {
                let seats = table.seats().map(|seat| ReplayView::Of(Viewer::Seat(seat)));
                let beside = (table.play.seats() > 1).then_some(ReplayView::Of(Viewer::Spectator));
                let open = table.play.has_open_view().then_some(ReplayView::Open);
                seats.chain(beside).chain(open).collect()
            }
        };
        let own = views.iter().find(|view| {
            **view == ReplayView::Of(viewpoint.viewer) && (viewpoint.is_player() || !table.is_over())
        });
        let view = match asked.filter(|_| hidden) {
            Some(view) if !views.contains(&view) => return Err(Rejection::Hidden),
            Some(view) => view,
            None => own.or(views.last()).copied().unwrap_or(ReplayView::Of(Viewer::Spectator)),
        };
        let side = viewpoint.near(table);
        let own = match viewpoint.seats.as_slice() {
            [own] => Some(*own),
            _ => None,
        };
        Ok(Replay { table, play: table.play.at(ply.unwrap_or(plies)), plies, view, views, side, own })
    }

    /// What the player on a seat is called, as by [`Table::label_for`].
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        self.table.label_for(seat, self.own())
    }

    /// The seat of the visitor, if there is exactly one.
    #[must_use]
    pub fn own(&self) -> &[Seat] {
        self.own.as_slice()
    }

    /// Whether the visitor has played the game.
    #[must_use]
    pub fn is_player(&self) -> bool {
        self.own.is_some()
    }

    /// The seat from whose side of the table the game is drawn.
    #[must_use]
    pub fn near(&self) -> Seat {
        self.viewer().seat().unwrap_or(self.side)
    }

    /// The ply that is shown.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.play.ply()
    }

    /// For whom the sentences and figures are made.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        match self.view {
            ReplayView::Of(viewer) => viewer,
            ReplayView::Open => Viewer::Spectator,
        }
    }

    /// The drawing, as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let open = if self.view == ReplayView::Open { self.play.svg_open(self.near()) } else { None };
        open.unwrap_or_else(|| self.play.svg_from(self.viewer(), self.near()))
    }

    /// Whether everything about the game may be shown.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.table.game.hidden() || self.table.is_over()
    }

    /// Whether a new game can continue from here: the viewer may see everything, and there is something to
    /// play.
    #[must_use]
    pub fn may_play_on(&self) -> bool {
        self.is_open() && self.table.spec().is_dealt() && self.play.turn() != Turn::Over
    }
}

//! A game being played, without saying which: positions and actions are texts, views are JSON, drawings are SVG.

use bagatelle_core::outcome::Outcome;
use bagatelle_core::playable::{Control, Fact, Hint, Mark, Playable, Progress, Scene, Solved, Step};
use bagatelle_core::program::Budget;
use bagatelle_core::{Rng, Seat, Seed, Stream, Turn, Viewer};
use serde::Serialize;
use std::sync::Arc;
use thiserror::Error;

/// Something a player can do now, as the page is told: what to pick in order, and the action's text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// The canonical text.
    pub text: String,
    /// What is picked, in order.
    pub path: Vec<Step>,
    /// The key that does it at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whether this goes on with the player's last action: it then takes that action's place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub amends: bool,
}

/// Why an action was refused; the position is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The text is not in the grammar of the game's actions.
    #[error("{0}")]
    NotUnderstood(String),
    /// The action is not legal now.
    #[error("{0}")]
    Illegal(String),
}

/// What a program made of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The action it chose.
    pub action: String,
    /// How good the position is for the one to act, in its own words.
    pub score: Option<String>,
    /// The line it expects.
    pub line: Vec<String>,
    /// The depth it reached.
    pub depth: Option<u32>,
}

/// A game being played, from its set-up to now.
pub trait Table: Send + Sync {
    /// How many sit at the table.
    fn seats(&self) -> u8;
    /// Who has to act.
    fn turn(&self) -> Turn;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// How many actions were taken.
    fn ply(&self) -> usize;
    /// The canonical texts of all actions taken, chance included. Not for the eyes of a viewer: see [`Table::seen`].
    fn actions(&self) -> Vec<String>;
    /// The canonical texts of the legal actions, sorted bytewise.
    fn legal(&self) -> Vec<String>;
    /// Takes an action; returns its canonical text.
    ///
    /// # Errors
    /// The refusal says why; the position is then as it was.
    fn play(&mut self, text: &str) -> Result<String, Refused>;
    /// Checks an action without taking it; returns its canonical text.
    ///
    /// # Errors
    /// The refusal says why.
    fn check(&self, text: &str) -> Result<String, Refused>;
    /// Takes an action that [`Table::check`] has allowed in this position. A text that is not in the grammar is ignored; with
    /// an illegal action the result is unspecified.
    fn apply(&mut self, text: &str);
    /// Draws the chance action that is due, the same for the same seed and ply; `None` if none is due.
    fn chance(&self, seed: &Seed) -> Option<String>;
    /// Takes the last action back; returns its text, or `None` at the start.
    fn take_back(&mut self) -> Option<String>;
    /// Whether the last action may be taken back for the asking: it told no player anything new.
    fn last_is_innocent(&self) -> bool {
        self.ply().checked_sub(1).is_some_and(|ply| self.retractable(ply))
    }
    /// Whether the action at a ply (from 0) was taken by a seat and told no player anything new.
    fn retractable(&self, ply: usize) -> bool;
    /// Whether [`Table::draw_open`] shows more than a viewer sees.
    fn has_open_view(&self) -> bool;
    /// What a viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> serde_json::Value;
    /// The actions as a viewer saw them.
    fn seen(&self, viewer: Viewer) -> Vec<String>;
    /// The table as a viewer sees it, as an SVG document, from the viewer's own side (that of the first seat for a spectator).
    fn draw(&self, viewer: Viewer) -> String {
        self.draw_from(viewer, viewer.seat().unwrap_or(Seat(0)))
    }
    /// As [`Table::draw`], from another side of the table.
    fn draw_from(&self, viewer: Viewer, near: Seat) -> String;
    /// The table with everything open, as an SVG document, for looking back once the game is over; `None` where that would
    /// show nothing more.
    fn draw_open(&self) -> Option<String>;
    /// What a viewer can do now.
    fn offers(&self, viewer: Viewer) -> Vec<Offer>;
    /// Why a path of picks makes no legal action, in the words of the rules. `None` if it makes one, if it means nothing,
    /// and for a viewer who is not to act.
    fn why_not(&self, viewer: Viewer, picks: &[&str]) -> Option<String>;
    /// The buttons beside the board, for a viewer.
    fn controls(&self, viewer: Viewer) -> Vec<Control>;
    /// The figures beside the board, for a viewer.
    fn facts(&self, viewer: Viewer) -> Vec<Fact>;
    /// What is asked of a viewer now, or what the viewer waits for; `None` where it is plain that a move is to be made.
    fn prompt(&self, viewer: Viewer) -> Option<String>;
    /// What a seat is called after its things, such as the colour it plays; `None` where it has none.
    fn side(&self, seat: Seat) -> Option<String>;
    /// What a seat is called when nobody is known to sit there: [`Table::side`], else its number.
    fn seat_name(&self, seat: Seat) -> String {
        self.side(seat).unwrap_or_else(|| format!("Seat {}", seat.0 + 1))
    }
    /// What happened at the last `count` actions, in sentences for a viewer, oldest first, with their ply (from 1).
    fn story(&self, viewer: Viewer, count: usize) -> Vec<(usize, String)>;
    /// The number of action sequences of exactly `depth` actions from here.
    fn perft(&self, depth: u32) -> u64;
    /// Lets a program of this game choose for the seat to act; `None` if there is no such program or nobody is to act.
    fn think(&self, program: &str, budget: &Budget<'_>, seed: &Seed) -> Option<Thought>;
    /// Solves or analyses the position as the seat to act sees it; `None` if the game has no solver.
    fn solve(&self, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<String>>;
    /// A proof that the seat to act wins whatever is hidden from it; `None` if there is none or none was found.
    fn certificate(&self, budget: &Budget<'_>) -> Option<serde_json::Value>;
    /// Checks such a proof by the rules alone; says what was walked.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check_certificate(&self, certificate: &serde_json::Value) -> Result<String, String>;
    /// A hint for a viewer from a solution that begins in this position.
    fn hint(&self, viewer: Viewer, solved: &Solved<String>, strength: u8) -> Hint;
    /// The mark to beat from this position; `None` if there is none or none was found.
    fn mark(&self, budget: &Budget<'_>) -> Option<Mark>;
    /// What can be learned from the game, once it is over, as an HTML fragment.
    fn review(&self) -> Option<String>;
    /// A second table as it stood after the first `ply` actions (all of them, if there are fewer).
    fn at(&self, ply: usize) -> Box<dyn Table>;
    /// A second table in the same position.
    fn duplicate(&self) -> Box<dyn Table>;
}

/// A table of one game: the rules, the position, and every position before it with the action taken there.
pub(crate) struct Play<G: Playable> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
    /// Shared with copies, so that a copy costs little however long the game is.
    pub(crate) past: Vec<Arc<(G::State, G::Action)>>,
}

impl<G: Playable> Play<G> {
    fn legal_actions(&self, state: &G::State) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal(state, &mut actions);
        actions
    }

    /// The position as the seat to act sees it, or as a spectator does if no seat is to act.
    fn view_to_act(&self) -> G::View {
        let viewer = match self.game.turn(&self.state) {
            Turn::Seat(seat) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        };
        self.game.view(&self.state, viewer)
    }

    fn may_act(&self, viewer: Viewer) -> bool {
        matches!((self.game.turn(&self.state), viewer), (Turn::Seat(turn), Viewer::Seat(seat)) if turn == seat)
    }

    /// The ways to go on with the last action: legal actions of the position before it whose path begins with its path.
    /// Only where a player is alone and nothing was revealed.
    fn continuations(&self) -> Vec<Offer> {
        let Some((before, last)) = self.past.last().map(Arc::as_ref) else { return Vec::new() };
        if self.game.seats(&self.state) != 1 || self.game.reveals(before, *last) {
            return Vec::new();
        }
        let Turn::Seat(seat) = self.game.turn(before) else { return Vec::new() };
        let view = self.game.view(before, Viewer::Seat(seat));
        let done = self.game.path(&view, *last);
        let actions = self.legal_actions(before).into_iter().filter(|action| action != last);
        actions
            .filter_map(|action| {
                let path = self.game.path(&view, action).strip_prefix(done.as_slice())?.to_vec();
                let key = self.game.key(&view, action);
                Some(Offer { text: action.to_string(), path, key, amends: true })
            })
            .collect()
    }
}

impl<G: Playable> Table for Play<G> {
    fn seats(&self) -> u8 {
        self.game.seats(&self.state)
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn ply(&self) -> usize {
        self.past.len()
    }

    fn actions(&self) -> Vec<String> {
        self.past.iter().map(|step| step.1.to_string()).collect()
    }

    fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> =
            self.legal_actions(&self.state).iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        let action = self.game.read(&self.state, text).map_err(|e| Refused::NotUnderstood(e.to_string()))?;
        let before = self.state.clone();
        self.game.play(&mut self.state, action).map_err(|e| Refused::Illegal(e.to_string()))?;
        self.past.push(Arc::new((before, action)));
        Ok(action.to_string())
    }

    fn check(&self, text: &str) -> Result<String, Refused> {
        let action = self.game.read(&self.state, text).map_err(|e| Refused::NotUnderstood(e.to_string()))?;
        self.game.check(&self.state, action).map_err(|e| Refused::Illegal(e.to_string()))?;
        Ok(action.to_string())
    }

    fn apply(&mut self, text: &str) {
        let Ok(action) = self.game.read(&self.state, text) else { return };
        let before = self.state.clone();
        self.game.apply(&mut self.state, action);
        self.past.push(Arc::new((before, action)));
    }

    fn chance(&self, seed: &Seed) -> Option<String> {
        if self.game.turn(&self.state) != Turn::Chance {
            return None;
        }
        let mut rng = Rng::new(&seed.nth(self.past.len() as u64), Stream::Chance);
        self.game.sample_chance(&self.state, &mut rng).map(|action| action.to_string())
    }

    fn take_back(&mut self) -> Option<String> {
        let step = self.past.pop()?;
        let action = step.1.to_string();
        self.state = Arc::try_unwrap(step).map_or_else(|shared| shared.0.clone(), |owned| owned.0);
        Some(action)
    }

    fn retractable(&self, ply: usize) -> bool {
        self.past.get(ply).map(Arc::as_ref).is_some_and(|(before, action)| {
            matches!(self.game.turn(before), Turn::Seat(_)) && !self.game.reveals(before, *action)
        })
    }

    fn has_open_view(&self) -> bool {
        self.draw_open().is_some()
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        serde_json::to_value(self.game.view(&self.state, viewer)).unwrap_or_default()
    }

    fn seen(&self, viewer: Viewer) -> Vec<String> {
        self.past.iter().map(|step| self.game.seen(&step.0, step.1, viewer)).collect()
    }

    fn draw_from(&self, viewer: Viewer, near: Seat) -> String {
        let view = self.game.view(&self.state, viewer);
        let legal = if self.may_act(viewer) { self.legal_actions(&self.state) } else { Vec::new() };
        let last = self.past.last().map(|step| self.game.seen(&step.0, step.1, viewer));
        self.game.draw(&Scene { view: &view, legal: &legal, last: last.as_deref(), near })
    }

    fn draw_open(&self) -> Option<String> {
        let last = self.past.last().map(|step| step.1.to_string());
        self.game.draw_open(&self.state, last.as_deref())
    }

    fn offers(&self, viewer: Viewer) -> Vec<Offer> {
        if !self.may_act(viewer) {
            return Vec::new();
        }
        let view = self.game.view(&self.state, viewer);
        let mut offers: Vec<Offer> = self
            .legal_actions(&self.state)
            .into_iter()
            .map(|action| Offer {
                text: action.to_string(),
                path: self.game.path(&view, action),
                key: self.game.key(&view, action),
                amends: false,
            })
            .collect();
        offers.sort_by(|a, b| a.path.len().cmp(&b.path.len()).then_with(|| a.text.cmp(&b.text)));
        let mut kept: Vec<Offer> = Vec::with_capacity(offers.len());
        let shortest = offers.first().map_or(0, |offer| offer.path.len());
        for offer in offers {
            // A path that goes on where a shorter one ends is offered once the shorter one has been played.
            let goes_on = offer.path.len() > shortest
                && (shortest..offer.path.len()).any(|n| {
                    kept.iter().take_while(|k| k.path.len() <= n).any(|k| k.path == offer.path[..n])
                });
            if !goes_on {
                kept.push(offer);
            }
        }
        kept.extend(self.continuations());
        kept
    }

    fn why_not(&self, viewer: Viewer, picks: &[&str]) -> Option<String> {
        if !self.may_act(viewer) {
            return None;
        }
        let action = self.game.attempt(&self.game.view(&self.state, viewer), picks)?;
        self.game.check(&self.state, action).err().map(|refusal| refusal.to_string())
    }

    fn controls(&self, viewer: Viewer) -> Vec<Control> {
        self.game.controls(&self.game.view(&self.state, viewer))
    }

    fn prompt(&self, viewer: Viewer) -> Option<String> {
        self.game.prompt(&self.game.view(&self.state, viewer))
    }

    fn side(&self, seat: Seat) -> Option<String> {
        self.game.side(&self.game.view(&self.state, Viewer::Spectator), seat)
    }

    fn facts(&self, viewer: Viewer) -> Vec<Fact> {
        self.game.facts(&self.game.view(&self.state, viewer), &self.seen(viewer))
    }

    fn story(&self, viewer: Viewer, count: usize) -> Vec<(usize, String)> {
        let skip = self.past.len().saturating_sub(count);
        let tell = |(n, step): (usize, &Arc<(G::State, G::Action)>)| {
            let (before, action) = step.as_ref();
            let seen = self.game.seen(before, *action, viewer);
            (n + 1, self.game.say(&self.game.view(before, viewer), &seen))
        };
        self.past.iter().enumerate().skip(skip).map(tell).collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        bagatelle_core::perft::perft(self.game.as_ref(), &self.state, depth)
    }

    fn think(&self, program: &str, budget: &Budget<'_>, seed: &Seed) -> Option<Thought> {
        let Turn::Seat(seat) = self.game.turn(&self.state) else { return None };
        let mut program = G::program(program)?;
        let view = self.game.view(&self.state, Viewer::Seat(seat));
        let legal = self.legal_actions(&self.state);
        let mut rng = Rng::new(&seed.nth(self.past.len() as u64), Stream::Program);
        let advice = program.choose(&self.game, &view, &legal, budget, &mut rng);
        Some(Thought {
            action: advice.action.to_string(),
            score: advice.score,
            line: advice.line.iter().map(ToString::to_string).collect(),
            depth: advice.depth,
        })
    }

    fn solve(&self, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<String>> {
        let solved = self.game.solve(&self.view_to_act(), budget, progress)?;
        let line = solved.line.iter().map(ToString::to_string).collect();
        Some(Solved { line, json: solved.json, text: solved.text })
    }

    fn certificate(&self, budget: &Budget<'_>) -> Option<serde_json::Value> {
        self.game.certificate(&self.view_to_act(), budget)
    }

    fn check_certificate(&self, certificate: &serde_json::Value) -> Result<String, String> {
        self.game.check_certificate(&self.view_to_act(), certificate)
    }

    fn hint(&self, viewer: Viewer, solved: &Solved<String>, strength: u8) -> Hint {
        let view = self.game.view(&self.state, viewer);
        let line = solved.line.iter().map_while(|text| text.parse().ok()).collect();
        let solved = Solved { line, json: solved.json.clone(), text: solved.text.clone() };
        self.game.hint(&view, &solved, strength)
    }

    fn mark(&self, budget: &Budget<'_>) -> Option<Mark> {
        self.game.mark(&self.state, budget)
    }

    fn review(&self) -> Option<String> {
        self.game.outcome(&self.state)?;
        let start = self.past.first().map_or(&self.state, |step| &step.0);
        let actions: Vec<G::Action> = self.past.iter().map(|step| step.1).collect();
        self.game.review(start, &actions)
    }

    fn at(&self, ply: usize) -> Box<dyn Table> {
        let (past, rest) = self.past.split_at(ply.min(self.past.len()));
        let state = rest.first().map_or(&self.state, |step| &step.0).clone();
        Box::new(Play { game: Arc::clone(&self.game), state, past: past.to_vec() })
    }

    fn duplicate(&self) -> Box<dyn Table> {
        self.at(self.past.len())
    }
}

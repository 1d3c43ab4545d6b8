//! The variations of a game: a tree of moves with names and comments, in which any position can be played on.
//!
//! An [`Analysis`] begins from a record: its start is the first node, its actions the first variation. Chance
//! is a move like any other: the analyst takes it, or it is drawn. Every path from the start is a legal game;
//! an analysis from outside is played through. It is stored in a record under the key `analysis`.

use crate::fork::{LONGEST_FORK, seating_of};
use crate::seating::Occupant;
use crate::text;
use bagatelle_catalog::{AnyGame, AnyPlay, game_of};
use bagatelle_core::persona::Persona;
use bagatelle_core::present::Worth;
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Outcome, Seed, Turn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The key under which variations stand in a record.
const KEY: &str = "analysis";
/// The most moves of an analysis, all variations together.
pub const MOST_NODES: usize = LONGEST_FORK + 1;
/// The longest name of a position, and the longest comment, in characters.
pub const LONGEST_TITLE: usize = 60;
/// See [`LONGEST_TITLE`].
pub const LONGEST_COMMENT: usize = 2000;

/// A position of an analysis, by the move that led to it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The number of the node before it; nothing for the start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub after: usize,
    /// The canonical text of the action; empty for the start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// What the analyst calls the position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What the analyst says of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What it is worth, once it was evaluated, and the same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<(Worth, String)>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The variations as they stand in a record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    /// The number of the node that is shown.
    #[serde(default)]
    at: usize,
    /// All nodes: the start, then each after the one before it. Those after the same node stand in their
    /// order, the main one first.
    nodes: Vec<Node>,
}

/// Why a change of an analysis was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There is no such node.
    #[error("there’s no such move in this analysis")]
    Missing,
    /// The start cannot be moved or removed.
    #[error("this is the start of the analysis")]
    Start,
    /// An action that the game refuses.
    #[error("{0}")]
    Action(String),
    /// The tree has grown too large.
    #[error("an analysis has at most {LONGEST_FORK} moves")]
    Full,
    /// The game is not to be analysed yet.
    #[error("this game isn’t over yet: you can analyse it when it is")]
    Running,
    /// The record cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A tree of variations, and which of its positions is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The start, without actions.
    start: Record,
    nodes: Vec<Node>,
    at: usize,
}

impl Analysis {
    /// Begins from a record, at its end. The record's variations are kept; its actions become the first one
    /// if they are not among them.
    ///
    /// # Errors
    /// When the record cannot be played, its variations are not what this module writes, or the game is
    /// still going on between people.
    pub fn begin(record: &Record) -> Result<Analysis, Refusal> {
        if record.more.contains_key("terms") && !record.more.contains_key("result") {
            return Err(Refusal::Running);
        }
        if record.actions.len() > LONGEST_FORK {
            return Err(Refusal::Full);
        }
        let mut start = Record { actions: Vec::new(), ..record.clone() };
        let stored = start.more.remove(KEY);
        let (game, opened) = opened(&start)?;
        let mut analysis = Analysis { start, nodes: vec![Node::default()], at: 0 };
        if let Some(stored) = stored {
            let stored: Stored =
                serde_json::from_value(stored).map_err(|error| damaged(&error.to_string()))?;
            analysis.take_over(stored, game)?;
        }
        let (shown, mut play) = (analysis.at, opened);
        let had = analysis.nodes.len() > 1;
        let mut end = 0;
        for (ply, action) in record.actions.iter().enumerate() {
            let refused = |why: String| RecordError::Action { ply, action: action.clone(), why };
            play.reopen();
            let text = play.play(action).map_err(|error| refused(error.to_string()))?;
            end = analysis.child(end, text)?;
        }
        analysis.at = if had { shown } else { end };
        Ok(analysis)
    }

    /// Takes nodes over that come from outside.
    fn take_over(&mut self, stored: Stored, game: &dyn AnyGame) -> Result<(), Refusal> {
        let Stored { at, mut nodes } = stored;
        if nodes.len() > MOST_NODES {
            return Err(Refusal::Full);
        }
        let ordered = nodes.iter().enumerate().skip(1).all(|(n, node)| node.after < n);
        let begins = nodes.first().is_some_and(|start| start.action.is_empty() && start.after == 0);
        if !ordered || !begins || at >= nodes.len() {
            return Err(damaged("the moves don’t follow each other").into());
        }
        for node in &mut nodes {
            node.name = plain(&node.name, LONGEST_TITLE);
            node.comment = plain(&node.comment, LONGEST_COMMENT);
        }
        (self.nodes, self.at) = (nodes, at);
        self.play_through(game)
    }

    /// Plays all variations, and writes each action as the game does.
    fn play_through(&mut self, game: &dyn AnyGame) -> Result<(), Refusal> {
        let children = self.all_children();
        let mut play = game.open(&self.start)?;
        // What is still to be played, each with how many actions come before it.
        let mut due: Vec<(usize, usize)> = children[0].iter().rev().map(|&node| (node, 0)).collect();
        while let Some((node, before)) = due.pop() {
            while play.ply() > before {
                play.take_back();
            }
            let action = &mut self.nodes[node].action;
            let refused = |why: String| RecordError::Action { ply: before, action: action.clone(), why };
            play.reopen();
            let text = play.play(action).map_err(|error| refused(error.to_string()))?;
            *action = text;
            due.extend(children[node].iter().rev().map(|&next| (next, before + 1)));
        }
        let mut seen = std::collections::HashSet::new();
        let twice = self.nodes.iter().skip(1).any(|node| !seen.insert((node.after, node.action.clone())));
        if twice { Err(damaged("the same move appears twice").into()) } else { Ok(()) }
    }

    fn all_children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (n, node) in self.nodes.iter().enumerate().skip(1) {
            children[node.after].push(n);
        }
        children
    }

    /// The node after `node` by an action whose canonical text is `action`; it is made if it is not there.
    fn child(&mut self, node: usize, action: String) -> Result<usize, Refusal> {
        let known =
            (1..self.nodes.len()).find(|&n| self.nodes[n].after == node && self.nodes[n].action == action);
        if let Some(known) = known {
            return Ok(known);
        }
        if self.nodes.len() >= MOST_NODES {
            return Err(Refusal::Full);
        }
        self.nodes.push(Node { after: node, action, ..Node::default() });
        Ok(self.nodes.len() - 1)
    }

    // ---- what is there ----

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        bagatelle_catalog::find(&self.start.game).expect("the game was found when the analysis began")
    }

    /// The start, without actions.
    #[must_use]
    pub fn start(&self) -> &Record {
        &self.start
    }

    /// All nodes; the first is the start.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of the node that is shown.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The nodes after a node, the main one first.
    #[must_use]
    pub fn children(&self, node: usize) -> Vec<usize> {
        (1..self.nodes.len()).filter(|&n| self.nodes[n].after == node).collect()
    }

    /// The nodes from the start to a node, both included.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut here = node.min(self.nodes.len() - 1);
        while here != 0 {
            path.push(here);
            here = self.nodes[here].after;
        }
        path.push(0);
        path.reverse();
        path
    }

    /// The path to a node and on from it by the main moves.
    #[must_use]
    pub fn line(&self, node: usize) -> Vec<usize> {
        let children = self.all_children();
        let mut line = self.path(node);
        while let Some(&next) = line.last().and_then(|&last| children[last].first()) {
            line.push(next);
        }
        line
    }

    /// Who had which seat, as the record names them; empty where it names no players.
    #[must_use]
    pub fn seating(&self) -> Vec<Occupant> {
        seating_of(&self.start, "")
    }

    /// How the game ended from whose record the analysis began, if the record says so.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        serde_json::from_value(self.start.more.get("result")?.clone()).ok()
    }

    /// The position at a node.
    #[must_use]
    pub fn play(&self, node: usize) -> Box<dyn AnyPlay> {
        let mut play = self.game().open(&self.start).expect("the start was opened when the analysis began");
        play.name_players(names_of(&self.start));
        for n in self.path(node).into_iter().skip(1) {
            play.apply(&self.nodes[n].action);
        }
        play
    }

    /// The record of the main variation, with all others under `analysis`.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = self.start.clone();
        let main = self.line(0);
        record.actions = main[1..].iter().map(|&n| self.nodes[n].action.clone()).collect();
        let stored = Stored { at: self.at, nodes: self.nodes.clone() };
        record.more.insert(KEY.to_owned(), serde_json::to_value(stored).unwrap_or_default());
        record
    }

    /// As [`Analysis::record`], but without what the positions are worth: an engine finds that again.
    #[must_use]
    pub fn bare_record(&self) -> Record {
        let bare = |node: &Node| Node { worth: None, ..node.clone() };
        let nodes = self.nodes.iter().map(bare).collect();
        Analysis { nodes, ..self.clone() }.record()
    }

    /// The record of the game up to a node, without variations.
    #[must_use]
    pub fn record_to(&self, node: usize) -> Record {
        let mut record = self.start.clone();
        record.actions = self.path(node)[1..].iter().map(|&n| self.nodes[n].action.clone()).collect();
        record
    }

    // ---- changes ----

    fn known(&self, node: usize) -> Result<usize, Refusal> {
        if node < self.nodes.len() { Ok(node) } else { Err(Refusal::Missing) }
    }

    /// Shows a node.
    ///
    /// # Errors
    /// When there is none of this number.
    pub fn go(&mut self, node: usize) -> Result<(), Refusal> {
        self.at = self.known(node)?;
        Ok(())
    }

    /// Takes an action in the position that is shown, and shows what it leads to. If the action is among the
    /// variations already, it is followed.
    ///
    /// # Errors
    /// When the game refuses the action, or the analysis is full.
    pub fn act(&mut self, action: &str) -> Result<(), Refusal> {
        let text = self.play(self.at).check(action).map_err(|error| Refusal::Action(error.to_string()))?;
        self.at = self.child(self.at, text)?;
        Ok(())
    }

    /// Takes actions one after another in the position that is shown, as [`Analysis::act`] does, and shows
    /// what they lead to.
    ///
    /// # Errors
    /// When the game refuses one of them, or the analysis is full: then nothing has changed.
    pub fn follow<'a>(&mut self, actions: impl IntoIterator<Item = &'a str>) -> Result<(), Refusal> {
        let mut after = self.clone();
        actions.into_iter().try_for_each(|action| after.act(action))?;
        *self = after;
        Ok(())
    }

    /// Lets chance act in the position that is shown, as long as it is to act.
    ///
    /// # Errors
    /// When the analysis is full.
    pub fn draw(&mut self, seed: &Seed) -> Result<(), Refusal> {
        let mut play = self.play(self.at);
        while play.turn() == Turn::Chance {
            let Some(action) = play.chance(seed) else { break };
            play.apply(&action);
            self.at = self.child(self.at, action)?;
        }
        Ok(())
    }

    /// Makes a node the main one after the node before it, and so on up to the start.
    ///
    /// # Errors
    /// When there is no such node, or it is the start.
    pub fn promote(&mut self, node: usize) -> Result<(), Refusal> {
        if self.known(node)? == 0 {
            return Err(Refusal::Start);
        }
        let mut order = self.all_children();
        for &step in &self.path(node)[1..] {
            let siblings = &mut order[self.nodes[step].after];
            siblings.retain(|&n| n != step);
            siblings.insert(0, step);
        }
        self.renumber(&order);
        Ok(())
    }

    /// Removes a node and all after it. If it was shown, or one after it, the node before it is shown.
    ///
    /// # Errors
    /// When there is no such node, or it is the start.
    pub fn delete(&mut self, node: usize) -> Result<(), Refusal> {
        if self.known(node)? == 0 {
            return Err(Refusal::Start);
        }
        if self.path(self.at).contains(&node) {
            self.at = self.nodes[node].after;
        }
        let mut order = self.all_children();
        order[self.nodes[node].after].retain(|&n| n != node);
        self.renumber(&order);
        Ok(())
    }

    /// Rewrites the nodes that can be reached, using `order`, the children of each node.
    fn renumber(&mut self, order: &[Vec<usize>]) {
        let mut nodes: Vec<Node> = Vec::with_capacity(self.nodes.len());
        let mut at = 0;
        let mut due = vec![(0, 0)];
        while let Some((node, after)) = due.pop() {
            let number = nodes.len();
            if node == self.at {
                at = number;
            }
            nodes.push(Node { after, ..self.nodes[node].clone() });
            due.extend(order[node].iter().rev().map(|&next| (next, number)));
        }
        (self.nodes, self.at) = (nodes, at);
    }

    /// Gives a node a name and a comment; empty ones take them away.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn describe(&mut self, node: usize, name: &str, comment: &str) -> Result<(), Refusal> {
        let node = self.known(node)?;
        self.nodes[node].name = plain(name, LONGEST_TITLE);
        self.nodes[node].comment = plain(comment, LONGEST_COMMENT);
        Ok(())
    }

    /// Notes what a node is worth.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn note(&mut self, node: usize, worth: Worth, text: &str) -> Result<(), Refusal> {
        let node = self.known(node)?;
        self.nodes[node].worth = Some((worth, plain(text, LONGEST_COMMENT)));
        Ok(())
    }
}

/// What the players of a game are called, by seat, as its record names them: programs by their personas.
#[must_use]
pub fn names_of(record: &Record) -> Vec<Option<String>> {
    let seating = seating_of(record, "");
    let personas = bagatelle_catalog::find(&record.game)
        .map(|game| game.personas(&mut seating.iter().map(Occupant::program_name)))
        .unwrap_or_default();
    let name = |(occupant, persona): (&Occupant, Option<Persona>)| match persona {
        Some(persona) => persona.name.to_owned(),
        None => occupant.label(),
    };
    seating.iter().zip(personas).map(name).map(|name| Some(name).filter(|name| !name.is_empty())).collect()
}

fn opened(start: &Record) -> Result<(&'static dyn AnyGame, Box<dyn AnyPlay>), RecordError> {
    let game = game_of(start)?;
    Ok((game, game.open(start)?))
}

fn damaged(why: &str) -> RecordError {
    RecordError::Format(format!("its variations can’t be read: {why}"))
}

/// A text that is safe to show, at most `longest` characters of it.
fn plain(text: &str, longest: usize) -> String {
    text::plain_text(text).chars().take(longest).collect::<String>().trim_end().to_owned()
}

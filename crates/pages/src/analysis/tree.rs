//! The variations of an analysis as a readable list: the main moves one below the other, and the others
//! below the move that they replace.

use bagatelle_catalog::AnyPlay;
use bagatelle_core::Viewer;
use bagatelle_table::Analysis;
use maud::{Markup, html};

/// How deep variations of variations are shown.
const DEEPEST: usize = 12;
/// The most moves that are shown.
const MOST: usize = 600;

/// A list of the variations.
pub(super) struct Tree<'a> {
    pub(super) analysis: &'a Analysis,
    /// Who is told of the moves.
    pub(super) reader: Viewer,
}

/// The moves after one another, each with those that replace it.
struct Branch {
    moves: Vec<Shown>,
}

struct Shown {
    node: usize,
    ply: usize,
    sentence: String,
    others: Vec<Branch>,
}

impl Tree<'_> {
    pub(super) fn draw(&self) -> Markup {
        let mut children = vec![Vec::new(); self.analysis.nodes().len()];
        for (n, node) in self.analysis.nodes().iter().enumerate().skip(1) {
            children[node.after].push(n);
        }
        let mut play = self.analysis.play(0);
        let mut left = MOST;
        let first = children[0].first().copied();
        let branch = first.map(|first| self.branch(first, &children, play.as_mut(), 0, &mut left));
        html! {
            ol.tree {
                li { (self.entry(0, 0, "Start")) }
                @if let Some(branch) = &branch { (self.moves(branch)) }
            }
            @if left == 0 { p.small { "Only the first " (MOST) " moves are listed." } }
        }
    }

    /// The moves from `first` on. `play` is the position before them; it is given back as it was.
    fn branch(
        &self,
        first: usize,
        children: &[Vec<usize>],
        play: &mut dyn AnyPlay,
        depth: usize,
        left: &mut usize,
    ) -> Branch {
        let mut moves = Vec::new();
        let mut next = Some(first);
        let begun = play.ply();
        while let Some(node) = next.filter(|_| *left > 0) {
            *left -= 1;
            let node_of = &self.analysis.nodes()[node];
            // Those that replace this move come below it, but only once: below the main one.
            let siblings = &children[node_of.after];
            let is_main = siblings.first() == Some(&node);
            let mut others = Vec::new();
            if is_main && depth < DEEPEST {
                for &other in &siblings[1..] {
                    if *left > 0 {
                        others.push(self.branch(other, children, play, depth + 1, left));
                    }
                }
            }
            play.apply(&node_of.action);
            let sentence = play.open_log(self.reader, 1).pop().map(|entry| entry.sentence.clone());
            let sentence = sentence.unwrap_or_else(|| node_of.action.clone());
            moves.push(Shown { node, ply: play.ply(), sentence, others });
            next = children[node].first().copied();
        }
        while play.ply() > begun {
            play.take_back();
        }
        Branch { moves }
    }

    fn moves(&self, branch: &Branch) -> Markup {
        html! {
            @for shown in &branch.moves {
                li value=(shown.ply) {
                    (self.entry(shown.node, shown.ply, &shown.sentence))
                    @for other in &shown.others {
                        ol.variation { (self.moves(other)) }
                    }
                }
            }
        }
    }

    fn entry(&self, node: usize, ply: usize, sentence: &str) -> Markup {
        let told = &self.analysis.nodes()[node];
        let current = (node == self.analysis.at()).then_some("step");
        html! {
            button name="node" value=(node) aria-current=[current] {
                @if ply > 0 { span.unseen { "Move " (ply) ": " } }
                (sentence)
                @if !told.name.is_empty() { " " strong { (told.name) } }
            }
            // What the start is worth stands above, and says nothing of a move.
            @if let Some((_, words)) = told.worth.as_ref().filter(|_| ply > 0) {
                span.worth.small { (words) }
            }
            @if !told.comment.is_empty() { p.comment { (told.comment) } }
        }
    }
}

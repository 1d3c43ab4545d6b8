//! The drawings of one line of moves show the same part of the plane, so that the board rests while a reader
//! steps along it.

/// The attributes of a drawing that say what part of the plane it shows, and what part its lattice takes.
const PARTS: [&str; 2] = [" viewBox=\"", " data-zoom=\""];

/// The drawing of a place of a line, which shows as much of the plane as all `places` of it do together. Only
/// a board that grows asks for the others.
pub(crate) fn along(places: usize, at: usize, draw: impl Fn(usize) -> String) -> String {
    let own = draw(at);
    if part(&own, PARTS[1]).is_none() {
        return own;
    }
    let others: Vec<String> = (0..places).filter(|place| *place != at).map(draw).collect();
    widened(own, &others)
}

/// A drawing that shows as much of the plane as it and others of its line do together.
fn widened(mut svg: String, others: &[String]) -> String {
    for name in PARTS {
        let Some((at, own)) = part(&svg, name) else { continue };
        let all =
            others.iter().filter_map(|other| part(other, name)).fold(own, |all, (_, one)| all.with(one));
        if all != own {
            svg.replace_range(at, &all.text());
        }
    }
    svg
}

/// A part of the plane: left, top, right, bottom.
#[derive(Clone, Copy, PartialEq)]
struct Part([f64; 4]);

impl Part {
    fn with(self, other: Part) -> Part {
        let (Part([left, top, right, bottom]), Part([a, b, c, d])) = (self, other);
        Part([left.min(a), top.min(b), right.max(c), bottom.max(d)])
    }

    /// As attributes have it: left, top, width, height.
    fn text(self) -> String {
        let Part([left, top, right, bottom]) = self;
        format!("{left} {top} {} {}", right - left, bottom - top)
    }
}

/// What an attribute of a drawing says, and where its four numbers stand.
fn part(svg: &str, name: &str) -> Option<(std::ops::Range<usize>, Part)> {
    let root = &svg[..svg.find('>')?];
    let begin = root.find(name)? + name.len();
    let value = root[begin..].split('"').next()?;
    let mut numbers = value.split(' ').map(str::parse);
    let mut next = || numbers.next()?.ok();
    let [x, y, width, height]: [f64; 4] = [next()?, next()?, next()?, next()?];
    let length = value.match_indices(' ').nth(3).map_or(value.len(), |(at, _)| at);
    Some((begin..begin + length, Part([x, y, x + width, y + height])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::record::Record;
    use bagatelle_core::{Seat, Viewer};
    use serde_json::json;

    #[test]
    fn a_board_that_grows_keeps_one_scale_along_a_line() {
        let setup = json!({ "tiles": [], "hands": [20, 20], "to_act": 0 });
        let record = json!({ "bagatelle": 1, "game": "bambam-booboo", "setup": setup, "actions": ["H0,0"] });
        let record = Record::from_json(&record.to_string()).expect("a record");
        let mut play =
            bagatelle_catalog::find("bambam-booboo").expect("a game").open(&record).expect("a game");
        let mut line = Vec::new();
        for _ in 0..24 {
            line.push(play.svg_from(Viewer::Spectator, Seat(0)));
            let Some(last) = play.legal().pop() else { break };
            play.play(&last).expect("a legal action");
        }
        let root = |svg: &String| svg.split(" aria-label").next().map(str::to_owned);
        assert_ne!(root(&line[0]), root(&line[line.len() - 1]), "the heap grows");
        let wide: Vec<String> = line.iter().map(|svg| widened(svg.clone(), &line)).collect();
        assert!(wide.iter().all(|svg| root(svg) == root(&wide[0])), "{:?}", root(&wide[0]));
        for (svg, wide) in line.iter().zip(&wide) {
            assert_eq!(svg.split_once('>').unwrap().1, wide.split_once('>').unwrap().1);
        }
    }

    #[test]
    fn the_distance_between_targets_stays() {
        let one = "<svg viewBox=\"-4 0 8 6.5\" data-zoom=\"0 0 2 2 40\" aria-label=\"one\">".to_owned();
        let other = "<svg viewBox=\"0 -1 8 6\" data-zoom=\"-1 0 2 3 40\">".to_owned();
        assert_eq!(
            widened(one.clone(), &[other]),
            "<svg viewBox=\"-4 -1 12 7.5\" data-zoom=\"-1 0 3 3 40\" aria-label=\"one\">"
        );
        assert_eq!(widened(one.clone(), &[]), one);
    }
}

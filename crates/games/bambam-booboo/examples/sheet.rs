//! Writes drawings to look at: a game after some random turns, ghosts shown, a choice of groups, a win.
//!
//! `cargo run -p bagatelle-bambam-booboo --example sheet -- FOLDER`

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bambam_booboo::{Action, BambamBooboo, Seen, Setup, State};
use bagatelle_core::present::{Playable, Scene};
use bagatelle_core::{Game, OpenGame, Rng, Seed, Stream};

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let game = BambamBooboo::new(&Default::default()).expect("the default options make a game");
    let draw = |name: &str, position: &State, legal: &[Action], last: Option<&Seen>| {
        let text = game.svg(&Scene { legal, last, ..Scene::still(position) });
        println!("{name}: {} bytes", text.len());
        std::fs::write(format!("{folder}/{name}.svg"), text).expect("the folder can be written to");
    };
    let mut rng = Rng::new(&Seed::from_text("sheet"), Stream::Test);
    let mut state = game.start(&Setup::default()).expect("the empty table is a start");
    let mut legal = Vec::new();
    draw("empty", &state, &[], None);
    for ply in 1..=70 {
        game.legal(&state, &mut legal);
        let mut quiet = legal.clone();
        quiet.retain(|&a| {
            let mut next = state.clone();
            game.apply(&mut next, a);
            game.outcome(&next).is_none()
        });
        let Some(&action) = rng.choose(&quiet) else { break };
        let seen = game.foresee(&state, action);
        game.apply(&mut state, action);
        if [1, 12, 39, 44, 70].contains(&ply) {
            draw(&format!("ply-{ply}"), &state, &[], Some(&seen));
            game.legal(&state, &mut legal);
            draw(&format!("ply-{ply}-ghosts"), &state, &legal, Some(&seen));
        }
    }
    let won = concat!(
        r#"{"tiles": ["0 3 H 0", "2 3 H 1", "0 1 V 0", "1 1 V 0", "2 1 V 0", "4 3 V 1", "5 3 H 1", "7 2 V "#,
        r#"1", "4 1 V 1"], "hands": [12, 9]}"#
    );
    let setup: Setup = serde_json::from_str(won).expect("a set-up");
    let mut state = game.start(&setup).unwrap_or_else(|e| panic!("{e}"));
    if let Ok(action) = game.read(&state, "V3,1") {
        let seen = game.foresee(&state, action);
        game.apply(&mut state, action);
        draw("won", &state, &[], Some(&seen));
    }
    std::fs::write(format!("{folder}/rules.html"), BambamBooboo::rules_page().into_string())
        .expect("the folder can be written to");
    let tied = r#"{"tiles": ["0 0 H 1", "0 1 H 0", "2 0 H 0", "4 0 V 1"], "hands": [0, 0]}"#;
    let setup: Setup = serde_json::from_str(tied).expect("a set-up");
    let state = game.start(&setup).unwrap_or_else(|e| panic!("{e}"));
    game.legal(&state, &mut legal);
    legal.retain(|a| matches!(a, Action::Slide { keep: Some(_), .. }));
    draw("choice", &state, &legal, None);
}

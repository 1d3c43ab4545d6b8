//! The versions of rules and encodings stand for what the games do.

use bagatelle_catalog::{EncodedGame, EncodedPlay, VERSIONS, encoded_games, games};
use bagatelle_core::{Rng, Seed, Stream, Turn, Viewer};
use serde_json::Value;

/// A sum of what is fed to it, the same for ever (FNV-1a).
struct Sum(u64);

impl Sum {
    fn new() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Feeds a position: what the rules say of it, and how it is encoded.
fn feed(play: &dyn EncodedPlay, rules: &mut Sum, encoding: &mut Sum) {
    rules.feed(play.whole().as_bytes());
    rules.feed(play.legal().join(" ").as_bytes());
    for (number, text) in play.numbered() {
        encoding.feed(&number.to_le_bytes());
        encoding.feed(text.as_bytes());
    }
    for seat in 0..play.seats() {
        for float in play.floats(Viewer::Seat(bagatelle_core::Seat(seat))) {
            encoding.feed(&float.to_le_bytes());
        }
    }
}

/// What some random games come to.
fn sums(game: &dyn EncodedGame) -> (u64, u64) {
    let (mut rules, mut encoding) = (Sum::new(), Sum::new());
    for part in game.parts() {
        encoding.feed(part.name.as_bytes());
    }
    for n in 0..4 {
        let seed = Seed::from_text(&format!("versions/{n}"));
        let deal = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
        let mut play = game.open_encoded(&deal).unwrap();
        let mut rng = Rng::new(&seed, Stream::Rollout);
        for _ in 0..60 {
            feed(play.as_ref(), &mut rules, &mut encoding);
            let action = match play.turn() {
                Turn::Over => break,
                Turn::Chance => play.chance(&seed).unwrap(),
                Turn::Seat(_) => rng.choose(&play.legal()).unwrap().clone(),
            };
            play.apply(&action);
        }
        if let Some(outcome) = play.outcome() {
            rules.feed(format!("{:?} {:?}", outcome.winners, outcome.scores).as_bytes());
        }
    }
    (rules.0, encoding.0)
}

#[test]
fn all_games_have_versions() {
    let ids: Vec<&str> = games().iter().map(|game| game.id()).collect();
    let versioned: Vec<&str> = VERSIONS.iter().map(|versions| versions.game).collect();
    assert_eq!(ids, versioned);
}

#[test]
fn versions_go_up_when_rules_or_encodings_change() {
    let now: Vec<String> = encoded_games()
        .iter()
        .zip(VERSIONS)
        .map(|(game, versions)| {
            let (rules, encoding) = sums(*game);
            format!(
                "{}: rules {} ({rules:016x}), encoding {} ({encoding:016x})",
                game.id(),
                versions.rules,
                versions.encoding
            )
        })
        .collect();
    // If a sum differs here, the number before it goes up in `versions.rs`, and both are noted again.
    insta::assert_snapshot!(now.join("\n"));
}

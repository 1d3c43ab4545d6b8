//! Samples of the pages on which set-ups are laid by hand, and of those that show one large.

use super::sample::Sample;
use super::story::BASE;
use bagatelle_catalog::LaidGame;
use bagatelle_core::Seed;
use bagatelle_core::laid::{Place, Spread};
use bagatelle_pages::lay::{LayPage, OutPage, Pasted};
use serde_json::Value;

/// Ten tiles and the hole, one of them twice.
const TWICE: &str = "brain-burn_S3M4--A0C5S2M3S3A4C2CA";
/// A deal whose stacks are unknown but for a coin.
const UNKNOWN: &str = "burbuja_MnC4MaM2C3S3SnA3S2A2M5C5AaC2AnS4SaM3CaA4CnA5S5M4_5a_n_a_2";
/// A puzzle that is whole.
const WHOLE: &str = "baju-puzzle_W7W1B4B2W3B8W5B1B3W2B6W6W4B7W8B5";
/// A position of the duel.
const DUEL: &str = "baju-duel_..W6B4B8W8W1W2W5.B7B5...W3_W";
/// Three tiles of bamboo.
const BAMBOO: &str = "bambam-booboo_~275.lh.dv_d";

fn game(code: &str) -> &'static dyn LaidGame {
    bagatelle_catalog::laid(code.split('_').next().unwrap_or_default()).expect("a game")
}

fn spread(code: &str) -> Spread {
    game(code).spread(&Value::Null, code, &Seed::from_text("sample")).expect("a code")
}

/// All of them.
pub(crate) fn samples() -> Vec<Sample> {
    let page = |name: &str, code: &str, at: Option<Place>, pasted: Option<Pasted<'_>>| {
        let (game, spread) = (game(code), spread(code));
        let asked: Vec<_> =
            (game.manifest().options)().into_iter().map(|asked| (asked, String::new())).collect();
        let page = LayPage {
            game,
            spread: &spread,
            asked: &asked,
            options: &[],
            at,
            last: None,
            pasted,
            refusal: None,
            base: BASE,
        };
        Sample::new(name, page.page())
    };
    let out = |name: &str, code: &str, row| {
        let page = OutPage { game: game(code), spread: &spread(code), options: &[], row };
        Sample::new(name, page.page())
    };
    let wrong = Pasted { text: "brain-burn_S3", why: "This is a code for Brain Burn. Open it there." };
    let stack = Place { group: 1, spot: 3 };
    vec![
        page("lay-brain-burn", TWICE, None, None),
        page("lay-burbuja", UNKNOWN, Some(stack), None),
        page("lay-baju-puzzle", WHOLE, None, Some(wrong)),
        page("lay-baju-duel", DUEL, None, None),
        page("lay-bambam-booboo", BAMBOO, Some(Place { group: 0, spot: 276 }), None),
        page("lay-bambam-booboo-turn", BAMBOO, Some(Place { group: 1, spot: 0 }), None),
        out("lay-out-burbuja", UNKNOWN, None),
        out("lay-out-baju-puzzle", WHOLE, Some(2)),
        out("lay-out-bambam-booboo", BAMBOO, Some(1)),
    ]
}

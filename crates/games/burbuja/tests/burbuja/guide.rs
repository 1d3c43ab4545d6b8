//! What the game tells its player.

use bagatelle_burbuja::options::{Groups, Ring};
use bagatelle_burbuja::{Burbuja, Cell, Options, Setup, State, View};
use bagatelle_core::present::Solver;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Playable, Seat, Viewer};

#[test]
fn what_is_told_keeps_the_laws() {
    bagatelle_testkit::guidance::laws::<Burbuja>(2, 60);
}

fn game(options: Options) -> Burbuja {
    Burbuja::new(&options).unwrap()
}

fn played(game: &Burbuja, texts: &str) -> State {
    let setup = Setup {
        tiles: "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5".into(),
        coins: "S=na2345 M=na2345 C=na2345 A=na2345".into(),
    };
    let mut state = game.start(&setup).unwrap();
    for text in texts.split_whitespace() {
        game.play(&mut state, text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    state
}

fn seen(game: &Burbuja, state: &State) -> View {
    game.view(state, Viewer::Seat(Seat(0)))
}

fn why(game: &Burbuja, texts: &str, picked: &str) -> String {
    game.why_not(&seen(game, &played(game, texts)), &[picked])
        .unwrap_or_else(|| panic!("{picked}: no reason"))
}

#[test]
fn the_goal_is_that_of_the_options() {
    let goal = |ring, groups| {
        let game = game(Options { ring, groups, ..Options::default() });
        game.goal(&seen(&game, &played(&game, "")))
    };
    assert_eq!(
        goal(Ring::Any, Groups::Any),
        "Move the tiles outward until all 24 form a hollow square, seven tiles wide."
    );
    assert_eq!(
        goal(Ring::Concentric, Groups::One),
        "Move the tiles outward, always in one group, until all 24 form a hollow square, seven tiles wide, \
         around the starting square’s centre."
    );
}

#[test]
fn the_status_follows_the_turn() {
    let standard = game(Options::default());
    let none = game(Options { chances: "S0M0C0A0".parse().unwrap(), ..Options::default() });
    for (game, texts, status) in [
        (&standard, "", "Take a coin: the tile of the same suit and value moves."),
        (
            &standard,
            "pick:Sf",
            "Put the null (empty circle) of Suns next to another tile, or reject the coin (Suns: 1 second \
             chance).",
        ),
        (&standard, "pick:Sf reject", "Take another coin of the Suns."),
        (&standard, "pick:Sf reject pick:Sf", "Put the ace (spiral) of Suns next to another tile."),
        (&none, "pick:Sf move:0,0 pick:Mf", "Put the null (empty circle) of Moons next to another tile."),
        (&none, "pick:Sf move:-3,1", "Take the next coin: the tile of the same suit and value moves."),
        (
            &none,
            "pick:Sf move:-3,1 pick:Af move:-3,2 pick:Af move:-4,2 pick:Af move:3,2 pick:Af move:4,2",
            "The ring can no longer be completed. Play on, or start another deal.",
        ),
    ] {
        assert_eq!(game.status(&seen(game, &played(game, texts)), &[]), status, "{texts}");
    }
}

#[test]
fn every_click_that_does_nothing_has_a_reason() {
    let game = game(Options::default());
    for (texts, picked, reason) in [
        ("", "tile-S0", "Take its coin first: the null of Suns is in front of the stack of the Suns."),
        ("", "tile-S3", "Take its coin first: the 3 of Suns is face down in the stack of the Suns."),
        ("", "reject", "Take a coin first: it says which tile moves."),
        ("", "0", "Take a coin first: it says which tile moves."),
        (
            "",
            "pawn-S",
            "These are your second chances. While you hold a coin of the Suns, you may reject it and take \
             another.",
        ),
        (
            "pick:Sf",
            "tile-S0",
            "This is the tile that moves: put the null of Suns in one of the marked places.",
        ),
        ("pick:Sf", "tile-SA", "The ace of Suns is here. Put the null of Suns in one of the marked places."),
        ("pick:Sf", "front-M", "You hold the coin of the null of Suns: move its tile first."),
        ("pick:Sf", "coin-S0", "You’re holding this coin: put the null of Suns in one of the marked places."),
        ("pick:Sf", "stack-A", "You hold the coin of the null of Suns: move its tile first."),
        ("pick:Sf", "cell--2,3", "The tile would touch no other tile there, edge to edge."),
        ("pick:Sf", "cell--1,2", "The ace of Suns is already there."),
        ("pick:Sf", "cell--2,2", "The null of Suns may not stay in its own place."),
        ("pick:Sf reject", "front-M", "After rejecting a coin, take another of the Suns."),
        ("pick:Sf reject", "tile-MA", "After rejecting a coin, take another of the Suns."),
        (
            "pick:Sf reject",
            "tile-S0",
            "Take its coin first: the null of Suns is at the bottom of the stack of the Suns.",
        ),
        ("pick:Sf reject pick:Sf", "reject", "The Suns have no second chance left: the tile has to move."),
        ("pick:Sf move:0,0", "tile-S0", "This tile has already moved: each tile moves once."),
        ("pick:Sf move:0,0", "coin-S0", "This coin has been used: each coin moves its tile once."),
    ] {
        assert_eq!(why(&game, texts, picked), reason, "{picked} after {texts}");
    }
    // The null and the ace of Suns lie together, far from all others; then the null between two others.
    let far = |near: &[(i8, i8)]| {
        let block = (-20..-14).flat_map(|x| (-20..-16).map(move |y| (x, y)));
        let mut view = seen(&game, &played(&game, "pick:Sf"));
        for (cell, (x, y)) in view.open.cells.iter_mut().zip(near.iter().copied().chain(block)) {
            *cell = Cell::new(x, y);
        }
        view
    };
    let alone = "The ace of Suns would be stranded: every tile must touch another.";
    assert_eq!(game.why_not(&far(&[(11, 10), (10, 10)]), &["cell--14,-20"]).as_deref(), Some(alone));
    let stuck = "The null (empty circle) of Suns can’t move without stranding a tile: reject its coin (Suns: \
        1 second chance).";
    assert_eq!(game.status(&far(&[(11, 10), (10, 10), (12, 10)]), &[]), stuck);
    let one = self::game(Options { groups: Groups::One, ..Options::default() });
    let apart = "The tiles would split into several groups, and with this option they must stay in one.";
    let row: Vec<(i8, i8)> =
        [(0, 0)].into_iter().chain((-12..=11).filter(|&x| x != 0).map(|x| (x, 0))).collect();
    assert_eq!(one.why_not(&far(&row), &["cell-12,0"]).as_deref(), Some(apart));
}

#[test]
fn a_hint_names_the_coin_and_where_its_tile_goes() {
    let game = game(Options::default());
    let at = |texts: &str, strength| {
        let view = seen(&game, &played(&game, texts));
        let solved = game.solve(&view, &Budget::nodes(300_000), &mut |_, _| ()).unwrap();
        game.hint(&view, &solved, strength, &[])
    };
    let told: Vec<String> = ["", "pick:Mf"]
        .iter()
        .flat_map(|texts| (1..=2).map(|strength| at(texts, strength)))
        .map(|hint| format!("{}\n{:?}", hint.text.replace(". ", ".\n").replace(": ", ":\n"), hint.marks))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    Take one of the Crowns.
    ["front-C", "top-C"]
    You can win from here, whatever order the unseen coins come in.
    Take the null of Crowns in front and put its tile above the null of Suns:
    you’re safe whichever of the five coins turns up.
    ["front-C", "tile-C0", "cell--2,3"]
    Move the tile:
    it belongs at the top of the ring.
    ["tile-M0"]
    You can win from here, whatever order the unseen coins come in.
    Put the null of Moons above the null of Suns:
    it fills a place in the ring and strands no tile.
    ["cell--2,3", "tile-M0"]
    "#);
}

#[test]
fn a_lost_position_is_called_lost_at_every_strength() {
    let game = game(Options { chances: "S0M0C0A0".parse().unwrap(), ..Options::default() });
    let state = played(
        &game,
        "pick:Sf move:-3,1 pick:Af move:-3,2 pick:Af move:-4,2 pick:Af move:3,2 pick:Af move:4,2",
    );
    let view = seen(&game, &state);
    let solved = game.solve(&view, &Budget::nodes(300_000), &mut |_, _| ()).unwrap();
    for strength in 1..=3 {
        assert_eq!(
            game.hint(&view, &solved, strength, &[]).text,
            "This position is lost: whatever coins come, the ring can no longer be completed."
        );
    }
}

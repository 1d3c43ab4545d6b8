//! The examples of the rule page, edge cases of every rule, the words of refusals, and the counts of
//! `counts.tsv`.

use crate::common::*;
use bagatelle_bambam_booboo::{BambamBooboo, Contact, Entry, Options, Setup, Slides, State, Tile};
use bagatelle_core::perft::perft;
use bagatelle_core::present::Playable;
use bagatelle_core::{Game, Outcome, Record, Seat};

fn game() -> BambamBooboo {
    rules(Options::default())
}

const MOUTH: [&str; 4] = ["aa..BB", "A....b", "A....b", "CCddEE"];

#[test]
fn a_new_tile_comes_straight_in() {
    let open = picture(&MOUTH, [1, 1], 0);
    let texts = legal(&game(), &crate::common::open(&game(), &open));
    let inside: Vec<&String> = texts
        .iter()
        .filter(|t| {
            let tile: Tile = t.parse().unwrap();
            tile.cells().iter().any(|c| (1..=4).contains(&c.0) && (1..=2).contains(&c.1))
                || tile.cells().contains(&(2, 3))
                || tile.cells().contains(&(3, 3))
        })
        .collect();
    assert_eq!(inside, ["H2,1", "H2,3", "V2,1", "V2,2", "V2,3", "V3,1", "V3,2", "V3,3"]);
    assert_eq!(refusal(&game(), &open, "V1,1"), "there’s no straight way there from outside");

    let closed = picture(&["aaFFBB", "A....b", "A....b", "CCddEE"], [1, 1], 0);
    let texts = legal(&game(), &crate::common::open(&game(), &closed));
    assert!(texts.iter().all(|t| {
        let tile: Tile = t.parse().unwrap();
        !tile.cells().iter().any(|c| (1..=4).contains(&c.0) && (1..=2).contains(&c.1))
    }));
}

#[test]
fn half_a_side_holds_a_group_together() {
    let setup = picture(&[".B.", "AB.", "Aaa"], [0, 0], 0);
    assert_eq!(after(&game(), &setup, "H1,0>H-2,0"), "H-2,0:0 V0,0:1 V1,1:1 | [0, 0] | 1 acts");
}

#[test]
fn a_win_comes_before_the_removal() {
    let setup = picture(&["abc.....", "abcddEEF", ".......F"], [0, 0], 0);
    let mut position = open(&game(), &setup);
    game().play(&mut position, "H3,1>V3,1".parse().unwrap()).unwrap();
    assert_eq!(game().outcome(&position), Some(Outcome::won(Seat(0), "a winning form of four tiles")));
    assert_eq!((position.heap().tiles().count(), position.hands()), (6, [0, 0]));
    assert_eq!(refusal(&game(), &setup, "H3,1>V3,1=H0,3"), "there’s no group to choose");
}

#[test]
fn the_first_tile_has_its_place() {
    let start = Setup::default();
    assert_eq!(legal(&game(), &open(&game(), &start)), ["H0,0"]);
    assert_eq!(refusal(&game(), &start, "V0,0"), "the first tile of a game is laid on the mark");
    assert_eq!(after(&game(), &start, "H0,0"), "H0,0:0 | [19, 20] | 1 acts");
}

#[test]
fn contacts_are_refused_by_name() {
    let start = setup("0 0 H 0", [1, 1], 1);
    let wrong = |action| refusal(&game(), &start, action);
    assert_eq!(
        wrong("H1,1"),
        "it touches other tiles there only like bricks in a wall, without a shared corner"
    );
    assert_eq!(wrong("H2,1"), "it touches other tiles there only at a corner");
    assert_eq!(wrong("H2,2"), "it touches no tile there");
    assert_eq!(wrong("V1,0"), "there’s already a tile there");
    assert_eq!(wrong("H0,0>H0,1"), "you still have tiles in hand: place them before you slide");
    assert_eq!(wrong("pass"), "you still have tiles in hand: place them before you slide");
    let side = rules(Options { contact: Contact::Side, ..Options::default() });
    assert_eq!(after(&side, &start, "H1,1"), "H0,0:0 H1,1:1 | [1, 0] | 0 acts");
    // Another tile's corner does not make a brick contact valid.
    let two = setup("0 0 H 0, 1 -1 H 0, 3 -1 V 0", [1, 1], 1);
    assert_eq!(
        refusal(&game(), &two, "H1,1"),
        "it touches other tiles there only like bricks in a wall, without a shared corner"
    );
}

#[test]
fn only_own_tiles_slide() {
    let start = setup("0 0 H 0, 0 1 H 1", [0, 0], 0);
    let wrong = |action| refusal(&game(), &start, action);
    assert_eq!(wrong("H0,1>H0,-1"), "that tile is your opponent’s");
    assert_eq!(wrong("H5,5>H0,-1"), "there’s no tile to slide");
    assert_eq!(wrong("H0,0>H0,0"), "the tile must move to a different place");
    assert_eq!(wrong("H0,2"), "your hand is empty: slide one of your tiles");
    assert_eq!(wrong("pass"), "you may pass only if you can’t do anything else");
}

#[test]
fn where_any_tile_slides_a_form_belongs_to_the_owner_of_its_tiles() {
    let any = rules(Options { slides: Slides::Any, ..Options::default() });
    let pair = setup("0 0 H 0, 0 1 H 1", [0, 0], 0);
    assert_eq!(after(&any, &pair, "H0,1>H0,-1"), "H0,-1:1 H0,0:0 | [0, 0] | 1 acts");
    assert_eq!(refusal(&any, &pair, "H0,2"), "your hand is empty: slide a tile on the table");
    // Tiles in hand still come first, and a seat without tiles on the table slides those of the other.
    let hand = setup("0 0 H 0, 0 1 H 1", [1, 0], 0);
    assert_eq!(
        refusal(&any, &hand, "H0,1>H0,-1"),
        "you still have tiles in hand: place them before you slide"
    );
    let theirs = setup("0 0 H 1, 0 1 H 1", [0, 0], 0);
    assert_eq!(legal(&game(), &open(&game(), &theirs)), ["pass"]);
    assert!(legal(&any, &open(&any, &theirs)).contains(&"H0,1>H0,-1".to_owned()));
    // Light slides a dark tile into a dark block: Dark wins.
    let gift = setup("0 0 V 1, 1 0 V 1, 2 0 V 1, 0 2 H 1, 0 3 H 0", [0, 0], 0);
    let mut position = open(&any, &gift);
    any.play(&mut position, "H0,2>V3,0".parse().unwrap()).unwrap();
    let outcome = any.outcome(&position).unwrap();
    assert_eq!(outcome, Outcome::won(Seat(1), "a winning form of four tiles"));
    assert_eq!(any.ended(&outcome), "Dark has a block of four");
    assert_eq!(any.won_with(&outcome), Some("a block of four"));
    for other in [Outcome::won(Seat(1), "Ann resigned"), Outcome::without_winner("a draw by agreement")] {
        assert_eq!(any.won_with(&other), None);
    }
    assert_eq!(refusal(&game(), &gift, "H0,2>V3,0"), "that tile is your opponent’s");
}

#[test]
fn with_the_option_new_tiles_come_from_anywhere_outside() {
    let around = rules(Options { entry: Entry::Around, ..Options::default() });
    let start = picture(&BAY, [2, 2], 0);
    let [straight, round] = [game(), around].map(|game| legal(&game, &open(&game, &start)));
    let more: Vec<&String> = round.iter().filter(|place| !straight.contains(place)).collect();
    assert_eq!(more, ["H1,2", "H3,2"]);
    assert!(straight.iter().all(|place| round.contains(place)));
    assert_eq!(refusal(&game(), &start, "H1,2"), "there’s no straight way there from outside");
    // What is enclosed stays closed.
    let closed = picture(&["aaFFBB", "A....b", "A....b", "CCddEE"], [1, 1], 0);
    assert_eq!(refusal(&around, &closed, "H1,2"), "no slide from a free place outside leads there");
    let both = Options {
        entry: Entry::Around,
        reconnect: bagatelle_bambam_booboo::Reconnect::Straight,
        ..Options::default()
    };
    let wrong = BambamBooboo::new(&both).unwrap_err().to_string();
    assert!(wrong.starts_with("with entry “around” new tiles and loose ones come in alike"), "{wrong}");
}

#[test]
fn readings_that_are_not_played_are_not_written() {
    let json = |options: Options| serde_json::to_string(&options).unwrap();
    let usual = r#"{"contact":"aligned","reconnect":"area","repetition":3,"tiles":20}"#;
    assert_eq!(json(Options::default()), usual);
    let any = r#"{"contact":"aligned","reconnect":"area","slides":"any","repetition":3,"tiles":20}"#;
    assert_eq!(json(Options { slides: Slides::Any, ..Options::default() }), any);
}

#[test]
fn a_tile_walled_in_cannot_move_and_its_owner_passes() {
    // Player 0's only tile fills the hole of a ring.
    let ring = "0 0 H 1, 2 0 H 1, 3 1 V 1, 1 2 H 1, 0 1 V 1, 1 1 H 0";
    let start = setup(ring, [0, 0], 0);
    assert_eq!(legal(&game(), &open(&game(), &start)), ["pass"]);
    assert_eq!(
        refusal(&game(), &start, "H1,1>H0,3"),
        "it can’t slide straight there, and no slide frees it to be lifted"
    );
    // A lone tile has nothing to come to rest at.
    let lone = setup("0 0 H 0", [0, 5], 0);
    assert_eq!(legal(&game(), &open(&game(), &lone)), ["pass"]);
}

#[test]
fn a_loose_tile_stays_in_its_area() {
    let start = setup(GAP, [0, 0], 0);
    assert_eq!(legal(&game(), &open(&game(), &start)).len(), 5);
    assert_eq!(
        refusal(&game(), &start, "H0,0>H-3,1"),
        "that place isn’t in the area where the tile comes loose"
    );
    assert_eq!(
        refusal(&game(), &start, "H0,0>V-2,-1"),
        "that place isn’t in the area where the tile comes loose"
    );
}

#[test]
fn the_wall_tile_that_is_lifted_opens_its_area() {
    // A ring around three by two cells; its lower middle tile is player 0's and may go inside, to the far
    // wall.
    let ring = "0 0 V 1, 0 2 V 1, 1 3 H 1, 3 3 H 1, 4 1 V 1, 3 0 H 1, 1 0 H 0";
    let start = setup(ring, [0, 0], 0);
    let texts = legal(&game(), &open(&game(), &start));
    assert!(texts.contains(&"H1,0>H1,2".to_owned()) && texts.contains(&"H1,0>V1,1".to_owned()), "{texts:?}");
    assert!(texts.contains(&"H1,0>V5,1".to_owned()), "{texts:?}");
    // A wall tile elsewhere does not open the area for a tile outside.
    let outside = setup(&format!("{ring}, 5 1 V 0"), [0, 0], 0);
    assert_eq!(
        refusal(&game(), &outside, "V5,1>V1,1"),
        "that place isn’t in the area where the tile comes loose"
    );
}

#[test]
fn the_smaller_group_goes_home_even_with_the_moved_tile() {
    // The bridge H2,0 leaves: three tiles on the left, two on the right.
    let start = setup("0 0 H 1, 0 1 H 0, 0 2 H 1, 2 0 H 0, 4 0 V 1, 5 0 V 1", [0, 0], 0);
    assert_eq!(after(&game(), &start, "H2,0>H0,3"), "H0,0:1 H0,1:0 H0,2:1 H0,3:0 | [0, 2] | 1 acts");
    // The moved tile joins the smaller side and goes home with it.
    let big = setup("0 0 H 1, 0 1 H 0, 0 2 H 1, 0 3 V 1, 2 0 H 0, 4 0 V 1, 5 0 V 1", [0, 0], 0);
    assert_eq!(after(&game(), &big, "H2,0>H6,0"), "H0,0:1 H0,1:0 H0,2:1 V0,3:1 | [1, 2] | 1 acts");
}

#[test]
fn the_mover_chooses_among_equal_groups() {
    let start = setup("0 0 H 1, 0 1 H 0, 2 0 H 0, 4 0 V 1", [0, 0], 0);
    // Left H0,0 H0,1; right V4,0 and the moved tile.
    assert_eq!(
        refusal(&game(), &start, "H2,0>V5,0"),
        "several groups tie for the largest: choose which one stays"
    );
    assert_eq!(refusal(&game(), &start, "H2,0>V5,0=H9,9"), "H9,9 isn’t in one of the largest groups");
    assert_eq!(after(&game(), &start, "H2,0>V5,0=H0,0"), "H0,0:1 H0,1:0 | [1, 1] | 1 acts");
    assert_eq!(after(&game(), &start, "H2,0>V5,0=V4,0"), "V4,0:1 V5,0:0 | [1, 1] | 1 acts");
    assert_eq!(refusal(&game(), &start, "H2,0>H0,2=H0,0"), "there’s no group to choose");
}

#[test]
fn tiles_that_came_home_are_placed_first_and_the_phases_are_per_player() {
    let start = setup("0 0 H 1, 0 1 H 0, 0 2 H 1, 2 0 H 0, 4 0 V 1, 5 0 V 1", [0, 0], 0);
    let text = after(&game(), &start, "H2,0>H0,3 V2,0 H0,1>H0,-1");
    assert!(text.ends_with("| 1 acts"), "{text}");
    let mut position = open(&game(), &start);
    for action in ["H2,0>H0,3", "V2,0"] {
        game().play(&mut position, action.parse().unwrap()).unwrap();
    }
    assert_eq!(position.hands(), [0, 1]);
    assert!(legal(&game(), &position).iter().all(|t| t.contains('>')));
}

#[test]
fn the_third_occurrence_is_a_draw_up_to_translation() {
    let start = setup("0 0 H 0, 0 1 H 1", [0, 0], 0);
    // The pair walks upwards: each position is the first one moved by one cell.
    let walk = "H0,0>H0,2 H0,1>H0,3 H0,2>H0,4 H0,3>H0,5";
    let shift = "H0,0>H0,2 H0,1>H0,3";
    assert!(after(&game(), &start, shift).ends_with("| 0 acts"));
    let text = after(&game(), &start, walk);
    assert!(text.ends_with("| [] a draw: the position occurred for the third time"), "{text}");
    let forever = rules(Options { repetition: 0, ..Options::default() });
    assert!(after(&forever, &start, walk).ends_with("| 0 acts"));
}

#[test]
fn with_the_option_loose_tiles_come_back_like_new_ones() {
    // Straight ways to the pocket's side walls are barred, though a loose tile could be slid there from
    // within it.
    let walls =
        "0 0 V 1, 0 2 V 1, 0 4 H 1, 2 4 V 1, 1 0 H 1, 3 0 H 1, 5 0 H 1, 6 1 V 1, 6 3 V 1, 5 4 V 1, 0 5 H 0";
    let start = setup(walls, [0, 0], 0);
    let area = legal(&game(), &open(&game(), &start));
    let straight =
        rules(Options { reconnect: bagatelle_bambam_booboo::Reconnect::Straight, ..Options::default() });
    let from_outside = legal(&straight, &open(&straight, &start));
    assert!(area.contains(&"H0,5>H1,2".to_owned()) && !from_outside.contains(&"H0,5>H1,2".to_owned()));
    assert!(from_outside.contains(&"H0,5>H3,1".to_owned()), "{from_outside:?}");
    assert_eq!(refusal(&straight, &start, "H0,5>H1,2"), "there’s no straight way there from outside");
}

#[test]
fn set_ups_are_checked() {
    let wrong = |tiles: &str, hands: [u8; 2]| game().start(&setup(tiles, hands, 0)).unwrap_err().to_string();
    assert_eq!(wrong("0 0 H 0, 1 0 V 1", [0, 0]), "the tile “1 0 V 1” overlaps another one");
    assert_eq!(
        wrong("0 0 H 0, 2 1 V 1", [0, 0]),
        "the tiles on the table must form one group, linked by their sides"
    );
    assert_eq!(wrong("", [0, 0]), "at least one player must have a tile");
    assert_eq!(wrong("0 0 H 0", [20, 0]), "player 0 would have 21 tiles, but a player has at most 20");
    assert_eq!(wrong("0 0 V 1, 1 0 V 1, 2 0 V 1, 3 0 V 1", [0, 0]), "player 1 already has a winning block");
    assert!(wrong("0 0 X 0", [0, 0]).starts_with("“0 0 X 0” isn’t a tile"));
    assert!(wrong("0 99999999 H 0", [0, 0]).contains("too far away"));
    assert!(BambamBooboo::new(&Options { tiles: 0, ..Options::default() }).is_err());
    assert!(BambamBooboo::new(&Options { repetition: 2, ..Options::default() }).is_err());
    assert!(serde_json::from_str::<Options>(r#"{"colour": 1}"#).is_err());
}

#[test]
fn a_record_needs_no_set_up() {
    let record = Record::from_json(
        r#"{"bagatelle": 1, "game": "bambam-booboo", "options": {"tiles": 8}, "actions": ["H0,0", "V2,0"]}"#,
    )
    .unwrap();
    let (_, position): (_, State) = record.replay::<BambamBooboo>(|_, _, _| ()).unwrap();
    assert_eq!(position.hands(), [7, 7]);
    let json = serde_json::to_value(&position).unwrap();
    assert_eq!(json["tiles"], serde_json::json!(["0 0 H 0", "2 0 V 1"]));
    assert_eq!(json["phase"], "place");
    assert!(!Record::start(&game(), &Setup::default()).to_json().contains("setup"));
}

#[test]
fn counts_are_as_written() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for row in include_str!("../counts.tsv").lines().filter(|l| !l.starts_with('#')) {
        let words: Vec<&str> = row.split('\t').collect();
        let [position, reading, depth, count] = words[..] else { panic!("{row}") };
        let start = match position {
            "empty" => Setup::default(),
            "bridge" => setup(BRIDGE, [0, 0], 0),
            "gap" => setup(GAP, [0, 0], 0),
            "bay" => picture(&BAY, [2, 2], 0),
            _ => panic!("{row}"),
        };
        let usual = Options::default();
        let game = rules(match reading {
            "aligned" => usual,
            "side" => Options { contact: Contact::Side, ..usual },
            "around" => Options { entry: Entry::Around, ..usual },
            "any" => Options { slides: Slides::Any, ..usual },
            _ => panic!("{row}"),
        });
        let found = perft(&game, &open(&game, &start), depth.parse().unwrap());
        if found != count.parse::<u64>().unwrap() {
            wrong.push(format!("{row}: {found}"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(checked, 29);
}

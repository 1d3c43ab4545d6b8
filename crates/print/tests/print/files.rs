//! Files as a whole: their size, colours, fonts and texts.

use crate::measure::read;
use bagatelle_catalog::printed_games;
use bagatelle_print::{Paper, Sheets, Tone, pdf};
use lopdf::{Dictionary, Document, Object};
use serde_json::Value;

fn files(sheets: Sheets) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    printed_games().iter().map(move |game| {
        let booklet = game.booklet(&Value::Null, sheets.tone.ink()).unwrap();
        (game.id(), pdf(&booklet, &sheets).unwrap())
    })
}

/// All dictionaries of a file, those of streams included.
fn dictionaries(document: &Document) -> Vec<&Dictionary> {
    fn collect<'a>(object: &'a Object, all: &mut Vec<&'a Dictionary>) {
        match object {
            Object::Array(objects) => objects.iter().for_each(|object| collect(object, all)),
            Object::Dictionary(dictionary) => add(dictionary, all),
            Object::Stream(stream) => add(&stream.dict, all),
            _ => {}
        }
    }
    fn add<'a>(dictionary: &'a Dictionary, all: &mut Vec<&'a Dictionary>) {
        all.push(dictionary);
        dictionary.iter().for_each(|(_, object)| collect(object, all));
    }
    let mut all = Vec::new();
    document.objects.values().for_each(|object| collect(object, &mut all));
    all
}

#[test]
fn a_game_takes_less_than_two_megabytes() {
    for tone in Tone::ALL {
        for (game, file) in files(Sheets { tone, backs: true, ..Sheets::default() }) {
            assert!(file.len() < 2_000_000, "{game}, {tone}: {} bytes", file.len());
        }
    }
}

#[test]
fn sheets_in_black_and_white_hold_no_colour() {
    for tone in [Tone::Grey, Tone::LowInk] {
        for (game, file) in files(Sheets { tone, backs: true, ..Sheets::default() }) {
            for page in read(&file) {
                assert!(page.coloured.is_empty(), "{game}, {tone}: {:?}", page.coloured);
            }
            let document = Document::load_mem(&file).unwrap();
            for dictionary in dictionaries(&document) {
                let text = format!("{dictionary:?}");
                for space in ["DeviceRGB", "CalRGB", "DeviceCMYK", "ICCBased"] {
                    assert!(!text.contains(space), "{game}, {tone}: {text}");
                }
            }
            // Parts of pages, such as translucent groups.
            for object in document.objects.values() {
                let Object::Stream(stream) = object else { continue };
                if stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Form") {
                    let bytes = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
                    let content = lopdf::content::Content::decode(&bytes).unwrap();
                    let chosen = content
                        .operations
                        .iter()
                        .find(|o| ["rg", "RG", "k", "K"].contains(&o.operator.as_str()));
                    assert!(chosen.is_none(), "{game}, {tone}: {chosen:?}");
                }
            }
        }
    }
    let colour = files(Sheets::default()).next().unwrap().1;
    assert!(read(&colour).iter().any(|page| !page.coloured.is_empty()), "the measure sees colours");
}

#[test]
fn fonts_are_embedded() {
    for (game, file) in files(Sheets::default()) {
        let document = Document::load_mem(&file).unwrap();
        let all = dictionaries(&document);
        let is = |dictionary: &&&Dictionary, kind: &[u8]| {
            dictionary.get(b"Type").and_then(Object::as_name).is_ok_and(|name| name == kind)
        };
        let described: Vec<_> = all.iter().filter(|dictionary| is(dictionary, b"FontDescriptor")).collect();
        assert!(described.len() >= 3, "{game}");
        for font in described {
            let embedded = [&b"FontFile"[..], b"FontFile2", b"FontFile3"].iter().any(|key| font.has(key));
            assert!(embedded, "{game}: {font:?}");
        }
    }
}

#[test]
fn rules_take_two_pages_at_most_and_a_card_takes_one() {
    for paper in Paper::ALL {
        for tone in Tone::ALL {
            let leaf = Sheets { paper, tone, pieces: false, ..Sheets::default() };
            for (game, file) in files(Sheets { card: false, ..leaf }) {
                assert!((1..=2).contains(&read(&file).len()), "{game} on {paper}");
            }
            for (game, file) in files(Sheets { rules: false, ..leaf }) {
                assert_eq!(read(&file).len(), 1, "{game} on {paper}");
            }
        }
    }
}

#[test]
fn leaves_name_game_and_designer_and_say_nothing_of_the_page() {
    for game in printed_games() {
        let booklet = game.booklet(&Value::Null, Tone::Colour.ink()).unwrap();
        let file = pdf(&booklet, &Sheets { pieces: false, ..Sheets::default() }).unwrap();
        let document = Document::load_mem(&file).unwrap();
        let pages: Vec<u32> = document.get_pages().into_keys().collect();
        let text = document.extract_text(&pages).unwrap();
        let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let designer = booklet.designer.split([',', '(']).next().unwrap().trim();
        for part in [booklet.name, designer, "Rules", "Reference card", "Where the rules are silent"] {
            assert!(flat.contains(part), "{}: no “{part}” in {flat}", game.id());
        }
        assert!(!flat.contains("On this page"), "{}", game.id());
    }
}

#[test]
fn leaves_begin_on_a_front_if_paper_is_printed_on_both_sides() {
    for (game, file) in files(Sheets { backs: true, ..Sheets::default() }) {
        let document = Document::load_mem(&file).unwrap();
        let pages = document.get_pages().len() as u32;
        let with =
            |words: &str| (1..=pages).find(|&page| document.extract_text(&[page]).unwrap().contains(words));
        for title in ["Rules", "Reference card"] {
            assert_eq!(with(title).map(|page| page % 2), Some(1), "{game}: {title}");
        }
    }
}

#[test]
fn the_same_sheets_are_the_same_bytes() {
    let twice = [files(Sheets::default()), files(Sheets::default())].map(|files| files.collect::<Vec<_>>());
    assert!(twice[0] == twice[1]);
}

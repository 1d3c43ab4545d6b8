//! Each sample page is a snapshot, and keeps the laws of pages.

#![allow(clippy::disallowed_methods, reason = "the snapshots are files")]

mod laws;
mod outline;

use bagatelle_pages::base::Base;
use bagatelle_pages::urls::{is_of_browser, pattern_of};
use scraper::Html;
use std::collections::BTreeSet;

#[test]
fn pages_are_as_they_were() {
    let mut names = BTreeSet::new();
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for sample in bagatelle_samples::all() {
            assert!(names.insert(sample.name.clone()), "{} twice", sample.name);
            let page = Html::parse_document(&sample.page.into_string());
            insta::assert_snapshot!(sample.name, outline::outline(&page));
        }
    });
    // A snapshot of a sample that is gone would not be compared any more.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/snapshots");
    let kept: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|file| Some(file.unwrap().file_name().to_str()?.strip_suffix(".snap")?.to_owned()))
        .collect();
    assert_eq!(kept, names);
}

#[test]
fn pages_keep_the_laws() {
    let mut all: Vec<String> = Vec::new();
    for sample in bagatelle_samples::all() {
        let html = sample.page.into_string();
        let broken = laws::broken(&html);
        all.extend(broken.into_iter().map(|law| format!("{}: {law}", sample.name)));
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn the_laws_find_what_breaks_them() {
    let page = |body: &str| {
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><title>A \
             page</title></head><body><main>{body}<a href=\"/me\">On</a></main></body></html>"
        )
    };
    assert_eq!(laws::broken(&page("<h1>Fine</h1><a href=\"/me\">Me</a>")), [""; 0]);
    for (body, law) in [
        ("<h1 id=\"a\">A</h1><p id=\"a\">B</p>", "the id a twice"),
        ("<p>No heading</p>", "0 h1"),
        ("<h1>A</h1><p style=\"color: red\">B</p>", "style attribute"),
        ("<h1>A</h1><script>1</script>", "inline script"),
        ("<h1>A</h1><p onclick=\"x()\">B</p>", "onclick"),
        ("<h1>A</h1><a href=\"/g/x/nowhere\">B</a>", "/g/x/nowhere"),
        ("<h1>A</h1><a href=\"/x/rules\">B</a>", "/x/rules"),
        ("<h1>A</h1><form action=\"/me/nowhere\"></form>", "/me/nowhere"),
        ("<h1>A</h1><input name=\"a\">", "a field without a label"),
        ("<h1>A</h1><button></button>", "a button without a label"),
        ("<h1>A</h1><a href=\"/\"></a>", "a link without a text"),
        ("<h1>A</h1><nav></nav><nav aria-label=\"x\"></nav>", "nav without a label"),
        ("<h1>A</h1><section></section>", "section without a label"),
        ("<h1>A</h1><p aria-labelledby=\"b\"></p>", "no element b"),
        ("<h1>A</h1><label>B<select><option>any</option></select></label>", "a small choice: any"),
        ("<h1>A</h1><img src=\"/icon.svg\">", "an image without alt"),
    ] {
        let broken = laws::broken(&page(body));
        assert!(broken.len() == 1 && broken[0].contains(law), "{body}: {broken:?}");
    }
    let stuck = page("<h1>A</h1><button disabled>B</button>").replace("<a href=\"/me\">On</a>", "");
    assert_eq!(laws::broken(&stuck), ["a dead end"]);
    let link = "<a href=\"/me\">Me</a>";
    let twice = format!("<h1>A</h1><div class=\"side\"><p>{link}</p><p>{link}</p></div>");
    let twice = page(&twice).replace("<main>", "<main data-act=\"/me\">");
    assert_eq!(laws::broken(&twice), ["a link that is there twice: Me"]);
    let untitled = page("<h1>A</h1>").replace("A page", "Bagatelle ·");
    assert!(laws::broken(&untitled)[0].contains("the title"));
}

/// A page that waits for something has its head and its board where they are when it has come.
#[test]
fn the_head_of_a_review_stays_while_it_is_made() {
    let top = |name: &str| {
        let sample = bagatelle_samples::all().into_iter().find(|sample| sample.name == name).unwrap();
        let html = sample.page.into_string();
        let (from, to) = (html.find("<main").unwrap(), html.find("<div class=\"board").unwrap());
        let head = html[from..to].split_once('>').unwrap().1;
        // Where its analysis begins is known once it is made.
        match head.split_once("&amp;ply=") {
            Some((before, after)) => before.to_owned() + after.trim_start_matches(char::is_numeric),
            None => head.to_owned(),
        }
    };
    assert_eq!(top("review-making"), top("review"));
}

#[test]
fn below_a_base_path_every_address_has_it() {
    let base: Base = "/top/site/".parse().unwrap();
    let mut counted = 0;
    for sample in bagatelle_samples::all() {
        let (plain, below) = (sample.page.into_string(), sample.name);
        let written = base.page(&plain);
        let (before, after) = (Html::parse_document(&plain), Html::parse_document(&written));
        let elements = |page: &Html| -> Vec<Vec<(String, String)>> {
            let pairs = |element: &scraper::node::Element| {
                element.attrs().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
            };
            page.tree.values().filter_map(|node| node.as_element()).map(pairs).collect()
        };
        for (old, new) in elements(&before).iter().flatten().zip(elements(&after).iter().flatten()) {
            // An address that stands in another attribute must go into the list, or be whole.
            if pattern_of(&old.1).is_some() || is_of_browser(&old.1) {
                assert_eq!(new.1, base.address(&old.1), "{below}: {} has an address", old.0);
                counted += 1;
            } else {
                assert_eq!(old, new, "{below}");
            }
        }
    }
    assert!(counted > 2000, "{counted} addresses");
}

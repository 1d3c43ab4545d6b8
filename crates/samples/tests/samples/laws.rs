//! What is true of every page: what screen readers, the content policy and the router need.

use bagatelle_pages::{assets, urls};
use scraper::{ElementRef, Html, Selector};
use std::collections::BTreeSet;
use std::sync::LazyLock;

fn select<'a>(page: &'a Html, selector: &str) -> impl Iterator<Item = ElementRef<'a>> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).collect::<Vec<_>>().into_iter()
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().trim().to_owned()
}

/// The laws that a page breaks, in words.
pub fn broken(html: &str) -> Vec<String> {
    let page = Html::parse_document(html);
    let mut broken = Vec::new();
    broken.extend(head(&page));
    broken.extend(ids(&page));
    broken.extend(policy(&page));
    broken.extend(addresses(&page));
    broken.extend(labels(&page));
    broken.extend(dead_end(&page));
    broken.extend(choices(&page));
    broken.extend(folds(&page));
    broken.extend(undo(&page));
    broken.extend(twice(&page));
    broken.extend(waits(&page));
    broken.extend(watched(&page));
    broken.extend(dressed(&page));
    broken.extend(html.contains(UNNAMED).then(|| "a seat without a name".to_owned()));
    broken
}

/// What stands in a game’s text for the name of a player until the name is known.
const UNNAMED: char = '\u{fdd0}';

/// The classes that a rule of the style sheets is about, wherever they stand.
static ANYWHERE: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let sheets = assets::all().filter(|(_, asset)| asset.media.starts_with("text/css"));
    let rules: String = sheets.map(|(_, asset)| String::from_utf8_lossy(&asset.bytes).into_owned()).collect();
    let selectors = rules.split('{').filter_map(|before| before.rsplit(['}', ';']).next());
    let alone = selectors.flat_map(|selectors| selectors.split(',')).filter_map(|selector| {
        let class = selector.trim().split(':').next()?.strip_prefix('.')?;
        class.chars().all(|letter| letter.is_alphanumeric() || letter == '-').then(|| class.to_owned())
    });
    alone.filter(|class| !HARMLESS.contains(&class.as_str())).collect()
});

/// Classes of which such a rule changes no drawing of a game: it is about eyes, which are drawn, how words
/// are broken, or how narrow a part of a page may get.
const HARMLESS: [&str; 3] = ["pupil", "name", "beside"];

/// No rule for a part of a page changes a part of a drawing that has a class of the same name.
fn dressed(page: &Html) -> Vec<String> {
    let drawn = select(page, "svg [class]").flat_map(|part| part.value().classes());
    let changed: BTreeSet<&str> = drawn.filter(|class| ANYWHERE.contains(*class)).collect();
    changed.into_iter().map(|class| format!("a rule for the class {class} changes a drawing")).collect()
}

/// What unfolds has an id where a page changes: what a visitor has opened would else be another part
/// afterwards.
fn folds(page: &Html) -> Vec<String> {
    let unnamed = select(page, "main[data-act] details:not([id])").map(text);
    unnamed.map(|text| format!("an unnamed fold: {text}")).collect()
}

/// Where the player has moved, a grey *Undo* says why it is, and it can be pressed to hear so.
fn undo(page: &Html) -> Option<String> {
    let alone = select(page, ".seats").next().is_none();
    let moved = select(page, ".story li").any(|line| alone || text(line).starts_with("You "));
    let mute = ".steps button:is([value=undo], [value=redo], [value=restart])[disabled]";
    // While the solver works there is a button that stops it.
    let deaf = ".solver:not(:has(.work)) button[name=strength][disabled]";
    if select(page, mute).chain(select(page, deaf)).next().is_some() {
        return Some("a grey button that tells nothing when it is pressed".to_owned());
    }
    let mut grey = select(page, "button[value=undo][aria-disabled=true]");
    let grey = grey.find_map(|button| button.value().attr("title"));
    grey.filter(|title| moved && *title == "Undo (Z)").map(|_| "a grey Undo without a reason".to_owned())
}

/// Before all have come, a table says how many are missing, and has no moves and no figures.
fn waits(page: &Html) -> Vec<String> {
    let idle = select(page, "main.waiting :is(.controls, .figures dl, .story)");
    let idle = idle.map(|_| "something to play with at a table that waits".to_owned());
    let status = select(page, "main.waiting #status").map(text);
    let silent = status.filter(|told| {
        let sits = told == "Waiting for one more player." || told.ends_with(" more players.");
        !(sits || told == "One seat is open." || told.ends_with(" seats are open."))
    });
    idle.chain(silent.map(|told| format!("a waiting table that says “{told}”"))).collect()
}

/// One who watches is told so, has nothing to write in, and sees the seats in one order.
fn watched(page: &Html) -> Vec<String> {
    let mut broken = Vec::new();
    let plates = "main[data-act]:not(.waiting, .lesson, .analysis, .over) .board > .seats";
    let is_watched =
        select(page, plates).next().is_some() && select(page, ".seats .own, .invite").next().is_none();
    if !is_watched {
        return broken;
    }
    if !select(page, "#status").any(|status| text(status).starts_with("You’re watching. ")) {
        broken.push("a table that doesn’t say that one watches".to_owned());
    }
    if select(page, "form.say").next().is_some() {
        broken.push("a chat for those who may not write".to_owned());
    }
    let figures: Vec<String> = select(page, ".figures dt").map(text).collect();
    let place = |plate: ElementRef<'_>| {
        let names = Selector::parse(".called, .number").unwrap();
        let names: Vec<String> = plate.select(&names).map(text).collect();
        figures.iter().position(|figure| names.iter().any(|name| figure.starts_with(name)))
    };
    let places: Vec<usize> = select(page, ".seats li").filter_map(place).collect();
    if !places.is_sorted() {
        broken.push(format!("plates and figures in different orders: {places:?}"));
    }
    broken
}

/// What can be done at a table has one link.
fn twice(page: &Html) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let links = select(page, "main[data-act] .side > :not(.story) a[href]");
    let again = links.filter(|link| !seen.insert((text(*link), link.value().attr("href"))));
    again.map(|link| format!("a link that is there twice: {}", text(link))).collect()
}

/// Each choice of a list begins like a sentence. Only baju writes itself small.
fn choices(page: &Html) -> Vec<String> {
    let small = |choice: &String| choice.starts_with(char::is_lowercase) && !choice.starts_with("baju");
    select(page, "option").map(text).filter(small).map(|choice| format!("a small choice: {choice}")).collect()
}

/// Below the head of the site, each page leads on: there is a link, or something to press.
fn dead_end(page: &Html) -> Option<String> {
    let on = select(page, "main a[href], main button:not([disabled]), main input[type=submit]").next();
    on.is_none().then(|| "a dead end".to_owned())
}

fn head(page: &Html) -> Vec<String> {
    let mut broken = Vec::new();
    let titles: Vec<String> = select(page, "title").filter(|title| !in_drawing(*title)).map(text).collect();
    if titles.len() != 1 || titles[0].is_empty() || titles[0].ends_with('·') {
        broken.push(format!("the title is {titles:?}"));
    }
    for (what, selector) in [("h1", "h1"), ("main", "main"), ("lang", "html[lang]")] {
        let count = select(page, selector).count();
        if count != 1 {
            broken.push(format!("{count} {what}"));
        }
    }
    broken
}

fn in_drawing(element: ElementRef<'_>) -> bool {
    element.ancestors().filter_map(ElementRef::wrap).any(|above| above.value().name() == "svg")
}

fn is_in_template(element: ElementRef<'_>) -> bool {
    element.ancestors().filter_map(ElementRef::wrap).any(|outer| outer.value().name() == "template")
}

/// Ids are unique, in all drawings of a page together, too, and what refers to one finds it.
fn ids(page: &Html) -> Vec<String> {
    let mut broken = Vec::new();
    let mut ids = BTreeSet::<&str>::new();
    // A picture that waits in a template is no part of the page: it takes the place of the drawing.
    for element in select(page, "[id]").filter(|one| !is_in_template(*one)) {
        let id = element.value().id().unwrap();
        if !ids.insert(id) {
            broken.push(format!("the id {id} twice"));
        }
    }
    for used in select(page, "use[href]") {
        let name = used.value().attr("href").and_then(|href| href.strip_prefix('#'));
        if let Some(id) = name.filter(|id| !ids.contains(id)) {
            broken.push(format!("no drawing {id} to use"));
        }
    }
    for name in ["for", "aria-labelledby", "aria-describedby"] {
        for element in select(page, &format!("[{name}]")) {
            for id in element.value().attr(name).unwrap().split(' ').filter(|id| !ids.contains(id)) {
                broken.push(format!("no element {id} for {name}"));
            }
        }
    }
    broken
}

/// Nothing is inline: the content policy refuses it.
fn policy(page: &Html) -> Vec<String> {
    let mut broken = Vec::new();
    for element in select(page, "*") {
        for (name, value) in element.value().attrs() {
            match name {
                "style" => broken.push(format!("a style attribute: {value}")),
                name if name.starts_with("on") => broken.push(format!("a handler: {name}")),
                _ if value.starts_with("javascript:") => broken.push(format!("a script in {name}")),
                _ => (),
            }
        }
    }
    let scripts = select(page, "script").filter(|script| script.value().attr("src").is_none());
    broken.extend(scripts.map(|_| "an inline script".to_owned()));
    broken.extend(select(page, "style").map(|_| "an inline style sheet".to_owned()));
    broken
}

/// Every address on this server is one that the router knows.
fn addresses(page: &Html) -> Vec<String> {
    let mut broken = Vec::new();
    for name in
        ["href", "src", "action", "data-act", "data-part", "data-events", "data-at", "data-link", "data-copy"]
    {
        for element in select(page, &format!("[{name}]")) {
            let address = element.value().attr(name).unwrap();
            // Links inside a page; a game's fragments have addresses beside its own pages.
            if address.starts_with('#') || !address.starts_with('/') {
                let beside = address.split(['?', '#']).next().unwrap();
                if !address.starts_with('#') && !["workshop", "new", "rules", ""].contains(&beside) {
                    broken.push(format!("{name} leads elsewhere: {address}"));
                }
                continue;
            }
            if !is_known(address) && !urls::is_of_browser(address) {
                broken.push(format!("{name} leads nowhere: {address}"));
            }
        }
    }
    broken
}

fn is_known(address: &str) -> bool {
    let Some(pattern) = urls::pattern_of(address) else { return false };
    let path = address.split('?').next().unwrap();
    if let Some(file) = path.strip_prefix("/assets/") {
        return assets::file(file).is_some();
    }
    if pattern.starts_with("/{game}") {
        let game = path.split('/').nth(1).unwrap();
        return path == "/icon.svg" || bagatelle_catalog::find(game).is_some();
    }
    true
}

fn is_within(element: ElementRef<'_>, class: &str) -> bool {
    element.ancestors().filter_map(ElementRef::wrap).any(|above| above.value().classes().any(|c| c == class))
}

/// What can be used has a name, and landmarks are told apart.
fn labels(page: &Html) -> Vec<String> {
    let mut broken = Vec::new();
    let named = |element: ElementRef<'_>| {
        ["aria-label", "aria-labelledby"]
            .iter()
            .any(|name| element.value().attr(name).is_some_and(|value| !value.trim().is_empty()))
    };
    for landmark in ["nav", "section", "aside"] {
        let all: Vec<ElementRef<'_>> = select(page, landmark).collect();
        let must = landmark == "section" || all.len() > 1;
        // A section of a text that a game has written is no landmark.
        let in_text = |l: ElementRef<'_>| landmark == "section" && is_within(l, "prose");
        let unnamed = all.into_iter().filter(|l| must && !named(*l) && !in_text(*l));
        broken.extend(unnamed.map(|_| format!("{landmark} without a label")));
    }
    let fields = "input:not([type=hidden]):not([type=submit]), select, textarea";
    for field in select(page, fields) {
        let around =
            field.ancestors().filter_map(ElementRef::wrap).find(|above| above.value().name() == "label");
        let by_id =
            field.value().id().is_some_and(|id| select(page, &format!("label[for='{id}']")).next().is_some());
        if !named(field) && !by_id && around.is_none_or(|label| text(label).is_empty()) {
            broken.push(format!("a field without a label: {}", field.html()));
        }
    }
    for (what, selector) in [("a button without a label", "button"), ("a link without a text", "a[href]")] {
        let silent = select(page, selector).filter(|element| !named(*element) && text(*element).is_empty());
        broken.extend(silent.map(|element| format!("{what}: {}", element.html())));
    }
    broken.extend(
        select(page, "img:not([alt])").map(|image| format!("an image without alt: {}", image.html())),
    );
    broken
}

//! The number of games and challenges that wait for the visitor, put on a page that was made without it: at
//! the link to the visitor's games, in the title and in the icon.

use crate::frame::{badge, icon_path};
use crate::urls;
use std::borrow::Cow;

/// Returns the part of a page between two texts, without them.
fn between<'a>(page: &'a str, start: &str, end: &str) -> Option<(usize, &'a str)> {
    let from = page.find(start)? + start.len();
    let length = page[from..].find(end)?;
    Some((from, &page[from..from + length]))
}

/// A whole page with the number in the place of the one that it has, and the address where the script
/// `badge` asks for a newer one; anything else stays as it is.
#[must_use]
pub fn put(page: &str, waiting: u64) -> Cow<'_, str> {
    let waiting = usize::try_from(waiting).unwrap_or(usize::MAX);
    let link = format!("<a href=\"{}\"", urls::archive());
    let places = (|| {
        let nav = page.find("<nav aria-label=\"Site\"")?;
        let at = nav + page[nav..].find(&link)?;
        let label = at + page[at..].find("My games")? + "My games".len();
        let end = label + page[label..].find("</a>")?;
        let (title, old) = between(page, "<title>", "</title>")?;
        let old = old.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map_or(0, |(number, _)| {
            if number.bytes().all(|digit| digit.is_ascii_digit()) { number.len() + 3 } else { 0 }
        });
        let (shown, old_icon) = between(page, "<link rel=\"icon\" href=\"", "\"")?;
        Some((at + "<a".len(), label..end, title..title + old, shown..shown + old_icon.len()))
    })();
    let Some((attribute, old_badge, old_title, old_icon)) = places else { return Cow::Borrowed(page) };
    let (badge, icon) = (badge(waiting).into_string(), icon_path(waiting > 0));
    let title = if waiting > 0 { format!("({waiting}) ") } else { String::new() };
    let mut whole = String::with_capacity(page.len() + 200);
    let mut rest = 0;
    let address = format!(" data-at=\"{}\"", urls::api_notifications());
    let mut changes = [
        (old_title, title.as_str()),
        (old_icon, icon),
        (attribute..attribute, &address),
        (old_badge, &badge),
    ];
    changes.sort_by_key(|(place, _)| place.start);
    for (place, text) in changes {
        whole.push_str(&page[rest..place.start]);
        whole.push_str(text);
        rest = place.end;
    }
    whole.push_str(&page[rest..]);
    Cow::Owned(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;
    use maud::html;

    #[test]
    fn a_page_gets_the_number_whatever_it_had() {
        let page = |waiting| {
            let body = html! { main { a href="/games" { "My games" } title { "(7) x" } } };
            Frame { waiting, ..Frame::new("(2) players & more") }.page(&body).into_string()
        };
        let address = "<a data-at=\"/api/v1/notifications\" href=\"/games\"";
        for new in [0, 1, 23] {
            for old in [1, 5, 999] {
                let made = put(&page(old), new as u64).into_owned();
                assert_eq!(made.replacen(address, "<a href=\"/games\"", 1), page(new), "{old} {new}");
                assert_eq!(made.matches(address).count(), 1);
            }
        }
        let plain = Frame::new("Rules").page(&html! { main {} }).into_string();
        let counted = put(&plain, 2);
        assert!(counted.contains("<title>(2) Rules</title>") && counted.contains("icon-turn"), "{counted}");
    }

    #[test]
    fn a_part_of_a_page_stays_as_it_is() {
        for part in ["", "<main>My games</main>", "<title>x</title>"] {
            assert_eq!(put(part, 3), part);
        }
    }
}

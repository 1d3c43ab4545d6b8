//! What servers tell each other: where something has changed, never what.

/// The longest text of a notice, in bytes. PostgreSQL takes less than 8000.
const LONGEST: usize = 7500;

/// What a server tells the others on its database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// Tables now have this many events.
    Games(Vec<(String, u64)>),
    /// The list of open tables has changed.
    Lobby,
    /// The data beside a table has changed: its chat, who is there, or a hint.
    Beside(String),
    /// Something was found for a table: a par, a review.
    Found(String),
    /// These people have another name, another id, or none any more.
    People(Vec<String>),
    /// There is something new in the feeds of these people.
    Feeds(Vec<String>),
    /// There is one more time when no server ran.
    Downtimes,
    /// Servers have come or gone.
    Copies,
    /// It is never sent: notices may have been lost, so anything may have changed.
    Missed,
}

impl Notice {
    /// The texts of the notice, from the server with this name. None for [`Notice::Missed`], or if it
    /// names nothing.
    pub(super) fn texts(&self, sender: &str) -> Vec<String> {
        let plain = |kind: &str| vec![format!("{sender} {kind}")];
        match self {
            Notice::Games(games) => {
                listed(sender, "games", games.iter().map(|(id, events)| format!("{id} {events}")))
            }
            Notice::Lobby => plain("lobby"),
            Notice::Beside(table) => vec![format!("{sender} beside {table}")],
            Notice::Found(table) => vec![format!("{sender} found {table}")],
            Notice::People(people) => listed(sender, "people", people.iter().cloned()),
            Notice::Feeds(people) => listed(sender, "feeds", people.iter().cloned()),
            Notice::Downtimes => plain("downtimes"),
            Notice::Copies => plain("copies"),
            Notice::Missed => Vec::new(),
        }
    }

    /// The sender and the notice in a text. `None` for the texts of other versions.
    pub(super) fn read(text: &str) -> Option<(&str, Notice)> {
        let mut words = text.split(' ');
        let (sender, kind) = (words.next()?, words.next()?);
        let notice = match kind {
            "games" => {
                let mut games = Vec::new();
                while let Some(id) = words.next() {
                    games.push((id.to_owned(), words.next()?.parse().ok()?));
                }
                Notice::Games(games)
            }
            "lobby" => Notice::Lobby,
            "beside" => Notice::Beside(words.next()?.to_owned()),
            "found" => Notice::Found(words.next()?.to_owned()),
            "people" => Notice::People(words.map(str::to_owned).collect()),
            "feeds" => Notice::Feeds(words.map(str::to_owned).collect()),
            "downtimes" => Notice::Downtimes,
            "copies" => Notice::Copies,
            _ => return None,
        };
        Some((sender, notice))
    }
}

/// As many texts as are needed to list all items.
fn listed(sender: &str, kind: &str, items: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for item in items {
        match texts.last_mut().filter(|text| text.len() + item.len() < LONGEST) {
            Some(text) => {
                text.push(' ');
                text.push_str(&item);
            }
            None => texts.push(format!("{sender} {kind} {item}")),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_read_as_it_was_written() {
        let games: Vec<(String, u64)> = (0..1000).map(|n| (format!("table-{n}"), n)).collect();
        let people = vec!["ann".to_owned(), "bob".to_owned()];
        for notice in [
            Notice::Games(vec![("a".into(), 7)]),
            Notice::Lobby,
            Notice::Beside("a".into()),
            Notice::Found("a".into()),
            Notice::People(people.clone()),
            Notice::Feeds(people),
            Notice::Downtimes,
            Notice::Copies,
        ] {
            let texts = notice.texts("me");
            assert_eq!(texts.len(), 1);
            assert_eq!(Notice::read(&texts[0]), Some(("me", notice)));
        }
        let texts = Notice::Games(games.clone()).texts("me");
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() < 8000));
        let read = texts.iter().flat_map(|text| match Notice::read(text) {
            Some(("me", Notice::Games(games))) => games,
            other => panic!("{other:?}"),
        });
        assert_eq!(read.collect::<Vec<_>>(), games);
        assert!(Notice::Missed.texts("me").is_empty() && Notice::Games(Vec::new()).texts("me").is_empty());
        for other in ["", "me", "me later a", "me games a", "me games a b"] {
            assert_eq!(Notice::read(other), None, "{other}");
        }
    }
}

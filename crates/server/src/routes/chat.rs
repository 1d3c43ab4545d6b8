//! What a page shows of a chat.

use bagatelle_pages::table::ChatEntry;
use bagatelle_store::ChatMessage;
use std::collections::{BTreeMap, HashSet};

/// How many of the latest chat messages a page shows.
const SHOWN_MESSAGES: usize = 100;

/// The latest messages of a chat, with their numbers and the aliases of their speakers.
pub fn latest<'a>(
    chat: &'a [ChatMessage],
    aliases: &'a BTreeMap<&str, String>,
    blocked: &HashSet<String>,
) -> Vec<ChatEntry<'a>> {
    let shown = chat.iter().enumerate().skip(chat.len().saturating_sub(SHOWN_MESSAGES));
    let entry = |(number, message): (usize, &'a ChatMessage)| {
        let ChatMessage { person, name, text, .. } = message;
        let alias = aliases.get(person.as_str()).map_or("", String::as_str);
        ChatEntry { number, person, alias, name, text }
    };
    shown.filter(|(_, message)| !blocked.contains(&message.person)).map(entry).collect()
}

//! The chat: texts that cannot be sent, and people who are muted.

use crate::harness::story;
use crate::together::{join, open_table};
use serde_json::{Value, json};

/// The field for a text.
const FIELD: &str = ".say input[name=text]";
/// What stands in it.
const TYPED: &str = "return document.querySelector('.say input[name=text]').value";

#[tokio::test]
async fn a_text_that_cannot_be_sent_stays_in_its_field() {
    story(async |world| {
        world.expect_lost_server();
        world.expect_complaint("status of 429");
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;

        // What is picked stays picked over a text, and the field is empty once the server has it.
        ann.sees_text(".status", "Your move").await?;
        let first =
            "return [JSON.parse(document.querySelector('#table').dataset.offers)[0].path[0]].flat()[0]";
        let first = ann.js(first, Value::Null).await?;
        ann.click(&format!("#table [data-pick='{}']", first.as_str().unwrap_or_default())).await?;
        let picks = "return document.querySelectorAll('#table svg .picked').length";
        ann.sees("a pick", picks, 1).await?;
        ann.fill(FIELD, "Hello").await?;
        ann.click(".say button").await?;
        bob.sees_text(".chat", "Hello").await?;
        ann.sees("an empty field", TYPED, "").await?;
        ann.sees("the pick", picks, 1).await?;

        // Too much at once is refused, with a reason that speaks of the text.
        let path = format!("{table}/say");
        ann.fill(FIELD, "One too many").await?;
        // The click follows at once: a moment later the server would let one more text pass.
        let talk = "const body = new URLSearchParams({ text: 'again' });
            const all = Promise.all(Array(7).fill().map(() => fetch(arguments[0], { method: 'POST', body })));
            document.querySelector('.say button').click();
            return all.then((all) => all.length)";
        assert!(ann.js(talk, json!(path)).await? == 7, "seven texts are sent");
        ann.sees_text("#toast.shown", "Your message wasn’t sent: that was a lot at once").await?;
        ann.sees("the text", TYPED, "One too many").await?;
        ann.sees("the pick", picks, 1).await?;

        // So it is without a server. When there is one again, the text can be sent as it stands, and arrives
        // once.
        world.server.stop()?;
        bob.fill(FIELD, "Are you there?").await?;
        bob.click(".say button").await?;
        bob.sees_text("#toast.shown", "Your message wasn’t sent: the server isn’t answering").await?;
        bob.sees("the text", TYPED, "Are you there?").await?;
        world.server.start_again()?;
        bob.sees("the connection", "return document.documentElement.classList.contains('offline')", false)
            .await?;
        bob.click(".say button").await?;
        ann.sees_text(".chat ol", "Are you there?").await?;
        bob.sees("an empty field", TYPED, "").await?;
        let heard = "return [...document.querySelectorAll('.chat li span')].filter((e) => e.textContent === \
            'Are you there?').length";
        bob.sees("the text once", heard, 1).await
    })
    .await;
}

/// How many texts of a speaker are shown, of those in the chat.
const SHOWN: &str = "return [...document.querySelectorAll('.chat li[data-name]')]
    .filter((li) => li.dataset.name === arguments[0] && li.checkVisibility()).length";

#[tokio::test]
async fn a_person_is_muted_and_heard_again_and_a_namesake_never_muted() {
    story(async |world| {
        let (ann, bob, other) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        // What older versions have kept in a browser: names. It mutes no person.
        ann.go("/").await?;
        ann.js("localStorage.setItem('muted', JSON.stringify(['Bob']))", Value::Null).await?;
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        for text in ["Hello", "Are you there?"] {
            bob.fill(FIELD, text).await?;
            bob.click(".say button").await?;
            bob.sees("an empty field", TYPED, "").await?;
        }
        ann.sees_of("what Bob says", SHOWN, json!("Bob"), 2).await?;
        ann.sees("no list", "return document.querySelector('#muted').checkVisibility()", false).await?;

        ann.click(".chat .mute").await?;
        ann.sees_text("#toast.shown", "You no longer see Bob’s messages.").await?;
        ann.sees_of("nothing of Bob", SHOWN, json!("Bob"), 0).await?;
        bob.fill(FIELD, "Hello?").await?;
        bob.click(".say button").await?;
        ann.sees("the text", "return document.querySelectorAll('.chat li[data-name]').length", 3).await?;
        ann.sees_of("nothing of Bob", SHOWN, json!("Bob"), 0).await?;

        // Another person of the same name, at another table.
        let second = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&other, &second, "Bob").await?;
        other.fill(FIELD, "I am another Bob").await?;
        other.click(".say button").await?;
        ann.sees_of("what the namesake says", SHOWN, json!("Bob"), 1).await?;

        // The list holds all muted people, wherever they were muted.
        ann.click("#muted summary").await?;
        ann.click("#muted [data-unmute]").await?;
        ann.sees_text("#toast.shown", "You see Bob’s messages again.").await?;
        ann.go(&table).await?;
        ann.sees_of("what Bob says", SHOWN, json!("Bob"), 3).await
    })
    .await;
}

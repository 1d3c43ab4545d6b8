//! A player reports and blocks another one, and a moderator looks after it.

use crate::harness::{Server, Visitor, story};
use crate::together::{join, open_table};
use anyhow::{Result, ensure};
use serde_json::json;

/// The field for a text of a chat.
const FIELD: &str = ".say input[name=text]";
/// How many texts a page shows.
const TEXTS: &str = "return document.querySelectorAll('.chat li[data-name]').length";

/// Says something, and waits until the server has it.
async fn say(visitor: &Visitor, text: &str) -> Result<()> {
    visitor.fill(FIELD, text).await?;
    visitor.click(".say button").await?;
    visitor.sees_text(".chat ol", text).await
}

/// Signs up by the form.
pub async fn sign_up(visitor: &Visitor, name: &str) -> Result<()> {
    visitor.go("/me").await?;
    visitor.fill("form[action='/me/sign-up'] [name=name]", name).await?;
    visitor.fill("form[action='/me/sign-up'] [name=password]", "a plain password").await?;
    visitor.click("form[action='/me/sign-up'] button").await?;
    visitor.sees_text("h1", name).await
}

/// Runs `bagatelle admin`; what it says.
fn admin(server: &Server, words: &[&str]) -> Result<String> {
    let done = server.command("admin").args(words).output()?;
    ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Ok(String::from_utf8(done.stdout)?)
}

#[tokio::test]
async fn a_text_is_reported_and_a_moderator_deletes_it() {
    story(async |world| {
        let (ann, bob, mo) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        sign_up(&mo, "Mo").await?;
        admin(&world.server, &["make-moderator", "Mo"])?;
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        say(&bob, "Good day").await?;
        say(&bob, "You are stupid").await?;
        ann.sees("both texts", TEXTS, 2).await?;
        ann.click("#said-1 a.mute").await?;
        ann.sees_text("h1", "Report or block Bob").await?;
        ann.sees_text(".said", "You are stupid").await?;
        ann.fill("textarea[name=note]", "He goes on like this").await?;
        ann.click("form button.primary").await?;
        ann.sees_text(".done", "The moderators of this server will read").await?;

        mo.go("/admin").await?;
        mo.sees_text(".tabs b", "1").await?;
        mo.sees("figures", "return document.querySelectorAll('.figure svg').length", 6).await?;
        // The page stays up to date by itself, without a jump.
        let version = "return Number(document.querySelector('#table').dataset.version) > arguments[0]";
        let now = mo
            .js("scrollTo(0, 40); return Number(document.querySelector('#table').dataset.version)", json!(0))
            .await?;
        mo.sees_of("newer figures", version, now, true).await?;
        mo.click(".tabs a[href='/admin/reports']").await?;
        mo.click(".mine a").await?;
        mo.sees_text(".context .reported", "You are stupid").await?;
        mo.sees_text(".card q", "He goes on like this").await?;
        mo.fill("[name=reason]", "Be kind").await?;
        mo.click("button[value='delete-text']").await?;
        mo.sees_text("[aria-label=Settled]", "deleted a message").await?;
        mo.fill("[name=reason]", "Be kind").await?;
        mo.click("button[value=mute]").await?;
        mo.sees("a way back", "return !!document.querySelector('button[value=unmute]')", true).await?;

        ann.go(&table).await?;
        ann.sees_text("#said-1", "deleted by a moderator").await?;
        world.expect_complaint("status of 403");
        bob.fill(FIELD, "What?").await?;
        bob.click(".say button").await?;
        bob.sees_text("#toast.shown", "Be kind").await?;
        mo.click(".tabs a[href='/admin/log']").await?;
        mo.sees_text(".deeds", "muted Bob").await
    })
    .await;
}

#[tokio::test]
async fn a_player_who_is_blocked_is_not_read_until_unblocked() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        say(&bob, "Hello").await?;
        ann.sees("the text", TEXTS, 1).await?;
        ann.click("#said-0 a.mute").await?;
        ann.click("form[action$='/block'] button").await?;
        ann.sees_text("h1", "Bob is blocked").await?;
        ann.go(&table).await?;
        ann.sees("no text", TEXTS, 0).await?;
        // At a table of hers he finds no seat.
        let second = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        world.expect_complaint("status of 403");
        bob.go(&second).await?;
        bob.fill(".invite input[name=text]", "Bob").await?;
        bob.click(".invite button[value=sit]").await?;
        bob.sees_text("main", "doesn’t want to play with you").await?;
        ann.go("/me/blocked").await?;
        ann.click(".blocked button").await?;
        ann.sees_text("main", "You haven’t blocked anyone").await?;
        ann.go(&table).await?;
        ann.sees("the text", TEXTS, 1).await
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_by_a_link_of_the_host() {
    story(async |world| {
        let (ann, phone) = (world.visitor().await?, world.visitor().await?);
        sign_up(&ann, "Ann").await?;
        let link = admin(&world.server, &["reset-password", "Ann"])?;
        let path = link.trim().strip_prefix("http://127.0.0.1:8080").unwrap_or_default().to_owned();
        phone.go(&path).await?;
        phone.sees_text("h1", "New password for Ann").await?;
        phone.fill("[name=password]", "another plain password").await?;
        phone.click("button.primary").await?;
        phone.sees_text("h1", "Ann").await?;
        phone.sees_text(".done", "Password changed.").await?;
        ann.go("/me").await?;
        ann.sees_text("h1", "You’re playing as a guest").await?;
        world.expect_complaint("status of 422");
        phone.go(&path).await?;
        phone.sees_text("main", "has been used or has expired").await
    })
    .await;
}

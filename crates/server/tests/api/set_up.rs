//! The form of a new game, posted as the page has it.

use crate::test_server::{Spectator, TestServer};
use serde_json::{Value, json};

/// The fields of the last form on a page that leads to `address`, each with what stands in it at first.
fn fields(page: &str, address: &str) -> Vec<(String, String)> {
    let form = page.rsplit_once(&format!("action=\"{address}\"")).unwrap().1;
    let form = form.split("</form>").next().unwrap();
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut select: Option<(String, Vec<(String, bool)>)> = None;
    for tag in form.split('<') {
        let tag = tag.split('>').next().unwrap();
        let value = || attribute(tag, "value").unwrap_or_default();
        let name = attribute(tag, "name");
        match (tag.split_whitespace().next().unwrap_or(""), name) {
            ("input", Some(name)) => {
                let unchecked =
                    ["radio", "checkbox"].iter().any(|kind| attribute(tag, "type").as_deref() == Some(kind))
                        && !tag.contains(" checked");
                if !unchecked {
                    fields.push((name, value()));
                }
            }
            ("textarea", Some(name)) => fields.push((name, String::new())),
            ("select", Some(name)) => select = Some((name, Vec::new())),
            ("option", _) => {
                if let Some((_, options)) = &mut select {
                    options.push((value(), tag.contains(" selected")));
                }
            }
            ("/select", _) => {
                let (name, options) = select.take().unwrap();
                let chosen = options.iter().find(|(_, selected)| *selected).or(options.first());
                fields.extend(chosen.map(|(value, _)| (name, value.clone())));
            }
            _ => (),
        }
    }
    fields
}

/// An attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(&format!(" {name}=\""))?.1.split('"').next()?;
    Some(value.replace("&quot;", "\"").replace("&amp;", "&"))
}

/// Posts the form of a game with some fields changed; gives the state of the new table.
async fn post(who: &Spectator, game: &str, changed: &[(&str, &str)]) -> Value {
    let address = format!("/{game}/new");
    let page = who.get(&format!("/{game}")).await.text();
    let mut form = fields(&page, &address);
    for (key, value) in changed {
        let field = form.iter_mut().find(|(name, _)| name == key).unwrap_or_else(|| panic!("{game}: {key}"));
        field.1 = (*value).to_owned();
    }
    let form: Vec<(&str, &str)> = form.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let reply = who.form(&address, &form).await;
    assert_eq!(reply.status, 303, "{game}: {form:?}: {}", reply.text());
    let id = reply.headers["location"].to_str().unwrap().replace("/g/", "");
    who.look_at(&id).await.json()
}

#[tokio::test]
async fn the_whole_form_is_accepted_as_the_page_has_it() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in server.anonymous().get("/api/v1/catalog").await.json().as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let state = post(&ann, id, &[]).await;
        assert_eq!(state["game"], id);
    }
}

#[tokio::test]
async fn the_usual_time_of_grace_is_that_of_the_clock() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let fast = r#"{"real-time":{"start_s":300,"increment_s":5}}"#;
    for game in ["baju-duel", "bambam-booboo", "bulbous"] {
        for (pace, grace, expected) in [
            ("\"free\"", "usual", json!(604_800)),
            (fast, "usual", json!(120)),
            (r#"{"days":1}"#, "usual", Value::Null),
            (fast, "60", json!(60)),
            (fast, "null", Value::Null),
        ] {
            let changed = [("way", "friend"), ("name", "Ann"), ("pace", pace), ("grace", grace)];
            let state = post(&ann, game, &changed).await;
            assert_eq!(state["terms"]["grace_s"], expected, "{game}: {pace}, {grace}");
            assert_eq!(
                (&state["terms"]["takebacks"], &state["terms"]["rated"]),
                (&json!(true), &json!(false))
            );
            assert_eq!(
                (&state["seats"][0]["name"], &state["seats"][1]["sitter"]),
                (&json!("Ann"), &json!("open"))
            );
        }
    }
}

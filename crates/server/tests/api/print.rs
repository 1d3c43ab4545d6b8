//! Games on paper: the page, the pictures of its sheets, the file, and what cannot be printed.

use crate::pages::assert_page;
use crate::test_server::{Reply, TestServer, send};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT_LANGUAGE, IF_NONE_MATCH};
use bagatelle_catalog::{games, printed_games};

#[track_caller]
fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The addresses of the pictures on a page.
fn pictures(page: &str) -> Vec<String> {
    let sources = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    sources.filter(|source| source.contains(".svg?")).map(|source| source.replace("&amp;", "&")).collect()
}

#[tokio::test]
async fn every_game_on_paper_has_a_page_with_its_sheets_and_a_file() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    let on_paper: Vec<&str> =
        games().iter().filter(|game| game.manifest().on_paper).map(|game| game.id()).collect();
    assert_eq!(on_paper, printed_games().iter().map(|game| game.id()).collect::<Vec<_>>());
    for id in on_paper {
        for page in [format!("/{id}"), format!("/{id}/rules")] {
            let html = anonymous.get(&page).await.text();
            assert!(html.contains(&format!("href=\"/{id}/print\"")), "{page} leads to it");
        }
        let path = format!("/{id}/print");
        let page = anonymous.get(&path).await;
        assert_page(&page, &path);
        let found = pictures(&page.text());
        assert!(found.len() >= 3, "{path}: {found:?}");
        for address in &found {
            let side = anonymous.get(address).await;
            assert_eq!(
                (side.status.as_u16(), header(&side, "content-type")),
                (200, "image/svg+xml"),
                "{address}"
            );
            assert!(side.text().contains("width=\"210mm\" height=\"297mm\""), "{address}");
        }
        let beyond = found[0].replace("/1.svg", "/99.svg");
        assert_eq!(anonymous.get(&beyond).await.status, 404);
        let file = anonymous.get(&format!("/{id}/print.pdf?paper=letter&ink=grey")).await;
        assert_eq!((file.status.as_u16(), header(&file, "content-type")), (200, "application/pdf"));
        assert_eq!(
            header(&file, "content-disposition"),
            format!("attachment; filename=\"{id}-letter-grey.pdf\"")
        );
        assert!(file.bytes().starts_with(b"%PDF-") && file.len() < 2_000_000);
    }
}

#[tokio::test]
async fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = TestServer::new().await;
    let path = "/baju-duel/print.pdf?part=card";
    let first = server.anonymous().get(path).await;
    let request = Request::get(path).header(IF_NONE_MATCH, header(&first, "etag"));
    let again = send(&server.router(), request.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.len()), (304, 0));
    assert_eq!(header(&again, "etag"), header(&first, "etag"));
}

#[tokio::test]
async fn paper_is_that_of_the_reader_until_another_one_is_chosen() {
    let server = TestServer::new().await;
    let get = async |path: &str| {
        let request = Request::get(path).header(ACCEPT_LANGUAGE, "en-US,en;q=0.9");
        send(&server.router(), request.body(Body::empty()).unwrap()).await.text()
    };
    let usual = get("/burbuja/print").await;
    assert!(usual.contains("data-paper=\"letter\"") && pictures(&usual)[0].contains("paper=letter"));
    let chosen = get("/burbuja/print?paper=a4&part=card").await;
    assert!(chosen.contains("data-paper=\"a4\""), "{chosen}");
    assert_eq!(pictures(&chosen).len(), 1);
    assert!(!chosen.contains("Making the pieces"), "there are none to make");
}

#[tokio::test]
async fn what_cannot_be_printed_is_said_beside_the_form() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    let long = format!("baju-duel/print?option.board={}", "a".repeat(20_000));
    for (path, sentence) in [
        ("baju-duel/print?option.board=baju-board+1%0Ared+a1-a1", ": the board file isn’t valid: "),
        ("baju-duel/print?option.board=no-board", ": there’s no board called “no-board”: "),
        ("baju-duel/print?option.boards=1", "boards"),
        ("burbuja/print?paper=a5", "“a5” isn’t one of a4, letter."),
        ("burbuja/print?ink=red", "“red” isn’t one of colour, grey, low-ink."),
        ("burbuja/print?part=box", "“box” isn’t one of pieces, rules, card."),
        ("burbuja/print?bleed=9", "The bleed is 0 to 5 millimetres."),
        (&long, "This text is too long: it may have at most 16000 bytes."),
    ] {
        let reply = anonymous.get(&format!("/{path}")).await;
        assert_eq!(reply.status, 422, "{path}");
        let page = reply.text();
        assert!(page.contains("role=\"alert\"") && page.contains(sentence), "{path}: {page}");
        assert!(page.contains("Get the PDF"), "{path}: the form is still there");
        let file = anonymous.get(&format!("/{}", path.replacen("/print", "/print.pdf", 1))).await;
        assert!(file.status == 422 && file.text().contains(sentence), "{path}: {}", file.text());
    }
    for path in ["/no-game/print", "/no-game/print.pdf", "/burbuja/print/1.png", "/burbuja/print/0.svg"] {
        assert_eq!(anonymous.get(path).await.status, 404, "{path}");
    }
    // The board that someone draws is the one that is printed.
    let workshop = anonymous.get("/baju-duel/workshop?text=baju-board%201%0Aname%20Ours%0Ared%20a1-a2").await;
    assert!(workshop.text().contains("<form method=\"get\" action=\"/baju-duel/print\">"));
    let ours = anonymous.get("/baju-duel/print?option.board=baju-board+1%0Aname+Ours%0Ared+a1-a2").await;
    assert!(ours.status == 200 && ours.text().contains("name Ours\nred a1-a2</textarea>"), "{}", ours.text());
}

#[tokio::test]
async fn sheets_are_counted_for_who_asks_unless_they_are_there() {
    let server = TestServer::limited("sheets_per_address=4").await;
    let get = async |path: &str| {
        let request = Request::get(path).header("x-forwarded-for", "203.0.113.1");
        send(&server.router(), request.body(Body::empty()).unwrap()).await
    };
    let path = "/baju-duel/print.pdf?part=card";
    assert_eq!(get(path).await.status, 200);
    for other in ["/baju-duel/print.pdf?part=card&paper=letter", "/baju-duel/print?part=card"] {
        let refused = get(other).await;
        assert!(
            refused.status == 429 && refused.text().contains("has printed many games at once"),
            "{other}"
        );
    }
    assert_eq!(get(path).await.status, 200, "it is kept");
}

//! Score pads and timers, for people who play with real pieces.

use crate::pages::assert_page;
use crate::test_server::TestServer;
use bagatelle_catalog::games;

/// Three players.
const THREE: &str = "name=Ann&side=R&name=Bob&side=B&name=&side=Y";

#[tokio::test]
async fn each_game_leads_to_what_it_has() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    for game in games() {
        let id = game.id();
        let page = anonymous.get(&format!("/{id}")).await.text();
        for (what, there) in
            [("pad", game.score_pad().is_some()), ("timer", game.manifest().seats.contains(&2))]
        {
            let path = format!("/{id}/{what}");
            assert_eq!(page.contains(&format!("href=\"{path}\"")), there, "{path}");
            let found = anonymous.get(&path).await;
            match there {
                true => assert_page(&found, &path),
                false => assert_eq!(found.status, 404, "{path}"),
            }
        }
    }
}

#[tokio::test]
async fn a_pad_follows_from_its_address() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    let path = format!("/bulbous/pad?{THREE}&log=R1B2Y3RaB-");
    let page = anonymous.get(&path).await;
    assert_page(&page, &path);
    let page = page.text();
    // One who gives no name is called by the colour; a tap adds an entry, and *Undo* keeps it.
    for part in ["<h1>Round 1</h1>", "Ann is First Player", "✓ No bulb", "Yellow"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for log in ["R1B2Y3RaB-Yc", "R1B2Y3Ra.B-", "R1B2Y3~RaB-"] {
        assert!(page.contains(&format!("name=\"log\" value=\"{log}\"")), "{log}: {page}");
    }
}

#[tokio::test]
async fn a_correction_hides_and_sends_nothing_half_done() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    // The points of the whole log, while its fifth entry is corrected.
    let page = anonymous.get(&format!("/bulbous/pad?{THREE}&log=R1B2Y3Ra~B-Yc")).await.text();
    let points = |page: &str| -> Vec<String> {
        let totals = page.split_once("aria-label=\"Points\"").unwrap().1.split_once("</ul>").unwrap().0;
        totals.split("<strong>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
    };
    assert_eq!(points(&page), ["3", "0", "1"]);
    for part in ["Correcting entry 5.", "data-log=\"R1B2Y3RaB-Yc\"", "Round 1: yellow Bailiff"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Entries after it can be corrected, too.
    assert!(page.contains("value=\"R1B2Y3RaB-~Yc\""), "{page}");
    let page = anonymous.get(&format!("/bulbous/pad?{THREE}&log=R1B2Y3RaB-Yc")).await.text();
    assert!(points(&page) == ["3", "0", "1"] && !page.contains("data-log"), "{page}");
}

#[tokio::test]
async fn colours_are_not_named_twice() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    let page = anonymous.get(&format!("/bulbous/pad?{THREE}")).await.text();
    for (label, there) in [("Red: Ann", true), ("Blue: Bob", true), ("Yellow: Yellow", false)] {
        assert_eq!(page.contains(&format!("<h2>{label}</h2>")), there, "{label}: {page}");
    }
    assert!(page.contains("<h2>Yellow</h2>"), "{page}");
    let two = anonymous.get("/bulbous/pad?name=&side=RY&name=&side=BG").await.text();
    assert!(two.contains("<h2>Red: Triangle</h2>"), "{two}");
}

#[tokio::test]
async fn what_is_no_pad_is_told_in_a_sentence_and_stays() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    for (query, sentence) in [
        ("players=5", "Bulbous is for 2 to 4 players."),
        ("players=x", "Bulbous is for 2 to 4 players."),
        ("name=A&name=B&name=C&name=D&name=E", "Bulbous is for 2 to 4 players."),
        ("name=Ann&name=Bob", "Say what each player plays with."),
        ("name=Ann&side=R&name=Bob&side=R&name=Cleo&side=B&log=R1", "Only one player can have red."),
        ("name=Ann&side=X&name=Bob&side=BG", "These colours don’t fit this many players."),
    ] {
        let page = anonymous.get(&format!("/bulbous/pad?{query}")).await;
        assert_eq!(page.status, 422, "{query}");
        assert!(page.text().contains(sentence), "{query}: {}", page.text());
        if query.contains("log=") {
            assert!(page.text().contains("name=\"log\" value=\"R1\""), "{}", page.text());
            assert!(page.text().contains("value=\"Cleo\""), "{}", page.text());
        }
    }
    // An entry that does not fit ends what is counted, and all can still be had.
    let page = anonymous.get(&format!("/bulbous/pad?{THREE}&log=R1B2Y3RaRbBb")).await.text();
    assert!(page.contains("The red plant has had its turn this round."), "{page}");
    for log in ["R1B2Y3RaBb", "R1B2Y3RaYcRbBb", "R1B2Y3Ra"] {
        assert!(page.contains(&format!("value=\"{log}\"")), "{log}: {page}");
    }
    let page = anonymous.get(&format!("/bulbous/pad?{THREE}&log=%F0%9F%8C%B7%00")).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("It can’t be read."), "{}", page.text());
}

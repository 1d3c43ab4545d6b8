//! What the server does for one visitor, and what it does not.

use crate::test_server::TestServer;
use serde_json::json;

#[tokio::test]
async fn a_board_on_which_nothing_moves_is_refused_wherever_it_comes_from() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let board = "baju-board 1\nname y";
    let setup = json!({ "position": "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5" });
    for extra in
        [json!({}), json!({ "seed": "by hand" }), json!({ "setup": setup }), json!({ "daily": true })]
    {
        let mut order = json!({ "game": "baju-puzzle", "options": { "board": board } });
        order.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        ann.order(order).await.is_refused(422, "over before it begins");
    }
    let reply = ann.form("/baju-puzzle/new", &[("option.board", board)]).await;
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert_eq!(server.anonymous().get("/baju-puzzle/workshop?text=baju-board%201").await.status, 200);
}

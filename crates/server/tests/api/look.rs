//! What a visitor has chosen of how pages look.

use crate::test_server::{TestServer, send};
use axum::body::Body;
use axum::http::Request;

#[tokio::test]
async fn a_choice_is_kept_and_put_on_every_page() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let kept = ann.form("/settings", &[("theme", "dark"), ("motion", "less"), ("table", "felt")]).await;
    assert_eq!(
        (kept.status.as_u16(), &kept.headers["location"]),
        (303, &"/settings?done=1".parse().unwrap())
    );
    let cookie = kept.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(
        cookie.starts_with("look=dark.less.felt;") && cookie.contains("Max-Age") && cookie.contains("Path=/"),
        "{cookie}"
    );
    let get = async |path: &str, cookie: &str| {
        let request = Request::get(path).header("cookie", cookie).body(Body::empty()).unwrap();
        send(&server.router(), request).await
    };
    for path in ["/", "/games", "/settings", "/burbuja", "/burbuja/rules", "/me", "/no-such-page"] {
        let html = get(path, "look=dark.less").await.text();
        assert!(html.contains("<html lang=\"en\" data-theme=\"dark\" data-motion=\"less\">"), "{path}");
        assert!(get(path, "choice=dark").await.text().contains("<html lang=\"en\">"), "{path}");
    }
    let page = get("/settings", "look=dark.less").await.text();
    assert!(page.contains("value=\"dark\" checked") && page.contains("value=\"less\" checked"), "{page}");
    // What is no page, or no choice, stays as it is.
    let picture = get("/burbuja/picture.svg", "look=dark.less").await;
    assert_eq!(picture.text(), get("/burbuja/picture.svg", "").await.text());
    assert!(get("/", "look=\"><script>.x").await.text().contains("<html lang=\"en\">"));
    let nothing = ann.form("/settings", &[("theme", "pink")]).await;
    assert!(nothing.headers["set-cookie"].to_str().unwrap().starts_with("look=system.system.;"));
}

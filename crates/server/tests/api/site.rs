//! The installable site: its service worker, its manifest, the module, and the document that shows pages made
//! in the browser.

use crate::test_server::{Reply, TestServer, send};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use bagatelle_server::routes::web_app::{self, module};
use serde_json::Value;
use std::collections::BTreeSet;

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// What the service worker is told of the site.
fn told(script: &str) -> Value {
    let first = script.lines().next().unwrap();
    serde_json::from_str(first.strip_prefix("const SITE = ").unwrap().trim_end_matches(';')).unwrap()
}

/// The files that the service worker of a site keeps, the module last.
fn kept(site: &Value) -> Vec<String> {
    let files = site["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap().to_owned());
    files.chain([site["module"].as_str().unwrap().to_owned()]).collect()
}

#[tokio::test]
async fn everything_that_is_kept_is_there() {
    for (server, base) in
        [(TestServer::new().await, ""), (TestServer::at("https://example.org/games/").await, "/games")]
    {
        let get = async |path: &str| server.anonymous().get(&format!("{base}/{path}")).await;
        let worker = get("sw.js").await;
        assert_eq!(header(&worker, "content-type"), "text/javascript; charset=utf-8");
        assert_eq!(header(&worker, "cache-control"), "no-cache");
        let site = told(&worker.text());
        let files = kept(&site);
        assert!(files.len() > 50 && files.iter().all(|path| !path.starts_with('/')), "{files:?}");
        assert!(files.contains(&"offline/".to_owned()) && !files.contains(&"sw.js".to_owned()), "{files:?}");
        for path in &files {
            let reply = get(path).await;
            assert_eq!(reply.status, StatusCode::OK, "{path}");
            let cache = header(&reply, "cache-control");
            assert_eq!(cache.contains("immutable"), path.starts_with("assets/"), "{path}: {cache}");
        }
        // The document names the module, and all that it names is kept.
        let page = get("offline/").await;
        assert_eq!(header(&page, "cache-control"), "private, no-cache");
        let module = format!("{base}/{}", site["module"].as_str().unwrap());
        assert!(page.text().contains(&format!("data-module=\"{module}\"")), "{}", page.text());
        let named: BTreeSet<String> = ["src=\"", "href=\"", "data-worker=\""]
            .iter()
            .flat_map(|name| {
                page.text()
                    .split(name)
                    .skip(1)
                    .map(|rest| rest.split('"').next().unwrap().to_owned())
                    .collect::<Vec<_>>()
            })
            .collect();
        assert!(named.len() > 4, "{named:?}");
        for address in named {
            let path = address.strip_prefix(base).unwrap().trim_start_matches('/').to_owned();
            assert!(files.contains(&path), "{address} is not kept");
        }
    }
}

#[tokio::test]
async fn the_module_comes_as_its_asker_can_read_it() {
    let server = TestServer::new().await;
    let path = web_app::module_address();
    let ask = async |coding: &str| {
        let request = Request::get(&path).header("accept-encoding", coding);
        send(&server.router(), request.body(Body::empty()).unwrap()).await
    };
    for coding in ["br", "gzip, deflate, br, zstd", "gzip;q=0.5, BR;q=1.0"] {
        let reply = ask(coding).await;
        assert_eq!(
            (header(&reply, "content-encoding"), reply.len()),
            ("br", module::COMPRESSED.len()),
            "{coding}"
        );
        assert_eq!(header(&reply, "content-type"), "application/wasm");
        assert_eq!(header(&reply, "cache-control"), "public, max-age=31536000, immutable");
        assert!(header(&reply, "vary").contains("accept-encoding"));
    }
    for coding in ["", "identity", "gzip;q=0, br;q=0", "brotli"] {
        let reply = ask(coding).await;
        assert_eq!(header(&reply, "content-encoding"), "", "{coding}");
        assert_eq!(reply.bytes(), module::plain(), "{coding}");
    }
}

#[tokio::test]
async fn a_file_that_is_known_is_not_sent_again() {
    let server = TestServer::new().await;
    for path in ["/sw.js", "/manifest.webmanifest", "/icons/192.png"] {
        let tag = header(&server.anonymous().get(path).await, "etag").to_owned();
        let request = Request::get(path).header("if-none-match", &tag);
        let reply = send(&server.router(), request.body(Body::empty()).unwrap()).await;
        assert_eq!((reply.status, reply.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
    }
    assert_eq!(server.anonymous().get("/icons/nothing.png").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_system_can_install_the_site() {
    let server = TestServer::new().await;
    let reply = server.anonymous().get("/manifest.webmanifest").await;
    assert_eq!(header(&reply, "content-type"), "application/manifest+json");
    let manifest = reply.json();
    // Below a path the same text is right, so each address leads on from its own.
    for name in ["id", "start_url", "scope"] {
        assert!(manifest[name].as_str().unwrap().starts_with("./"), "{name}");
    }
    let icons = manifest["icons"].as_array().unwrap();
    for (size, purpose) in [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")] {
        assert!(
            icons.iter().any(|icon| icon["sizes"] == size && icon["purpose"] == purpose),
            "{size} {purpose}"
        );
    }
    for icon in icons {
        let reply = server.anonymous().get(&format!("/{}", icon["src"].as_str().unwrap())).await;
        assert_eq!((reply.status, header(&reply, "content-type")), (StatusCode::OK, "image/png"));
    }
    let page = server.anonymous().get("/").await.text();
    for tag in [
        "rel=\"manifest\" href=\"/manifest.webmanifest\"",
        "rel=\"apple-touch-icon\" href=\"/icons/touch.png\"",
    ] {
        assert!(page.contains(tag), "{tag}");
    }
}

#[tokio::test]
async fn workers_have_a_policy_of_their_own() {
    let server = TestServer::new().await;
    let worker = server.anonymous().get("/sw.js").await;
    let policy = header(&worker, "content-security-policy");
    assert_eq!(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
    let page = server.anonymous().get("/").await;
    let policy = header(&page, "content-security-policy");
    for part in ["worker-src 'self'; ", "manifest-src 'self'; "] {
        assert!(policy.contains(part), "{policy}");
    }
}

#[test]
fn each_version_of_the_site_has_a_name_of_its_own() {
    let version = |shell: &str| {
        let site = web_app::Site::new(shell.to_owned(), "./", true).unwrap();
        let worker = String::from_utf8(site.file("/sw.js").unwrap().bytes.to_vec()).unwrap();
        told(&worker)["version"].as_str().unwrap().to_owned()
    };
    assert_eq!(version("a"), version("a"));
    assert_ne!(version("a"), version("b"));
}

//! Where the addresses of a page shown in the browser lead.
//!
//! The pages are written for a server that has its host to itself. Here one document, `offline/`, shows all
//! of them, and its query is the address: `/g/ID` becomes `/games/offline/?/g/ID`. Files keep their own
//! addresses. Addresses that only scripts follow (`data-act` and the like) stay as they are, since the
//! scripts ask the site for them.

use bagatelle_pages::urls;

/// The path of the document that shows all pages, below the root.
pub const DOCUMENT: &str = "offline/";
/// The attributes with addresses that the browser itself follows.
const FOLLOWED: [&str; 3] = ["href", "action", "formaction"];
/// The attributes with addresses of files.
const FILES: [&str; 3] = ["src", "data-calm", "data-waiting"];

/// The path below which the site is, with a slash at both ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    path: String,
    /// Whether a server answers for what is not made here.
    served: bool,
}

impl Root {
    /// Reads `/` or `/games/`.
    #[must_use]
    pub fn new(path: &str) -> Root {
        let inner = path.trim_matches('/');
        let path = if inner.is_empty() { "/".into() } else { format!("/{inner}/") };
        Root { path, served: false }
    }

    /// The same path at a server, or not.
    #[must_use]
    pub fn at_server(self, served: bool) -> Root {
        Root { served, ..self }
    }

    /// The way from a file to the root: for a page in a file that may be put below any path. `levels` is in
    /// how many folders the file is.
    #[must_use]
    pub fn up(levels: usize) -> Root {
        Root { path: "../".repeat(levels), served: false }
    }

    /// Where a page is shown that a server has at this address.
    #[must_use]
    pub fn page(&self, address: &str) -> String {
        // A page from a server names pages that are made here by the address of the document.
        let here = urls::in_browser("");
        let address = address.strip_prefix(&here).unwrap_or(address);
        format!("{}{DOCUMENT}?{address}", self.path)
    }

    /// Where a file is, or what a server has at this address.
    #[must_use]
    pub fn file(&self, address: &str) -> String {
        format!("{}{}", self.path, address.trim_start_matches('/'))
    }

    /// Whether an address is that of a file, and not of something that is made for the visitor.
    fn is_file(&self, address: &str) -> bool {
        let picture = |game: &&dyn bagatelle_catalog::AnyGame| urls::game_picture(game.id()) == address;
        address.starts_with("/assets/")
            || address.starts_with("/icons/")
            || address.starts_with(&urls::offline())
            || address == urls::manifest()
            // The service worker keeps what was printed; set-ups are laid at the server.
            || self.served && (address.ends_with("/print") || address.ends_with("/lay"))
            || bagatelle_catalog::games().iter().any(picture)
    }

    /// A page, or a part of one, with all addresses as they are in the browser. A picture that is made for
    /// the visitor has its address in `data-src`: the page's script asks for it.
    #[must_use]
    pub fn dress(&self, html: &str) -> String {
        let mut page = String::with_capacity(html.len() + html.len() / 8);
        let mut rest = html;
        while let Some(at) = rest.find("=\"/") {
            let (before, after) = (&rest[..at], &rest[at + 2..]);
            let end = after.find('"').unwrap_or(after.len());
            let address = &after[..end];
            let name = before.rsplit([' ', '\n']).next().unwrap_or_default();
            page.push_str(before);
            let shown = match name {
                _ if FILES.contains(&name) || FOLLOWED.contains(&name) => {
                    if self.is_file(address) {
                        self.file(address)
                    } else if name == "src" {
                        page.truncate(page.len() - name.len());
                        page.push_str("data-src");
                        address.to_owned()
                    } else {
                        self.page(address)
                    }
                }
                _ => address.to_owned(),
            };
            page.push_str("=\"");
            page.push_str(&shown);
            rest = &after[end..];
        }
        page.push_str(rest);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_shown_by_one_document_and_files_are_files() {
        let root = Root::new("/games/");
        let html = concat!(
            r#"<a href="/g/x?y=1">=&quot;/</a> <img src="/assets/a.svg">"#,
            r#"<img alt="" src="/g/x/thumbnail.svg">"#,
            "\n",
            r#"<main data-act="/g/x/act" id="a"><form action="/burbuja/new">"#,
            r#"<img src="/burbuja/picture.svg"><a href="https://x.org/">"#
        );
        let shown = concat!(
            r#"<a href="/games/offline/?/g/x?y=1">=&quot;/</a> <img src="/games/assets/a.svg">"#,
            r#"<img alt="" data-src="/g/x/thumbnail.svg">"#,
            "\n",
            r#"<main data-act="/g/x/act" id="a"><form action="/games/offline/?/burbuja/new">"#,
            r#"<img src="/games/burbuja/picture.svg"><a href="https://x.org/">"#
        );
        assert_eq!(root.dress(html), shown);
        assert_eq!(Root::new("").page("/"), "/offline/?/");
        assert_eq!(root.page(&urls::in_browser("/analysis?from=x")), "/games/offline/?/analysis?from=x");
        assert_eq!(Root::new("games"), root);
        let print = r#"<a href="/burbuja/print">"#;
        assert_eq!(root.clone().at_server(true).dress(print), r#"<a href="/games/burbuja/print">"#);
        assert_eq!(root.dress(print), r#"<a href="/games/offline/?/burbuja/print">"#);
        let html = concat!(
            r#"<link href="/icons/a.png"><link href="/manifest.webmanifest">"#,
            r#"<a href="/"><a href="/offline/?/">"#
        );
        let shown = concat!(
            r#"<link href="../../icons/a.png"><link href="../../manifest.webmanifest">"#,
            r#"<a href="../../offline/?/"><a href="../../offline/?/">"#
        );
        assert_eq!(Root::up(2).dress(html), shown);
    }
}

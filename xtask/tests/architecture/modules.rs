//! Which module of a crate uses which, read from the sources, and the cycles in that.
//!
//! Modules are files. At each level of a crate the files and folders beside each other are compared: `live`
//! and `jobs` at the top, `live::table` and `live::registry` inside `live`, where the file `live/mod.rs`
//! counts as one more. Code for unit tests does not count, and neither does the root of the crate, which
//! declares and re-exports the others. A name that is re-exported counts as used from the file that defines
//! it.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// A path of names from the root of the crate, which is the empty path.
type Names = Vec<String>;

/// A crate's files: the module and the code of each.
pub type Files = BTreeMap<Names, syn::File>;

/// One module uses something of another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    from: Names,
    to: Names,
    /// What stands in the source.
    text: String,
}

/// Parses the files of a crate, given by their paths inside `src`.
pub fn parse<'a>(sources: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Files {
    let parse = |(path, text): (&Path, &str)| {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (module_of(path), file)
    };
    let mut files: Files = sources.into_iter().map(parse).collect();
    let tests: BTreeSet<Names> = files.iter().flat_map(|(module, file)| test_modules(module, file)).collect();
    files.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    files
}

/// `live/mod.rs` and `live.rs` are the module `live`.
fn module_of(path: &Path) -> Names {
    let names = path.with_extension("");
    let mut names: Names = names.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

/// The files that are declared for unit tests only.
fn test_modules<'a>(module: &'a Names, file: &'a syn::File) -> impl Iterator<Item = Names> + 'a {
    file.items.iter().filter_map(move |item| match item {
        Item::Mod(declared) if declared.content.is_none() && is_test(&declared.attrs) => {
            Some([module.as_slice(), &[declared.ident.to_string()]].concat())
        }
        _ => None,
    })
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition == "test" || condition.starts_with("all (test")
        }
        _ => false,
    })
}

/// The names that a `use` brings in: each with its whole path.
fn imports(tree: &UseTree, before: &[String], found: &mut Vec<(String, Names)>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => imports(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) if name.ident == "self" => {
            found.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
        }
        UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(name) => found.push((name.rename.to_string(), with(&name.ident))),
        UseTree::Glob(_) => found.push(("*".to_owned(), before.to_vec())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imports(tree, before, found)),
    }
}

/// The modules of a crate, and what each brings in by `use`.
struct Tree {
    modules: BTreeSet<Names>,
    imported: BTreeMap<Names, BTreeMap<String, Names>>,
}

impl Tree {
    fn of(files: &Files) -> Tree {
        let modules = files.keys().cloned().collect();
        let mut all = Tree { modules, imported: BTreeMap::new() };
        for (module, file) in files {
            let mut found = Vec::new();
            for item in &file.items {
                if let Item::Use(item) = item
                    && !is_test(&item.attrs)
                {
                    imports(&item.tree, &[], &mut found);
                }
            }
            let whole =
                found.into_iter().filter_map(|(name, path)| Some((name, all.absolute(module, &path)?)));
            let whole = whole.collect();
            all.imported.insert(module.clone(), whole);
        }
        all
    }

    /// The path from the root of the crate, if it leads into this crate.
    fn absolute(&self, here: &[String], path: &[String]) -> Option<Names> {
        let first = path.first()?;
        let ups = path.iter().take_while(|name| *name == "super").count();
        match first.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => self.absolute_after(here, &path[1..]),
            "super" => self.absolute_after(&here[..here.len().checked_sub(ups)?], &path[ups..]),
            _ => {
                let child = [here, std::slice::from_ref(first)].concat();
                self.modules.contains(&child).then(|| [here, path].concat())
            }
        }
    }

    fn absolute_after(&self, here: &[String], rest: &[String]) -> Option<Names> {
        // `self::super::x` is the same as `super::x`.
        match rest.first().map(String::as_str) {
            Some("super") => self.absolute(here, rest),
            _ => Some([here, rest].concat()),
        }
    }

    /// The module that defines what a path leads to.
    fn resolve(&self, path: &[String], depth: usize) -> Names {
        let length = (0..=path.len()).rev().find(|&n| self.modules.contains(&path[..n]));
        let (module, rest) = path.split_at(length.unwrap_or(0));
        let import = rest.first().and_then(|name| self.imported.get(module)?.get(name));
        match import {
            Some(import) if depth < 8 => self.resolve(&[import.as_slice(), &rest[1..]].concat(), depth + 1),
            _ => module.to_vec(),
        }
    }
}

/// What one file uses.
struct Reader<'a> {
    names: &'a Tree,
    file: &'a Names,
    /// The module inside the file.
    here: Names,
    /// What the file re-exports; using such a name in the file is using the module it is from.
    exported: BTreeSet<String>,
    found: BTreeSet<Use>,
}

impl Reader<'_> {
    fn path(&mut self, path: &[String]) {
        let short = path.len() == 1;
        let exports = path.first().is_some_and(|first| {
            self.exported.contains(first) && (!short || first.starts_with(char::is_uppercase))
        });
        let whole = match self.names.absolute(&self.here, path) {
            _ if exports => Some([self.file.as_slice(), path].concat()),
            Some(whole) if !short => Some(whole),
            _ => None,
        };
        if let Some(whole) = whole {
            let to = self.names.resolve(&whole, 0);
            self.found.insert(Use { from: self.file.clone(), to, text: path.join("::") });
        }
    }

    /// Paths in the arguments of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(name) if colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                _ => (),
            }
            self.path(&std::mem::take(&mut path));
            colons = 0;
            match token {
                TokenTree::Ident(name) => path.push(name.to_string()),
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => (),
            }
        }
        self.path(&path);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.here.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.here.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // A re-export is no use.
        let facade = !matches!(item.vis, Visibility::Inherited);
        let mut found = Vec::new();
        imports(&item.tree, &[], &mut found);
        for (_, path) in found {
            let Some(whole) = self.names.absolute(&self.here, &path) else { continue };
            let to = self.names.resolve(&whole, 0);
            if !(facade && to.starts_with(self.file)) {
                self.found.insert(Use { from: self.file.clone(), to, text: path.join("::") });
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.path(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        self.path(&found.path.segments.iter().map(|s| s.ident.to_string()).collect::<Names>());
        self.tokens(found.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}

/// Which module uses which.
pub fn uses(files: &Files) -> Vec<Use> {
    let names = Tree::of(files);
    let mut all = Vec::new();
    for (module, file) in files.iter().filter(|(module, _)| !module.is_empty()) {
        let mut exported = Vec::new();
        for item in &file.items {
            if let Item::Use(item) = item
                && !matches!(item.vis, Visibility::Inherited)
            {
                imports(&item.tree, &[], &mut exported);
            }
        }
        let exported = exported.into_iter().map(|(name, _)| name).collect();
        let mut reader =
            Reader { names: &names, file: module, here: module.clone(), exported, found: BTreeSet::new() };
        reader.visit_file(file);
        all.extend(reader.found.into_iter().filter(|found| found.to != found.from && !found.to.is_empty()));
    }
    all
}

/// How many cycles of one level are told.
const TOLD: usize = 12;

/// The shortest cycles at each level of a crate, each module's own, with an example for each of their arrows.
pub fn cycles(uses: &[Use]) -> Vec<String> {
    let parents: BTreeSet<&[String]> =
        uses.iter().flat_map(|u| (0..u.from.len()).map(|n| &u.from[..n])).collect();
    parents.into_iter().flat_map(|parent| cycles_below(parent, uses)).collect()
}

fn cycles_below(parent: &[String], uses: &[Use]) -> Vec<String> {
    let level = parent.len();
    let child = |module: &[String]| match module.get(level) {
        _ if !module.starts_with(parent) => None,
        Some(name) => Some(name.clone()),
        // The folder's own file.
        None => Some("mod".to_owned()),
    };
    let mut arrows: BTreeMap<String, BTreeMap<String, &Use>> = BTreeMap::new();
    for found in uses {
        if let (Some(from), Some(to)) = (child(&found.from), child(&found.to))
            && from != to
        {
            arrows.entry(from).or_default().entry(to).or_insert(found);
        }
    }
    let title = if parent.is_empty() { String::new() } else { format!("{}: ", parent.join("::")) };
    let tell = |way: &Vec<String>| {
        let examples = way.windows(2).map(|pair| {
            let found = arrows[&pair[0]][&pair[1]];
            format!("\n    {} uses {}", found.from.join("::"), found.text)
        });
        format!("{title}{}{}", way.join(" -> "), examples.collect::<String>())
    };
    let mut ways: Vec<_> = arrows.keys().filter_map(|start| way_back(start, &arrows)).collect();
    ways.sort_by_key(Vec::len);
    let mut told = BTreeSet::new();
    ways.retain(|way| told.insert(way.iter().cloned().collect::<BTreeSet<_>>()));
    ways.iter().take(TOLD).map(tell).collect()
}

/// The shortest way along the arrows from a node back to itself.
fn way_back(start: &str, arrows: &BTreeMap<String, BTreeMap<String, &Use>>) -> Option<Vec<String>> {
    let mut reached: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in arrows.get(node).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                let mut way = vec![start.to_owned(), node.to_owned()];
                while way.last().is_some_and(|last| last != start) {
                    way.push(reached[way.last()?.as_str()].to_owned());
                }
                way.reverse();
                return Some(if node == start { vec![start.to_owned(); 2] } else { way });
            }
            if !reached.contains_key(next.as_str()) {
                reached.insert(next, node);
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first lines of the cycles in a crate of these files.
    fn found(sources: &[(&str, &str)]) -> Vec<String> {
        let files = parse(sources.iter().map(|(path, text)| (Path::new(*path), *text)));
        let first = |text: String| text.lines().next().unwrap_or_default().to_owned();
        cycles(&uses(&files)).into_iter().map(first).collect()
    }

    #[test]
    fn modules_that_use_each_other_are_a_cycle() {
        let root = ("lib.rs", "mod a; mod b; mod c;");
        for (a, b) in [
            ("use crate::b::B;", "use crate::a;"),
            ("use super::b::{self, B};", "fn f() { crate::a::g() }"),
            ("fn f(x: crate::b::B) {}", "fn f() { html! { p { (super::a::g()) } } }"),
            ("impl crate::b::B for u8 {}", "use crate::{a::A as Other};"),
            ("mod inner { use super::super::b::B; }", "fn f() { vec![crate::a::A]; }"),
            ("fn f() { super::b!() }", "use super::a::*;"),
        ] {
            assert_eq!(found(&[root, ("a.rs", a), ("b.rs", b)]), ["a -> b -> a"], "{a} | {b}");
        }
        let ring = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;"), ("c.rs", "use crate::a::A;")];
        assert_eq!(found(&ring), ["a -> b -> c -> a"]);
    }

    #[test]
    fn arrows_of_one_direction_and_code_for_tests_are_none() {
        for (a, b) in [
            ("use crate::b::B;", "use std::fmt;"),
            ("use crate::b::B;", "#[cfg(test)] mod tests { use crate::a::A; }"),
            ("use crate::b::B;", "#[cfg(test)] use crate::a::A;"),
            ("use crate::b::B;", "impl B { #[cfg(test)] fn f() { crate::a::g() } }"),
            ("use crate::b::B;", "/// See [`crate::a::A`].\nstruct B;"),
            ("use crate::b::B;", "pub(in crate::a) struct B;"),
            ("use crate::b::B;", "use other::a::A;"),
            ("fn f() { let b = 1; b }", "use crate::a::A;"),
        ] {
            assert_eq!(found(&[("a.rs", a), ("b.rs", b)]), Vec::<String>::new(), "{a} | {b}");
        }
        let test = ("a.rs", "#[cfg(test)] mod testing; use crate::b::B;");
        let files = [test, ("a/testing.rs", "use crate::b::B;"), ("b.rs", "struct B;")];
        assert_eq!(
            found(&[files[0], ("a/testing.rs", "use crate::c::C;"), ("c.rs", "use crate::a::A;")]),
            [""; 0]
        );
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn a_re_exported_name_is_its_own_modules() {
        let root = ("lib.rs", "mod a; mod b; pub use b::B; pub struct Root;");
        assert_eq!(found(&[root, ("a.rs", "use crate::B;"), ("b.rs", "use crate::a::A;")]), ["a -> b -> a"]);
        assert_eq!(found(&[root, ("a.rs", "use crate::Root;"), ("b.rs", "use crate::a::A;")]), [""; 0]);
        let folder = [
            ("d/mod.rs", "mod one; mod two; pub use one::One;"),
            ("d/one.rs", "use super::two::Two;"),
            ("d/two.rs", "use super::One;"),
        ];
        assert_eq!(found(&folder), ["d: one -> two -> one"]);
    }

    #[test]
    fn a_folder_and_its_files_are_compared() {
        // A folder's own file composes the others; they take nothing from it.
        let composed = |one: &'static str| {
            [("d.rs", "mod one; pub use one::One; use one::f; const WIDTH: u8 = 1;"), ("d/one.rs", one)]
        };
        assert_eq!(found(&composed("pub struct One;")), [""; 0]);
        assert_eq!(found(&composed("use super::WIDTH;")), ["d: mod -> one -> mod"]);
        // Methods in a file of their own take the type, and the type does not know them.
        let methods = [("d.rs", "mod one; pub struct D;"), ("d/one.rs", "use super::D; impl D {}")];
        assert_eq!(found(&methods), [""; 0]);
        let exports = [("d.rs", "mod one; pub use one::One; struct D(One);"), ("d/one.rs", "use super::D;")];
        assert_eq!(found(&exports), ["d: mod -> one -> mod"]);
        // What two folders' files use of each other is a cycle of the folders.
        let folders = [
            ("a/mod.rs", "mod x;"),
            ("a/x.rs", "use crate::b::y::Y;"),
            ("b/mod.rs", "pub mod y; mod z;"),
            ("b/y.rs", ""),
            ("b/z.rs", "use crate::a::A;"),
        ];
        assert_eq!(found(&folders), ["a -> b -> a"]);
    }
}

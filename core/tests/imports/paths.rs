//! Reads the paths that a Rust source names: `use crate::{sim::World, room}` is `crate::sim::World` and `crate::room`.
//!
//! A search for text would find a forbidden name in a comment and miss it inside braces or across lines. So the source
//! is cut into tokens by the lexer that procedural macros use, and nested `use` groups are written out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path as a source names it.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// The line that it begins on, counted from 1.
    pub line: usize,
    /// Its parts; the last is `*` for a glob.
    pub parts: Vec<String>,
}

/// Every path in `source`, in order, names of one part included.
pub fn named_paths(source: &str) -> Vec<NamedPath> {
    let tokens: TokenStream = source.parse().expect("a source that the compiler accepts");
    let mut found = Vec::new();
    collect(tokens, &[], &mut found);
    found
}

/// Collects the paths of `tokens`. Inside a `use` group, `prefix` is what stands before its brace.
fn collect(tokens: TokenStream, prefix: &[String], found: &mut Vec<NamedPath>) {
    let mut path: Option<NamedPath> = None;
    let mut colons = 0;
    let mut renamed = false;
    for token in tokens {
        let joined = colons == 2;
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                colons += 1;
                continue;
            }
            TokenTree::Punct(mark) if mark.as_char() == '*' && joined => {
                if let Some(path) = &mut path {
                    path.parts.push("*".to_string());
                }
            }
            TokenTree::Group(group) if joined && group.delimiter() == Delimiter::Brace => {
                let prefix = path.take().map_or_else(|| prefix.to_vec(), |path| path.parts);
                collect(group.stream(), &prefix, found);
            }
            TokenTree::Group(group) => {
                found.extend(path.take());
                collect(group.stream(), &[], found);
            }
            // A name after `as` in a `use` group is new, not a part of what is used.
            TokenTree::Ident(name) if !prefix.is_empty() && name == "as" => renamed = true,
            TokenTree::Ident(_) if renamed => renamed = false,
            TokenTree::Ident(name) => match &mut path {
                Some(path) if joined => path.parts.push(name.to_string()),
                _ => {
                    found.extend(path.take());
                    let parts = prefix.iter().cloned().chain([name.to_string()]).collect();
                    path = Some(NamedPath { line: name.span().start().line, parts });
                }
            },
            TokenTree::Punct(_) | TokenTree::Literal(_) => found.extend(path.take()),
        }
        colons = 0;
    }
    found.extend(path);
}

#[test]
fn groups_are_written_out_and_comments_and_texts_are_not_read() {
    let source = r#"
        //! crate::comment
        use crate::{sim::{self, World as Rules}, units::*,
            room};
        fn f(a: ::std::net::UdpSocket) -> u32 { super::play::f::<u8>("crate::text") }
    "#;
    let paths: Vec<String> = named_paths(source)
        .into_iter()
        .filter(|path| path.parts.len() > 1)
        .map(|path| format!("{} {}", path.line, path.parts.join("::")))
        .collect();
    assert_eq!(
        paths,
        [
            "3 crate::sim::self",
            "3 crate::sim::World",
            "3 crate::units::*",
            "4 crate::room",
            "5 std::net::UdpSocket",
            "5 super::play::f",
        ]
    );
}

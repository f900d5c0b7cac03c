//! Who may use whom, as a table, and the test that holds every crate and every module of `core` to it.
//!
//! Such an order is written on a wall and then lost one convenient import at a time: the session peeks into the room,
//! the simulation learns what a datagram is, a clock slips into a rule, and a run is no longer a function of its
//! inputs. The compiler refuses none of that between modules of one crate. So the order stands here as data, and a
//! build that breaks it fails with file, line and rule. Dev-dependencies and `tests.rs` files are free.

#![expect(clippy::disallowed_methods, reason = "the core touches no file; this test of the source tree has to")]

use std::fs;
use std::path::Path;

use paths::{NamedPath, named_paths};

mod paths;

/// Each package, its folder, and the packages of this workspace that it may depend on. `tacho-link` and `tacho-measure`
/// know nothing of the game, a server and a client nothing of each other, and nobody uses the probe, the server or the
/// recorder.
const PACKAGES: &[(&str, &str, &[&str])] = &[
    ("tacho-link", "core/link", &[]),
    ("tacho-measure", "replayer/measure", &[]),
    ("tacho-core", "core", &["tacho-link"]),
    ("tacho-transport", "transport", &["tacho-core", "tacho-link"]),
    ("tacho-traces", "traces", &["tacho-core", "tacho-link"]),
    ("tacho-replayer", "replayer", &["tacho-core", "tacho-link", "tacho-traces", "tacho-measure"]),
    ("tacho-probe", "probe", &["tacho-core", "tacho-link", "tacho-traces", "tacho-measure", "tacho-replayer"]),
    ("tacho-server", "server", &["tacho-core", "tacho-link", "tacho-transport", "tacho-traces"]),
    (
        "tacho-client",
        "client",
        &["tacho-core", "tacho-link", "tacho-transport", "tacho-traces", "tacho-measure", "tacho-replayer"],
    ),
    (
        "tacho-recorder",
        "recorder",
        &["tacho-core", "tacho-link", "tacho-traces", "tacho-measure", "tacho-replayer", "tacho-client"],
    ),
];

/// The modules of `core` in their order: each may use those before it. The simulation comes before everything that
/// knows of a network.
const MODULES: &[&str] =
    &["units", "input", "level", "sim", "wire", "snapshot", "link", "play", "driver", "room", "session"];

/// What the order would allow and the design does not: user, used, reason.
const NEVER: &[(&str, &str, &str)] = &[
    ("session", "room", "the client's side must work from what was sent to it alone"),
    ("play", "sim", "the two traits of a game know no car"),
    ("play", "level", "the two traits of a game know no car"),
];

/// Names that may stand only in some places, which are folders or files.
struct Confined {
    names: &'static [&'static str],
    places: &'static [&'static str],
    rule: &'static str,
}

const CONFINED: &[Confined] = &[
    Confined {
        names: &["std::net", "tokio"],
        places: &["transport", "server", "client"],
        rule: "sockets belong to the live shells",
    },
    Confined {
        names: &["Instant", "SystemTime"],
        places: &["transport", "server", "client"],
        rule: "clocks belong to the live shells; elsewhere time is an argument",
    },
    Confined {
        names: &["std::thread"],
        places: &["transport", "server", "client", "traces/src/writer", "traces/src/writer.rs", "probe/src/pool.rs"],
        rule: "threads belong to the live shells, the writer of traces and the pool of the probe",
    },
    Confined {
        names: &["legion"],
        places: &["core/src/sim/store.rs"],
        rule: "legion's entity ids and row order are no part of the rules, so one file hides it",
    },
    Confined {
        names: &["World"],
        places: &[
            "core/src/sim",
            "core/src/snapshot",
            "core/src/room",
            "core/src/session",
            "replayer",
            "probe",
            "server",
            "client",
            "recorder",
        ],
        rule: "only capture reads a world for the wire, and a trace knows no game",
    },
];

/// Every dependency in `manifest` that `package` may not have.
fn manifest_breaches(package: &str, file: &str, manifest: &str) -> Vec<String> {
    let Some((_, _, allowed)) = PACKAGES.iter().find(|(name, ..)| *name == package) else {
        return vec![format!("{file}: {package} has no row in PACKAGES; say what it may use")];
    };
    let mut breaches = Vec::new();
    let mut counts = false;
    for (number, line) in manifest.lines().enumerate() {
        let line = line.split('#').next().unwrap_or(line).trim();
        if line.starts_with('[') {
            counts = line.contains("dependencies") && !line.contains("dev-dependencies");
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        for used in line.split(|c| !is_word(c)).filter(|word| counts && word.starts_with("tacho-")) {
            if !allowed.contains(&used) {
                breaches
                    .push(format!("{file}:{}: {package} may not depend on {used}, only on {allowed:?}", number + 1));
            }
        }
    }
    breaches
}

/// The modules that lead to the source `file` of core, outermost first; none for `lib.rs`.
fn module_of(file: &str) -> Vec<&str> {
    let inner = file.strip_prefix("core/src/").and_then(|file| file.strip_suffix(".rs")).unwrap_or(file);
    inner.split('/').filter(|part| !["mod", "lib"].contains(part)).collect()
}

/// The module of core that a path names from within `module`, if it leads out to the crate's root.
fn module_named<'a>(path: &'a NamedPath, module: &[&str]) -> Option<&'a str> {
    let parts = &path.parts;
    let supers = parts.iter().take_while(|part| *part == "super").count();
    match parts[0].as_str() {
        "crate" => parts.get(1).map(String::as_str),
        "tacho_link" => Some("link"),
        "super" if supers == module.len() => parts.get(supers).map(String::as_str),
        _ => None,
    }
}

/// Every use in `source`, the source `file` of core, of a module that its own may not use.
fn module_breaches(file: &str, source: &str) -> Vec<String> {
    let module = module_of(file);
    let Some(user) = module.first() else { return Vec::new() };
    let place_of = |name: &str| MODULES.iter().position(|module| *module == name);
    let Some(user_place) = place_of(user) else {
        return vec![format!("{file}:1: {user} has no place in MODULES; say where it belongs")];
    };
    let mut breaches = Vec::new();
    for path in named_paths(source) {
        let Some(used) = module_named(&path, &module) else { continue };
        let rule = match place_of(used) {
            None => format!("{used} is no module of core; name what is used by its module"),
            Some(used_place) if used_place > user_place => format!("{used} comes after {user}"),
            Some(_) => match NEVER.iter().find(|never| (never.0, never.1) == (*user, used)) {
                Some((.., why)) => format!("{user} may not use {used}: {why}"),
                None => continue,
            },
        };
        breaches.push(format!("{file}:{}: `{}`: {rule}", path.line, path.parts.join("::")));
    }
    breaches
}

/// Every name in `source` that may not stand in `file`.
fn name_breaches(file: &str, source: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    for path in named_paths(source) {
        for confined in CONFINED {
            let names = |name: &&&str| {
                let wanted: Vec<&str> = name.split("::").collect();
                path.parts.windows(wanted.len()).any(|parts| parts == wanted)
            };
            let at_home = confined.places.iter().any(|place| Path::new(file).starts_with(place));
            if let Some(name) = confined.names.iter().find(names).filter(|_| !at_home) {
                let whole = path.parts.join("::");
                breaches.push(format!("{file}:{}: `{whole}` names {name}: {}", path.line, confined.rule));
            }
        }
    }
    breaches
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core lies in the workspace")
}

/// Every source below `folder` but tests, as path from the root and text, appended to `found`.
fn read_sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources can be listed") {
        let path = entry.expect("a folder of sources can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            read_sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let file = path.strip_prefix(root()).expect("it lies below the root").display().to_string();
            found.push((file, fs::read_to_string(&path).expect("a source is text")));
        }
    }
}

/// Every source of every package but tests.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (_, folder, _) in PACKAGES {
        read_sources(&root().join(folder).join("src"), &mut found);
    }
    found
}

/// Fails with one line for each breach.
fn assert_none(breaches: &[String]) {
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

#[test]
fn every_member_of_the_workspace_has_a_row() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let members = manifest.split("members = [").nth(1).and_then(|rest| rest.split(']').next()).expect("it has members");
    let mut members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    let mut folders: Vec<&str> = PACKAGES.iter().map(|(_, folder, _)| *folder).collect();
    members.sort_unstable();
    folders.sort_unstable();
    assert_eq!(members, folders, "the members of the workspace and the rows of PACKAGES differ");
}

#[test]
fn a_package_depends_only_on_those_below_it() {
    for (package, folder, _) in PACKAGES {
        let file = format!("{folder}/Cargo.toml");
        let manifest = fs::read_to_string(root().join(&file)).expect("a package has a manifest");
        assert!(manifest.contains(&format!("name = \"{package}\"")), "{file} is not the manifest of {package}");
        assert_none(&manifest_breaches(package, &file, &manifest));
    }
}

#[test]
fn a_module_of_core_uses_only_those_before_it() {
    let sources = sources();
    let of_core: Vec<_> = sources.iter().filter(|(file, _)| file.starts_with("core/src/")).collect();
    assert!(of_core.len() > MODULES.len(), "only {} sources of core were found", of_core.len());
    assert_none(&of_core.iter().flat_map(|(file, source)| module_breaches(file, source)).collect::<Vec<_>>());
}

#[test]
fn sockets_clocks_threads_and_legion_stay_where_they_belong() {
    assert_none(&sources().iter().flat_map(|(file, source)| name_breaches(file, source)).collect::<Vec<_>>());
}

#[test]
fn a_forbidden_dependency_is_found_in_every_form_and_a_dev_dependency_is_free() {
    let manifest = "[dependencies]\ntacho-core.workspace = true\ntacho-client = { path = \"../client\" }\n\
        rig = { package = \"tacho-replayer\", path = \"../replayer\" } # tacho-probe\n\
        [target.'cfg(unix)'.dependencies.tacho-recorder]\nworkspace = true\n\
        [dev-dependencies]\ntacho-client.workspace = true\n";
    let breaches = manifest_breaches("tacho-server", "server/Cargo.toml", manifest);
    let starts: Vec<&str> = breaches.iter().filter_map(|breach| breach.split(", only").next()).collect();
    assert_eq!(
        starts,
        [
            "server/Cargo.toml:3: tacho-server may not depend on tacho-client",
            "server/Cargo.toml:4: tacho-server may not depend on tacho-replayer",
            "server/Cargo.toml:5: tacho-server may not depend on tacho-recorder",
        ]
    );
    assert_eq!(manifest_breaches("tacho-new", "new/Cargo.toml", "").len(), 1, "a package without a row is refused");
}

#[test]
fn a_reach_over_the_order_is_found_in_every_form() {
    let breach = |file: &str, source: &str| module_breaches(file, source).join("\n");
    assert_eq!(
        breach("core/src/session/clock.rs", "\nuse crate::{\n    units,\n    room::Queue,\n};"),
        "core/src/session/clock.rs:4: `crate::room::Queue`: session may not use room: \
            the client's side must work from what was sent to it alone"
    );
    assert_eq!(
        breach("core/src/sim/ai/mod.rs", "fn f(x: super::super::wire::Seat) {}"),
        "core/src/sim/ai/mod.rs:1: `super::super::wire::Seat`: wire comes after sim"
    );
    assert_eq!(
        breach("core/src/sim/mod.rs", "use tacho_link::Conditions;"),
        "core/src/sim/mod.rs:1: `tacho_link::Conditions`: link comes after sim"
    );
    assert!(breach("core/src/units/mod.rs", "use crate::*;").contains("* is no module of core"));
    assert!(breach("core/src/mission/mod.rs", "").contains("mission has no place in MODULES"));
}

#[test]
fn what_the_order_allows_is_let_through() {
    assert_none(&module_breaches(
        "core/src/room/queue.rs",
        "use crate::sim::World; use super::schedule; use std::mem;",
    ));
    assert_none(&module_breaches(
        "core/src/sim/ai/mod.rs",
        "use super::store; use crate::sim::Pose; use crate::units;",
    ));
    assert_none(&module_breaches("core/src/lib.rs", "pub mod session; pub use tacho_link as link;"));
}

#[test]
fn a_confined_name_is_found_outside_its_place_only() {
    let breach = |file: &str, source: &str| name_breaches(file, source).join("\n");
    assert_eq!(
        breach("core/src/sim/world.rs", "use legion::Entity;"),
        "core/src/sim/world.rs:1: `legion::Entity` names legion: \
            legion's entity ids and row order are no part of the rules, so one file hides it"
    );
    assert!(breach("replayer/src/rig.rs", "use std::{fmt, net::UdpSocket};").contains("names std::net"));
    assert!(breach("traces/src/reader.rs", "fn f() { std::thread::yield_now() }").contains("names std::thread"));
    assert!(breach("probe/src/main.rs", "let t = std::time::Instant::now();").contains("names Instant"));
    assert!(breach("core/src/wire/mod.rs", "use crate::sim::World;").contains("names World"));
    assert_none(&name_breaches("core/src/sim/store.rs", "use legion::World;"));
    assert_none(&name_breaches("traces/src/writer/mod.rs", "use std::thread;"));
    assert_none(&name_breaches("client/src/main.rs", "use std::{net::UdpSocket, time::Instant}; // legion"));
}

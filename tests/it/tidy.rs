//! Reads the sources: imports run one way, and pure modules stay pure.

use std::fs;
use std::path::{Path, PathBuf};

/// Which modules of this crate each module may name.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("metrics", &[]),
    ("rules", &[]),
    ("tables", &["rules"]),
    ("ai", &["rules", "tables"]),
    ("coach", &["rules", "tables", "ai"]),
    ("render", &["rules"]),
    ("people", &["rules", "render"]),
    ("book", &["rules", "people"]),
    ("referee", &["rules", "people", "book"]),
    ("i18n", &["rules", "people", "referee"]),
    ("chat", &["rules", "coach", "render", "people", "book", "referee", "i18n"]),
    ("store", &["rules", "render", "people", "book", "referee"]),
    ("service", &["rules", "tables", "ai", "coach", "render", "people", "book", "referee", "chat", "store", "metrics"]),
    ("telegram", &["people", "chat", "service", "config", "metrics"]),
    ("emulator", &[]),
    ("config", &["people"]),
    (
        "cli",
        &[
            "rules", "tables", "ai", "render", "people", "referee", "book", "chat", "store", "service", "telegram",
            "emulator", "config", "metrics",
        ],
    ),
];

/// Modules whose result depends on their arguments alone.
const PURE: &[&str] = &["rules", "coach", "people", "book", "referee", "chat", "i18n", "render"];

/// What pure code does not do.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::io",
    "SystemTime",
    "Instant::now",
    "rand::",
    "tokio",
    "teloxide",
    "sled::",
    "tracing",
    "println!",
    "eprintln!",
];

/// Libraries that one module alone knows.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("teloxide", &["telegram"]),
    ("sled::", &["store"]),
    ("fluent_templates", &["i18n"]),
    ("skillratings", &["book"]),
    ("axum", &["emulator", "telegram", "metrics"]),
    ("prometheus_client", &["metrics"]),
    ("env::var", &["config"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// Every source line that is code, with the top-level module it stands in and where.
fn lines() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30, "only {} source files found below {}", files.len(), root.display());
    let mut lines = Vec::new();
    for file in files {
        let relative = file.strip_prefix(&root).expect("below src").to_owned();
        let first = relative.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
        let module = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&file).expect("UTF-8");
        for (number, line) in code(&text) {
            lines.push((module.clone(), format!("{}:{number}", relative.display()), line.to_owned()));
        }
    }
    lines
}

/// The lines of a source that are code, by number. The unit tests at the end of a file may do as they need; an indented
/// `#[cfg(test)]` marks a statement or a function, and what follows it is code again.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let before_tests = (1..).zip(text.lines()).take_while(|(_, line)| line.trim_end() != "#[cfg(test)]");
    before_tests.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn code_ends_where_the_unit_tests_begin() {
    let text = "// words\nfn a() {\n    #[cfg(test)]\n    note();\n}\n#[cfg(test)]\nmod tests {}\n";
    let numbers: Vec<usize> = code(text).map(|(number, _)| number).collect();
    assert_eq!(numbers, [2, 3, 4, 5]);
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn imports_run_one_way() {
    let mut faults = Vec::new();
    for (module, at, line) in lines() {
        let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == module) else { continue };
        for (start, _) in line.match_indices("crate::") {
            let named: String =
                line[start + "crate::".len()..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if named != module && !named.is_empty() && !allowed.contains(&named.as_str()) {
                faults.push(format!("{at}: {module} may not name {named}"));
            }
        }
    }
    report(faults);
}

#[test]
fn every_module_has_its_place() {
    let known: Vec<&str> = MAY_NAME.iter().map(|(name, _)| *name).chain(["lib", "main"]).collect();
    let strangers = lines().into_iter().filter(|(module, _, _)| !known.contains(&module.as_str()));
    let mut strangers: Vec<String> =
        strangers.map(|(module, _, _)| format!("{module} has no line in MAY_NAME")).collect();
    strangers.dedup();
    report(strangers);
}

#[test]
fn pure_modules_are_pure() {
    let mut faults = Vec::new();
    for (module, at, line) in lines() {
        if PURE.contains(&module.as_str()) {
            let found = IMPURE.iter().filter(|word| line.contains(**word));
            faults.extend(found.map(|word| format!("{at}: {module} is pure and may not use {word}")));
        }
    }
    report(faults);
}

#[test]
fn libraries_stay_in_their_rooms() {
    let mut faults = Vec::new();
    for (module, at, line) in lines() {
        for (library, rooms) in ONLY_IN {
            if line.contains(library) && !rooms.contains(&module.as_str()) {
                faults.push(format!("{at}: {library} belongs in {}", rooms.join(", ")));
            }
        }
    }
    report(faults);
}

//! What the guides tell a reader to run, run: each `sh` block in turn, with the text that is said to come out. Listed as ignored
//! where `sh` or Python is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let can_run = ["sh", "python3"].iter().all(|program| {
        Command::new(program).args(["-c", ""]).status().is_ok_and(|status| status.success())
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../secondtry-cards-server/guides");
    let mut guides: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of guides")
        .map(|entry| entry.expect("a file").path())
        .collect();
    guides.sort();
    let trials = guides.into_iter().map(|guide| {
        let name = guide.file_stem().expect("a name").to_string_lossy().into_owned();
        Trial::test(name.clone(), move || {
            run(&name, &fs::read_to_string(&guide)?);
            Ok(())
        })
        .with_ignored_flag(!can_run)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn run(name: &str, guide: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guides_run").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_secondtry")).parent().expect("a folder");
    let blocks = blocks(guide);
    for (at, (language, text)) in blocks.iter().enumerate() {
        match *language {
            // The guide names the file before the block.
            "jsonl" | "python" => {
                let before = &guide[..guide.find(text.as_str()).expect("a block of the guide")];
                let ending = if *language == "python" { ".py" } else { ".jsonl" };
                let file = before.rsplit('`').find(|word| word.contains(ending));
                fs::write(folder.join(file.expect("a name for the file")), text).expect("written");
            }
            "sh" => {
                let output = Command::new("sh")
                    .args(["-ec", &format!("PATH=\"$0:$PATH\"\n{text}")])
                    .arg(program)
                    .current_dir(&folder)
                    .output()
                    .expect("sh starts");
                let said = String::from_utf8_lossy(&output.stdout);
                match blocks.get(at + 1) {
                    Some(("text", expected)) => assert_eq!(said, expected.as_str(), "{text}"),
                    _ => assert!(output.status.success(), "{text}{said}"),
                }
            }
            _ => (),
        }
    }
    assert!(blocks.iter().any(|(language, _)| *language == "sh"), "{name} says nothing to run");
}

/// The fenced blocks of a Markdown text, each with its language.
fn blocks(guide: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((language, text.join("\n") + "\n"));
        }
    }
    blocks
}

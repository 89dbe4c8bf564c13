//! The pages of `secondtry cards serve` in a real browser: `browser/cards.mjs` clicks through them. `.ci/install` installs what
//! it needs; listed as ignored where Node.js, Chromium or `playwright-core` is missing.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

#[path = "browser/found.rs"]
mod browser;

use browser::Browser;

/// A card that says what would run if it were markup, with words that fit no line and a turned direction of writing.
const HOSTILE: &str = r#"---
title: "</title><script>alert(1)</script>LONG TURNEDtxt.exe"
id: hostile-hostile-hostile-hostile-hostile-hostile-hostile
status: accepted
products: ["<img src=x onerror=alert(2)>"]
updated: 2026-11-30
---

## Error strings
- `</code><script>alert(3)</script>LONG`

## Situation
<script>alert(4)</script> [a](javascript:alert(5)) ![b](https://elsewhere.example/p.png) <img src=x onerror=alert(6)>

## Symptom
| a | b |
| --- | --- |
| LONG | LONG |

## Cause
<style>* { display: none }</style>

## Fix
<iframe src="https://elsewhere.example"></iframe>

## Snippet
```html
<script>alert(7)</script> LONG
```

## Verify
<svg onload=alert(8)>

## Sources
- https://elsewhere.example/LONG
"#;

fn main() {
    browser::run("pages_of_the_cards_work_in_a_browser", pages_work_in);
}

fn pages_work_in(browser: &Browser) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cards_in_browser");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the files of the test can be read and written");
    let (store, card) = (folder.join("cards.db"), folder.join("hostile.md"));
    let text = HOSTILE.replace("LONG", &"A".repeat(90)).replace("TURNED", "\u{202e}");
    fs::write(&card, text).expect("the files of the test can be read and written");
    let imported = Command::new(env!("CARGO_BIN_EXE_secondtry"))
        .args(["cards", "--store"])
        .arg(&store)
        .args(["import", "--as", "test"])
        .arg(&card)
        .status();
    assert!(imported.expect("the program starts").success());
    let served = Served::start(&store);
    browser.click_through("cards.mjs", &served.address, &folder);
}

/// The program with its cards, until the end of the test.
struct Served {
    program: Child,
    address: String,
}

impl Served {
    fn start(store: &Path) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_secondtry"))
            .args(["cards", "--store"])
            .arg(store)
            .args(["serve", "--listen", "127.0.0.1:0", "--ask", "--unmoderated"])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(program.stderr.take().expect("a pipe")).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("listening on ")?;
            Some(rest.split(['/', ' ']).take(3).collect::<Vec<_>>().join("/"))
        });
        // Whatever it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { program, address: address.expect("the program says where it listens") }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

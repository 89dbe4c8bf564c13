//! The browser of the tests that need one.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Trial};

/// Node.js, a browser, and what drives it.
pub(crate) struct Browser {
    folder: PathBuf,
    chromium: PathBuf,
}

impl Browser {
    /// What the tests need; `None` where some of it is missing.
    fn found() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
        Command::new("node").arg("--version").output().ok()?;
        let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .map(PathBuf::from);
        let chromium = chromium.into_iter().find(|path| path.exists())?;
        let has_driver = folder.join("node_modules/playwright-core").exists();
        has_driver.then_some(Self { folder, chromium })
    }

    /// Has `script` click through what `place` names; it may put pictures into `pictures`.
    pub(crate) fn click_through(&self, script: &str, place: impl AsRef<Path>, pictures: &Path) {
        let output = Command::new("node")
            .arg(self.folder.join(script))
            .arg(&self.chromium)
            .arg(place.as_ref())
            .arg(pictures)
            .output()
            .expect("Node.js starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Runs the one test of a program, or lists it as ignored where there is no browser.
pub(crate) fn run(name: &str, test: fn(&Browser)) {
    let browser = Browser::found();
    let is_there = browser.is_some();
    let run = move || {
        if let Some(browser) = &browser {
            test(browser);
        }
        Ok(())
    };
    let trial = Trial::test(name, run).with_ignored_flag(!is_there);
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

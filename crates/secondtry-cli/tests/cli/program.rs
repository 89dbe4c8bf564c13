//! The programs under test, as built.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;

/// The program `secondtry`, outside any terminal.
pub(crate) fn secondtry() -> Command {
    Command::new(env!("CARGO_BIN_EXE_secondtry"))
}

/// The path of the flawed servers. Cargo builds them along with the workspace; where only this package is tested, they
/// are built here, unless they are newer than their source.
pub(crate) fn flawed_server() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let path =
                PathBuf::from(env!("CARGO_BIN_EXE_secondtry")).with_file_name("flawed-servers");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("flawed-servers");
            if changed(&path).is_some_and(|built| newest(&source) < Some(built)) {
                return path;
            }
            let is_release = path.parent().is_some_and(|folder| folder.ends_with("release"));
            let mut build = Command::new(env!("CARGO"));
            build.args(["build", "--quiet", "--package", "flawed-servers"]);
            if is_release {
                build.arg("--release");
            }
            assert!(
                build.status().expect("cargo starts").success(),
                "the flawed servers do not build"
            );
            path
        })
        .clone()
}

/// When the newest file in `folder` was changed.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    entries.filter_map(|path| if path.is_dir() { newest(&path) } else { changed(&path) }).max()
}

fn changed(file: &Path) -> Option<SystemTime> {
    file.metadata().ok()?.modified().ok()
}

use std::sync::Arc;

use super::*;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn logged(note: &Note) -> String {
    let kept = Kept::default();
    Log::new(Box::new(kept.clone()), Mask::Hide).note(note);
    String::from_utf8(kept.0.lock().expect("lock").clone()).expect("UTF-8")
}

#[test]
fn secret_is_masked() {
    let text = "connect with password=hunter2hunter2".to_owned();
    let line = logged(&Note::Withheld { reference: "abc-1".into(), text });
    assert!(line.starts_with("secondtry: abc-1: ") && !line.contains("hunter2"), "{line}");
}

#[test]
fn noise_stays_on_one_line_and_moves_no_cursor() {
    let line = logged(&Note::Noise(b"a\x1b[2Jb\nc\xff".to_vec()));
    assert_eq!(line.matches('\n').count(), 1);
    assert!(!line.contains('\x1b'), "{line}");
}

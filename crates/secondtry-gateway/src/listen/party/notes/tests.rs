use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use secondtry_failure::report::mask::Mask;

use super::*;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn flood_of_noise_is_told_in_part() {
    let kept = Kept::default();
    let log = Log::new(Box::new(kept.clone()), Mask::Hide);
    let mut notes = Notes::default();
    for _ in 0..10_000 {
        notes.tell(&Note::Noise(b"y".to_vec()), &log);
    }
    notes.tell(&Note::Said("something else".to_owned()), &log);
    let text = String::from_utf8(kept.0.lock().expect("whole").clone()).expect("text");
    let lines = text.lines().count();
    assert!((101..1000).contains(&lines), "{lines}");
    assert!(text.contains("something else"), "what is no noise is always told");
}

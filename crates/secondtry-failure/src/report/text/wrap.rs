//! Lines of bounded length.

#[cfg(test)]
mod tests;

/// The columns of a terminal that nobody widened.
pub(in crate::report) const WIDTH: usize = 80;

/// Breaks `text` at spaces into lines of at most `width` characters; a longer word is cut.
pub(in crate::report) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let mut word = word;
        let mut word_length = word.chars().count();
        if length > 0 && length + 1 + word_length > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        while word_length > width {
            let end = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
            lines.push(word[..end].to_owned());
            word = &word[end..];
            word_length -= width;
        }
        line.push_str(word);
        length += word_length;
    }
    lines.push(line);
    lines
}

//! The program `secondtry`.

fn main() {}

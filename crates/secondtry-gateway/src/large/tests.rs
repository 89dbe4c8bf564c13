use super::*;

#[test]
fn only_large_messages_get_a_block_of_their_own() {
    let mut bytes = vec![b'x'; LARGE];
    make_room(&mut bytes);
    assert!(bytes.capacity() < APART);
    bytes.push(b'y');
    make_room(&mut bytes);
    assert!(bytes.capacity() >= APART);
    let before = bytes.capacity();
    bytes.resize(APART / 2, b'z');
    make_room(&mut bytes);
    assert_eq!((bytes.capacity(), bytes[LARGE]), (before, b'y'));
}

#[test]
#[cfg(feature = "listen")]
fn room_is_apart_for_what_will_be_large() {
    assert!(room_for(LARGE).capacity() < APART);
    assert!(room_for(LARGE + 1).capacity() >= APART);
}

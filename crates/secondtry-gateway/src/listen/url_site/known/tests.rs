use super::*;

fn headers(authorization: &str) -> HeaderMap {
    let value = authorization.parse().expect("a value");
    HeaderMap::from_iter([(hyper::header::AUTHORIZATION, value)])
}

#[tokio::test]
async fn other_credentials_see_something_else() {
    let known = Known::new();
    let view = known.view(&headers("Bearer a"), None);
    assert!(Arc::ptr_eq(&view, &known.view(&headers("Bearer a"), None)));
    assert!(!Arc::ptr_eq(&view, &known.view(&headers("Bearer b"), None)));
    assert!(!Arc::ptr_eq(&view, &known.view(&headers("Bearer a"), Some("s"))));
}

#[tokio::test]
async fn callers_that_are_remembered_are_bounded() {
    let known = Known::new();
    for number in 0..3 * MOST_VIEWS {
        known.view(&headers(&format!("Bearer {number}")), None);
    }
    let views = known.views.lock().expect("whole");
    assert!(views.len() <= MOST_VIEWS, "{}", views.len());
}

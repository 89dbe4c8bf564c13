use super::*;

#[test]
fn table_is_complete_and_each_page_names_its_rule() {
    for rule in rules::ALL {
        assert!(rule.page.contains(&format!("rule: {}", rule.code)), "{}", rule.code);
        assert!(!rule.title().is_empty() && rule.title() != rule.code, "{}", rule.code);
        assert!(std::ptr::eq(rules::by_code(rule.code).expect("listed"), rule), "{}", rule.code);
    }
}

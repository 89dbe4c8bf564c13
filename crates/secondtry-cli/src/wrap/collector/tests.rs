use super::*;

fn collector_of(variables: &[(&str, &str)]) -> Result<Option<Collector>, String> {
    collector(&Environment::of(variables, "/nowhere"))
}

fn address(variables: &[(&str, &str)]) -> Option<String> {
    collector_of(variables).expect("no fault").map(|collector| collector.server.address())
}

const ALL: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/");

#[test]
fn endpoint_of_traces_is_taken_as_it_is() {
    assert_eq!(address(&[]), None);
    assert_eq!(address(&[ALL]).as_deref(), Some("http://collector:4318/v1/traces"));
    let own = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://other/in");
    assert_eq!(address(&[ALL, own]).as_deref(), Some("http://other/in"));
}

#[test]
fn whoever_wants_no_spans_gets_none() {
    for off in [
        ("OTEL_SDK_DISABLED", "true"),
        ("OTEL_TRACES_EXPORTER", "none"),
        ("OTEL_TRACES_SAMPLER", "always_off"),
    ] {
        assert_eq!(address(&[ALL, off]), None, "{off:?}");
    }
}

#[test]
fn faults_are_named_without_values_of_headers() {
    for (fault, said) in [
        (("OTEL_EXPORTER_OTLP_HEADERS", "secret"), "OTEL_EXPORTER_OTLP_HEADERS is no list"),
        (("OTEL_EXPORTER_OTLP_HEADERS", "a=s\u{1}ecret"), "the value of the header `a`"),
        (("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "a=secret%4"), "OTEL_EXPORTER_OTLP_TRACES_HEADERS"),
        (("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), "OTEL_EXPORTER_OTLP_PROTOCOL is `grpc`"),
        (("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector:4317"), "begins with neither"),
    ] {
        let why = collector_of(&[ALL, fault]).expect_err("a fault");
        assert!(why.contains(said) && !why.contains("secret"), "{why}");
    }
}

#[test]
fn headers_and_attributes_are_decoded() {
    let text = "authorization=Bearer%20abc, x-tenant = a=b ,";
    let expected = [("authorization", "Bearer abc"), ("x-tenant", "a=b")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(pairs(text).as_deref(), Some(expected.as_slice()));
    for text in ["=a", "a", "a=%", "a=%+1", "a=%ff"] {
        assert_eq!(pairs(text), None, "{text}");
    }
}

#[test]
fn service_is_named_by_whoever_knows_best() {
    let named = |service, attributes| {
        resource(service, attributes)
            .into_iter()
            .find(|(name, _)| name == SERVICE)
            .map(|(_, name)| name)
    };
    assert_eq!(named(None, "").as_deref(), Some("secondtry"));
    assert_eq!(named(None, "service.name=a,b=c").as_deref(), Some("a"));
    assert_eq!(named(Some("s"), "service.name=a").as_deref(), Some("s"));
    assert_eq!(named(None, "broken").as_deref(), Some("secondtry"));
}

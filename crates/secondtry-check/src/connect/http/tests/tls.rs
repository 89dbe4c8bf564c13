//! Servers behind TLS.

use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::*;

/// A legacy server with a certificate of its own making, which is returned.
fn secure_server() -> (SocketAddr, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .expect("a key that fits");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let config = Arc::clone(&config);
            thread::spawn(move || {
                let connection = ServerConnection::new(config).expect("a configuration");
                let mut stream = StreamOwned::new(connection, stream);
                while let Some(asked) = read(&mut stream) {
                    match legacy(&asked.body) {
                        Some(body) => answer(&mut stream, "200 OK", "application/json", &body),
                        None => answer(&mut stream, "202 Accepted", "text/plain", ""),
                    }
                }
            });
        }
    });
    (address, certificate)
}

fn greeted_with(address: SocketAddr, options: &HttpOptions) -> Result<Greeting, String> {
    let url = format!("https://localhost:{}/mcp", address.port());
    greeted(&HttpServer::new(&url, options).expect("an address")).0
}

#[test]
fn unknown_certificate_is_refused() {
    let (address, _) = secure_server();
    let said = greeted_with(address, &HttpOptions::default()).expect_err("refused");
    assert!(said.contains("no secure connection: invalid peer certificate"), "{said}");
}

#[test]
fn trusted_certificate_is_taken() {
    let (address, certificate) = secure_server();
    let options = HttpOptions { trusted: vec![certificate.to_vec()], ..HttpOptions::default() };
    let greeting = greeted_with(address, &options);
    assert_eq!(greeting.map(|greeting| greeting.server).as_deref(), Ok("old"));
}

#[test]
fn plain_server_speaks_no_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            answer(&mut stream, "400 Bad Request", "text/plain", "no HTTP");
        }
    });
    let said = greeted_with(address, &HttpOptions::default()).expect_err("refused");
    assert!(said.contains("no secure connection"), "{said}");
}

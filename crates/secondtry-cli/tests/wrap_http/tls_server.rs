//! TLS in front of a scripted server, with a certificate of its own making.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::scripted_server::ScriptedServer;

pub(crate) struct TlsServer {
    /// What answers.
    pub(crate) inner: ScriptedServer,
    address: SocketAddr,
    certificate: PathBuf,
}

impl TlsServer {
    /// Carries one request of each connection to `inner`, and its answer back.
    pub(crate) fn before(inner: ScriptedServer) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("made");
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("secondtry-certificate-{}-{count}.pem", std::process::id());
        let certificate = std::env::temp_dir().join(name);
        let text = STANDARD.encode(made.cert.der());
        let pem = format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n");
        std::fs::write(&certificate, pem).expect("room");
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a key that fits");
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let to = inner.address;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let connection = ServerConnection::new(Arc::clone(&config)).expect("configured");
                // A client that trusts nobody here goes.
                thread::spawn(move || carry(&mut StreamOwned::new(connection, stream), to));
            }
        });
        Self { inner, address, certificate }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.address.port())
    }

    /// The file that makes whoever trusts in it take this server.
    pub(crate) fn certificate(&self) -> &Path {
        &self.certificate
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.certificate);
    }
}

fn carry(client: &mut (impl Read + Write), to: SocketAddr) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        client.read_exact(&mut byte)?;
        head.extend(byte);
    }
    let text = String::from_utf8_lossy(&head).to_lowercase();
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.and_then(|length| length.trim().parse().ok()).unwrap_or(0)];
    client.read_exact(&mut body)?;
    let mut server = TcpStream::connect(to)?;
    server.write_all(&[head, body].concat())?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer)?;
    client.write_all(&answer)?;
    client.flush()
}

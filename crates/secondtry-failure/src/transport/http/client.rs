//! The HTTP client: everything that would act on its own is off.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, Proxy, redirect, retry};
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

use super::server::HttpServer;

/// Why there can be no connection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The system has no certificates to trust.
    #[error(
        "the system's certificates cannot be read (is the package `ca-certificates` installed?)"
    )]
    Certificates(#[source] rustls::Error),
    /// The HTTP client cannot be set up.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] reqwest::Error),
    /// The system gives no thread.
    #[error("the system gives no thread for the connection")]
    Thread(#[source] io::Error),
}

pub(super) fn build(server: &HttpServer) -> Result<Client, OpenError> {
    let mut builder = Client::builder()
        .tls_backend_preconfigured(tls(server).map_err(OpenError::Certificates)?)
        .user_agent(concat!("secondtry/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .referer(false)
        .retry(retry::never())
        .no_proxy()
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(if server.url.scheme() == "https" { MOST_IDLE } else { 0 });
    if let Some(proxy) = &server.proxy {
        builder = builder.proxy(Proxy::all(proxy.clone()).map_err(OpenError::Client)?);
    }
    builder.build().map_err(OpenError::Client)
}

pub(super) fn tls(server: &HttpServer) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?;
    let is_secure = server.url.scheme() == "https"
        || server.proxy.as_ref().is_some_and(|proxy| proxy.scheme() == "https");
    if !is_secure {
        // A container without certificates can still check a server on its own network.
        return Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth());
    }
    let trusted =
        server.trusted.iter().map(|certificate| CertificateDer::from(certificate.clone()));
    let verifier = Verifier::new_with_extra_roots(trusted, provider)?;
    let builder = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    Ok(builder.with_no_client_auth())
}

/// How long a connection is kept for the next request. A request that meets the end of its connection, which a server
/// may close at any time, looks like a fault of the server's, and must not be repeated. So over plain HTTP, where a
/// connection costs little, each request gets its own, and with TLS none is kept for long: the shortest time that is
/// common among servers is two seconds (gunicorn; Node and uvicorn take five).
const IDLE: Duration = Duration::from_secs(1);

/// Connections kept.
const MOST_IDLE: usize = 16;

//! One connection to a server for one request. None is kept: a server may close it at any time, a request that meets that
//! looks like a fault of the server's, and it must not be repeated.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{HOST, HeaderMap, HeaderValue};
use hyper::{Request, Response, Uri};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use secondtry_failure::transport::http::{HttpServer, OpenError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// A server behind a URL.
pub(super) struct Dial {
    host: String,
    port: u16,
    /// The host, with the port where it is no usual one.
    authority: HeaderValue,
    path: String,
    query: Option<String>,
    /// Headers that go with every request.
    headers: HeaderMap,
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

/// Why no answer has begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoAnswer {
    /// The request may have arrived.
    #[error("the connection broke before an answer came: {0}")]
    Broken(String),
    /// The bytes that came are no HTTP.
    #[error("the answer is no HTTP: {0}")]
    Malformed(String),
    /// The request has not arrived.
    #[error("no connection: {0}")]
    Unreachable(String),
}

impl Dial {
    pub(super) fn new(server: &HttpServer) -> Result<Self, OpenError> {
        let url = server.url();
        let host = url.host_str().unwrap_or_default().to_owned();
        let port = url.port_or_known_default().unwrap_or(80);
        let authority = match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.clone(),
        };
        // The name of an IPv6 address stands in brackets in a URL alone.
        let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let tls = if url.scheme() == "https" {
            let config = Arc::new(server.tls()?);
            let name = ServerName::try_from(bare.clone()).ok();
            name.map(|name| (TlsConnector::from(config), name))
        } else {
            None
        };
        Ok(Self {
            host: bare,
            port,
            authority: HeaderValue::try_from(authority)
                .unwrap_or_else(|_| HeaderValue::from_static("")),
            path: url.path().to_owned(),
            query: url.query().map(str::to_owned),
            headers: server.headers().clone(),
            tls,
        })
    }

    /// What the client's `suffix` and `query` are at the server.
    pub(super) fn uri(&self, suffix: &str, query: Option<&str>) -> Option<Uri> {
        let path = match suffix {
            "" => self.path.clone(),
            suffix => format!("{}{suffix}", self.path.trim_end_matches('/')),
        };
        with_query(&path, [self.query.as_deref(), query])
    }

    /// A path of the server's own, whatever its endpoint.
    pub(super) fn root_uri(path: &str, query: Option<&str>) -> Option<Uri> {
        with_query(path, [query, None])
    }

    /// Sends `request` and waits for the head of its answer.
    pub(super) async fn send(
        &self,
        mut request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, NoAnswer> {
        let headers = request.headers_mut();
        headers.insert(HOST, self.authority.clone());
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        let unreachable = |why: String| NoAnswer::Unreachable(why);
        let connecting = TcpStream::connect((self.host.as_str(), self.port));
        let stream = match timeout(CONNECTING, connecting).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(unreachable(error.to_string())),
            Err(_) => return Err(unreachable("it took too long".to_owned())),
        };
        let _ = stream.set_nodelay(true);
        match &self.tls {
            None => exchange(stream, request).await,
            Some((connector, name)) => {
                let securing = connector.connect(name.clone(), stream);
                match timeout(CONNECTING, securing).await {
                    Ok(Ok(stream)) => exchange(stream, request).await,
                    Ok(Err(error)) => Err(unreachable(format!("no secure connection: {error}"))),
                    Err(_) => Err(unreachable("the secure connection took too long".to_owned())),
                }
            }
        }
    }
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
) -> Result<Response<Incoming>, NoAnswer> {
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(MOST_HEAD)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| NoAnswer::Unreachable(error.to_string()))?;
    // It ends with the answer, or when the answer is wanted no more; how, the answer tells.
    tokio::spawn(async move { drop(connection.await) });
    sender.send_request(request).await.map_err(|error| {
        let why = std::error::Error::source(&error).map_or(error.to_string(), ToString::to_string);
        if error.is_parse() { NoAnswer::Malformed(why) } else { NoAnswer::Broken(why) }
    })
}

fn with_query(path: &str, queries: [Option<&str>; 2]) -> Option<Uri> {
    let queries: Vec<&str> = queries.into_iter().flatten().collect();
    let whole =
        if queries.is_empty() { path.to_owned() } else { format!("{path}?{}", queries.join("&")) };
    whole.parse().ok()
}

/// How long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(10);

/// The longest head of an answer, in bytes; also how much is read at once.
const MOST_HEAD: usize = 256 * 1024;

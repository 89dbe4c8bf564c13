//! The address of a server, and what goes with each request to it.

use std::fmt;

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use super::client::{self, OpenError};

#[cfg(test)]
mod tests;

/// A server that is reached over HTTP.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpServer {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) proxy: Option<Url>,
    pub(super) trusted: Vec<Vec<u8>>,
}

/// What a user may set for a server.
#[derive(Clone, Default)]
pub struct HttpOptions {
    /// Headers of every request. They replace the transport's own, and a later one an earlier one of the same name.
    pub headers: Vec<(String, String)>,
    /// A token for `Authorization: Bearer`.
    pub bearer: Option<String>,
    /// The address of a proxy.
    pub proxy: Option<String>,
    /// Certificates (DER) that are trusted besides the system's.
    pub trusted: Vec<Vec<u8>>,
}

/// Why an address cannot be used. Values of headers are not shown: they may be secrets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each variant's message says what it means")]
#[non_exhaustive]
pub enum AddressError {
    #[error(
        "the bearer token has characters that no header can hold (is there a line break at its end?)"
    )]
    Bearer,
    #[error("`{0}` is no name of a header")]
    HeaderName(String),
    #[error("the value of the header `{0}` has characters that no header can hold")]
    HeaderValue(String),
    #[error("`{0}` begins with neither http:// nor https://")]
    Scheme(String),
    #[error("`{address}` is no address: {why}")]
    Url { address: String, why: String },
}

impl HttpServer {
    /// Reads an address and its options.
    pub fn new(address: &str, options: &HttpOptions) -> Result<Self, AddressError> {
        let url = parsed(address)?;
        let mut headers = HeaderMap::new();
        for (name, value) in &options.headers {
            let key = HeaderName::try_from(name.trim())
                .map_err(|_| AddressError::HeaderName(name.clone()))?;
            let value = HeaderValue::try_from(value.trim())
                .map_err(|_| AddressError::HeaderValue(name.clone()))?;
            headers.insert(key, secret(value));
        }
        if let Some(token) = &options.bearer {
            let value = HeaderValue::try_from(format!("Bearer {token}"));
            headers.insert(AUTHORIZATION, secret(value.map_err(|_| AddressError::Bearer)?));
        }
        let proxy = options.proxy.as_deref().map(parsed).transpose()?;
        Ok(Self { url, headers, proxy, trusted: options.trusted.clone() })
    }

    /// The address without a name and a password.
    pub fn address(&self) -> String {
        without_credentials(&self.url)
    }

    /// The address, for those who carry requests by themselves.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The headers that go with every request. They may hold secrets.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Whom to trust on the way to it.
    pub fn tls(&self) -> Result<rustls::ClientConfig, OpenError> {
        client::tls(self).map_err(OpenError::Certificates)
    }
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The rest may hold secrets.
        f.debug_struct("HttpServer").field("address", &self.address()).finish_non_exhaustive()
    }
}

fn parsed(address: &str) -> Result<Url, AddressError> {
    let url = Url::parse(address)
        .map_err(|why| AddressError::Url { address: address.to_owned(), why: why.to_string() })?;
    if matches!(url.scheme(), "http" | "https") {
        return Ok(url);
    }
    Err(AddressError::Scheme(without_credentials(&url)))
}

fn without_credentials(url: &Url) -> String {
    let mut bare = url.clone();
    // Both fail only for addresses that cannot hold credentials.
    let _ = bare.set_username("");
    let _ = bare.set_password(None);
    bare.to_string()
}

fn secret(mut value: HeaderValue) -> HeaderValue {
    value.set_sensitive(true);
    value
}

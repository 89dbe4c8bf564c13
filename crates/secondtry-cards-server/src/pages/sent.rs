//! What a request says, read into a type or refused with a page.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use serde::de::DeserializeOwned;

use super::problem::Problem;

/// A form: of the body for POST, of the address for everything else.
pub(super) struct Sent<T>(pub(super) T);

/// The one part of the path that varies.
pub(super) struct Named(pub(super) String);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if request.method() != Method::POST {
            return Query::try_from_uri(request.uri()).map(|Query(sent)| Self(sent)).map_err(
                |_| Problem::Malformed("This link says something twice, or is cut off.".into()),
            );
        }
        match Form::from_request(request, state).await {
            Ok(Form(sent)) => Ok(Self(sent)),
            Err(FormRejection::BytesRejection(rejection))
                if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE =>
            {
                Err(Problem::TooLong)
            }
            Err(_) => Err(Problem::Malformed(
                "The form lacks a field, or has one of a wrong kind. Send it from its page.".into(),
            )),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(name) =
            Path::from_request_parts(parts, state).await.map_err(|_| Problem::NotFound)?;
        Ok(Self(name))
    }
}

/// What somebody typed, with plain line ends; `None` where it is blank.
pub(super) fn typed(text: Option<String>) -> Option<String> {
    let text = text?.replace("\r\n", "\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

//! What a tool returns in `Err`: the facts that a model needs to make the next call.

pub(crate) mod argument;
mod facts;
mod from_error;
pub(crate) mod state;
pub(crate) mod upstream;

use std::fmt;
use std::time::Duration;

use secondtry_failure::repair::{Retry, ToldFault, Work, duration_in_words};
use serde::Serialize;

use self::argument::InvalidArgument;
use self::state::{Conflict, Handle, NotFound, Refused, Unfinished};
use self::upstream::Upstream;

#[cfg(test)]
mod tests;

/// A failure of a tool, told to the model.
///
/// It is built from a constructor that demands the facts: what was given, what is accepted, whether another call makes
/// sense. On the wire it is a result with `isError: true`, a text, and `_meta["dev.secondtry/failure"]` for programs;
/// never `structuredContent`, since strict clients would hold that against the tool's `outputSchema` and drop the text.
///
/// ```
/// use secondtry::ToolFailure;
///
/// let failure = ToolFailure::invalid_argument("nights", &0).must_be("from 1 to 30");
/// assert_eq!(
///     failure.to_string(),
///     "Argument `nights` must be from 1 to 30. You sent 0. Call again with the corrected value."
/// );
/// ```
///
/// A bare text is none, since it may say nothing:
///
/// ```compile_fail
/// let failure: secondtry::ToolFailure = "something went wrong".into();
/// ```
///
/// # From other errors
///
/// `?` makes one of any error. The model gets a safe sentence, and the log gets the error under a reference that the
/// sentence names:
///
/// ```
/// fn read(path: &str) -> Result<String, secondtry::ToolFailure> {
///     Ok(std::fs::read_to_string(path)?)
/// }
///
/// let failure = read("/srv/prices/2026.csv").unwrap_err();
/// assert!(!failure.to_string().contains("/srv/prices"));
/// ```
pub struct ToolFailure(Box<Facts>);

/// What a failure holds.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// What happened, in sentences.
    what: String,
    /// What to do, in a sentence.
    next: String,
    faults: Vec<ToldFault>,
    retry: Retry,
    work: Work,
    retry_after_ms: Option<u64>,
    reference: Option<String>,
}

impl ToolFailure {
    /// An argument has a value that the tool cannot take, for a reason that its `inputSchema` does not tell.
    ///
    /// `parameter` is the argument's name, or a JSON Pointer to a part of it (`/stay/from`).
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let given = "usd";
    /// let failure = ToolFailure::invalid_argument("currency", &given)
    ///     .suggest(|given| Some(given.to_uppercase()))
    ///     .must_be("one of EUR, GBP, USD");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "Argument `currency` must be one of EUR, GBP, USD. You sent \"usd\". Suggested value: \"USD\". \
    ///      Call again with the corrected value."
    /// );
    /// ```
    ///
    /// It is a failure only once it says what is accepted:
    ///
    /// ```compile_fail
    /// let failure: secondtry::ToolFailure =
    ///     secondtry::ToolFailure::invalid_argument("currency", &"usd");
    /// ```
    pub fn invalid_argument<'a, G: Serialize + ?Sized>(
        parameter: &'a str,
        given: &'a G,
    ) -> InvalidArgument<'a, G> {
        InvalidArgument::new(parameter, given)
    }

    /// There is no `kind` with the name or number that the argument `parameter` gave.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::not_found("invoice", "id", &"INV-7").find_with("list_invoices");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "There is no invoice \"INV-7\", which you sent as `id`. It must be an existing invoice. \
    ///      Call `list_invoices` to find one, then call again with it."
    /// );
    /// ```
    pub fn not_found<'a, G: Serialize + ?Sized>(
        kind: &'a str,
        parameter: &'a str,
        given: &G,
    ) -> NotFound<'a> {
        NotFound::new(kind, parameter, given)
    }

    /// The argument `parameter` is a handle that was never given out, or is not known any more.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::unknown_handle("basket", &"b-9").made_by("new_basket");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "Argument `basket` must be a handle that `new_basket` returned and that still lives. You sent \"b-9\". \
    ///      Call `new_basket` for a new one and use that."
    /// );
    /// ```
    pub fn unknown_handle<'a, G: Serialize + ?Sized>(parameter: &'a str, given: &G) -> Handle<'a> {
        Handle::unknown(parameter, given)
    }

    /// The argument `parameter` is a handle whose time is over; `lifetime` is how long one lives.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::expired_handle("basket", &"b-1", Duration::from_secs(600)).made_by("new_basket");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "Argument `basket` must be a handle that still lives, which is 10 min from `new_basket` on. \
    ///      You sent \"b-1\", which has expired. Call `new_basket` for a new one and use that."
    /// );
    /// ```
    pub fn expired_handle<'a, G: Serialize + ?Sized>(
        parameter: &'a str,
        given: &G,
        lifetime: Duration,
    ) -> Handle<'a> {
        Handle::expired(parameter, given, lifetime)
    }

    /// The API called `name`, on which the tool depends, failed.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use secondtry::ToolFailure;
    ///
    /// let failure =
    ///     ToolFailure::upstream("the rates API").answered(503).retry_after(Duration::from_secs(30));
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "The rates API answered HTTP 503 (service unavailable). Send the same call again in 30 s."
    /// );
    /// ```
    ///
    /// It is a failure only once it says how the API failed, and what that means for a retry:
    ///
    /// ```compile_fail
    /// let failure: secondtry::ToolFailure = secondtry::ToolFailure::upstream("the rates API").answered(503);
    /// ```
    pub fn upstream(name: &str) -> Upstream<'_> {
        Upstream::new(name)
    }

    /// The call is understood and a rule of the business forbids it; `rule` is a whole sentence that tells the rule and
    /// the value that decides.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::refused("A booking can be cancelled up to 24 h ahead, and this one starts in 3 h")
    ///     .allowed("Move it with `move_booking`, which is possible up to 1 h ahead");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "A booking can be cancelled up to 24 h ahead, and this one starts in 3 h. \
    ///      Move it with `move_booking`, which is possible up to 1 h ahead."
    /// );
    /// ```
    pub fn refused(rule: impl Into<String>) -> Refused {
        Refused::new(rule.into())
    }

    /// The call was right, and the state has changed since the caller looked; `change` is a whole sentence that says how.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::conflict("Seat 12A was taken by another booking")
    ///     .resolve_with("Call `free_seats` and choose another");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "Seat 12A was taken by another booking. Call `free_seats` and choose another."
    /// );
    /// ```
    pub fn conflict(change: impl Into<String>) -> Conflict {
        Conflict::new(change.into())
    }

    /// More calls came than `limit` allows ("10 calls a minute"); this one was not run, and after `wait` it can be.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::rate_limited("10 calls a minute", Duration::from_secs(12));
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "Too many requests: the limit is 10 calls a minute. This call was not run. Send the same call again in 12 s."
    /// );
    /// ```
    pub fn rate_limited(limit: &str, wait: Duration) -> Self {
        let wait = milliseconds(wait);
        Self::of(Facts {
            what: format!("Too many requests: the limit is {limit}. This call was not run."),
            next: format!("Send the same call again in {}.", duration_in_words(wait)),
            retry: Retry::SameCall,
            retry_after_ms: Some(wait),
            ..Facts::not_run()
        })
    }

    /// The work was begun, and whether it was done is not known; `what` is a whole sentence that says how that came.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let failure = ToolFailure::unfinished("The payment was sent and not confirmed within 30 s")
    ///     .check_with("find_payment");
    /// assert_eq!(
    ///     failure.to_string(),
    ///     "The payment was sent and not confirmed within 30 s. Whether the work was done is not known. \
    ///      Call `find_payment` to see, before you send this call again."
    /// );
    /// ```
    pub fn unfinished(what: impl Into<String>) -> Unfinished {
        Unfinished::new(what.into())
    }

    /// An error of which the model is told no more than that it lies with the server; the log gets it under a reference.
    ///
    /// For errors that `?` does not take, such as a `String` or a boxed error.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let failure = Err::<(), _>("no route to 10.0.0.7").map_err(ToolFailure::internal).unwrap_err();
    /// assert!(!failure.to_string().contains("10.0.0.7"));
    /// ```
    pub fn internal(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        from_error::failure_of_boxed(error.into().as_ref())
    }

    /// Both failures in one, so that a model corrects them at once.
    ///
    /// ```
    /// use secondtry::ToolFailure;
    ///
    /// let from = ToolFailure::invalid_argument("from", &"2026-01-02").must_be("a day to come");
    /// let nights = ToolFailure::invalid_argument("nights", &0).must_be("from 1 to 30");
    /// assert_eq!(
    ///     from.and(nights).to_string(),
    ///     "Argument `from` must be a day to come. You sent \"2026-01-02\".\n\
    ///      Argument `nights` must be from 1 to 30. You sent 0.\n\
    ///      Call again with all of them corrected."
    /// );
    /// ```
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (mut facts, other) = (*self.0, *other.0);
        let are_arguments = !facts.faults.is_empty() && !other.faults.is_empty();
        facts.next = if are_arguments {
            "\nCall again with all of them corrected.".into()
        } else if facts.next == other.next {
            facts.next
        } else {
            format!("{} {}", facts.next, other.next)
        };
        facts.what = format!("{}\n{}", facts.what, other.what);
        facts.faults.extend(other.faults);
        if facts.retry != other.retry {
            facts.retry = if are_arguments { Retry::ChangedCall } else { Retry::Unknown };
        }
        if facts.work != other.work {
            facts.work = Work::Unknown;
        }
        facts.retry_after_ms = facts.retry_after_ms.max(other.retry_after_ms);
        facts.reference = facts.reference.or(other.reference);
        Self::of(facts)
    }

    pub(crate) fn of(facts: Facts) -> Self {
        Self(Box::new(facts))
    }
}

impl Facts {
    /// A failure before anything was done, after which another call may work.
    fn not_run() -> Self {
        Self {
            what: String::new(),
            next: String::new(),
            faults: Vec::new(),
            retry: Retry::ChangedCall,
            work: Work::NotRun,
            retry_after_ms: None,
            reference: None,
        }
    }
}

/// The text that the model reads.
impl fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { what, next, .. } = &*self.0;
        let gap = if next.is_empty() || next.starts_with('\n') { "" } else { " " };
        write!(f, "{what}{gap}{next}")
    }
}

impl fmt::Debug for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolFailure").field(&self.0).finish()
    }
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// `text` as a sentence: with a full stop, unless it ends in a sign of its own.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let is_ended = text.ends_with(['.', '!', '?']);
    format!("{text}{}", if is_ended { "" } else { "." })
}

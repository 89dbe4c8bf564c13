//! Answers of faulty servers, each with the answer that it should have been.

mod repair {
    pub(crate) mod acceptance;
    pub(crate) mod data;
    pub(crate) mod known;
    pub(crate) mod properties;
    pub(crate) mod recovery;
}

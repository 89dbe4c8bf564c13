//! Runs a plan of deliberately bad calls against a server.

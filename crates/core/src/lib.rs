//! What every game is.

//! Search that knows no game.

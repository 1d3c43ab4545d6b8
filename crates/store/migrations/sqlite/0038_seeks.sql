-- People who wait for anyone to play with, for as long as their pages are open.
CREATE TABLE seeks (
    id       TEXT    NOT NULL PRIMARY KEY,
    person   TEXT    NOT NULL UNIQUE,  -- who waits: one seek at a time
    name     TEXT    NOT NULL,         -- as the other player sees it
    game     TEXT    NOT NULL,         -- in the catalog
    pace     TEXT    NOT NULL,         -- the clock, JSON
    rated    BOOLEAN NOT NULL,
    rating   REAL,                     -- the person's in this game, if the game is rated and there is one
    since    INTEGER NOT NULL,         -- milliseconds since 1970
    seen     INTEGER NOT NULL,         -- when the page was last there
    table_id TEXT                      -- the game that was found
);
CREATE INDEX seeks_game ON seeks (game, since);

-- A game: everything that is decided before its first event.
CREATE TABLE games (
    id      TEXT    NOT NULL PRIMARY KEY,
    game    TEXT    NOT NULL,             -- id in the catalog
    options TEXT    NOT NULL,             -- JSON
    setup   TEXT    NOT NULL,             -- JSON
    seed    TEXT    NOT NULL,             -- decides the deal (unless dealt = 0) and all later chance
    dealt   INTEGER NOT NULL,             -- 1 if the set-up came from the seed, 0 if it was given
    daily   TEXT,                         -- the date, for a daily deal
    owner   TEXT    NOT NULL,             -- the visitor who made it
    seats   TEXT    NOT NULL,             -- JSON: per seat null (the owner) or the name of a program
    created INTEGER NOT NULL              -- milliseconds since 1970
);
CREATE INDEX games_of_owner ON games (owner, created);
CREATE UNIQUE INDEX one_daily_each ON games (owner, game, daily, options) WHERE daily IS NOT NULL;

-- What happened, one row an event, never changed. A game's position is its events played in order.
CREATE TABLE events (
    game TEXT    NOT NULL REFERENCES games (id),
    seq  INTEGER NOT NULL,                -- from 0 without gaps: two writers cannot both write the same one
    at   INTEGER NOT NULL,                -- milliseconds since 1970
    kind TEXT    NOT NULL CHECK (kind IN ('act', 'amend', 'undo', 'redo', 'restart')),
    text TEXT    NOT NULL,                -- the action's canonical text, or nothing
    PRIMARY KEY (game, seq)
);

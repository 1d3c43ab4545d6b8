-- What a person has played of the deals and positions of the day: one row for each person, game and world date (UTC).
CREATE TABLE dailies (
    person   TEXT    NOT NULL,
    game     TEXT    NOT NULL,                -- id in the catalog
    date     TEXT    NOT NULL,                -- the world date, '2026-11-21'
    table_id TEXT    REFERENCES tables (id),  -- where a deal is played; NULL for a position
    begun    INTEGER NOT NULL,                -- milliseconds since 1970
    ended    INTEGER,                         -- NULL while it is open
    took     INTEGER,                         -- the milliseconds played; NULL while it is open
    solved   INTEGER NOT NULL DEFAULT 0,
    score    INTEGER NOT NULL DEFAULT 0,      -- moves, or tries for a position
    helped   INTEGER NOT NULL DEFAULT 0,      -- whether the solver has helped
    name     TEXT,                            -- what the table of the day calls the person; NULL: not listed
    PRIMARY KEY (person, game, date)
);
-- The moves of a game as par counts them, which may be fewer than its actions. NULL where the game has no par, and for
-- tables that nothing has happened at since.
ALTER TABLE summaries ADD COLUMN moves INTEGER;
-- The milliseconds played; NULL before the first action, and for tables that nothing has happened at since.
ALTER TABLE summaries ADD COLUMN played INTEGER;
CREATE INDEX dailies_of_a_day ON dailies (game, date, score) WHERE solved AND NOT helped;
CREATE UNIQUE INDEX dailies_table ON dailies (table_id) WHERE table_id IS NOT NULL;

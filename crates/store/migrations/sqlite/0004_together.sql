-- People who play together: what they agreed, who did what, and where every game stands.
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';   -- JSON: clock and etiquette

-- The same table with the seat and the id of whoever did it, and more kinds of events (the program knows which).
CREATE TABLE told (
    game TEXT    NOT NULL REFERENCES games (id),
    seq  INTEGER NOT NULL,                -- from 0 without gaps: two writers cannot both write the same one
    at   INTEGER NOT NULL,                -- milliseconds since 1970
    kind TEXT    NOT NULL,
    seat INTEGER,                         -- the seat of the person who does it, where the turn does not tell
    who  TEXT    NOT NULL DEFAULT '',     -- the person who does it
    text TEXT    NOT NULL,                -- the action's canonical text, or what else the kind says
    PRIMARY KEY (game, seq)
);
INSERT INTO told (game, seq, at, kind, text) SELECT game, seq, at, kind, text FROM events;
DROP TABLE events;
ALTER TABLE told RENAME TO events;

-- Where every game stands, for lists. It follows from the events, is written together with them, and can be made anew from them.
CREATE TABLE standings (
    game     TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    phase    TEXT    NOT NULL CHECK (phase IN ('open', 'playing', 'over')),
    listed   INTEGER NOT NULL,            -- 1 if its open seats are in the lobby
    thinking INTEGER NOT NULL,            -- 1 if a program is to move
    deadline INTEGER,                     -- when whoever is to act runs out of time
    changed  INTEGER NOT NULL,            -- when it changed last, in milliseconds since 1970
    events   INTEGER NOT NULL,
    plies    INTEGER NOT NULL,
    reason   TEXT    NOT NULL             -- how it ended, in words
);
CREATE INDEX standings_deadline ON standings (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX standings_phase ON standings (phase, changed);
CREATE TABLE sitters (
    game   TEXT    NOT NULL REFERENCES games (id),
    seat   INTEGER NOT NULL,
    person TEXT,                          -- nothing for programs and open seats
    name   TEXT    NOT NULL,
    turn   INTEGER NOT NULL,              -- 1 if it is this seat's turn
    result TEXT    CHECK (result IN ('won', 'lost', 'drawn')),
    PRIMARY KEY (game, seat)
);
CREATE INDEX sitters_person ON sitters (person, game);

-- Times when no server ran: clocks do not run then.
CREATE TABLE downtimes (
    begin_at INTEGER NOT NULL,            -- milliseconds since 1970
    end_at   INTEGER NOT NULL
);
-- When a server was last known to run; one row.
CREATE TABLE heartbeat (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
);

-- People who have told a name.
CREATE TABLE people (
    id   TEXT NOT NULL PRIMARY KEY,       -- a visitor's id
    name TEXT NOT NULL
);

-- What was said at a table.
CREATE TABLE chat (
    game TEXT    NOT NULL REFERENCES games (id),
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    who  TEXT    NOT NULL,
    name TEXT    NOT NULL,
    text TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
);

-- The servers that share this database, and what they tell each other while they run. Nothing here outlives them: these tables
-- are no part of an instance, and PostgreSQL may empty them when it starts after a crash. Times are those of the database.
CREATE UNLOGGED TABLE copies (
    id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    beat TIMESTAMPTZ NOT NULL,           -- when it said last that it runs
    pid  INTEGER                         -- the backend that holds its lock
);

-- Who has a table open at which server; no person: visitors without an id.
CREATE UNLOGGED TABLE copy_presence (
    table_id TEXT   COLLATE "C" NOT NULL,
    copy     TEXT   COLLATE "C" NOT NULL REFERENCES copies (id) ON DELETE CASCADE,
    person   TEXT   COLLATE "C" NOT NULL,
    streams  BIGINT NOT NULL,
    ended    BIGINT,
    asked    BIGINT,
    stamp    BIGINT NOT NULL,
    PRIMARY KEY (table_id, copy, person)
);
CREATE INDEX copy_presence_copy ON copy_presence (copy);

-- Which server does a piece of work. A server that has ended leaves its rows to the others.
CREATE UNLOGGED TABLE copy_jobs (
    kind    TEXT   COLLATE "C" NOT NULL,
    subject TEXT   COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    copy    TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, subject, version)
);

-- The solver's work on a hint, as the server that does it has told.
CREATE UNLOGGED TABLE copy_hints (
    table_id TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    copy     TEXT   COLLATE "C" NOT NULL,
    state    TEXT   COLLATE "C" NOT NULL,  -- JSON
    stamp    BIGINT NOT NULL
);

-- When tries of a key, such as a name with a password, are all free again.
CREATE UNLOGGED TABLE copy_tries (
    key     TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    free_at BIGINT NOT NULL
);

-- What such work has found, for the other servers, which keep it in memory.
CREATE UNLOGGED TABLE copy_results (
    kind    TEXT   COLLATE "C" NOT NULL,
    subject TEXT   COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    result  TEXT   COLLATE "C" NOT NULL,
    found   TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (kind, subject, version)
);

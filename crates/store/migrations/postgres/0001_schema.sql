-- The whole schema: what the migrations of SQLite have led to, whose comments say what each table is for. Texts are compared
-- byte by byte, as SQLite does, whatever the language of the server. Times are milliseconds since 1970.

-- As in SQLite, so that the same statements run on both: the elements of a JSON array, in order.
CREATE FUNCTION json_each(list TEXT) RETURNS TABLE (value JSON) LANGUAGE sql IMMUTABLE
    AS 'SELECT element FROM json_array_elements(CAST(list AS JSON)) AS elements (element)';

CREATE TABLE tables (
    id       TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    game     TEXT    COLLATE "C" NOT NULL,
    options  TEXT    COLLATE "C" NOT NULL,   -- JSON
    setup    TEXT    COLLATE "C" NOT NULL,   -- JSON
    seed     TEXT    COLLATE "C" NOT NULL,
    dealt    BOOLEAN NOT NULL,
    daily    TEXT    COLLATE "C",
    owner    TEXT    COLLATE "C" NOT NULL,
    seating  TEXT    COLLATE "C" NOT NULL,   -- JSON
    created  BIGINT  NOT NULL,
    terms    TEXT    COLLATE "C" NOT NULL DEFAULT '{}',
    fairness TEXT    COLLATE "C"             -- JSON
);
CREATE INDEX tables_owner ON tables (owner, created);
CREATE UNIQUE INDEX tables_daily ON tables (owner, game, daily, options) WHERE daily IS NOT NULL;

CREATE TABLE events (
    table_id   TEXT   COLLATE "C" NOT NULL REFERENCES tables (id),
    seq        BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    kind       TEXT   COLLATE "C" NOT NULL,
    seat       BIGINT,
    person     TEXT   COLLATE "C" NOT NULL DEFAULT '',
    text       TEXT   COLLATE "C" NOT NULL,
    randomness TEXT   COLLATE "C",
    PRIMARY KEY (table_id, seq)
);
CREATE INDEX events_sat ON events (person) WHERE kind = 'sit';

CREATE TABLE rounds (
    table_id TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables (id),
    match_id TEXT   COLLATE "C" NOT NULL,
    round    BIGINT NOT NULL,
    best_of  BIGINT NOT NULL,
    score    TEXT   COLLATE "C" NOT NULL,    -- JSON
    players  TEXT   COLLATE "C" NOT NULL,    -- JSON
    UNIQUE (match_id, round)
);
CREATE TABLE forks (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables (id),
    source   TEXT COLLATE "C"
);
CREATE TABLE pars (
    game     TEXT   COLLATE "C" NOT NULL,
    options  TEXT   COLLATE "C" NOT NULL,    -- JSON, as in tables
    setup    TEXT   COLLATE "C" NOT NULL,    -- JSON, as in tables
    moves    BIGINT NOT NULL,
    at_least BIGINT NOT NULL,
    PRIMARY KEY (game, options, setup)
);

CREATE TABLE summaries (
    table_id TEXT    COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables (id),
    stage    TEXT    COLLATE "C" NOT NULL CHECK (stage IN ('open', 'playing', 'over')),
    listed   BOOLEAN NOT NULL,
    thinking BOOLEAN NOT NULL,
    deadline BIGINT,
    changed  BIGINT  NOT NULL,
    events   BIGINT  NOT NULL,
    plies    BIGINT  NOT NULL,
    reason   TEXT    COLLATE "C" NOT NULL,
    ending   TEXT    COLLATE "C",
    helped   BOOLEAN NOT NULL DEFAULT FALSE,
    moves    BIGINT,
    played   BIGINT,
    opening  TEXT    COLLATE "C"
);
CREATE INDEX summaries_deadline ON summaries (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX summaries_thinking ON summaries (table_id) WHERE thinking;
CREATE INDEX summaries_stage ON summaries (stage, changed);
CREATE TABLE seat_summaries (
    table_id TEXT    COLLATE "C" NOT NULL REFERENCES tables (id),
    seat     BIGINT  NOT NULL,
    person   TEXT    COLLATE "C",
    name     TEXT    COLLATE "C" NOT NULL,
    turn     BOOLEAN NOT NULL,
    result   TEXT    COLLATE "C" CHECK (result IN ('won', 'lost', 'drawn')),
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seat_summaries_person ON seat_summaries (person, table_id);

CREATE TABLE downtimes (
    begin_at BIGINT NOT NULL,
    end_at   BIGINT NOT NULL
);
CREATE TABLE heartbeat (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);

CREATE TABLE people (
    id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL
);
CREATE TABLE chat (
    table_id TEXT   COLLATE "C" NOT NULL REFERENCES tables (id),
    seq      BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    person   TEXT   COLLATE "C" NOT NULL,
    name     TEXT   COLLATE "C" NOT NULL,
    text     TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE INDEX chat_person ON chat (person);

CREATE TABLE accounts (
    id            TEXT    COLLATE "C" NOT NULL PRIMARY KEY REFERENCES people (id),
    name_key      TEXT    COLLATE "C" NOT NULL UNIQUE,
    password_hash TEXT    COLLATE "C" NOT NULL,
    created       BIGINT  NOT NULL,
    settings      TEXT    COLLATE "C" NOT NULL DEFAULT '{}',
    looks         TEXT    COLLATE "C",
    public        BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX accounts_by_looks ON accounts (looks);
CREATE INDEX accounts_public ON accounts (id) WHERE public;
CREATE TABLE sessions (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    account TEXT   COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE TABLE visitor_claims (
    visitor TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account TEXT COLLATE "C" NOT NULL
);
CREATE INDEX visitor_claims_account ON visitor_claims (account);

CREATE TABLE ratings (
    account    TEXT   COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT   COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    PRIMARY KEY (account, game)
);
CREATE TABLE rating_changes (
    table_id         TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    account          TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    rating_before    DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating           DOUBLE PRECISION NOT NULL,
    deviation        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, account)
);
CREATE INDEX rating_changes_account ON rating_changes (account);

CREATE TABLE dailies (
    person   TEXT    COLLATE "C" NOT NULL,
    game     TEXT    COLLATE "C" NOT NULL,
    date     TEXT    COLLATE "C" NOT NULL,
    table_id TEXT    COLLATE "C" REFERENCES tables (id),
    begun    BIGINT  NOT NULL,
    ended    BIGINT,
    took     BIGINT,
    solved   BOOLEAN NOT NULL DEFAULT FALSE,
    score    BIGINT  NOT NULL DEFAULT 0,
    helped   BOOLEAN NOT NULL DEFAULT FALSE,
    name     TEXT    COLLATE "C",
    PRIMARY KEY (person, game, date)
);
CREATE INDEX dailies_of_a_day ON dailies (game, date, score) WHERE solved AND NOT helped;
CREATE UNIQUE INDEX dailies_table ON dailies (table_id) WHERE table_id IS NOT NULL;
CREATE TABLE positions (
    game     TEXT COLLATE "C" NOT NULL,
    date     TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL,      -- JSON
    PRIMARY KEY (game, date)
);
CREATE TABLE position_tries (
    person TEXT   COLLATE "C" NOT NULL,
    game   TEXT   COLLATE "C" NOT NULL,
    date   TEXT   COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    action TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (person, game, date, action)
);
CREATE TABLE day_seeds (
    date  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    seed  TEXT COLLATE "C" NOT NULL,
    nonce TEXT COLLATE "C" NOT NULL
);

-- What signs cookies; one row. With SQLite it is a file beside the database.
CREATE TABLE secret (
    id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    text TEXT   COLLATE "C" NOT NULL     -- 64 hexadecimal digits
);

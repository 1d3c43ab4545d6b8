-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE reports (
    number   BIGINT NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL,
    reporter TEXT   COLLATE "C" NOT NULL,
    person   TEXT   COLLATE "C" NOT NULL,
    name     TEXT   COLLATE "C" NOT NULL,
    table_id TEXT   COLLATE "C",
    said_at  BIGINT,
    text     TEXT   COLLATE "C" NOT NULL,
    note     TEXT   COLLATE "C" NOT NULL,
    answer   BIGINT
);
CREATE INDEX reports_person ON reports (person);
CREATE INDEX reports_open ON reports (number) WHERE answer IS NULL;
CREATE TABLE blocks (
    person  TEXT   COLLATE "C" NOT NULL,
    blocked TEXT   COLLATE "C" NOT NULL,
    name    TEXT   COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

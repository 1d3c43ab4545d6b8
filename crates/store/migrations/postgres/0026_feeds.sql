-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE feeds (
    person TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    last   BIGINT NOT NULL
);
CREATE TABLE feed_entries (
    person TEXT   COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    news   TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (person, number)
);
CREATE INDEX feed_entries_at ON feed_entries (at);

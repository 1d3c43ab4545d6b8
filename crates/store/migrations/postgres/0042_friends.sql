-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE follows (
    follower TEXT   COLLATE "C" NOT NULL,
    followed TEXT   COLLATE "C" NOT NULL,
    name     TEXT   COLLATE "C" NOT NULL,
    since    BIGINT NOT NULL,
    PRIMARY KEY (follower, followed)
);
CREATE INDEX follows_followed ON follows (followed);
CREATE TABLE visits (
    person TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    at     BIGINT  NOT NULL,
    hidden BOOLEAN NOT NULL
);

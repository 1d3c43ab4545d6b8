-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE seeks (
    id       TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    person   TEXT    COLLATE "C" NOT NULL UNIQUE,
    name     TEXT    COLLATE "C" NOT NULL,
    game     TEXT    COLLATE "C" NOT NULL,
    pace     TEXT    COLLATE "C" NOT NULL,
    rated    BOOLEAN NOT NULL,
    rating   DOUBLE PRECISION,
    since    BIGINT  NOT NULL,
    seen     BIGINT  NOT NULL,
    table_id TEXT    COLLATE "C"
);
CREATE INDEX seeks_game ON seeks (game, since);

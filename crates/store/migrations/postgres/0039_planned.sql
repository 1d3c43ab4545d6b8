-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE planned (
    table_id TEXT   COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     BIGINT NOT NULL,
    person   TEXT   COLLATE "C" NOT NULL,
    version  BIGINT NOT NULL,
    lines    TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX planned_person ON planned (person);

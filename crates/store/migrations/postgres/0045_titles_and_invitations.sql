-- As in the migrations of SQLite, whose comments say what each column and table is for.
ALTER TABLE reports ADD COLUMN event TEXT COLLATE "C";
CREATE TABLE invitations (
    table_id TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    person   TEXT   COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL
);
CREATE INDEX invitations_person ON invitations (person);

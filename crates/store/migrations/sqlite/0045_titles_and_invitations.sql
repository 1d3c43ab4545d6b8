-- The event whose title is reported: the text of the report. NULL for all others.
ALTER TABLE reports ADD COLUMN event TEXT;
-- Who is invited to a table with an open seat. Between accounts there are challenges instead.
CREATE TABLE invitations (
    table_id TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    person   TEXT    NOT NULL,
    at       INTEGER NOT NULL                  -- milliseconds since 1970
);
CREATE INDEX invitations_person ON invitations (person);

-- What people have reported to the moderators: a text of a chat, or a player.
CREATE TABLE reports (
    number   INTEGER NOT NULL PRIMARY KEY,
    at       INTEGER NOT NULL,
    reporter TEXT    NOT NULL,            -- the id of who reports; empty once that account is deleted
    person   TEXT    NOT NULL,            -- the id of who is reported
    name     TEXT    NOT NULL,            -- as that person was called then
    table_id TEXT,                        -- where; NULL for a profile. The game may have been deleted since
    said_at  INTEGER,                     -- when the text was sent; NULL for a report of a player
    text     TEXT    NOT NULL,            -- the text
    note     TEXT    NOT NULL,            -- what the reporter says about it
    answer   INTEGER                      -- the number of the act that settled it; NULL while it is open
);
CREATE INDEX reports_person ON reports (person);
CREATE INDEX reports_open ON reports (number) WHERE answer IS NULL;
-- People of whom a person wants to read nothing, and with whom the person does not play.
CREATE TABLE blocks (
    person  TEXT    NOT NULL,
    blocked TEXT    NOT NULL,
    name    TEXT    NOT NULL,             -- as the other one was called then
    at      INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

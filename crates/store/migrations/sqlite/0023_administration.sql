-- What hosts and moderators have done, in order. Servers look for new numbers and bring up to date what they hold in memory.
CREATE TABLE acts (
    number       INTEGER NOT NULL PRIMARY KEY,
    at           INTEGER NOT NULL,        -- milliseconds since 1970
    actor        TEXT,                    -- the id of the moderator; NULL for the command
    actor_name   TEXT    NOT NULL,        -- as the moderator was called then
    act          TEXT    NOT NULL,        -- 'ban', 'rename', ...
    subject      TEXT    NOT NULL,        -- the id of a person or a table; empty for the server itself
    subject_name TEXT    NOT NULL,        -- as it was called then
    detail       TEXT    NOT NULL,        -- what the act needs beside: a new name, the number of a report
    reason       TEXT    NOT NULL
);
CREATE INDEX acts_subject ON acts (subject);
-- People who may not do what others may: an account, or a visitor without one.
CREATE TABLE restrictions (
    person TEXT    NOT NULL PRIMARY KEY,
    banned INTEGER NOT NULL,              -- whether the person may not play
    muted  INTEGER NOT NULL,              -- whether the person may not write
    reason TEXT    NOT NULL               -- what the person is told
);
-- Whether the account looks after the others.
ALTER TABLE accounts ADD COLUMN moderator INTEGER NOT NULL DEFAULT 0;
-- Links by which the owner of an account sets a new password, once.
CREATE TABLE password_links (
    hash    TEXT    NOT NULL PRIMARY KEY, -- of the code in the link
    account TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
);
-- What hosts have set while the server ran. A name without a row has its usual value.
CREATE TABLE host_settings (
    name  TEXT NOT NULL PRIMARY KEY,      -- 'registration'
    value TEXT NOT NULL                   -- 'closed'
);

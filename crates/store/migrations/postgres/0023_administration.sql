-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE acts (
    number       BIGINT NOT NULL PRIMARY KEY,
    at           BIGINT NOT NULL,
    actor        TEXT   COLLATE "C",
    actor_name   TEXT   COLLATE "C" NOT NULL,
    act          TEXT   COLLATE "C" NOT NULL,
    subject      TEXT   COLLATE "C" NOT NULL,
    subject_name TEXT   COLLATE "C" NOT NULL,
    detail       TEXT   COLLATE "C" NOT NULL,
    reason       TEXT   COLLATE "C" NOT NULL
);
CREATE INDEX acts_subject ON acts (subject);
CREATE TABLE restrictions (
    person TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    banned BOOLEAN NOT NULL,
    muted  BOOLEAN NOT NULL,
    reason TEXT    COLLATE "C" NOT NULL
);
ALTER TABLE accounts ADD COLUMN moderator BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE password_links (
    hash    TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    account TEXT   COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires BIGINT NOT NULL
);
CREATE TABLE host_settings (
    name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

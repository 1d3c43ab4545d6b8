-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE api_tokens (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    account TEXT   COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hash    TEXT   COLLATE "C" NOT NULL UNIQUE,
    name    TEXT   COLLATE "C" NOT NULL,
    scopes  TEXT   COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    used    BIGINT
);
CREATE INDEX api_tokens_account ON api_tokens (account);
ALTER TABLE accounts ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;

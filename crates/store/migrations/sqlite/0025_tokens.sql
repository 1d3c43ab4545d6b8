-- Tokens by which programs use the API for an account.
CREATE TABLE api_tokens (
    id      TEXT    NOT NULL PRIMARY KEY, -- by what it is revoked; it opens nothing
    account TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hash    TEXT    NOT NULL UNIQUE,      -- of the text of the token, which is stored nowhere
    name    TEXT    NOT NULL,             -- what its owner calls it
    scopes  TEXT    NOT NULL,             -- 'read play'
    created INTEGER NOT NULL,             -- milliseconds since 1970
    used    INTEGER                       -- when it was used last, to the minute
);
CREATE INDEX api_tokens_account ON api_tokens (account);
-- Whether the owner says that a program plays for the account.
ALTER TABLE accounts ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;

-- Games that an account proposes to another one.
CREATE TABLE challenges (
    id         TEXT    NOT NULL PRIMARY KEY, -- the game that follows has the same id
    challenger TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    challenged TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,             -- in the catalog
    proposed   TEXT    NOT NULL,             -- JSON
    created    INTEGER NOT NULL,             -- milliseconds since 1970
    state      TEXT    NOT NULL              -- 'open', 'accepted', 'declined', 'withdrawn', 'expired'
);
CREATE INDEX challenges_challenger ON challenges (challenger, created);
CREATE INDEX challenges_challenged ON challenges (challenged, created);
CREATE UNIQUE INDEX challenges_open ON challenges (challenger, challenged, game) WHERE state = 'open';

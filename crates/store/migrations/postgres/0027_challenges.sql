-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE challenges (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    challenger TEXT   COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    challenged TEXT   COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT   COLLATE "C" NOT NULL,
    proposed   TEXT   COLLATE "C" NOT NULL,
    created    BIGINT NOT NULL,
    state      TEXT   COLLATE "C" NOT NULL
);
CREATE INDEX challenges_challenger ON challenges (challenger, created);
CREATE INDEX challenges_challenged ON challenges (challenged, created);
CREATE UNIQUE INDEX challenges_open ON challenges (challenger, challenged, game) WHERE state = 'open';

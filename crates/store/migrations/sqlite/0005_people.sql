-- People who come back under a name and a password.
CREATE TABLE accounts (
    id       TEXT    NOT NULL PRIMARY KEY REFERENCES people (id),
    folded   TEXT    NOT NULL UNIQUE,     -- the name in small letters: names differ by more than their case
    password TEXT    NOT NULL,            -- argon2id, in the PHC string format
    created  INTEGER NOT NULL             -- milliseconds since 1970
);

-- Browsers in which somebody is logged in.
CREATE TABLE sessions (
    id      TEXT    NOT NULL PRIMARY KEY, -- random; a token is this and the server's signature
    person  TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
);
CREATE INDEX sessions_of_person ON sessions (person);

-- Visitors whose games belong to an account, the visitor who signed up among them (with the account's own id). Their tokens
-- open nothing any more, not even when the account is deleted: these rows stay.
CREATE TABLE claimed (
    visitor TEXT NOT NULL PRIMARY KEY,
    person  TEXT NOT NULL
);
CREATE INDEX claimed_by ON claimed (person);

-- How strong people are at a game (Glicko-2).
CREATE TABLE ratings (
    person     TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,          -- id in the catalog
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,          -- how many were rated
    PRIMARY KEY (person, game)
);

-- What a game changed. A game that is here is never rated again.
CREATE TABLE rated (
    game             TEXT NOT NULL REFERENCES games (id),
    person           TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    rating_before    REAL NOT NULL,
    deviation_before REAL NOT NULL,
    rating           REAL NOT NULL,
    deviation        REAL NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX rated_person ON rated (person);

-- What somebody has said or done, to change or remove it.
CREATE INDEX chat_who ON chat (who);
CREATE INDEX events_sit ON events (who) WHERE kind = 'sit';

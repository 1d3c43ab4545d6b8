-- A match of several rounds: its games, each with the round it is.
CREATE TABLE rounds (
    game    TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    match   TEXT    NOT NULL,             -- the id of the first round's game
    round   INTEGER NOT NULL,             -- from 1
    best_of INTEGER NOT NULL,
    score   TEXT    NOT NULL,             -- JSON: rounds won before this one, per player
    players TEXT    NOT NULL,             -- JSON: per seat the number of the player who sits there
    UNIQUE (match, round)
);

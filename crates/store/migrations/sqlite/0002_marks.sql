-- The mark to beat of a deal, found once for all who play it.
CREATE TABLE marks (
    game     TEXT    NOT NULL,
    options  TEXT    NOT NULL,            -- JSON, as in games
    setup    TEXT    NOT NULL,            -- JSON, as in games
    moves    INTEGER NOT NULL,            -- the length of the best solution found
    at_least INTEGER NOT NULL,            -- no solution is shorter
    PRIMARY KEY (game, options, setup)
);

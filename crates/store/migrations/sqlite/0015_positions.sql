-- The positions of the day, as they were found: the same for all who ask.
CREATE TABLE positions (
    game     TEXT NOT NULL,               -- id in the catalog
    date     TEXT NOT NULL,               -- the world date, '2026-11-21'
    position TEXT NOT NULL,               -- JSON; holds what is hidden, and the answer
    PRIMARY KEY (game, date)
);
-- What a person has tried at the position of a day, each action once.
CREATE TABLE position_tries (
    person TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    date   TEXT    NOT NULL,
    number INTEGER NOT NULL,              -- from 1, in order
    action TEXT    NOT NULL,              -- '' where the person asked to be shown the answer
    PRIMARY KEY (person, game, date, action)
);

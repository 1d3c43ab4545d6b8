-- Events by link: what was decided before the first change, and how far each is.
CREATE TABLE event_specs (
    id        TEXT    NOT NULL PRIMARY KEY,
    organizer TEXT    NOT NULL,                -- an account
    spec      TEXT    NOT NULL,                -- JSON
    created   INTEGER NOT NULL,                -- milliseconds since 1970
    changes   INTEGER NOT NULL,                -- how many there are
    stage     TEXT    NOT NULL,                -- 'open', 'running', 'paused' or 'over'
    due       INTEGER                          -- when a server has something to do for it
);
CREATE INDEX event_specs_organizer ON event_specs (organizer, created);
CREATE INDEX event_specs_due ON event_specs (due) WHERE due IS NOT NULL;
-- The changes of each event: its log, which is never changed but for the names of players.
CREATE TABLE event_changes (
    event  TEXT    NOT NULL,
    seq    INTEGER NOT NULL,                   -- from 0
    change TEXT    NOT NULL,                   -- JSON
    PRIMARY KEY (event, seq)
);
-- The players of each event; it follows from the log.
CREATE TABLE event_players (
    event   TEXT    NOT NULL,
    person  TEXT    NOT NULL,                  -- an account
    present BOOLEAN NOT NULL,                  -- whether the player has neither left nor was removed
    PRIMARY KEY (event, person)
);
CREATE INDEX event_players_person ON event_players (person);
-- The games of each event; it follows from the log.
CREATE TABLE event_games (
    table_id TEXT    NOT NULL PRIMARY KEY,     -- the table may be yet to be made
    event    TEXT    NOT NULL,
    round    INTEGER NOT NULL,                 -- from 1
    place    INTEGER NOT NULL,                 -- which table of the round, from 0
    game     INTEGER NOT NULL,                 -- which game of this table, from 1
    settled  BOOLEAN NOT NULL                  -- whether its end no longer matters to the event
);
CREATE INDEX event_games_event ON event_games (event);
CREATE INDEX event_games_open ON event_games (table_id, event) WHERE NOT settled;

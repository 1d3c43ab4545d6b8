-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE event_specs (
    id        TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    organizer TEXT    COLLATE "C" NOT NULL,
    spec      TEXT    COLLATE "C" NOT NULL,
    created   BIGINT  NOT NULL,
    changes   BIGINT  NOT NULL,
    stage     TEXT    COLLATE "C" NOT NULL,
    due       BIGINT
);
CREATE INDEX event_specs_organizer ON event_specs (organizer, created);
CREATE INDEX event_specs_due ON event_specs (due) WHERE due IS NOT NULL;
CREATE TABLE event_changes (
    event  TEXT   COLLATE "C" NOT NULL,
    seq    BIGINT NOT NULL,
    change TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (event, seq)
);
CREATE TABLE event_players (
    event   TEXT    COLLATE "C" NOT NULL,
    person  TEXT    COLLATE "C" NOT NULL,
    present BOOLEAN NOT NULL,
    PRIMARY KEY (event, person)
);
CREATE INDEX event_players_person ON event_players (person);
CREATE TABLE event_games (
    table_id TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    event    TEXT    COLLATE "C" NOT NULL,
    round    BIGINT  NOT NULL,
    place    BIGINT  NOT NULL,
    game     BIGINT  NOT NULL,
    settled  BOOLEAN NOT NULL
);
CREATE INDEX event_games_event ON event_games (event);
CREATE INDEX event_games_open ON event_games (table_id, event) WHERE NOT settled;

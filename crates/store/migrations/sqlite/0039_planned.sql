-- What players have planned to do. What is left of a plan follows from the events since its version.
CREATE TABLE planned (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    person   TEXT    NOT NULL, -- who had the seat and planned, the only one who is shown it
    version  INTEGER NOT NULL, -- of the table when it was made
    lines    TEXT    NOT NULL, -- lists of the texts of actions, JSON
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX planned_person ON planned (person);

-- Who has called off a rated game, and when. What is older than a day is forgotten.
CREATE TABLE called_off (
    person   TEXT NOT NULL,
    table_id TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
);

-- Who has called off a rated game, and when. What is older than a day is forgotten.
CREATE TABLE called_off (
    person   TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    at       BIGINT  NOT NULL,
    PRIMARY KEY (person, table_id)
);

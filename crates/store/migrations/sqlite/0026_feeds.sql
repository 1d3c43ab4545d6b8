-- What people are told, for programs that follow it. A person has a feed from the moment when it is first asked for.
CREATE TABLE feeds (
    person TEXT    NOT NULL PRIMARY KEY,
    last   INTEGER NOT NULL              -- the number of the newest entry; 0 if there was none
);
CREATE TABLE feed_entries (
    person TEXT    NOT NULL,
    number INTEGER NOT NULL,             -- 1, 2, 3, … for each person
    at     INTEGER NOT NULL,             -- milliseconds since 1970
    news   TEXT    NOT NULL,             -- JSON
    PRIMARY KEY (person, number)
);
CREATE INDEX feed_entries_at ON feed_entries (at);

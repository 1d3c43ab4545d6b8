-- Games that go on from an earlier one, or from a record that somebody brought. Their first events are the actions of that.
CREATE TABLE origins (
    game  TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    begun TEXT                            -- the game they were taken from; nothing for a record
);

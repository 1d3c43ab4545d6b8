-- What the deal of a table follows from, as JSON: the server's seed and nonce, which are secret until the game is over, and what the
-- first players have added. NULL where nothing was committed. A deal that waits for players has no seed and no set-up yet; they
-- are written here, too, once it is made, and follow from the log.
ALTER TABLE tables ADD COLUMN fairness TEXT;
-- What the player who does it adds to the deal that follows: 64 hexadecimal digits.
ALTER TABLE events ADD COLUMN randomness TEXT;
-- The seeds of the deals of the day: drawn, and committed to, before the day begins. A world date without one has the deal that
-- is the same on every server.
CREATE TABLE day_seeds (
    date  TEXT NOT NULL PRIMARY KEY,      -- the world date, '2026-11-23'
    seed  TEXT NOT NULL,                  -- 64 hexadecimal digits
    nonce TEXT NOT NULL                   -- 64 hexadecimal digits
);

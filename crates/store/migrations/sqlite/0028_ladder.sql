-- The accounts for which the server itself plays.
ALTER TABLE accounts ADD COLUMN house INTEGER NOT NULL DEFAULT 0;

-- A rating is made of the games of one pool: 'people', or 'ladder' for games in which a house bot plays.
CREATE TABLE ratings_in_pools (
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,          -- id in the catalog
    pool       TEXT    NOT NULL DEFAULT 'people',
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,          -- how many were rated
    PRIMARY KEY (account, game, pool)
);
INSERT INTO ratings_in_pools (account, game, rating, deviation, volatility, games)
    SELECT account, game, rating, deviation, volatility, games FROM ratings;
DROP TABLE ratings;
ALTER TABLE ratings_in_pools RENAME TO ratings;
ALTER TABLE rating_changes ADD COLUMN pool TEXT NOT NULL DEFAULT 'people';

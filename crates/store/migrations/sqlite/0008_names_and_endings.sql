-- Endings are values: no name stands in a stored sentence any more. Tables and columns get the names that the program uses.

-- How a game ended: 'rules', 'draw-agreed', 'given-up', or 'resigned:SEAT', 'left:SEAT', 'out-of-time:SEAT'.
-- NULL before the end. `reason` is what the game says about an ending by its rules, else empty.
ALTER TABLE standings ADD COLUMN ending TEXT;

-- Of two players, the one who resigned, left or ran out of time is the one who lost.
UPDATE standings SET reason = '', ending = (
        SELECT CASE WHEN reason LIKE '% resigned' THEN 'resigned:'
                    WHEN reason LIKE '% left the table' THEN 'left:'
                    ELSE 'out-of-time:' END || seat
        FROM sitters WHERE sitters.game = standings.game AND result = 'lost')
    WHERE phase = 'over'
      AND (reason LIKE '% resigned' OR reason LIKE '% left the table' OR reason LIKE '% ran out of time')
      AND (SELECT count(*) FROM sitters WHERE sitters.game = standings.game) = 2
      AND (SELECT count(*) FROM sitters WHERE sitters.game = standings.game AND result = 'lost') = 1;
UPDATE standings SET reason = '', ending = 'draw-agreed' WHERE phase = 'over' AND reason = 'a draw by agreement';
UPDATE standings SET reason = '', ending = 'given-up' WHERE phase = 'over' AND reason = 'given up';
UPDATE standings SET ending = 'rules' WHERE phase = 'over' AND ending IS NULL;

-- A table is what players sit at; a game is an entry of the catalog.
ALTER TABLE games RENAME TO tables;
ALTER TABLE tables RENAME COLUMN seats TO seating;
ALTER TABLE events RENAME COLUMN game TO table_id;
ALTER TABLE events RENAME COLUMN who TO person;
ALTER TABLE chat RENAME COLUMN game TO table_id;
ALTER TABLE chat RENAME COLUMN who TO person;
ALTER TABLE rounds RENAME COLUMN game TO table_id;
ALTER TABLE rounds RENAME COLUMN match TO match_id;
ALTER TABLE origins RENAME TO forks;
ALTER TABLE forks RENAME COLUMN game TO table_id;
ALTER TABLE forks RENAME COLUMN begun TO source;                 -- the table it continues; NULL for a record
ALTER TABLE standings RENAME TO summaries;
ALTER TABLE summaries RENAME COLUMN game TO table_id;
ALTER TABLE summaries RENAME COLUMN phase TO stage;
ALTER TABLE sitters RENAME TO seat_summaries;
ALTER TABLE seat_summaries RENAME COLUMN game TO table_id;
ALTER TABLE marks RENAME TO pars;
ALTER TABLE heartbeat RENAME COLUMN one TO id;                   -- always 1

-- An account is a person with a password.
ALTER TABLE accounts RENAME COLUMN folded TO name_key;           -- the name in small letters
ALTER TABLE accounts RENAME COLUMN password TO password_hash;    -- argon2id, in the PHC string format
ALTER TABLE sessions RENAME COLUMN person TO account;
ALTER TABLE claimed RENAME TO visitor_claims;
ALTER TABLE visitor_claims RENAME COLUMN person TO account;
ALTER TABLE ratings RENAME COLUMN person TO account;
ALTER TABLE rated RENAME TO rating_changes;
ALTER TABLE rating_changes RENAME COLUMN game TO table_id;
ALTER TABLE rating_changes RENAME COLUMN person TO account;

-- Indexes keep their old names when a table is renamed.
DROP INDEX games_of_owner;
DROP INDEX one_daily_each;
DROP INDEX standings_deadline;
DROP INDEX standings_phase;
DROP INDEX sitters_person;
DROP INDEX sessions_of_person;
DROP INDEX claimed_by;
DROP INDEX rated_person;
DROP INDEX chat_who;
DROP INDEX events_sit;
CREATE INDEX tables_owner ON tables (owner, created);
CREATE UNIQUE INDEX tables_daily ON tables (owner, game, daily, options) WHERE daily IS NOT NULL;
CREATE INDEX summaries_deadline ON summaries (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX summaries_thinking ON summaries (table_id) WHERE thinking;
CREATE INDEX summaries_stage ON summaries (stage, changed);
CREATE INDEX seat_summaries_person ON seat_summaries (person, table_id);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX visitor_claims_account ON visitor_claims (account);
CREATE INDEX rating_changes_account ON rating_changes (account);
CREATE INDEX chat_person ON chat (person);
CREATE INDEX events_sat ON events (person) WHERE kind = 'sit';

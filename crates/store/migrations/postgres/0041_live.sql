-- Whether anyone may watch the game, as its terms say. No game of before says so.
ALTER TABLE summaries ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE;
-- The running games that anyone may watch, in the order in which they are read.
CREATE INDEX summaries_live ON summaries (changed DESC, table_id) WHERE stage = 'playing' AND public;
-- Whether someone who waits for an opponent lets anyone watch.
ALTER TABLE seeks ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE;

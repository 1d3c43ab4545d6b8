-- Whether a player has taken help from the solver. The events tell how much.
ALTER TABLE summaries ADD COLUMN helped INTEGER NOT NULL DEFAULT 0;

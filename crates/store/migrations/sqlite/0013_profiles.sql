-- Whether all may see the profile of an account.
ALTER TABLE accounts ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
-- The first actions of a finished game against a program, chance aside. NULL for other games, and for tables that ended before
-- this was stored.
ALTER TABLE summaries ADD COLUMN opening TEXT;
CREATE INDEX accounts_public ON accounts (id) WHERE public;

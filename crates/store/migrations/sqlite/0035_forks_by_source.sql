-- The tables that have the deal of a table, or continue it, are looked up by that table.
CREATE INDEX forks_by_source ON forks (source);

-- What the name of an account looks like: two that look alike have the same text here. Filled in when the database is opened.
ALTER TABLE accounts ADD COLUMN looks TEXT;
CREATE INDEX accounts_by_looks ON accounts (looks);

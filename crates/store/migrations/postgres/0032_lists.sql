-- The tables in the lobby, in the order in which they are listed. A game that goes on is not in it, so a move changes nothing.
CREATE INDEX summaries_lobby ON summaries (changed DESC, table_id) WHERE stage = 'open' AND listed;
-- People who want to be seen, by name, and the accounts of programs: few among all.
DROP INDEX accounts_public;
CREATE INDEX accounts_public ON accounts (name_key, id) WHERE public;
CREATE INDEX accounts_bot ON accounts (id) WHERE bot;
CREATE INDEX accounts_house ON accounts (id) WHERE house;

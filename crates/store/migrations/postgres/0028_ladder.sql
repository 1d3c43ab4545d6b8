-- As in the migrations of SQLite, whose comments say what each column is for.
ALTER TABLE accounts ADD COLUMN house BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE ratings ADD COLUMN pool TEXT COLLATE "C" NOT NULL DEFAULT 'people';
ALTER TABLE ratings DROP CONSTRAINT ratings_pkey;
ALTER TABLE ratings ADD PRIMARY KEY (account, game, pool);
ALTER TABLE rating_changes ADD COLUMN pool TEXT COLLATE "C" NOT NULL DEFAULT 'people';

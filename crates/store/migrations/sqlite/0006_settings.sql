-- How somebody likes the pages, on all devices: sound, marks on boards, whom they do not hear.
ALTER TABLE accounts ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

-- How each event ended: JSON with the number of players who took part and the accounts of the winners.
ALTER TABLE event_specs ADD COLUMN ending TEXT COLLATE "C";

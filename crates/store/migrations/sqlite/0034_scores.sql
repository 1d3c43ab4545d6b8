-- The points of a seat in a game that counts points, once it is over. Games from before have none.
ALTER TABLE seat_summaries ADD COLUMN score INTEGER;

-- Each page tells how many games wait for its visitor: only those seats are read whose turn it is.
CREATE INDEX seat_summaries_turn ON seat_summaries (person, table_id) WHERE turn;

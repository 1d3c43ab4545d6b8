-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE INDEX seat_summaries_turn ON seat_summaries (person, table_id) WHERE turn;

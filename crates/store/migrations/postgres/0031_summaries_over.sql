-- Games that are over are looked for by when they ended. Those that go on are in no index by time, so a move changes none.
DROP INDEX summaries_stage;
CREATE INDEX summaries_over ON summaries (changed) WHERE stage = 'over';

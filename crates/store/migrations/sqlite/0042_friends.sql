-- Whom people follow: accounts, and guests with whom they have played.
CREATE TABLE follows (
    follower TEXT    NOT NULL,
    followed TEXT    NOT NULL,
    name     TEXT    NOT NULL,             -- as the followed one was called then
    since    INTEGER NOT NULL,             -- milliseconds since 1970
    PRIMARY KEY (follower, followed)
);
CREATE INDEX follows_followed ON follows (followed);
-- When people whom others follow were last here, and who does not want others to see it.
CREATE TABLE visits (
    person TEXT    NOT NULL PRIMARY KEY,
    at     INTEGER NOT NULL,               -- 0 for those who do not want it to be seen
    hidden INTEGER NOT NULL
);

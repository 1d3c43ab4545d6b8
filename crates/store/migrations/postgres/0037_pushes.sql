-- As in the migrations of SQLite, whose comments say what each table is for.
CREATE TABLE push_subscriptions (
    id          TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    person      TEXT    COLLATE "C" NOT NULL,
    bearer      TEXT    COLLATE "C" NOT NULL,
    endpoint    TEXT    COLLATE "C" NOT NULL UNIQUE,
    p256dh      TEXT    COLLATE "C" NOT NULL,
    auth        TEXT    COLLATE "C" NOT NULL,
    turns       BOOLEAN NOT NULL,
    invitations BOOLEAN NOT NULL,
    created     BIGINT  NOT NULL,
    failing_since BIGINT
);
CREATE INDEX push_subscriptions_person ON push_subscriptions (person);
CREATE TABLE pushes (
    subscription TEXT   COLLATE "C" NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    kind         TEXT   COLLATE "C" NOT NULL,
    subject      TEXT   COLLATE "C" NOT NULL,
    at           BIGINT NOT NULL,
    due          BIGINT NOT NULL,
    tries        BIGINT NOT NULL,
    PRIMARY KEY (subscription, kind, subject)
);
CREATE INDEX pushes_due ON pushes (due);

-- Browsers that are told when it is a visitor's turn, or when another player challenges one.
CREATE TABLE push_subscriptions (
    id          TEXT    NOT NULL PRIMARY KEY,
    person      TEXT    NOT NULL,        -- a visitor or an account
    bearer      TEXT    NOT NULL,        -- the session or the token that asked for it, and with which it ends; '' for a visitor
    endpoint    TEXT    NOT NULL UNIQUE, -- the address at the push service of the browser
    p256dh      TEXT    NOT NULL,        -- the public key of the browser, in base64url
    auth        TEXT    NOT NULL,        -- its secret, in base64url
    turns       INTEGER NOT NULL,        -- whether it is told of turns
    invitations INTEGER NOT NULL,        -- whether it is told of invitations
    created     INTEGER NOT NULL,        -- milliseconds since 1970
    failing_since INTEGER                -- since when nothing has arrived, if the last push has failed
);
CREATE INDEX push_subscriptions_person ON push_subscriptions (person);
-- What is to be sent. A row goes when it is sent, or no longer wanted.
CREATE TABLE pushes (
    subscription TEXT    NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    kind         TEXT    NOT NULL, -- 'turn', 'invitation', 'test'
    subject      TEXT    NOT NULL, -- a table or a challenge
    at           INTEGER NOT NULL, -- when it happened
    due          INTEGER NOT NULL, -- when it is sent, or tried again
    tries        INTEGER NOT NULL,
    PRIMARY KEY (subscription, kind, subject)
);
CREATE INDEX pushes_due ON pushes (due);

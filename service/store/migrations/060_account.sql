-- What was set of a mailbox's settings; '' stands for never, and is answered
-- with the default.
CREATE TABLE settings (
    mailbox_id    INTEGER PRIMARY KEY,
    time_zone     TEXT NOT NULL,
    language_json TEXT NOT NULL,
    hours_json    TEXT NOT NULL,
    replies_json  TEXT NOT NULL,
    replies_since INTEGER NOT NULL,            -- the change that wrote replies_json
    date_format   TEXT NOT NULL,
    time_format   TEXT NOT NULL
);

-- What applications may do, in the name of one or of everybody: so these are
-- of the directory, and no mailbox_id leads to them. Times are Unix
-- milliseconds, NULL for none.
CREATE TABLE grants (
    id           TEXT PRIMARY KEY,
    version      INTEGER NOT NULL,
    client_id    TEXT NOT NULL,
    consent_type TEXT NOT NULL,
    principal_id TEXT NOT NULL,                -- '' for everybody
    resource_id  TEXT NOT NULL,
    scope        TEXT NOT NULL,
    starts       INTEGER,
    expires      INTEGER
) WITHOUT ROWID;

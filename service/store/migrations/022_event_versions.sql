-- Which version of an event an import has brought: of a series as a whole, or
-- of one occurrence that came by itself.
CREATE TABLE event_versions (
    mailbox_id INTEGER NOT NULL,
    uid        TEXT NOT NULL,
    occurrence INTEGER NOT NULL,               -- when it would start, in Unix milliseconds; 0 for the whole
    sequence   INTEGER NOT NULL,               -- SEQUENCE of RFC 5545
    modified   INTEGER NOT NULL,               -- LAST-MODIFIED, in Unix milliseconds; 0 for none
    PRIMARY KEY (mailbox_id, uid, occurrence)
) WITHOUT ROWID;

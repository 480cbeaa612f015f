-- Events that were deleted, kept for a time so that they can be restored under
-- their ids: what was deleted, and the rows that it had in events.
CREATE TABLE event_removals (
    mailbox_id  INTEGER NOT NULL,
    id          TEXT NOT NULL,                 -- of a single event, a series master or an occurrence
    calendar_id TEXT NOT NULL,
    removed     INTEGER NOT NULL,              -- when, in Unix milliseconds
    note        TEXT NOT NULL DEFAULT '',      -- what the deletion did elsewhere, as its caller wrote it
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE INDEX event_removals_by_time ON event_removals (mailbox_id, removed);

CREATE TABLE removed_events (
    mailbox_id     INTEGER NOT NULL,
    removal_id     TEXT NOT NULL,
    id             TEXT NOT NULL,
    calendar_id    TEXT NOT NULL,
    series_id      TEXT NOT NULL,
    day            INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    uid            TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    seq            INTEGER NOT NULL,
    schedule_seq   INTEGER NOT NULL,
    created        INTEGER NOT NULL,
    modified       INTEGER NOT NULL,
    starts         INTEGER NOT NULL,
    ends           INTEGER NOT NULL,
    until          INTEGER NOT NULL,
    first_day      INTEGER NOT NULL,
    days           INTEGER NOT NULL,
    show_as        TEXT NOT NULL,
    subject        TEXT NOT NULL,
    data           TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, removal_id, id)
) WITHOUT ROWID;

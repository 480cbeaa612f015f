-- When events took place before they were moved or deleted, as long as the
-- change log reaches: from the change number schedule_seq, up to gone. A delta
-- query compares a window with what it was.
CREATE TABLE former_events (
    mailbox_id   INTEGER NOT NULL,
    id           TEXT NOT NULL,
    series_id    TEXT NOT NULL,
    day          INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    schedule_seq INTEGER NOT NULL,
    gone         INTEGER NOT NULL,
    starts       INTEGER NOT NULL,
    ends         INTEGER NOT NULL,
    until        INTEGER NOT NULL,
    first_day    INTEGER NOT NULL,
    days         INTEGER NOT NULL,
    data         TEXT NOT NULL,                -- of a master: what its occurrences come from, as JSON
    PRIMARY KEY (mailbox_id, id, gone)
) WITHOUT ROWID;
CREATE INDEX former_events_of_series ON former_events (mailbox_id, series_id, gone);
CREATE INDEX former_events_by_age ON former_events (mailbox_id, gone);

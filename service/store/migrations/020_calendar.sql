CREATE TABLE calendar_groups (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL,                  -- odata.Fold of name
    is_default INTEGER NOT NULL,
    seq        INTEGER NOT NULL,               -- last change, the change key
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX calendar_groups_by_name ON calendar_groups (mailbox_id, name_key);

CREATE TABLE calendars (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,
    group_id   TEXT NOT NULL,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL,                  -- odata.Fold of name
    color      TEXT NOT NULL,
    is_default INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    events_seq INTEGER NOT NULL DEFAULT 0,     -- last change of one of its events
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX calendars_by_name ON calendars (mailbox_id, name_key);

-- Rooms and equipment: users who answer invitations by themselves.
CREATE TABLE resources (
    mailbox_id INTEGER PRIMARY KEY
);

-- Single events, series masters, and the exceptions of series. An occurrence
-- that is as its series says has no row.
CREATE TABLE events (
    mailbox_id     INTEGER NOT NULL,
    id             TEXT NOT NULL,
    calendar_id    TEXT NOT NULL,
    series_id      TEXT NOT NULL,              -- of an exception, else ''
    day            INTEGER NOT NULL,           -- of an exception: the date the pattern gave it, in days since 1970
    kind           TEXT NOT NULL,              -- singleInstance | seriesMaster | exception
    listed         INTEGER NOT NULL,           -- 0 for exceptions, which lists of events leave out
    uid            TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    seq            INTEGER NOT NULL,           -- last change, the change key
    schedule_seq   INTEGER NOT NULL,           -- last change of when it takes place
    created        INTEGER NOT NULL,
    modified       INTEGER NOT NULL,
    starts         INTEGER NOT NULL,           -- of a master: its first occurrence
    ends           INTEGER NOT NULL,
    until          INTEGER NOT NULL,           -- the end of a series' last occurrence; else ends
    span           INTEGER NOT NULL,           -- how long: see span in event_row.go
    first_day      INTEGER NOT NULL,           -- of an all-day event, in days since 1970; else 0
    days           INTEGER NOT NULL,           -- length of an all-day event; else 0
    show_as        TEXT NOT NULL,
    subject        TEXT NOT NULL,
    subject_key    TEXT NOT NULL,              -- odata.Fold of subject
    data           TEXT NOT NULL,              -- the event as JSON; of an exception, what differs
    PRIMARY KEY (mailbox_id, id)
);
-- All that a window reads, so that free/busy never looks at the rows.
CREATE INDEX events_in_time ON events (mailbox_id, calendar_id, span, starts, ends, first_day, days, show_as, series_id, id);
CREATE INDEX events_listed ON events (mailbox_id, listed, starts, id);
CREATE INDEX events_in_calendar ON events (mailbox_id, calendar_id, listed, starts, id);
CREATE INDEX events_of_series ON events (mailbox_id, series_id, day);
CREATE INDEX events_by_uid ON events (mailbox_id, uid);
CREATE INDEX events_by_transaction ON events (mailbox_id, transaction_id) WHERE transaction_id <> '';

-- Everybody has a default calendar in a default group.
INSERT INTO calendar_groups (mailbox_id, id, name, name_key, is_default, seq)
    SELECT mailbox_id, lower(hex(randomblob(10))), 'My Calendars', 'my calendars', 1, 0 FROM mailboxes;
INSERT INTO calendars (mailbox_id, id, group_id, name, name_key, color, is_default, seq)
    SELECT mailbox_id, lower(hex(randomblob(10))), id, 'Calendar', 'calendar', 'auto', 1, 0 FROM calendar_groups;

-- The directory: what leads to a mailbox. Only these four tables, and the
-- profiles of users and groups, have keys that do not begin with mailbox_id.
CREATE TABLE mailboxes (
    mailbox_id     INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,       -- public id of the user or group
    kind           TEXT NOT NULL,              -- user | group
    principal_name TEXT NOT NULL UNIQUE,       -- folded to lower case
    address        TEXT NOT NULL UNIQUE,       -- folded to lower case
    display_name   TEXT NOT NULL,
    seq            INTEGER NOT NULL DEFAULT 0, -- last change recorded
    floor          INTEGER NOT NULL DEFAULT 0  -- changes up to here were pruned
);

CREATE TABLE tokens (
    token_hash BLOB PRIMARY KEY,               -- SHA-256; the token is nowhere
    mailbox_id INTEGER NOT NULL,
    scopes     TEXT NOT NULL,
    created    INTEGER NOT NULL,               -- times are Unix milliseconds
    expires    INTEGER NOT NULL,               -- 0: never
    revoked    INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE counters (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

-- What a mailbox's owner lets somebody else reach.
CREATE TABLE shares (
    mailbox_id INTEGER NOT NULL,
    grantee_id TEXT NOT NULL,                  -- public id of a user
    area       TEXT NOT NULL,                  -- folded: mail, calendars, contacts
    write      INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, grantee_id, area)
) WITHOUT ROWID;

-- The newest change of each item in each container, for delta queries.
CREATE TABLE changes (
    mailbox_id INTEGER NOT NULL,
    kind       TEXT NOT NULL,                  -- message, folder, event, ...
    container  TEXT NOT NULL,                  -- folder or calendar id
    item_id    TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    op         INTEGER NOT NULL,               -- 1 written, 2 deleted, 3 left
    PRIMARY KEY (mailbox_id, kind, container, item_id)
) WITHOUT ROWID;
CREATE INDEX changes_by_seq ON changes (mailbox_id, kind, container, seq);

-- Open type extensions of messages, events, contacts and posts.
CREATE TABLE extensions (
    mailbox_id INTEGER NOT NULL,
    owner_kind TEXT NOT NULL,
    owner_id   TEXT NOT NULL,
    name_key   TEXT NOT NULL,                  -- folded name
    name       TEXT NOT NULL,
    data       TEXT NOT NULL,                  -- the custom properties, as given
    PRIMARY KEY (mailbox_id, owner_kind, owner_id, name_key)
) WITHOUT ROWID;

CREATE TABLE attachments (
    mailbox_id   INTEGER NOT NULL,
    owner_kind   TEXT NOT NULL,
    owner_id     TEXT NOT NULL,
    id           TEXT NOT NULL,
    kind         TEXT NOT NULL,                -- @odata.type without '#'
    name         TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size         INTEGER NOT NULL,
    is_inline    INTEGER NOT NULL,
    content_id   TEXT NOT NULL,
    modified     INTEGER NOT NULL,
    content      BLOB NOT NULL,
    PRIMARY KEY (mailbox_id, owner_kind, owner_id, id)
);

-- Requests that must not be carried out twice, such as sending.
CREATE TABLE idempotency (
    mailbox_id INTEGER NOT NULL,
    key        TEXT NOT NULL,
    created    INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, key)
) WITHOUT ROWID;

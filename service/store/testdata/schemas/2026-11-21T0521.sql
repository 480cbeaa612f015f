-- The schema that the program of this day made.
CREATE TABLE migrations (name TEXT PRIMARY KEY) WITHOUT ROWID;
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
CREATE TABLE shares (
    mailbox_id INTEGER NOT NULL,
    grantee_id TEXT NOT NULL,                  -- public id of a user
    area       TEXT NOT NULL,                  -- folded: mail, calendars, contacts
    write      INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, grantee_id, area)
) WITHOUT ROWID;
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
CREATE TABLE idempotency (
    mailbox_id INTEGER NOT NULL,
    key        TEXT NOT NULL,
    created    INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, key)
) WITHOUT ROWID;
CREATE TABLE folders (
    mailbox_id   INTEGER NOT NULL,
    id           TEXT NOT NULL,
    parent_id    TEXT NOT NULL,                -- '' for the root alone
    name         TEXT NOT NULL,
    name_key     TEXT NOT NULL,                -- folded
    well_known   TEXT NOT NULL,                -- '' for a folder that a person made
    position     INTEGER NOT NULL,             -- well-known folders in their order, others after
    is_hidden    INTEGER NOT NULL DEFAULT 0,
    children     INTEGER NOT NULL DEFAULT 0,
    total        INTEGER NOT NULL DEFAULT 0,
    unread       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX folders_by_name ON folders (mailbox_id, parent_id, name_key);
CREATE INDEX folders_in_order ON folders (mailbox_id, parent_id, position, name_key);
CREATE INDEX folders_by_role ON folders (mailbox_id, well_known);
CREATE TABLE messages (
    mailbox_id       INTEGER NOT NULL,
    id               TEXT NOT NULL,
    ord              INTEGER NOT NULL,
    folder_id        TEXT NOT NULL,
    conversation_id  TEXT NOT NULL,
    message_id       TEXT NOT NULL,            -- the Message-ID, with its brackets
    seq              INTEGER NOT NULL,         -- last change, the change key
    received         INTEGER NOT NULL,
    sent             INTEGER NOT NULL,         -- 0: never
    created          INTEGER NOT NULL,
    modified         INTEGER NOT NULL,
    is_read          INTEGER NOT NULL,
    is_draft         INTEGER NOT NULL,
    has_attachments  INTEGER NOT NULL,
    flag_status      TEXT NOT NULL,
    importance       TEXT NOT NULL,
    inference        TEXT NOT NULL,
    delivery_receipt INTEGER NOT NULL,
    read_receipt     INTEGER NOT NULL,
    subject          TEXT NOT NULL,
    preview          TEXT NOT NULL,
    subject_key      TEXT NOT NULL,            -- odata.Fold of subject; so the other keys
    from_key         TEXT NOT NULL,            -- of from_address
    from_name_key    TEXT NOT NULL,
    from_name        TEXT NOT NULL,
    from_address     TEXT NOT NULL,
    sender_name      TEXT NOT NULL,
    sender_address   TEXT NOT NULL,
    meeting_type     TEXT NOT NULL,
    to_json          TEXT NOT NULL,            -- JSON as it goes out, '' for none
    cc_json          TEXT NOT NULL,
    bcc_json         TEXT NOT NULL,
    reply_to_json    TEXT NOT NULL,
    categories_json  TEXT NOT NULL,
    flag_json        TEXT NOT NULL,
    meeting_json     TEXT NOT NULL,            -- event, start, end, location
    indexed          INTEGER NOT NULL DEFAULT 0, -- ord of its row in the text index
    PRIMARY KEY (mailbox_id, id)
);
CREATE UNIQUE INDEX messages_by_order ON messages (mailbox_id, ord);
CREATE INDEX messages_in_folder ON messages (mailbox_id, folder_id, ord);
CREATE INDEX messages_unread ON messages (mailbox_id, folder_id, is_read, ord);
CREATE INDEX messages_focused ON messages (mailbox_id, folder_id, inference, ord);
CREATE INDEX messages_flagged ON messages (mailbox_id, flag_status, ord);
CREATE INDEX messages_in_thread ON messages (mailbox_id, conversation_id, ord);
CREATE INDEX messages_from ON messages (mailbox_id, from_key, ord);
CREATE INDEX messages_with_files ON messages (mailbox_id, has_attachments, ord);
CREATE INDEX messages_by_message_id ON messages (mailbox_id, message_id);
CREATE TABLE bodies (
    mailbox_id   INTEGER NOT NULL,
    id           TEXT NOT NULL,                -- of the message
    content_type TEXT NOT NULL,
    content      TEXT NOT NULL,
    headers_json TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);
CREATE TABLE originals (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,                  -- of the message
    size       INTEGER NOT NULL,
    deflated   INTEGER NOT NULL,
    content    BLOB NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);
CREATE TABLE message_categories (
    mailbox_id INTEGER NOT NULL,
    name_key   TEXT NOT NULL,                  -- folded
    ord        INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, name_key, ord)
) WITHOUT ROWID;
CREATE TABLE single_values (
    mailbox_id INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    name_key   TEXT NOT NULL,                  -- folded id of the property
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, message_id, name_key)
) WITHOUT ROWID;
CREATE INDEX single_values_by_value ON single_values (mailbox_id, name_key, value);
CREATE TABLE thread_references (
    mailbox_id      INTEGER NOT NULL,
    message_id      TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, message_id)
) WITHOUT ROWID;
CREATE INDEX thread_references_by_thread ON thread_references (mailbox_id, conversation_id);
CREATE TABLE overrides (
    mailbox_id  INTEGER NOT NULL,
    id          TEXT NOT NULL,
    address_key TEXT NOT NULL,                 -- folded
    name        TEXT NOT NULL,
    address     TEXT NOT NULL,
    classify_as TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX overrides_by_address ON overrides (mailbox_id, address_key);
CREATE TABLE categories (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,
    name_key   TEXT NOT NULL,                  -- folded
    name       TEXT NOT NULL,
    color      TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX categories_by_name ON categories (mailbox_id, name_key);
CREATE TABLE automatic_replies (
    mailbox_id  INTEGER NOT NULL,
    address_key TEXT NOT NULL,
    since       INTEGER NOT NULL,              -- the setting's own change
    PRIMARY KEY (mailbox_id, address_key, since)
) WITHOUT ROWID;
CREATE TABLE index_queue (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,                  -- of the message
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE messages_fts USING fts5 (
    mailbox, subject, sender, recipients, body, attachment,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
CREATE TABLE imports (
    mailbox_id  INTEGER NOT NULL,
    fingerprint BLOB NOT NULL,
    id          TEXT NOT NULL,                 -- of the message
    PRIMARY KEY (mailbox_id, fingerprint, id)
) WITHOUT ROWID;
CREATE TABLE index_words (
    mailbox_id INTEGER NOT NULL,
    word       TEXT NOT NULL,                  -- folded, without accents
    PRIMARY KEY (mailbox_id, word)
) WITHOUT ROWID;
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
CREATE TABLE resources (
    mailbox_id INTEGER PRIMARY KEY
);
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
CREATE INDEX events_in_time ON events (mailbox_id, calendar_id, span, starts, ends, first_day, days, show_as, series_id, id);
CREATE INDEX events_listed ON events (mailbox_id, listed, starts, id);
CREATE INDEX events_in_calendar ON events (mailbox_id, calendar_id, listed, starts, id);
CREATE INDEX events_of_series ON events (mailbox_id, series_id, day);
CREATE INDEX events_by_uid ON events (mailbox_id, uid);
CREATE INDEX events_by_transaction ON events (mailbox_id, transaction_id) WHERE transaction_id <> '';
CREATE TABLE contact_folders (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,
    parent_id  TEXT NOT NULL,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL,                  -- odata.Fold of name; so the other keys
    seq        INTEGER NOT NULL,               -- last change, the change key
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX contact_folders_by_name ON contact_folders (mailbox_id, parent_id, name_key);
CREATE TABLE contacts (
    mailbox_id   INTEGER NOT NULL,
    id           TEXT NOT NULL,
    ord          INTEGER NOT NULL,             -- its row in people_fts
    folder_id    TEXT NOT NULL,
    seq          INTEGER NOT NULL,             -- last change, the change key
    created      INTEGER NOT NULL,
    modified     INTEGER NOT NULL,
    birthday     INTEGER,
    display_name TEXT NOT NULL,
    display_key  TEXT NOT NULL,
    given_key    TEXT NOT NULL,
    surname_key  TEXT NOT NULL,
    file_as_key  TEXT NOT NULL,
    company_key  TEXT NOT NULL,
    card         TEXT NOT NULL,                -- JSON of what the columns before it do not hold
    PRIMARY KEY (mailbox_id, id)
);
CREATE UNIQUE INDEX contacts_by_order ON contacts (mailbox_id, ord);
CREATE INDEX contacts_by_name ON contacts (mailbox_id, display_key, id);
CREATE INDEX contacts_in_folder ON contacts (mailbox_id, folder_id, display_key, id);
CREATE TABLE contact_addresses (
    mailbox_id  INTEGER NOT NULL,
    contact_id  TEXT NOT NULL,
    place       INTEGER NOT NULL,
    name        TEXT NOT NULL,
    address     TEXT NOT NULL,
    address_key TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, contact_id, place)
) WITHOUT ROWID;
CREATE INDEX contact_addresses_by_address ON contact_addresses (mailbox_id, address_key, contact_id);
CREATE TABLE profiles (
    mailbox_id  INTEGER PRIMARY KEY,           -- also its row in people_fts
    id          TEXT NOT NULL,                 -- public id of the user
    manager_id  TEXT NOT NULL,                 -- public id of another, '' for none
    display_key TEXT NOT NULL,
    given_key   TEXT NOT NULL,
    surname_key TEXT NOT NULL,
    mail_key    TEXT NOT NULL,
    upn_key     TEXT NOT NULL,
    profile     TEXT NOT NULL                  -- the user as JSON
);
CREATE INDEX profiles_by_name ON profiles (display_key, id);
CREATE INDEX profiles_by_manager ON profiles (manager_id, display_key, id);
CREATE TABLE photos (
    mailbox_id   INTEGER NOT NULL,
    owner_kind   TEXT NOT NULL,
    owner_id     TEXT NOT NULL,
    content_type TEXT NOT NULL,
    width        INTEGER NOT NULL,             -- pixels
    height       INTEGER NOT NULL,
    etag         TEXT NOT NULL,
    content      BLOB NOT NULL,
    PRIMARY KEY (mailbox_id, owner_kind, owner_id)
);
CREATE VIRTUAL TABLE people_fts USING fts5 (
    scope, name, address, work, other,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
CREATE TABLE group_profiles (
    mailbox_id  INTEGER PRIMARY KEY,
    id          TEXT NOT NULL,                 -- public id of the group
    display_key TEXT NOT NULL,                 -- odata.Fold; so the other keys
    mail_key    TEXT NOT NULL,
    profile     TEXT NOT NULL                  -- the group as JSON
);
CREATE INDEX group_profiles_by_name ON group_profiles (display_key, id);
CREATE TABLE group_members (
    mailbox_id INTEGER NOT NULL,               -- of the group
    user_id    TEXT NOT NULL,                  -- public id
    is_owner   INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, user_id)
) WITHOUT ROWID;
CREATE TABLE conversations (
    mailbox_id      INTEGER NOT NULL,
    id              TEXT NOT NULL,
    topic           TEXT NOT NULL,
    topic_key       TEXT NOT NULL,
    seq             INTEGER NOT NULL,          -- last change
    delivered       INTEGER NOT NULL,          -- of the newest post
    has_attachments INTEGER NOT NULL,
    preview         TEXT NOT NULL,
    senders_json    TEXT NOT NULL,             -- array of names, in their order of appearance
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE INDEX conversations_by_time ON conversations (mailbox_id, delivered, id);
CREATE TABLE threads (
    mailbox_id      INTEGER NOT NULL,
    id              TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    topic           TEXT NOT NULL,
    topic_key       TEXT NOT NULL,
    seq             INTEGER NOT NULL,
    is_locked       INTEGER NOT NULL,
    delivered       INTEGER NOT NULL,
    has_attachments INTEGER NOT NULL,
    preview         TEXT NOT NULL,
    senders_json    TEXT NOT NULL,
    to_json         TEXT NOT NULL,             -- arrays of recipients
    cc_json         TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE INDEX threads_by_time ON threads (mailbox_id, delivered, id);
CREATE INDEX threads_in_conversation ON threads (mailbox_id, conversation_id, delivered, id);
CREATE TABLE posts (
    mailbox_id       INTEGER NOT NULL,
    id               TEXT NOT NULL,
    thread_id        TEXT NOT NULL,
    conversation_id  TEXT NOT NULL,
    message_id       TEXT NOT NULL,            -- of its mail, with brackets
    author_id        TEXT NOT NULL,            -- public id of the user, '' for an outsider
    seq              INTEGER NOT NULL,
    received         INTEGER NOT NULL,
    created          INTEGER NOT NULL,
    modified         INTEGER NOT NULL,
    has_attachments  INTEGER NOT NULL,
    from_name        TEXT NOT NULL,
    from_address     TEXT NOT NULL,
    from_key         TEXT NOT NULL,
    content_type     TEXT NOT NULL,
    content          TEXT NOT NULL,
    participants     TEXT NOT NULL,            -- array of recipients, '' for none
    PRIMARY KEY (mailbox_id, id)
);
CREATE INDEX posts_in_thread ON posts (mailbox_id, thread_id, received, id);
CREATE INDEX posts_by_message_id ON posts (mailbox_id, message_id);
CREATE TABLE drive_items (
    mailbox_id  INTEGER NOT NULL,
    id          TEXT NOT NULL,
    parent_id   TEXT NOT NULL,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL,                 -- folded
    is_folder   INTEGER NOT NULL,
    size        INTEGER NOT NULL,              -- bytes; of a folder, of all that is in it
    children    INTEGER NOT NULL DEFAULT 0,
    mime_type   TEXT NOT NULL,                 -- '' for a folder
    content_id  TEXT NOT NULL,                 -- '' for a folder, and for a file without content
    seq         INTEGER NOT NULL,              -- last change, the change key
    created     INTEGER NOT NULL,
    modified    INTEGER NOT NULL,
    created_by  TEXT NOT NULL,                 -- public id of a user or group
    modified_by TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX drive_items_by_name ON drive_items (mailbox_id, parent_id, name_key);
CREATE INDEX drive_items_by_type ON drive_items (mailbox_id, mime_type, modified);
CREATE TABLE file_pieces (
    mailbox_id INTEGER NOT NULL,
    content_id TEXT NOT NULL,
    n          INTEGER NOT NULL,               -- from 0
    data       BLOB NOT NULL,
    PRIMARY KEY (mailbox_id, content_id, n)
);
CREATE TABLE uploads (
    mailbox_id INTEGER NOT NULL,
    content_id TEXT NOT NULL,
    begun      INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, content_id)
) WITHOUT ROWID;
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
INSERT INTO migrations (name) VALUES ('migrations/001_core.sql');
INSERT INTO migrations (name) VALUES ('migrations/010_mail.sql');
INSERT INTO migrations (name) VALUES ('migrations/011_imports.sql');
INSERT INTO migrations (name) VALUES ('migrations/012_words.sql');
INSERT INTO migrations (name) VALUES ('migrations/020_calendar.sql');
INSERT INTO migrations (name) VALUES ('migrations/030_people.sql');
INSERT INTO migrations (name) VALUES ('migrations/040_groups.sql');
INSERT INTO migrations (name) VALUES ('migrations/050_files.sql');
INSERT INTO migrations (name) VALUES ('migrations/060_account.sql');

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

-- ord rises with received: it is the order of every list, the key of every
-- page, and the row of the text index. The last column of each index.
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

-- What a list does not show: the body, and the header as it stood.
CREATE TABLE bodies (
    mailbox_id   INTEGER NOT NULL,
    id           TEXT NOT NULL,                -- of the message
    content_type TEXT NOT NULL,
    content      TEXT NOT NULL,
    headers_json TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

-- The bytes of an imported or received message, deflated when that helps.
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

-- Which conversation a Message-ID belongs to, also of mail that has not come.
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

-- Who was told by an automatic reply already.
CREATE TABLE automatic_replies (
    mailbox_id  INTEGER NOT NULL,
    address_key TEXT NOT NULL,
    since       INTEGER NOT NULL,              -- the setting's own change
    PRIMARY KEY (mailbox_id, address_key, since)
) WITHOUT ROWID;

-- Messages whose text is not in the index yet, or no longer right there.
CREATE TABLE index_queue (
    mailbox_id INTEGER NOT NULL,
    id         TEXT NOT NULL,                  -- of the message
    PRIMARY KEY (mailbox_id, id)
) WITHOUT ROWID;

-- rowid is messages.ord, so that newest-first streams by rowid; the column
-- mailbox holds one word, which restricts a MATCH to its mailbox.
CREATE VIRTUAL TABLE messages_fts USING fts5 (
    mailbox, subject, sender, recipients, body, attachment,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);

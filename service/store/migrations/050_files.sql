-- The drive of each mailbox: folders and files in one tree. The root is an
-- item whose parent is ''.
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

INSERT INTO drive_items (mailbox_id, id, parent_id, name, name_key, is_folder, size, mime_type, content_id, seq, created, modified, created_by, modified_by)
    SELECT mailbox_id, 'root-' || id, '', 'root', 'root', 1, 0, '', '', 0, unixepoch() * 1000, unixepoch() * 1000, id, id FROM mailboxes;

-- The bytes of files, in pieces of equal size, the last one shorter. A
-- content never changes: a file that is written anew gets another.
CREATE TABLE file_pieces (
    mailbox_id INTEGER NOT NULL,
    content_id TEXT NOT NULL,
    n          INTEGER NOT NULL,               -- from 0
    data       BLOB NOT NULL,
    PRIMARY KEY (mailbox_id, content_id, n)
);

-- Contents that are being uploaded and that no item has yet.
CREATE TABLE uploads (
    mailbox_id INTEGER NOT NULL,
    content_id TEXT NOT NULL,
    begun      INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, content_id)
) WITHOUT ROWID;

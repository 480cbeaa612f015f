-- Folders of contacts. The folder that every mailbox has, 'contacts', has no
-- row; it is the parent of the folders at the top.
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

-- What the directory says of each user. A part of the directory: its lists
-- go over all mailboxes.
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

-- Photos of a user or a group (owner_kind 'mailbox', owner_id '') and of
-- contacts.
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

-- The words of contacts (scope 'c' and the mailbox's number) and of users
-- (scope 'directory'). rowid is contacts.ord or profiles.mailbox_id; the
-- former begin at 2^20, far beyond the latter.
CREATE VIRTUAL TABLE people_fts USING fts5 (
    scope, name, address, work, other,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

-- Users from before the directory: what is known of them.
INSERT INTO profiles
    SELECT mailbox_id, id, '', lower(display_name), '', '', address, principal_name,
        json_object('objectType', 'User', 'id', id, 'accountEnabled', json('true'), 'displayName', display_name,
            'mail', address, 'userPrincipalName', principal_name)
    FROM mailboxes WHERE kind = 'user';
INSERT INTO people_fts (rowid, scope, name, address, work, other)
    SELECT mailbox_id, 'directory', display_name, address, '', '' FROM mailboxes WHERE kind = 'user';

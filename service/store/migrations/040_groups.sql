-- What the directory says of each group. A part of the directory: its lists
-- go over all mailboxes.
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

-- What a conversation or a thread shows of its posts stands beside its topic
-- and is kept right with every post.
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

-- Groups from before: what is known of them.
INSERT INTO group_profiles
    SELECT mailbox_id, id, lower(display_name), address,
        json_object('id', id, 'displayName', display_name, 'mail', address, 'mailEnabled', json('true'),
            'securityEnabled', json('false'), 'groupTypes', json('["Unified"]'), 'visibility', 'Public')
    FROM mailboxes WHERE kind = 'group';

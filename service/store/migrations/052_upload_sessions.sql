-- Uploads that come in ranges. Who knows the key may go on with one, so the
-- key itself is not here.
CREATE TABLE upload_sessions (
    key_hash   TEXT PRIMARY KEY,               -- SHA-256 of the key, in hex
    mailbox_id INTEGER NOT NULL,
    content_id TEXT NOT NULL,                  -- of its pieces in file_pieces
    begun_by   TEXT NOT NULL,                  -- public id of a user
    goal       TEXT NOT NULL,                  -- JSON: what is made of it
    size       INTEGER NOT NULL,               -- bytes in all; -1 until a range says
    received   INTEGER NOT NULL DEFAULT 0,     -- bytes, from the first
    expires    INTEGER NOT NULL,
    made       TEXT NOT NULL DEFAULT ''        -- id of what was made; '' while it goes on
) WITHOUT ROWID;
CREATE INDEX upload_sessions_by_mailbox ON upload_sessions (mailbox_id, expires);
CREATE INDEX upload_sessions_by_expiry ON upload_sessions (expires);

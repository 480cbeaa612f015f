-- Who may sign in, and what came of it. Like the tokens, these rows lead to a
-- mailbox, so their keys do not begin with one. Of every secret there is a
-- SHA-256 alone: no copy of this file lets anybody in. Times are Unix
-- milliseconds.
CREATE TABLE passwords (
    mailbox_id INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL,                  -- argon2id, in its text form
    changed    INTEGER NOT NULL
);

-- Programs beside the built-in one. None has a secret: they are public.
CREATE TABLE oauth_clients (
    client_id      TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    redirects_json TEXT NOT NULL,              -- array of URIs
    created        INTEGER NOT NULL
) WITHOUT ROWID;

-- A sign-in: what a person allowed a program once. All tokens that came of it
-- are its family, and end together.
CREATE TABLE sign_ins (
    sign_in_id TEXT PRIMARY KEY,
    mailbox_id INTEGER NOT NULL,
    client_id  TEXT NOT NULL,
    scopes     TEXT NOT NULL,                  -- as the program spells them
    created    INTEGER NOT NULL,
    used       INTEGER NOT NULL,               -- when it last got a token
    ended      INTEGER NOT NULL DEFAULT 0      -- revoked
) WITHOUT ROWID;
CREATE INDEX sign_ins_by_use ON sign_ins (used);
CREATE INDEX sign_ins_by_mailbox ON sign_ins (mailbox_id);

ALTER TABLE tokens ADD COLUMN sign_in_id TEXT NOT NULL DEFAULT ''; -- '': made without one
CREATE INDEX tokens_by_sign_in ON tokens (sign_in_id) WHERE sign_in_id <> '';
CREATE INDEX tokens_by_expiry ON tokens (expires) WHERE expires > 0;

CREATE TABLE auth_codes (
    code_hash    BLOB PRIMARY KEY,
    mailbox_id   INTEGER NOT NULL,
    client_id    TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge    TEXT NOT NULL,                -- S256
    scopes       TEXT NOT NULL,
    expires      INTEGER NOT NULL,
    spent        INTEGER NOT NULL DEFAULT 0,   -- when; 0: not yet
    sign_in_id   TEXT NOT NULL DEFAULT ''      -- what redeeming it began
) WITHOUT ROWID;
CREATE INDEX auth_codes_by_expiry ON auth_codes (expires);

-- A refresh token is replaced when it is used. nonce is what its successors
-- are derived with: it is kept only as long as the answer can be given again.
CREATE TABLE refresh_tokens (
    token_hash BLOB PRIMARY KEY,
    sign_in_id TEXT NOT NULL,
    expires    INTEGER NOT NULL,
    replaced   INTEGER NOT NULL DEFAULT 0,     -- when; 0: it is the live one
    nonce      BLOB
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_sign_in ON refresh_tokens (sign_in_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires);

-- Devices that wait for an answer. The user code is short, so its hash hides
-- little; it opens nothing either.
CREATE TABLE device_codes (
    device_hash    BLOB PRIMARY KEY,
    user_code_hash BLOB NOT NULL UNIQUE,
    client_id      TEXT NOT NULL,
    scopes         TEXT NOT NULL,
    expires        INTEGER NOT NULL,
    polled         INTEGER NOT NULL DEFAULT 0,
    interval       INTEGER NOT NULL,           -- milliseconds between polls
    answer         INTEGER NOT NULL DEFAULT 0, -- 0 pending, 1 allowed, 2 denied, 3 spent
    mailbox_id     INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX device_codes_by_expiry ON device_codes (expires);

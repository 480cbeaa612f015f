-- Which messages were imported from files, by what identifies their copies,
-- so that an import that is run again adds nothing twice.
CREATE TABLE imports (
    mailbox_id  INTEGER NOT NULL,
    fingerprint BLOB NOT NULL,
    id          TEXT NOT NULL,                 -- of the message
    PRIMARY KEY (mailbox_id, fingerprint, id)
) WITHOUT ROWID;

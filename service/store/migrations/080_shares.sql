-- What a mailbox's owner lets others reach, item by item. What was shared as a
-- whole stays so; who might write mail might send it too.
CREATE TABLE shared_items (
    mailbox_id INTEGER NOT NULL,
    area       TEXT NOT NULL,                  -- folded: mail, calendars, contacts, files
    item_id    TEXT NOT NULL,                  -- a folder or calendar; '' for all of the area
    grantee_id TEXT NOT NULL,                  -- public id of a user; '' for everybody here
    role       TEXT NOT NULL,                  -- of a calendarPermission; else read or write
    send       INTEGER NOT NULL,               -- mail may be sent in the owner's name
    seq        INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, area, item_id, grantee_id)
) WITHOUT ROWID;
CREATE INDEX shared_items_by_grantee ON shared_items (mailbox_id, grantee_id, area);
INSERT INTO shared_items (mailbox_id, area, item_id, grantee_id, role, send, seq)
    SELECT mailbox_id, area, '', grantee_id, CASE WHEN write THEN 'write' ELSE 'read' END, area = 'mail' AND write, 0 FROM shares;
DROP TABLE shares;

-- Since when an item is in its container: the number of the change with which
-- it came, of one that has left that with which it had come. 0 is from before
-- the log knew.
ALTER TABLE changes ADD COLUMN entered INTEGER NOT NULL DEFAULT 0;

-- The earlier stays of items that have come back to a container: who follows
-- its changes from within one of them has the item.
CREATE TABLE earlier_stays (
    mailbox_id INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    container  TEXT NOT NULL,
    item_id    TEXT NOT NULL,
    entered    INTEGER NOT NULL,
    gone       INTEGER NOT NULL,
    PRIMARY KEY (mailbox_id, kind, container, item_id, gone)
) WITHOUT ROWID;

CREATE TRIGGER stay_ended AFTER UPDATE ON changes WHEN OLD.op <> 1 AND NEW.op = 1 BEGIN
    INSERT OR REPLACE INTO earlier_stays VALUES (OLD.mailbox_id, OLD.kind, OLD.container, OLD.item_id, OLD.entered, OLD.seq);
END;

-- Who a message went to, who had a copy and who a blind one are columns of
-- their own, so that to:, cc: and bcc: find what they name. The text is
-- indexed anew, in the background.
DROP TABLE messages_fts;
CREATE VIRTUAL TABLE messages_fts USING fts5 (
    mailbox, subject, sender, to_people, cc_people, bcc_people, body, attachment,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
UPDATE messages SET indexed = 0;
INSERT OR IGNORE INTO index_queue (mailbox_id, id) SELECT mailbox_id, id FROM messages;

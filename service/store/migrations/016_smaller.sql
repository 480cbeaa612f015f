-- The beginnings of words are words of the index (see words.go) in place of
-- three indexes of FTS5's own with every place of every word, and the texts of
-- bodies are packed (see packed.go). Both are done in the background, message
-- by message, and so is clearing away the former index (see index.go).
ALTER TABLE bodies ADD COLUMN size INTEGER; -- bytes of content before it was packed; NULL where it is not
ALTER TABLE messages_fts RENAME TO messages_fts_former;
CREATE VIRTUAL TABLE messages_fts USING fts5 (
    body, mailbox, subject, sender, to_people, cc_people, bcc_people, attachment, -- the first takes two bytes less a word
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
INSERT OR IGNORE INTO index_queue (mailbox_id, id) SELECT mailbox_id, id FROM messages;

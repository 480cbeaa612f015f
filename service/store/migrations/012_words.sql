-- The words that the text index holds, so that the beginning of a word can be
-- looked up as the few words it stands for.
CREATE TABLE index_words (
    mailbox_id INTEGER NOT NULL,
    word       TEXT NOT NULL,                  -- folded, without accents
    PRIMARY KEY (mailbox_id, word)
) WITHOUT ROWID;

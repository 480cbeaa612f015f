-- When work of the store on itself was last done; see upkeep.go.
CREATE TABLE upkeep (
    task TEXT PRIMARY KEY,
    done INTEGER NOT NULL
) WITHOUT ROWID;

-- Administrators of the store change what belongs to everybody in it.
ALTER TABLE mailboxes ADD COLUMN administrator INTEGER NOT NULL DEFAULT 0;

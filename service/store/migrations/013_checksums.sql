-- Checksums of what is too large to be noticed when it is wrong: see
-- checksum.go. NULL for what was kept before they were.
ALTER TABLE bodies ADD COLUMN checksum BLOB;
ALTER TABLE originals ADD COLUMN checksum BLOB;
ALTER TABLE attachments ADD COLUMN checksum BLOB;

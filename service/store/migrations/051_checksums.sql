-- See 013_checksums.sql.
ALTER TABLE file_pieces ADD COLUMN checksum BLOB;

-- What is unread on either side of the inbox is counted from this index alone:
-- at a million messages it took most of a second.
CREATE INDEX messages_unread_lens ON messages (mailbox_id, folder_id, is_read, inference, ord) WHERE is_read = 0;

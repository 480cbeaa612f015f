-- The schema on PostgreSQL: the tables of the migrations of SQLite beside this
-- folder, whose comments say what the columns hold. Texts are of ctext, so that
-- they are compared by their bytes, as SQLite does; truths are 0 and 1. The
-- key of a table begins with mailbox_id, but for those of the directory.
CREATE DOMAIN ctext AS TEXT COLLATE "C";

-- Numbers of NextOrder and of mailboxes: sequences, so that writers do not wait
-- for each other. None is given twice.
CREATE SEQUENCE order_numbers;
CREATE SEQUENCE mailbox_numbers;

CREATE TABLE counters (
    name  ctext PRIMARY KEY,
    value BIGINT NOT NULL
);

CREATE TABLE upkeep (
    task ctext PRIMARY KEY,
    done BIGINT NOT NULL
);

CREATE TABLE mailboxes (
    mailbox_id     BIGINT PRIMARY KEY,
    id             ctext NOT NULL UNIQUE,
    kind           ctext NOT NULL,
    principal_name ctext NOT NULL UNIQUE,
    address        ctext NOT NULL UNIQUE,
    display_name   ctext NOT NULL,
    seq            BIGINT NOT NULL DEFAULT 0,
    floor          BIGINT NOT NULL DEFAULT 0,
    administrator  BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE tokens (
    token_hash BYTEA PRIMARY KEY,
    mailbox_id BIGINT NOT NULL,
    scopes     ctext NOT NULL,
    created    BIGINT NOT NULL,
    expires    BIGINT NOT NULL,
    revoked    BIGINT NOT NULL DEFAULT 0,
    sign_in_id ctext NOT NULL DEFAULT ''
);

CREATE TABLE changes (
    mailbox_id BIGINT NOT NULL,
    kind       ctext NOT NULL,
    container  ctext NOT NULL,
    item_id    ctext NOT NULL,
    seq        BIGINT NOT NULL,
    op         BIGINT NOT NULL,
    entered BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (mailbox_id, kind, container, item_id)
);

CREATE TABLE extensions (
    mailbox_id BIGINT NOT NULL,
    owner_kind ctext NOT NULL,
    owner_id   ctext NOT NULL,
    name_key   ctext NOT NULL,
    name       ctext NOT NULL,
    data       ctext NOT NULL,
    PRIMARY KEY (mailbox_id, owner_kind, owner_id, name_key)
);

CREATE TABLE attachments (
    mailbox_id   BIGINT NOT NULL,
    owner_kind   ctext NOT NULL,
    owner_id     ctext NOT NULL,
    id           ctext NOT NULL,
    kind         ctext NOT NULL,
    name         ctext NOT NULL,
    content_type ctext NOT NULL,
    size         BIGINT NOT NULL,
    is_inline    BIGINT NOT NULL,
    content_id   ctext NOT NULL,
    modified     BIGINT NOT NULL,
    content      BYTEA NOT NULL,
    checksum BYTEA,
    rowid BIGINT GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (mailbox_id, owner_kind, owner_id, id)
);

CREATE TABLE idempotency (
    mailbox_id BIGINT NOT NULL,
    key        ctext NOT NULL,
    created    BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, key)
);

CREATE TABLE folders (
    mailbox_id   BIGINT NOT NULL,
    id           ctext NOT NULL,
    parent_id    ctext NOT NULL,
    name         ctext NOT NULL,
    name_key     ctext NOT NULL,
    well_known   ctext NOT NULL,
    position     BIGINT NOT NULL,
    is_hidden    BIGINT NOT NULL DEFAULT 0,
    children     BIGINT NOT NULL DEFAULT 0,
    total        BIGINT NOT NULL DEFAULT 0,
    unread       BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE messages (
    mailbox_id       BIGINT NOT NULL,
    id               ctext NOT NULL,
    ord              BIGINT NOT NULL,
    folder_id        ctext NOT NULL,
    conversation_id  ctext NOT NULL,
    message_id       ctext NOT NULL,
    seq              BIGINT NOT NULL,
    received         BIGINT NOT NULL,
    sent             BIGINT NOT NULL,
    created          BIGINT NOT NULL,
    modified         BIGINT NOT NULL,
    is_read          BIGINT NOT NULL,
    is_draft         BIGINT NOT NULL,
    has_attachments  BIGINT NOT NULL,
    flag_status      ctext NOT NULL,
    importance       ctext NOT NULL,
    inference        ctext NOT NULL,
    delivery_receipt BIGINT NOT NULL,
    read_receipt     BIGINT NOT NULL,
    subject          ctext NOT NULL,
    preview          ctext NOT NULL,
    subject_key      ctext NOT NULL,
    from_key         ctext NOT NULL,
    from_name_key    ctext NOT NULL,
    from_name        ctext NOT NULL,
    from_address     ctext NOT NULL,
    sender_name      ctext NOT NULL,
    sender_address   ctext NOT NULL,
    meeting_type     ctext NOT NULL,
    to_json          ctext NOT NULL,
    cc_json          ctext NOT NULL,
    bcc_json         ctext NOT NULL,
    reply_to_json    ctext NOT NULL,
    categories_json  ctext NOT NULL,
    flag_json        ctext NOT NULL,
    meeting_json     ctext NOT NULL,
    indexed          BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE bodies (
    mailbox_id   BIGINT NOT NULL,
    id           ctext NOT NULL,
    content_type ctext NOT NULL,
    content      BYTEA NOT NULL,
    headers_json BYTEA NOT NULL,
    checksum BYTEA,
    size BIGINT,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE originals (
    mailbox_id BIGINT NOT NULL,
    id         ctext NOT NULL,
    size       BIGINT NOT NULL,
    deflated   BIGINT NOT NULL,
    content    BYTEA NOT NULL,
    checksum BYTEA,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE message_categories (
    mailbox_id BIGINT NOT NULL,
    name_key   ctext NOT NULL,
    ord        BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, name_key, ord)
);

CREATE TABLE single_values (
    mailbox_id BIGINT NOT NULL,
    message_id ctext NOT NULL,
    name_key   ctext NOT NULL,
    name       ctext NOT NULL,
    value      ctext NOT NULL,
    PRIMARY KEY (mailbox_id, message_id, name_key)
);

CREATE TABLE thread_references (
    mailbox_id      BIGINT NOT NULL,
    message_id      ctext NOT NULL,
    conversation_id ctext NOT NULL,
    PRIMARY KEY (mailbox_id, message_id)
);

CREATE TABLE overrides (
    mailbox_id  BIGINT NOT NULL,
    id          ctext NOT NULL,
    address_key ctext NOT NULL,
    name        ctext NOT NULL,
    address     ctext NOT NULL,
    classify_as ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE categories (
    mailbox_id BIGINT NOT NULL,
    id         ctext NOT NULL,
    name_key   ctext NOT NULL,
    name       ctext NOT NULL,
    color      ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE automatic_replies (
    mailbox_id  BIGINT NOT NULL,
    address_key ctext NOT NULL,
    since       BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, address_key, since)
);

CREATE TABLE index_queue (
    mailbox_id BIGINT NOT NULL,
    id         ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE imports (
    mailbox_id  BIGINT NOT NULL,
    fingerprint BYTEA NOT NULL,
    id          ctext NOT NULL,
    PRIMARY KEY (mailbox_id, fingerprint, id)
);

CREATE TABLE calendar_groups (
    mailbox_id BIGINT NOT NULL,
    id         ctext NOT NULL,
    name       ctext NOT NULL,
    name_key   ctext NOT NULL,
    is_default BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE calendars (
    mailbox_id BIGINT NOT NULL,
    id         ctext NOT NULL,
    group_id   ctext NOT NULL,
    name       ctext NOT NULL,
    name_key   ctext NOT NULL,
    color      ctext NOT NULL,
    is_default BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    events_seq BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE resources (
    mailbox_id BIGINT PRIMARY KEY
);

CREATE TABLE events (
    mailbox_id     BIGINT NOT NULL,
    id             ctext NOT NULL,
    calendar_id    ctext NOT NULL,
    series_id      ctext NOT NULL,
    day            BIGINT NOT NULL,
    kind           ctext NOT NULL,
    listed         BIGINT NOT NULL,
    uid            ctext NOT NULL,
    transaction_id ctext NOT NULL,
    seq            BIGINT NOT NULL,
    schedule_seq   BIGINT NOT NULL,
    created        BIGINT NOT NULL,
    modified       BIGINT NOT NULL,
    starts         BIGINT NOT NULL,
    ends           BIGINT NOT NULL,
    until          BIGINT NOT NULL,
    span           BIGINT NOT NULL,
    first_day      BIGINT NOT NULL,
    days           BIGINT NOT NULL,
    show_as        ctext NOT NULL,
    subject        ctext NOT NULL,
    subject_key    ctext NOT NULL,
    data           ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE event_removals (
    mailbox_id  BIGINT NOT NULL,
    id          ctext NOT NULL,
    calendar_id ctext NOT NULL,
    removed     BIGINT NOT NULL,
    note        ctext NOT NULL DEFAULT '',
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE removed_events (
    mailbox_id     BIGINT NOT NULL,
    removal_id     ctext NOT NULL,
    id             ctext NOT NULL,
    calendar_id    ctext NOT NULL,
    series_id      ctext NOT NULL,
    day            BIGINT NOT NULL,
    kind           ctext NOT NULL,
    uid            ctext NOT NULL,
    transaction_id ctext NOT NULL,
    seq            BIGINT NOT NULL,
    schedule_seq   BIGINT NOT NULL,
    created        BIGINT NOT NULL,
    modified       BIGINT NOT NULL,
    starts         BIGINT NOT NULL,
    ends           BIGINT NOT NULL,
    until          BIGINT NOT NULL,
    first_day      BIGINT NOT NULL,
    days           BIGINT NOT NULL,
    show_as        ctext NOT NULL,
    subject        ctext NOT NULL,
    data           ctext NOT NULL,
    PRIMARY KEY (mailbox_id, removal_id, id)
);

CREATE TABLE event_versions (
    mailbox_id BIGINT NOT NULL,
    uid        ctext NOT NULL,
    occurrence BIGINT NOT NULL,
    sequence   BIGINT NOT NULL,
    modified   BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, uid, occurrence)
);

CREATE TABLE former_events (
    mailbox_id   BIGINT NOT NULL,
    id           ctext NOT NULL,
    series_id    ctext NOT NULL,
    day          BIGINT NOT NULL,
    kind         ctext NOT NULL,
    schedule_seq BIGINT NOT NULL,
    gone         BIGINT NOT NULL,
    starts       BIGINT NOT NULL,
    ends         BIGINT NOT NULL,
    until        BIGINT NOT NULL,
    first_day    BIGINT NOT NULL,
    days         BIGINT NOT NULL,
    data         ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id, gone)
);

CREATE TABLE contact_folders (
    mailbox_id BIGINT NOT NULL,
    id         ctext NOT NULL,
    parent_id  ctext NOT NULL,
    name       ctext NOT NULL,
    name_key   ctext NOT NULL,
    seq        BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE contacts (
    mailbox_id   BIGINT NOT NULL,
    id           ctext NOT NULL,
    ord          BIGINT NOT NULL,
    folder_id    ctext NOT NULL,
    seq          BIGINT NOT NULL,
    created      BIGINT NOT NULL,
    modified     BIGINT NOT NULL,
    birthday     BIGINT,
    display_name ctext NOT NULL,
    display_key  ctext NOT NULL,
    given_key    ctext NOT NULL,
    surname_key  ctext NOT NULL,
    file_as_key  ctext NOT NULL,
    company_key  ctext NOT NULL,
    card         ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE contact_addresses (
    mailbox_id  BIGINT NOT NULL,
    contact_id  ctext NOT NULL,
    place       BIGINT NOT NULL,
    name        ctext NOT NULL,
    address     ctext NOT NULL,
    address_key ctext NOT NULL,
    PRIMARY KEY (mailbox_id, contact_id, place)
);

CREATE TABLE profiles (
    mailbox_id  BIGINT PRIMARY KEY,
    id          ctext NOT NULL,
    manager_id  ctext NOT NULL,
    display_key ctext NOT NULL,
    given_key   ctext NOT NULL,
    surname_key ctext NOT NULL,
    mail_key    ctext NOT NULL,
    upn_key     ctext NOT NULL,
    profile     ctext NOT NULL
);

CREATE TABLE photos (
    mailbox_id   BIGINT NOT NULL,
    owner_kind   ctext NOT NULL,
    owner_id     ctext NOT NULL,
    content_type ctext NOT NULL,
    width        BIGINT NOT NULL,
    height       BIGINT NOT NULL,
    etag         ctext NOT NULL,
    content      BYTEA NOT NULL,
    PRIMARY KEY (mailbox_id, owner_kind, owner_id)
);

CREATE TABLE group_profiles (
    mailbox_id  BIGINT PRIMARY KEY,
    id          ctext NOT NULL,
    display_key ctext NOT NULL,
    mail_key    ctext NOT NULL,
    profile     ctext NOT NULL
);

CREATE TABLE group_members (
    mailbox_id BIGINT NOT NULL,
    user_id    ctext NOT NULL,
    is_owner   BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, user_id)
);

CREATE TABLE conversations (
    mailbox_id      BIGINT NOT NULL,
    id              ctext NOT NULL,
    topic           ctext NOT NULL,
    topic_key       ctext NOT NULL,
    seq             BIGINT NOT NULL,
    delivered       BIGINT NOT NULL,
    has_attachments BIGINT NOT NULL,
    preview         ctext NOT NULL,
    senders_json    ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE threads (
    mailbox_id      BIGINT NOT NULL,
    id              ctext NOT NULL,
    conversation_id ctext NOT NULL,
    topic           ctext NOT NULL,
    topic_key       ctext NOT NULL,
    seq             BIGINT NOT NULL,
    is_locked       BIGINT NOT NULL,
    delivered       BIGINT NOT NULL,
    has_attachments BIGINT NOT NULL,
    preview         ctext NOT NULL,
    senders_json    ctext NOT NULL,
    to_json         ctext NOT NULL,
    cc_json         ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE posts (
    mailbox_id       BIGINT NOT NULL,
    id               ctext NOT NULL,
    thread_id        ctext NOT NULL,
    conversation_id  ctext NOT NULL,
    message_id       ctext NOT NULL,
    author_id        ctext NOT NULL,
    seq              BIGINT NOT NULL,
    received         BIGINT NOT NULL,
    created          BIGINT NOT NULL,
    modified         BIGINT NOT NULL,
    has_attachments  BIGINT NOT NULL,
    from_name        ctext NOT NULL,
    from_address     ctext NOT NULL,
    from_key         ctext NOT NULL,
    content_type     ctext NOT NULL,
    content          ctext NOT NULL,
    participants     ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE drive_items (
    mailbox_id  BIGINT NOT NULL,
    id          ctext NOT NULL,
    parent_id   ctext NOT NULL,
    name        ctext NOT NULL,
    name_key    ctext NOT NULL,
    is_folder   BIGINT NOT NULL,
    size        BIGINT NOT NULL,
    children    BIGINT NOT NULL DEFAULT 0,
    mime_type   ctext NOT NULL,
    content_id  ctext NOT NULL,
    seq         BIGINT NOT NULL,
    created     BIGINT NOT NULL,
    modified    BIGINT NOT NULL,
    created_by  ctext NOT NULL,
    modified_by ctext NOT NULL,
    PRIMARY KEY (mailbox_id, id)
);

CREATE TABLE file_pieces (
    mailbox_id BIGINT NOT NULL,
    content_id ctext NOT NULL,
    n          BIGINT NOT NULL,
    data       BYTEA NOT NULL,
    checksum BYTEA,
    PRIMARY KEY (mailbox_id, content_id, n)
);

CREATE TABLE uploads (
    mailbox_id BIGINT NOT NULL,
    content_id ctext NOT NULL,
    begun      BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, content_id)
);

CREATE TABLE upload_sessions (
    key_hash   ctext PRIMARY KEY,
    mailbox_id BIGINT NOT NULL,
    content_id ctext NOT NULL,
    begun_by   ctext NOT NULL,
    goal       ctext NOT NULL,
    size       BIGINT NOT NULL,
    received   BIGINT NOT NULL DEFAULT 0,
    expires    BIGINT NOT NULL,
    made       ctext NOT NULL DEFAULT ''
);

CREATE TABLE earlier_stays (
    mailbox_id BIGINT NOT NULL,
    kind       ctext NOT NULL,
    container  ctext NOT NULL,
    item_id    ctext NOT NULL,
    entered    BIGINT NOT NULL,
    gone       BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, kind, container, item_id, gone)
);

CREATE TABLE settings (
    mailbox_id    BIGINT PRIMARY KEY,
    time_zone     ctext NOT NULL,
    language_json ctext NOT NULL,
    hours_json    ctext NOT NULL,
    replies_json  ctext NOT NULL,
    replies_since BIGINT NOT NULL,
    date_format   ctext NOT NULL,
    time_format   ctext NOT NULL
);

CREATE TABLE grants (
    id           ctext PRIMARY KEY,
    version      BIGINT NOT NULL,
    client_id    ctext NOT NULL,
    consent_type ctext NOT NULL,
    principal_id ctext NOT NULL,
    resource_id  ctext NOT NULL,
    scope        ctext NOT NULL,
    starts       BIGINT,
    expires      BIGINT
);

CREATE TABLE passwords (
    mailbox_id BIGINT PRIMARY KEY,
    hash       ctext NOT NULL,
    changed    BIGINT NOT NULL
);

CREATE TABLE oauth_clients (
    client_id      ctext PRIMARY KEY,
    name           ctext NOT NULL,
    redirects_json ctext NOT NULL,
    created        BIGINT NOT NULL
);

CREATE TABLE sign_ins (
    sign_in_id ctext PRIMARY KEY,
    mailbox_id BIGINT NOT NULL,
    client_id  ctext NOT NULL,
    scopes     ctext NOT NULL,
    created    BIGINT NOT NULL,
    used       BIGINT NOT NULL,
    ended      BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE auth_codes (
    code_hash    BYTEA PRIMARY KEY,
    mailbox_id   BIGINT NOT NULL,
    client_id    ctext NOT NULL,
    redirect_uri ctext NOT NULL,
    challenge    ctext NOT NULL,
    scopes       ctext NOT NULL,
    expires      BIGINT NOT NULL,
    spent        BIGINT NOT NULL DEFAULT 0,
    sign_in_id   ctext NOT NULL DEFAULT ''
);

CREATE TABLE refresh_tokens (
    token_hash BYTEA PRIMARY KEY,
    sign_in_id ctext NOT NULL,
    expires    BIGINT NOT NULL,
    replaced   BIGINT NOT NULL DEFAULT 0,
    nonce      BYTEA
);

CREATE TABLE device_codes (
    device_hash    BYTEA PRIMARY KEY,
    user_code_hash BYTEA NOT NULL UNIQUE,
    client_id      ctext NOT NULL,
    scopes         ctext NOT NULL,
    expires        BIGINT NOT NULL,
    polled         BIGINT NOT NULL DEFAULT 0,
    interval       BIGINT NOT NULL,
    answer         BIGINT NOT NULL DEFAULT 0,
    mailbox_id     BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE secrets (
    name  ctext PRIMARY KEY,
    value ctext NOT NULL
);

CREATE TABLE shared_items (
    mailbox_id BIGINT NOT NULL,
    area       ctext NOT NULL,
    item_id    ctext NOT NULL,
    grantee_id ctext NOT NULL,
    role       ctext NOT NULL,
    send       BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    PRIMARY KEY (mailbox_id, area, item_id, grantee_id)
);

CREATE INDEX changes_by_seq ON changes (mailbox_id, kind, container, seq);
CREATE UNIQUE INDEX folders_by_name ON folders (mailbox_id, parent_id, name_key);
CREATE INDEX folders_in_order ON folders (mailbox_id, parent_id, position, name_key);
CREATE INDEX folders_by_role ON folders (mailbox_id, well_known);
CREATE UNIQUE INDEX messages_by_order ON messages (mailbox_id, ord);
CREATE INDEX messages_in_folder ON messages (mailbox_id, folder_id, ord);
CREATE INDEX messages_unread ON messages (mailbox_id, folder_id, is_read, ord);
CREATE INDEX messages_focused ON messages (mailbox_id, folder_id, inference, ord);
CREATE INDEX messages_flagged ON messages (mailbox_id, flag_status, ord);
CREATE INDEX messages_in_thread ON messages (mailbox_id, conversation_id, ord);
CREATE INDEX messages_from ON messages (mailbox_id, from_key, ord);
CREATE INDEX messages_with_files ON messages (mailbox_id, has_attachments, ord);
CREATE INDEX messages_by_message_id ON messages (mailbox_id, message_id);
CREATE INDEX single_values_by_value ON single_values (mailbox_id, name_key, value);
CREATE INDEX thread_references_by_thread ON thread_references (mailbox_id, conversation_id);
CREATE UNIQUE INDEX overrides_by_address ON overrides (mailbox_id, address_key);
CREATE UNIQUE INDEX categories_by_name ON categories (mailbox_id, name_key);
CREATE INDEX messages_unread_lens ON messages (mailbox_id, folder_id, is_read, inference, ord) WHERE is_read = 0;
CREATE UNIQUE INDEX calendar_groups_by_name ON calendar_groups (mailbox_id, name_key);
CREATE UNIQUE INDEX calendars_by_name ON calendars (mailbox_id, name_key);
CREATE INDEX events_listed ON events (mailbox_id, listed, starts, id);
CREATE INDEX events_in_calendar ON events (mailbox_id, calendar_id, listed, starts, id);
CREATE INDEX events_of_series ON events (mailbox_id, series_id, day);
CREATE INDEX events_by_uid ON events (mailbox_id, uid);
CREATE INDEX events_by_transaction ON events (mailbox_id, transaction_id) WHERE transaction_id <> '';
CREATE INDEX event_removals_by_time ON event_removals (mailbox_id, removed);
CREATE INDEX events_in_time ON events (mailbox_id, calendar_id, span, starts, ends, first_day, days, show_as, series_id, id);
CREATE INDEX former_events_of_series ON former_events (mailbox_id, series_id, gone);
CREATE INDEX former_events_by_age ON former_events (mailbox_id, gone);
CREATE UNIQUE INDEX contact_folders_by_name ON contact_folders (mailbox_id, parent_id, name_key);
CREATE UNIQUE INDEX contacts_by_order ON contacts (mailbox_id, ord);
CREATE INDEX contacts_by_name ON contacts (mailbox_id, display_key, id);
CREATE INDEX contacts_in_folder ON contacts (mailbox_id, folder_id, display_key, id);
CREATE INDEX contact_addresses_by_address ON contact_addresses (mailbox_id, address_key, contact_id);
CREATE INDEX profiles_by_name ON profiles (display_key, id);
CREATE INDEX profiles_by_manager ON profiles (manager_id, display_key, id);
CREATE INDEX group_profiles_by_name ON group_profiles (display_key, id);
CREATE INDEX conversations_by_time ON conversations (mailbox_id, delivered, id);
CREATE INDEX threads_by_time ON threads (mailbox_id, delivered, id);
CREATE INDEX threads_in_conversation ON threads (mailbox_id, conversation_id, delivered, id);
CREATE INDEX posts_in_thread ON posts (mailbox_id, thread_id, received, id);
CREATE INDEX posts_by_message_id ON posts (mailbox_id, message_id);
CREATE UNIQUE INDEX drive_items_by_name ON drive_items (mailbox_id, parent_id, name_key);
CREATE INDEX drive_items_by_type ON drive_items (mailbox_id, mime_type, modified);
CREATE INDEX upload_sessions_by_mailbox ON upload_sessions (mailbox_id, expires);
CREATE INDEX upload_sessions_by_expiry ON upload_sessions (expires);
CREATE INDEX sign_ins_by_use ON sign_ins (used);
CREATE INDEX sign_ins_by_mailbox ON sign_ins (mailbox_id);
CREATE INDEX tokens_by_sign_in ON tokens (sign_in_id) WHERE sign_in_id <> '';
CREATE INDEX tokens_by_expiry ON tokens (expires) WHERE expires > 0;
CREATE INDEX auth_codes_by_expiry ON auth_codes (expires);
CREATE INDEX refresh_tokens_by_sign_in ON refresh_tokens (sign_in_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires);
CREATE INDEX device_codes_by_expiry ON device_codes (expires);
CREATE INDEX shared_items_by_grantee ON shared_items (mailbox_id, grantee_id, area);

-- Empty: the text index finds the beginnings of words by itself.
CREATE TABLE index_words (
    mailbox_id BIGINT NOT NULL,
    word       ctext NOT NULL,
    PRIMARY KEY (mailbox_id, word)
);

-- The text indexes: the words of a message, and of a contact or a user. See
-- textVector.
CREATE TABLE messages_fts (
    mailbox_id   BIGINT NOT NULL,
    rowid        BIGINT NOT NULL,
    messages_fts TSVECTOR NOT NULL,
    PRIMARY KEY (mailbox_id, rowid)
);
CREATE INDEX messages_fts_words ON messages_fts USING gin (messages_fts);

CREATE TABLE people_fts (
    mailbox_id BIGINT NOT NULL,
    rowid      BIGINT NOT NULL,
    people_fts TSVECTOR NOT NULL,
    PRIMARY KEY (mailbox_id, rowid)
);
CREATE INDEX people_fts_words ON people_fts USING gin (people_fts);

CREATE FUNCTION end_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO earlier_stays VALUES (OLD.mailbox_id, OLD.kind, OLD.container, OLD.item_id, OLD.entered, OLD.seq)
    ON CONFLICT (mailbox_id, kind, container, item_id, gone) DO UPDATE SET entered = excluded.entered;
    RETURN NULL;
END $$;
CREATE TRIGGER stay_ended AFTER UPDATE ON changes FOR EACH ROW WHEN (OLD.op <> 1 AND NEW.op = 1) EXECUTE FUNCTION end_stay();

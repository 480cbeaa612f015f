-- What SQLite has and PostgreSQL has not, under the names of SQLite, and what
-- package odata gives SQLite (see its stored.go). So the text of a query is the
-- same for both. UPPER, LOWER and LETTERS stand for tables of Go's.

CREATE OR REPLACE FUNCTION fold(s TEXT) RETURNS ctext LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(s) = length(s) THEN lower(s COLLATE "C")
        ELSE translate(s, 'UPPER', 'LOWER') END::ctext
$$;

CREATE OR REPLACE FUNCTION has_words(s TEXT, words TEXT, prefix BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN fold(s) ~ ('(^|[^LETTERS])' || replace(words, ' ', '[^LETTERS]+') || CASE WHEN prefix = 1 THEN '' ELSE '($|[^LETTERS])' END)
        THEN 1 ELSE 0 END::BIGINT
$$;

CREATE OR REPLACE FUNCTION instant(s TEXT) RETURNS BIGINT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    p TEXT[] := regexp_match(s, '^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$');
    off BIGINT := 0;
BEGIN
    IF p IS NULL OR p[1] = '0000' OR p[2]::INT NOT BETWEEN 1 AND 12 OR p[3]::INT < 1
        OR p[3]::INT > extract(day FROM make_date(p[1]::INT, p[2]::INT, 1) + INTERVAL '1 month' - INTERVAL '1 day')
        OR p[4]::INT > 23 OR p[5]::INT > 59 OR p[6]::INT > 59 OR p[9]::INT > 14 OR p[10]::INT > 59 THEN
        RETURN NULL;
    END IF;
    IF p[8] IS NOT NULL THEN
        off := (p[9]::INT * 60 + p[10]::INT) * CASE p[8] WHEN '-' THEN -60 ELSE 60 END;
    END IF;
    RETURN ((make_date(p[1]::INT, p[2]::INT, p[3]::INT) - DATE '1970-01-01') * 86400::BIGINT
        + coalesce(p[4]::INT * 3600 + p[5]::INT * 60, 0) + coalesce(p[6]::INT, 0) - off) * 10000000
        + coalesce(substr(p[7] || '0000000', 1, 7)::BIGINT, 0);
END $$;

CREATE OR REPLACE FUNCTION change_key(seq BIGINT) RETURNS ctext LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    digits TEXT := '';
BEGIN
    LOOP
        digits := substr('0123456789abcdefghijklmnopqrstuvwxyz', (seq % 36)::INT + 1, 1) || digits;
        seq := seq / 36;
        EXIT WHEN seq = 0;
    END LOOP;
    RETURN 'CQ' || digits;
END $$;

CREATE OR REPLACE FUNCTION instr(s TEXT, part TEXT) RETURNS INT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT strpos(s, part) $$;
CREATE OR REPLACE FUNCTION substr(s TEXT, begin BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT substr(s, least(begin, 2147483647)::INT) $$;
CREATE OR REPLACE FUNCTION substr(s TEXT, begin BIGINT, n BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT substr(s, least(begin, 1073741823)::INT, least(n, 1073741823)::INT) $$;
CREATE OR REPLACE FUNCTION max(a BIGINT, b BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT greatest(a, b) $$;
CREATE OR REPLACE FUNCTION strftime(form TEXT, seconds BIGINT, unit TEXT) RETURNS ctext LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT to_char(TIMESTAMP '1970-01-01' + seconds * INTERVAL '1 second',
        CASE form WHEN '%Y' THEN 'YYYY' WHEN '%m' THEN 'MM' WHEN '%d' THEN 'DD' ELSE 'YYYY-MM-DD' END)::ctext
$$;

-- What of a document lies at a path like $.a.b, as JSON. A character that no
-- text of PostgreSQL can have is not what it was.
CREATE OR REPLACE FUNCTION json_in(doc TEXT, path TEXT) RETURNS JSONB LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT replace(doc, '\u0000', '\ufffd')::JSONB #> coalesce(string_to_array(nullif(substr(path, 3), ''), '.'), '{}')
$$;
CREATE OR REPLACE FUNCTION json_part(doc TEXT, path TEXT) RETURNS ctext LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT json_in(doc, path)::TEXT::ctext $$;
-- A value of JSON as SQLite has it: truths are 1 and 0.
CREATE OR REPLACE FUNCTION json_text(v JSONB) RETURNS ctext LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT CASE v WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE v #>> '{}' END::ctext $$;
CREATE OR REPLACE FUNCTION json_at(doc TEXT, path TEXT) RETURNS ctext LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT json_text(json_in(doc, path)) $$;
CREATE OR REPLACE FUNCTION json_each(doc TEXT, path TEXT DEFAULT '$') RETURNS TABLE (value ctext, type TEXT) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT json_text(item), CASE item WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE replace(jsonb_typeof(item), 'string', 'text') END
    FROM (SELECT json_in(doc, path)) AS of_doc (v),
        jsonb_array_elements(CASE jsonb_typeof(v) WHEN 'array' THEN v ELSE jsonb_build_array(v) END) AS items (item)
    WHERE v IS NOT NULL
$$;
DO $$ BEGIN
    CREATE OPERATOR -> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_part);
    CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_at);
EXCEPTION WHEN duplicate_function THEN
    NULL; -- of an older daybook: they call the functions of this one
END $$;

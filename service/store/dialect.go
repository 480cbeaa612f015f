package store

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Statements are written as SQLite reads them, with ? and ?1, and what of them
// PostgreSQL reads otherwise is written anew here: the marks of arguments, and
// the MATCH of a text index.

// serverText is a statement for PostgreSQL. matches are the text indexes whose
// MATCH an argument is, by its place.
type serverText struct {
	text    string
	matches map[int]string
}

// serverTexts remembers them by the statement; there are as many as the program
// has, and as filters have shapes: so it is emptied when full.
var serverTexts = struct {
	sync.Mutex
	known map[string]serverText
}{}

const maxServerTexts = 4096

// onServer is a statement and its arguments as PostgreSQL takes them; the
// statement also where an argument is refused.
func onServer(query string, args []any) (text string, values []any, err error) {
	t := serverTextOf(query)
	values, err = t.values(args)
	return t.text, values, err
}

func serverTextOf(query string) serverText {
	serverTexts.Lock()
	defer serverTexts.Unlock()
	t, ok := serverTexts.known[query]
	if !ok {
		if serverTexts.known == nil || len(serverTexts.known) >= maxServerTexts {
			serverTexts.known = map[string]serverText{}
		}
		t = rewritten(query)
		serverTexts.known[strings.Clone(query)] = t
	}
	return t
}

const matchSign = " MATCH ?"

func rewritten(query string) serverText {
	query = strings.ReplaceAll(query, " CROSS JOIN ", " JOIN ") // which SQLite takes for an order of its loops
	var b strings.Builder
	t := serverText{}
	last := 0
	for i := 0; i < len(query); i++ {
		switch c := query[i]; {
		case c == '\'': // a text, up to the quote that ends it; two inside are two texts
			end := strings.IndexByte(query[i+1:], '\'')
			if end < 0 {
				end = len(query) - i - 2
			}
			b.WriteString(query[i : i+end+2])
			i += end + 1
		case c == ' ' && strings.HasPrefix(query[i:], matchSign):
			last++
			if t.matches == nil {
				t.matches = map[int]string{}
			}
			before := query[:i]
			t.matches[last] = before[strings.LastIndexAny(before, " .(")+1:]
			b.WriteString(" @@ $" + strconv.Itoa(last) + "::tsquery")
			i += len(matchSign) - 1
		case c == '?':
			n := 0
			for i+1 < len(query) && '0' <= query[i+1] && query[i+1] <= '9' {
				n, i = n*10+int(query[i+1]-'0'), i+1
			}
			if n == 0 {
				n = last + 1
			}
			last = max(last, n)
			b.WriteString("$" + strconv.Itoa(n))
		default:
			b.WriteByte(c)
		}
	}
	t.text = b.String()
	return t
}

// values are the arguments as PostgreSQL takes them: truths as numbers, texts
// without what none of its texts can have. Bytes stay bytes.
func (t serverText) values(args []any) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			return nil, err
		}
		switch x := v.(type) {
		case bool:
			v = int64(0)
			if x {
				v = int64(1)
			}
		case string:
			if table := t.matches[i+1]; table != "" {
				x = textQuery(table, x)
			}
			v = storable(x)
		case []byte:
			if x == nil && a != nil {
				v = []byte{}
			}
		}
		out[i] = v
	}
	return out, nil
}

// storable is a text with U+FFFD for what is no character to PostgreSQL: NUL, and
// bytes that are not UTF-8.
func storable(s string) string {
	if strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd")
}

// textIndex is a table of words: see textVector.
type textIndex struct {
	scope   string   // the column that says to whom a row belongs
	columns []string // those with texts
	main    string   // the one of them that has most of the words, "" for none
}

var textIndexes = map[string]textIndex{
	"messages_fts": {scope: "mailbox", columns: []string{"subject", "sender", "to_people", "cc_people", "bcc_people", "attachment", "body"}, main: "body"},
	"people_fts":   {scope: "scope", columns: []string{"name", "address", "work", "other"}},
}

const (
	// maxVector is how many bytes a row of words may have, below PostgreSQL's
	// 1,048,575: what comes after is not found.
	maxVector = 900_000
	// maxPlace is the last place of a word that PostgreSQL tells apart from those
	// behind it, and maxPlaces how many of a word it keeps.
	maxPlace, maxPlaces = 16383, 255
	// maxLexeme is the longest word, in bytes.
	maxLexeme = 2000
)

// textVector is a row of a text index as text of a tsvector: each word by itself,
// and, as one column may be asked for, also behind the name of its column. Only
// those of the main column, most of all, are there once: their weight, D, says
// where they are from, as the words of others have A.
func textVector(x textIndex, scope string, texts map[string]string) string {
	type word struct {
		places []string
	}
	words, order, size := map[string]*word{}, []string{}, 0
	add := func(lexeme, weight string, place int) {
		w := words[lexeme]
		if w == nil {
			if size+len(lexeme)+8 > maxVector {
				return
			}
			w = &word{}
			words[lexeme], order = w, append(order, lexeme)
			size += len(lexeme) + 4
		}
		if len(w.places) < maxPlaces && size < maxVector {
			w.places = append(w.places, strconv.Itoa(min(place, maxPlace))+weight)
			size += 2
		}
	}
	add(x.scope+":"+scope, "A", 1)
	place := 1
	for _, column := range x.columns {
		for text := range strings.FieldsFuncSeq(plainWords(storable(texts[column])), notInWord) {
			place++
			if len(text) > maxLexeme {
				continue
			}
			if column == x.main {
				add(text, "", place)
				continue
			}
			add(text, "A", place)
			add(column+":"+text, "A", place)
		}
		place += 2 // no phrase goes on in the next column
	}
	var b strings.Builder
	for _, lexeme := range order {
		b.WriteString(" '" + lexeme + "':" + strings.Join(words[lexeme].places, ","))
	}
	return b.String()
}

// noWord is a word that no text has.
const noWord = "':'"

// textQuery turns an expression of FTS5, as package odata writes it, into one of
// PostgreSQL's: "a b" * and {"x" "y"} : "a", with AND, OR, NOT and brackets.
func textQuery(table, match string) string {
	p := &matchParser{index: textIndexes[table], rest: match}
	return p.any()
}

type matchParser struct {
	index textIndex
	rest  string
}

// take cuts a sign off, if it is next.
func (p *matchParser) take(sign string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(p.rest, " "), sign)
	if ok {
		p.rest = rest
	}
	return ok
}

func (p *matchParser) any() string {
	out := p.all()
	for p.take("OR ") {
		out = "(" + out + "|" + p.all() + ")"
	}
	return out
}

func (p *matchParser) all() string {
	out := p.term()
	for {
		switch {
		case p.take("AND "):
			out = "(" + out + "&" + p.term() + ")"
		case p.take("NOT "):
			out = "(" + out + "&!" + p.term() + ")"
		default:
			return out
		}
	}
}

func (p *matchParser) term() string {
	if p.take("(") {
		out := p.any()
		p.take(")")
		return "(" + out + ")"
	}
	var columns []string
	rest := strings.TrimLeft(p.rest, " ")
	if end := strings.IndexByte(rest, '}'); strings.HasPrefix(rest, "{") && end > 0 {
		for name := range strings.FieldsSeq(rest[1:end]) {
			columns = append(columns, strings.Trim(name, `"`))
		}
		p.rest = rest[end+1:]
		p.take(":")
	} else if name, after, ok := strings.Cut(rest, " : "); ok && !strings.ContainsAny(name, `" (`) {
		columns, p.rest = []string{name}, after
	}
	p.rest = strings.TrimLeft(p.rest, " ")
	if !strings.HasPrefix(p.rest, `"`) {
		p.rest = ""
		return noWord
	}
	quoted := quotedPart(p.rest)
	p.rest = p.rest[len(quoted):]
	prefix := p.take("*")
	return p.words(columns, strings.ReplaceAll(quoted[1:max(1, len(quoted)-1)], `""`, `"`), prefix)
}

// words is a phrase in some columns, in all where none is named.
func (p *matchParser) words(columns []string, text string, prefix bool) string {
	all := !slices.ContainsFunc(p.index.columns, func(c string) bool { return len(columns) > 0 && !slices.Contains(columns, c) })
	if all {
		return p.phrase("", "", text, prefix)
	}
	var parts []string
	for _, c := range columns {
		switch c {
		case p.index.main:
			parts = append(parts, p.phrase("", "D", text, prefix))
		default:
			parts = append(parts, p.phrase(c+":", "", text, prefix))
		}
	}
	return "(" + strings.Join(parts, "|") + ")"
}

func (p *matchParser) phrase(before, weight, text string, prefix bool) string {
	words := strings.FieldsFunc(plainWords(storable(text)), notInWord)
	if len(words) == 0 {
		return noWord
	}
	for i, w := range words {
		mark := weight
		if prefix && i == len(words)-1 {
			mark = "*" + weight
		}
		words[i] = "'" + before + w + "'"
		if len(w) > maxLexeme {
			words[i] = noWord
		}
		if mark != "" {
			words[i] += ":" + mark
		}
	}
	return "(" + strings.Join(words, "<->") + ")"
}

// IndexText keeps the words of a row of a text index, in place of those that it
// had. scope is the word for those to whom it belongs, texts are by column.
func (tx *Tx) IndexText(table string, mailbox, row int64, scope string, texts map[string]string) error {
	if err := tx.UnindexText(table, mailbox, row); err != nil {
		return err
	}
	x := textIndexes[table]
	if tx.store.server {
		_, err := tx.Exec(`INSERT INTO `+table+` (mailbox_id, rowid, `+table+`) VALUES (?, ?, CAST(? AS tsvector))`, mailbox, row, textVector(x, scope, texts))
		return err
	}
	args := []any{row, scope}
	for _, c := range x.columns {
		args = append(args, texts[c])
	}
	_, err := tx.Exec(`INSERT INTO `+table+` (rowid, `+x.scope+`, `+strings.Join(x.columns, ", ")+`) VALUES (?, ?`+
		strings.Repeat(", ?", len(x.columns))+`)`, args...)
	return err
}

// UnindexText takes a row out of a text index.
func (tx *Tx) UnindexText(table string, mailbox, row int64) error {
	query, args := `DELETE FROM `+table+` WHERE rowid = ?`, []any{row}
	if tx.store.server {
		query, args = query+` AND mailbox_id = ?`, append(args, mailbox)
	}
	_, err := tx.Exec(query, args...)
	return err
}

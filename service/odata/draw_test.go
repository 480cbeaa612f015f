package odata

import (
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
)

// sampleWords are strings that fold, that do not, and that SQL or LIKE would trip
// over.
var sampleWords = []string{"", "a", "A", "ab", "Plan", "plan", "PLANT", "Ärger", "ärger", "K", "k", "\u212a", "İ", "i",
	"straße", "%", "_", "a%b", "o'hara", `"`, "日本語", "😀x", " x ", "\tx", "2026-01-01", "\U0010FFFF"}

func drawLetters(t *rapid.T) []letter {
	word := rapid.SampledFrom(sampleWords)
	instant := rapid.Custom(func(t *rapid.T) time.Time {
		return rapid.SampledFrom(instants).Draw(t, "instant")
	})
	recipient := rapid.Custom(func(t *rapid.T) model.Recipient {
		return model.Recipient{EmailAddress: model.EmailAddress{
			Name: word.Draw(t, "name"), Address: "x" + word.Draw(t, "address")}}
	})
	n := rapid.IntRange(0, 12).Draw(t, "rows")
	var letters []letter
	for i := range n {
		l := letter{
			Subject: word.Draw(t, "subject"), Company: word.Draw(t, "company"), Notes: word.Draw(t, "notes"),
			Importance: rapid.SampledFrom([]string{"low", "normal", "high"}).Draw(t, "importance"),
			Token:      fmt.Sprintf("0000000%d-0000-4000-8000-00000000000a", i%3),
			IsRead:     rapid.Bool().Draw(t, "isRead"),
			Flagged:    rapid.Ptr(rapid.Bool(), true).Draw(t, "flagged"),
			Size:       rapid.IntRange(-2, 3).Draw(t, "size"),
			Weight:     rapid.Ptr(rapid.SampledFrom([]float64{-1.5, 0, 1, 2.5}), true).Draw(t, "weight"),
			Day:        rapid.SampledFrom([]string{"", "1969-12-31", "2026-01-01", "2026-02-28"}).Draw(t, "day"),
			Length:     time.Duration(rapid.SampledFrom([]int{0, 90, 3600}).Draw(t, "length")) * time.Second,
			From:       rapid.Ptr(recipient, true).Draw(t, "from"),
			To:         rapid.SliceOfN(recipient, 0, 2).Draw(t, "to"),
			Categories: rapid.SliceOfN(word, 0, 2).Draw(t, "categories"),
		}
		l.ID = fmt.Sprintf("%c%d", "aAbB"[i%4], i)
		if r := rapid.Ptr(instant, true).Draw(t, "received"); r != nil {
			ms := r.Truncate(time.Millisecond)
			l.Received = &ms
		}
		if d := rapid.Ptr(instant, true).Draw(t, "due"); d != nil {
			sec := time.Unix(d.Unix(), 0).UTC()
			l.Due = &sec
		}
		for range rapid.IntRange(0, 2).Draw(t, "parts") {
			l.Parts = append(l.Parts, part{Name: word.Draw(t, "part"), Tags: rapid.SliceOfN(word, 0, 2).Draw(t, "tags")})
		}
		if rapid.Bool().Draw(t, "place") {
			l.Place = &place{City: word.Draw(t, "city"), Street: word.Draw(t, "street"), Floor: rapid.IntRange(-1, 1).Draw(t, "floor"),
				Open: rapid.Bool().Draw(t, "open")}
			l.Place.Room.Seats, l.Place.Room.Free = rapid.IntRange(0, 2).Draw(t, "seats"), rapid.Ptr(rapid.Bool(), true).Draw(t, "free")
		}
		l.Rank = rapid.IntRange(0, 2).Draw(t, "rank")
		letters = append(letters, l)
	}
	return letters
}

var instants = []time.Time{
	time.Date(1969, 12, 31, 23, 59, 58, 500e6, time.UTC),
	time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 1, 1, 0, 0, 0, 1e6, time.UTC),
	time.Date(2026, 2, 28, 13, 45, 59, 999e6, time.UTC),
}

// drawFilter makes the text of a filter that the schema accepts.
func drawFilter(t *rapid.T, depth int) string {
	pick := func(label string, choices ...string) string { return rapid.SampledFrom(choices).Draw(t, label) }
	if depth > 0 {
		switch rapid.IntRange(0, 6).Draw(t, "shape") {
		case 0:
			return "(" + drawFilter(t, depth-1) + " and " + drawFilter(t, depth-1) + ")"
		case 1:
			return drawFilter(t, depth-1) + " and " + drawFilter(t, depth-1)
		case 2:
			return "(" + drawFilter(t, depth-1) + " or " + drawFilter(t, depth-1) + ")"
		case 3:
			return "not (" + drawFilter(t, depth-1) + ")"
		case 4:
			return "(" + drawFilter(t, depth-1) + ") " + pick("boolop", "eq", "ne") + " " + pick("bool", "true", "false", "null")
		}
	}
	return drawLeaf(t)
}

// drawLeaf makes a filter without and, or, not.
func drawLeaf(t *rapid.T) string {
	pick := func(label string, choices ...string) string { return rapid.SampledFrom(choices).Draw(t, label) }
	op := pick("op", "eq", "ne", "gt", "ge", "lt", "le")
	eq := pick("eq", "eq", "ne")
	str := func() string {
		return "'" + strings.ReplaceAll(rapid.SampledFrom(sampleWords).Draw(t, "literal"), "'", "''") + "'"
	}
	orNullLiteral := func(s string) string {
		if rapid.IntRange(0, 5).Draw(t, "null") == 0 {
			return "null"
		}
		return s
	}
	stringProperty := func() string { return drawString(t, str) }
	test := func() string { return pick("test", "contains", "startswith", "endswith") }
	instantText := func() string {
		at := rapid.SampledFrom(instants).Draw(t, "at").Add(time.Duration(rapid.SampledFrom([]int64{0, 0, 1e5, 5e8, -1e5}).Draw(t, "shift")))
		return at.Format(rapid.SampledFrom([]string{"2006-01-02T15:04:05.0000000Z", "2006-01-02T15:04:05.999999999", "2006-01-02"}).Draw(t, "layout"))
	}
	switch rapid.IntRange(0, 20).Draw(t, "leaf") {
	case 0:
		return pick("flag", "isRead", "flagged", "not isRead", "not flagged", "true")
	case 1:
		return pick("flag", "isRead", "flagged") + " " + eq + " " + orNullLiteral(pick("bool", "true", "false", "'True'"))
	case 2:
		return stringProperty() + " " + op + " " + orNullLiteral(str())
	case 3:
		return stringProperty() + " " + op + " " + stringProperty()
	case 4:
		return test() + "(" + stringProperty() + "," + str() + ")"
	case 5:
		return test() + "(" + stringProperty() + "," + pick("part", "subject", "company", "notes", "null") + ")"
	case 6:
		return stringProperty() + " in (" + orNullLiteral(str()) + "," + str() + ")"
	case 7:
		return pick("number", "size", "weight", "length(subject)", "length(company)", "indexof(subject,'a')", "indexof(company,"+str()+")", "to/$count", "parts/$count") +
			" " + op + " " + orNullLiteral(pick("value", "-1", "0", "1", "1.5", "'2'", "9223372036854775808"))
	case 8:
		return pick("number", "size", "weight") + " in (1, 2.5" + pick("more", "", ",null") + ")"
	case 9:
		return pick("time", "received", "due") + " " + op + " " + orNullLiteral(instantText())
	case 10:
		return pick("time", "received", "due") + " " + op + " " + pick("time", "received", "due")
	case 11:
		return pick("part", "year", "month", "day", "hour", "minute", "second") + "(" + pick("time", "received", "due") + ") " + op + " " + pick("value", "0", "1", "12", "58", "1969", "2026")
	case 12:
		return pick("date", "date(received)", "date(due)", "day") + " " + op + " " + orNullLiteral(pick("value", "1969-12-31", "2026-01-01", "'2026-02-28'"))
	case 13:
		return "importance " + eq + " " + pick("value", "'HIGH'", "'low'", "null", "model.importance'Normal'")
	case 14:
		return "token " + op + " " + pick("value", "00000001-0000-4000-8000-00000000000A", "'00000002-0000-4000-8000-00000000000a'")
	case 15:
		return "length " + op + " " + pick("value", "duration'PT1M30S'", "duration'PT1H'", "'-PT0.0001S'", "duration'P1D'")
	case 16:
		return pick("lambda", "to/any()", "to/any(r:r/emailAddress/address "+op+" "+str()+")", "to/all(r:contains(r/emailAddress/name,"+str()+"))",
			"to/any(r:not startswith(r/emailAddress/address,"+str()+") and isRead)", "categories/any(c:c "+op+" "+str()+")",
			"categories/all(c:c ne "+str()+")", "categories/any(c:contains(subject,c))", "not categories/any()")
	case 17:
		return pick("nested", "parts/any(p:p/tags/any(g:g eq "+str()+"))", "parts/all(p:p/tags/all(g:startswith(g,"+str()+") or p/name eq g))",
			"parts/any(p:p/tags/$count ge 1 and p/name ne "+str()+")", "parts/any(p:p/tags/any() and to/any(r:r/emailAddress/name eq "+str()+"))")
	case 18:
		return pick("inner", "place/floor", "place/room/seats", "rank") + " " + op + " " + orNullLiteral(pick("value", "-1", "0", "1"))
	case 19:
		return pick("inner", "place/open", "place/room/free") + " " + eq + " " + orNullLiteral(pick("bool", "true", "false"))
	}
	return pick("struct", "place", "place/room", "place/street", "place/city", "from/emailAddress", "from", "from/emailAddress/name", "received", "weight", "flagged", "company", "notes") + " " + eq + " null"
}

// drawString makes an expression of a string; str draws a constant.
func drawString(t *rapid.T, str func() string) string {
	pick := func(label string, choices ...string) string { return rapid.SampledFrom(choices).Draw(t, label) }
	p := pick("string", "subject", "company", "notes", "from/emailAddress/name", "from/emailAddress/address", "id", "place/city", "place/street")
	switch pick("wrap", "", "", "", "tolower", "toupper", "trim", "concat", "substring", "substring3") {
	case "tolower":
		return "tolower(" + p + ")"
	case "toupper":
		return "toupper(" + p + ")"
	case "trim":
		return "trim(" + p + ")"
	case "concat":
		return "concat(" + p + "," + str() + ")"
	case "substring":
		return "substring(" + p + "," + pick("from", "-1", "0", "1", "2", "size") + ")"
	case "substring3":
		return "substring(" + p + "," + pick("from", "-1", "0", "1") + "," + pick("len", "-1", "0", "1", "9", "size") + ")"
	}
	return p
}

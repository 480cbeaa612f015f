package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/service/odata"
)

// wish is a search together with what it means, told here a second time and
// in another way: text is what the interface gets, holds decides over a
// message. last says whether a bare word at the end is a beginning.
type wish struct {
	text  string
	holds func(m *model.Message, last bool) bool
}

// oracle draws searches, and knows what they are to find.
type oracle struct {
	*rapid.T
	zone *time.Location
	now  time.Time
	size map[string]int // by id
}

func pick[T any](o *oracle, of ...T) T { return rapid.SampledFrom(of).Draw(o.T, "of") }

// search draws a search of some depth.
func (o *oracle) search(depth int) wish {
	if depth == 0 {
		return o.term()
	}
	switch pick(o, "term", "and", "and", "AND", "or", "not", "minus", "nested") {
	case "and":
		a, b := o.operand(depth-1), o.operand(depth-1)
		return wish{a.text + " " + b.text, func(m *model.Message, last bool) bool { return a.holds(m, false) && b.holds(m, last) }}
	case "AND":
		a, b := o.operand(depth-1), o.operand(depth-1)
		return wish{a.text + " AND " + b.text, func(m *model.Message, last bool) bool { return a.holds(m, false) && b.holds(m, last) }}
	case "or":
		a, b := o.search(depth-1), o.search(depth-1)
		return wish{"(" + a.text + " OR " + b.text + ")", func(m *model.Message, last bool) bool { return a.holds(m, false) || b.holds(m, last) }}
	case "not":
		a := o.operand(depth - 1)
		return wish{"NOT " + a.text, func(m *model.Message, _ bool) bool { return !a.holds(m, false) }}
	case "minus":
		a := o.operand(0)
		return wish{"-" + a.text, func(m *model.Message, _ bool) bool { return !a.holds(m, false) }}
	case "nested":
		a := o.search(depth - 1)
		a.text = "(" + a.text + ")"
		return a
	}
	return o.term()
}

// operand is a term, or a search in brackets.
func (o *oracle) operand(depth int) wish {
	if depth == 0 {
		return o.term()
	}
	a := o.search(depth)
	a.text = "(" + a.text + ")"
	return a
}

var oracleWords = []string{"plan", "planning", "budget", "réview", "review", "bo", "cy", "contoso", "x1"}

// places is what stands in each part of a message.
func places(m *model.Message) map[string][]string {
	people := func(list ...model.Recipient) (out []string) {
		for _, r := range list {
			out = append(out, r.EmailAddress.Name+" "+r.EmailAddress.Address)
		}
		return out
	}
	p := map[string][]string{"subject": {m.Subject}, "body": {m.Body.Content}, "from": people(*m.From),
		"to": people(m.ToRecipients...), "cc": people(m.CcRecipients...), "bcc": people(m.BccRecipients...)}
	for _, a := range m.Attachments {
		p["attachment"] = append(p["attachment"], a.Name)
	}
	p["recipients"] = slices.Concat(p["to"], p["cc"], p["bcc"])
	p["participants"] = append(p["recipients"], p["from"]...)
	p[""] = slices.Concat(p["participants"], p["subject"], p["body"], p["attachment"])
	return p
}

// plainly cuts a text of these tests into words, without accents.
func plainly(s string) []string {
	s = strings.NewReplacer("é", "e", "É", "e", "@", " ", ".", " ", "-", " ", ",", " ").Replace(s)
	return strings.Fields(strings.ToLower(s))
}

// stands reports whether the words stand in a text side by side.
func stands(text string, words []string, begins bool) bool {
	all := " " + strings.Join(plainly(text), " ") + " "
	looked := " " + strings.Join(words, " ")
	if !begins {
		looked += " "
	}
	return strings.Contains(all, looked)
}

func (o *oracle) term() wish {
	switch pick(o, "word", "word", "named", "named", "list", "date", "size", "truth", "state", "importance", "category", "kind") {
	case "word":
		return o.words("")
	case "named":
		return o.words(pick(o, "subject", "from", "to", "cc", "bcc", "recipients", "participants", "body", "attachment"))
	case "list":
		name := pick(o, "subject", "from", "to", "cc", "recipients")
		a, b := pick(o, oracleWords...), pick(o, oracleWords...)
		return wish{fmt.Sprintf("%s:(%s OR %s)", name, a, b), func(m *model.Message, _ bool) bool {
			return slices.ContainsFunc(places(m)[name], func(s string) bool { return stands(s, plainly(a), false) || stands(s, plainly(b), false) })
		}}
	case "date":
		return o.date()
	case "size":
		return o.bytes()
	case "truth":
		yes := pick(o, true, false)
		value := map[bool][]string{true: {"true", "yes", "TRUE"}, false: {"false", "no"}}[yes]
		switch name := pick(o, "isread", "isRead", "hasattachment", "hasAttachments", "isflagged"); strings.ToLower(name) {
		case "isread":
			return wish{name + ":" + pick(o, value...), func(m *model.Message, _ bool) bool { return m.IsRead == yes }}
		case "isflagged":
			return wish{name + ":" + pick(o, value...), func(m *model.Message, _ bool) bool { return (m.Flag.FlagStatus == "flagged") == yes }}
		default:
			return wish{name + ":" + pick(o, value...), func(m *model.Message, _ bool) bool { return (len(m.Attachments) > 0) == yes }}
		}
	case "state":
		return pick(o,
			wish{"is:unread", func(m *model.Message, _ bool) bool { return !m.IsRead }},
			wish{"is:flagged", func(m *model.Message, _ bool) bool { return m.Flag.FlagStatus == "flagged" }},
			wish{"has:attachment", func(m *model.Message, _ bool) bool { return len(m.Attachments) > 0 }})
	case "importance":
		level, sign := pick(o, "low", "normal", "high"), pick(o, ":", "=", "<>")
		return wish{"importance" + sign + level, func(m *model.Message, _ bool) bool { return (m.Importance == level) == (sign != "<>") }}
	case "category":
		name := pick(o, "Red", "blue", "Green one", "none")
		return wish{`category:"` + name + `"`, func(m *model.Message, _ bool) bool {
			return slices.ContainsFunc(m.Categories, func(c string) bool { return strings.EqualFold(c, name) })
		}}
	}
	kind := pick(o, "email", "meetings", "tasks")
	return wish{"kind:" + kind, func(m *model.Message, _ bool) bool {
		switch kind {
		case "email":
			return m.MeetingMessageType == ""
		case "meetings":
			return m.MeetingMessageType != ""
		}
		return false
	}}
}

// words draws a word, a beginning or a phrase, of a property or of none.
func (o *oracle) words(name string) wish {
	before := ""
	if name != "" {
		before = name + ":"
	}
	list := []string{pick(o, oracleWords...)}
	text, begins, phrase := list[0], false, false
	switch pick(o, "word", "cut", "star", "phrase") {
	case "cut":
		cut := []rune(text)[:2]
		text, list = string(cut), []string{string(cut)}
	case "star":
		cut := []rune(text)[:pick(o, 1, 2)]
		text, list, begins = string(cut)+"*", []string{string(cut)}, true
	case "phrase":
		list = append(list, pick(o, oracleWords...))
		text, phrase = `"`+strings.Join(list, " ")+`"`, true
	}
	list = plainly(strings.Join(list, " "))
	return wish{before + text, func(m *model.Message, last bool) bool {
		begins := begins || last && name == "" && !phrase
		return slices.ContainsFunc(places(m)[name], func(s string) bool { return stands(s, list, begins) })
	}}
}

// date draws a comparison with days: counted in days before today.
func (o *oracle) date() wish {
	first := time.Date(o.now.Year(), o.now.Month(), o.now.Day(), 0, 0, 0, 0, o.zone)
	day := func(n int) time.Time { return first.AddDate(0, 0, -n) }
	monday := first
	for monday.Weekday() != time.Monday {
		monday = monday.AddDate(0, 0, -1)
	}
	january := time.Date(o.now.Year(), 1, 1, 0, 0, 0, 0, o.zone)
	month := first.AddDate(0, 0, 1-first.Day())
	type days struct {
		text        string
		from, until time.Time
	}
	n := pick(o, 0, 1, 2, 3, 5, 8, 40)
	value := pick(o,
		days{day(n).Format("2006-01-02"), day(n), day(n - 1)},
		days{day(n).Format("01/02/2006"), day(n), day(n - 1)},
		days{day(n).Format("1/2/2006"), day(n), day(n - 1)},
		days{"today", first, day(-1)}, days{"Yesterday", day(1), first},
		days{`"this week"`, monday, monday.AddDate(0, 0, 7)}, days{`"last week"`, monday.AddDate(0, 0, -7), monday},
		days{`"this month"`, month, month.AddDate(0, 1, 0)}, days{`"last month"`, month.AddDate(0, -1, 0), month},
		days{`"this year"`, january, january.AddDate(1, 0, 0)}, days{`"last year"`, january.AddDate(-1, 0, 0), january},
		days{day(n+2).Format("2006-01-02") + ".." + day(n).Format("1/2/2006"), day(n + 2), day(n - 1)},
		days{day(9).Format("2006-01-02") + "..yesterday", day(9), first},
	)
	sign := pick(o, ":", "=", "<>", "<", "<=", ">", ">=", ":>=", ":<")
	if strings.Contains(value.text, "..") {
		sign = pick(o, ":", "<>")
	}
	name := pick(o, "received", "received", "before", "after")
	switch {
	case strings.Contains(value.text, ".."):
		name = "received"
	case name != "received":
		sign = ":"
	}
	return wish{name + sign + value.text, func(m *model.Message, _ bool) bool {
		at := m.ReceivedDateTime.UnixMilli()
		before, after := at < value.from.UnixMilli(), at >= value.until.UnixMilli()
		switch name + strings.TrimPrefix(sign, ":") {
		case "received<", "before":
			return before
		case "received<=":
			return !after
		case "received>":
			return after
		case "received>=", "after":
			return !before
		case "received<>":
			return before || after
		}
		return !before && !after
	}}
}

func (o *oracle) bytes() wish {
	type size struct {
		text   string
		lo, hi int
	}
	v := pick(o, size{"0", 0, 0}, size{"10", 10, 10}, size{"1KB", 1024, 1024}, size{"1.5k", 1536, 1536}, size{"2000B", 2000, 2000},
		size{"1MB", 1 << 20, 1 << 20}, size{"0..1kb", 0, 1024}, size{"100..3KB", 100, 3072})
	sign := pick(o, ":", "=", "<>", "<", "<=", ">", ">=", ":>")
	if v.lo != v.hi {
		sign = pick(o, ":", "<>")
	}
	return wish{"size" + sign + v.text, func(m *model.Message, _ bool) bool {
		n := o.size[m.ID]
		switch sign {
		case "<":
			return n < v.lo
		case "<=":
			return n <= v.hi
		case ">", ":>":
			return n > v.hi
		case ">=":
			return n >= v.lo
		case "<>":
			return n < v.lo || n > v.hi
		}
		return n >= v.lo && n <= v.hi
	}}
}

// oracleMail makes messages of every sort, in the two months before now.
func oracleMail(r *rand.Rand, n int, folder string, now time.Time) []NewMessage {
	word := func() string { return oracleWords[r.IntN(len(oracleWords))] }
	line := func(most int) string {
		var words []string
		for range r.IntN(most + 1) {
			words = append(words, word())
		}
		return strings.Join(words, []string{" ", ", ", "-"}[r.IntN(3)])
	}
	person := func() model.Recipient {
		name := []string{"Bo", "Cy", "Réview Plan", ""}[r.IntN(4)]
		return model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: []string{"bo", "cy", "x1.plan", "ann"}[r.IntN(4)] + "@contoso.example"}}
	}
	people := func() (out []model.Recipient) {
		for range r.IntN(3) {
			out = append(out, person())
		}
		return out
	}
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	var out []NewMessage
	for range n {
		at := now.Add(-time.Duration(r.IntN(60*24*60)) * time.Minute)
		if r.IntN(4) == 0 { // on a midnight
			at = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, now.Location())
		}
		from := person()
		m := model.Message{ParentFolderID: folder, Subject: line(4), Body: &model.ItemBody{ContentType: "text", Content: line(8)}, From: &from,
			ToRecipients: people(), CcRecipients: people(), BccRecipients: people(), ReceivedDateTime: &at, IsRead: r.IntN(2) == 0,
			Importance: one("low", "normal", "normal", "high"), Flag: &model.FollowupFlag{FlagStatus: one("notFlagged", "flagged", "complete")},
			MeetingMessageType: one("", "", "", model.MeetingRequest, model.MeetingAccepted)}
		for _, c := range []string{"Red", "Blue", "Green one"} {
			if r.IntN(4) == 0 {
				m.Categories = append(m.Categories, c)
			}
		}
		kept := NewMessage{Message: m}
		for range max(r.IntN(4)-1, 0) {
			kept.Attachments = append(kept.Attachments, model.Attachment{Entity: model.Entity{Type: model.FileAttachment}, Name: word() + ".txt", ContentBytes: make([]byte, r.IntN(2000))})
		}
		if len(kept.Attachments) == 0 && r.IntN(2) == 0 {
			kept.Original = make([]byte, 10+r.IntN(2000))
		}
		out = append(out, kept)
	}
	return out
}

// What $search finds is what an oracle says that shares no code with it: any
// search over a mailbox of every sort of mail, in a zone with summer time.
func TestSearchFindsWhatTheOracleSays(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 4, 1, 13, 30, 0, 0, zone)
	s := openTest(t)
	user := addUser(t, s, "ann@contoso.example")
	ctx := context.Background()
	var mb int64
	var all []model.Message
	size := map[string]int{}
	err = s.Write(ctx, func(tx *Tx) (err error) {
		if mb, err = tx.Mailbox(user.ID); err != nil {
			return err
		}
		inbox, err := tx.Folder(mb, model.FolderInbox)
		if err != nil {
			return err
		}
		for _, m := range oracleMail(rand.New(rand.NewPCG(12, 5)), 150, inbox.ID, now) {
			n := len(m.Original)
			if m.Original == nil {
				n = len(m.Body.Content)
				for _, a := range m.Attachments {
					n += len(a.ContentBytes)
				}
			}
			kept, err := tx.AddMessage(mb, m)
			if err != nil {
				return err
			}
			all, size[kept.ID] = append(all, kept), n
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitIndexed(ctx); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(all) // of one moment, the one that was kept last is the newest
	slices.SortStableFunc(all, func(a, b model.Message) int {
		return b.ReceivedDateTime.Truncate(time.Millisecond).Compare(a.ReceivedDateTime.Truncate(time.Millisecond))
	})
	err = s.Read(ctx, func(tx *Tx) error {
		rapid.Check(t, func(t *rapid.T) {
			o := &oracle{T: t, zone: zone, now: now, size: size}
			ask := o.search(rapid.IntRange(0, 3).Draw(t, "depth"))
			typing := rapid.Bool().Draw(t, "typing")
			sent := `"` + strings.ReplaceAll(ask.text, `"`, `\"`) + `"`
			asked, err := odata.Parse("$search=" + url.QueryEscape(sent))
			if err != nil {
				t.Fatalf("%s: %v", ask.text, err)
			}
			search, err := s.MessageSearcher().Search(asked.Search, typing, now)
			if err != nil {
				t.Fatalf("%s: %v", ask.text, err)
			}
			page, err := tx.Messages(MessageQuery{Mailbox: mb, Search: search, Limit: len(all), Properties: SelectProperties([]string{"id"})})
			if err != nil {
				t.Fatalf("%s: %v", ask.text, err)
			}
			var want []string
			for i := range all {
				if ask.holds(&all[i], typing) {
					want = append(want, fmt.Sprintf(`"id":"%s"`, all[i].ID))
				}
			}
			for i, item := range page.Items {
				if i >= len(want) || !strings.Contains(string(item), want[i]) {
					t.Fatalf("%s (typing: %t): row %d of %d is %s, want %d messages", ask.text, typing, i, len(page.Items), item, len(want))
				}
			}
			if len(page.Items) != len(want) {
				t.Fatalf("%s (typing: %t) finds %d messages, want %d, next %s", ask.text, typing, len(page.Items), len(want), want[len(page.Items)])
			}
			n, err := tx.CountMessages(MessageQuery{Mailbox: mb, Search: search})
			if err != nil || n != len(want) {
				t.Fatalf("%s (typing: %t) counts %d (%v), want %d", ask.text, typing, n, err, len(want))
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

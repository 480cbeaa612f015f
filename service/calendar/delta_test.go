package calendar_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/servicetest"
	"daybook/service/store"
)

const november = "?startDateTime=2026-11-09T12:00:00Z&endDateTime=2026-11-23T12:00:00Z"

// viewer is a client that keeps a calendar's view by delta queries alone.
type viewer struct {
	w    *servicetest.World
	link string // of its next request
	held map[string]string
	sent map[string]bool // ids it was ever sent
	// loose says that there were changes while a round was paged: what came and
	// went within it may be removed though it was not sent.
	loose bool
}

func newViewer(w *servicetest.World, top int) *viewer {
	return &viewer{w, fmt.Sprintf("/v1.0/me/calendarView/delta%s&$top=%d", november, top), map[string]string{}, map[string]bool{}, false}
}

type viewPage struct {
	Value []json.RawMessage
	Next  string `json:"@odata.nextLink"`
	Delta string `json:"@odata.deltaLink"`
}

func readPage(w *servicetest.World, link string) (page viewPage) {
	w.T.Helper()
	r := w.Ann("GET", strings.TrimPrefix(link, "http://daybook.test"), "").Want(200)
	if err := json.Unmarshal(r.Body, &page); err != nil {
		w.T.Fatal(err)
	}
	return page
}

// plain is an event without what says by which request it came.
func plain(t testing.TB, item json.RawMessage) (id, master, text string) {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(item, &m); err != nil {
		t.Fatal(err)
	}
	delete(m, "@odata.context")
	master, _ = m["seriesMasterId"].(string)
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return m["id"].(string), master, string(b)
}

// step follows one link, and reports whether the round is done.
func (v *viewer) step() bool {
	t := v.w.T
	t.Helper()
	page := readPage(v.w, v.link)
	for _, item := range page.Value {
		id, _, text := plain(t, item)
		var e struct {
			Removed *struct{ Reason string } `json:"@removed"`
		}
		if err := json.Unmarshal(item, &e); err != nil {
			t.Fatal(err)
		}
		if e.Removed == nil {
			v.held[id], v.sent[id] = text, true
			continue
		}
		if !v.sent[id] && !v.loose {
			t.Errorf("%s is removed, and was never sent", id)
		}
		gone := v.w.Ann("GET", "/v1.0/me/events/"+id, "").Status == http.StatusNotFound
		if gone != (e.Removed.Reason == "deleted") {
			t.Errorf("%s is removed as %s, and gone: %t", id, e.Removed.Reason, gone)
		}
		delete(v.held, id)
	}
	v.link = page.Next + page.Delta
	return page.Delta != ""
}

// round follows links to the end of a round.
func (v *viewer) round() {
	v.w.T.Helper()
	for !v.step() {
	}
}

// readView reads the view in full, with the masters of its series.
func readView(w *servicetest.World) map[string]string {
	w.T.Helper()
	all, masters := map[string]string{}, map[string]bool{}
	for link := "/v1.0/me/calendarView" + november + "&$top=100"; link != ""; {
		page := readPage(w, link)
		for _, item := range page.Value {
			id, master, text := plain(w.T, item)
			all[id] = text
			if master != "" {
				masters[master] = true
			}
		}
		link = page.Next
	}
	for id := range masters {
		_, _, all[id] = plain(w.T, w.Ann("GET", "/v1.0/me/events/"+id, "").Want(200).Body)
	}
	return all
}

// wantAll compares what the client has with a reading of the view.
func (v *viewer) wantAll(when string) {
	v.w.T.Helper()
	want := readView(v.w)
	for id, text := range want {
		if v.held[id] != text {
			v.w.T.Errorf("%s: %s is\n%s, want\n%s", when, id, v.held[id], text)
		}
	}
	for id := range v.held {
		if want[id] == "" {
			v.w.T.Errorf("%s: %s is still held", when, id)
		}
	}
}

// addTwiceADay makes a series at 9 and 15 each day, as an import would.
func addTwiceADay(w *servicetest.World, day, count int) string {
	w.T.Helper()
	start := model.DateTimeTimeZone{DateTime: fmt.Sprintf("2026-11-%02dT09:00:00", day), TimeZone: "Europe/London"}
	end := model.DateTimeTimeZone{DateTime: fmt.Sprintf("2026-11-%02dT09:30:00", day), TimeZone: "Europe/London"}
	var made model.Event
	err := w.Service.Store().Write(w.T.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(w.IDs["ann"])
		if err != nil {
			return err
		}
		calendars, err := calendar.Calendars(tx, mailbox, "")
		if err != nil {
			return err
		}
		made, err = calendar.AddEvent(tx, mailbox, calendars[0].ID, calendar.NewEvent{Event: model.Event{Subject: "Twice", IsOrganizer: true, Start: &start, End: &end,
			RecurrenceRule: fmt.Sprintf("FREQ=DAILY;BYHOUR=9,15;COUNT=%d", count)}})
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return made.ID
}

// TestWhoFollowsTheDeltaOfAViewHasWhatAReadingHas makes random changes and lets
// clients follow them, one at rest between its rounds and one in the midst.
// DAYBOOK_SEEDS tries more seeds.
func TestWhoFollowsTheDeltaOfAViewHasWhatAReadingHas(t *testing.T) {
	seeds, err := strconv.ParseUint(os.Getenv("DAYBOOK_SEEDS"), 10, 16)
	if err != nil {
		seeds = 3
	}
	for seed := range seeds {
		w := newWorld(t)
		r := rand.New(rand.NewPCG(seed, 2))
		o := outlook{w: w, r: r}
		for range 6 {
			o.change()
		}
		quiet, busy := newViewer(w, 3), newViewer(w, 2)
		busy.loose = true
		for round := range 8 {
			when := fmt.Sprintf("seed %d, round %d", seed, round)
			quiet.round()
			quiet.wantAll(when + ", at rest")
			for range 10 {
				o.change()
				if r.IntN(2) == 0 {
					busy.step()
				}
			}
			busy.round() // began before the last change
			busy.round()
			busy.wantAll(when + ", in the midst")
			if t.Failed() {
				t.Logf("seed %d:\n%s", seed, strings.Join(o.done, "\n"))
				return
			}
		}
	}
}

// outlook makes random changes of a calendar.
type outlook struct {
	w       *servicetest.World
	r       *rand.Rand
	ids     []string // of what was ever made
	deleted []string // of events and occurrences
	done    []string
}

// day is a day of November before, in or after the view.
func (o *outlook) day() int { return 1 + o.r.IntN(29) }

func (o *outlook) times() string {
	day, hour := o.day(), 8+o.r.IntN(8)
	if hour == 8 {
		return fmt.Sprintf(`"isAllDay":true,"start":{"dateTime":"2026-11-%02dT00:00:00","timeZone":"Europe/London"},"end":{"dateTime":"2026-11-%02dT00:00:00","timeZone":"Europe/London"}`,
			day, day+1)
	}
	return fmt.Sprintf(`"isAllDay":false,"start":{"dateTime":"2026-11-%02dT%02d:00:00","timeZone":"Europe/London"},"end":{"dateTime":"2026-11-%02dT%02d:30:00","timeZone":"Europe/London"}`,
		day, hour, day, hour)
}

func (o *outlook) recurrence() string {
	return fmt.Sprintf(`"recurrence":{"pattern":{"type":"daily","interval":%d},"range":{"type":"numbered","startDate":"2026-11-%02d","numberOfOccurrences":%d}}`,
		1+o.r.IntN(3), o.day(), 2+o.r.IntN(9))
}

func (o *outlook) do(method, id, body string) *servicetest.Reply {
	o.w.T.Helper()
	path := strings.TrimSuffix("/v1.0/me/events/"+id, "/")
	reply := o.w.Ann(method, path, body)
	o.done = append(o.done, fmt.Sprintf("%s %s %s: %d", method, id, body, reply.Status))
	if reply.Status >= 500 {
		o.w.T.Fatal(o.done[len(o.done)-1])
	}
	return reply
}

func (o *outlook) change() {
	o.w.T.Helper()
	subject := fmt.Sprintf(`"subject":"s%d"`, o.r.IntN(1000))
	kind := o.r.IntN(12)
	if len(o.ids) < 3 {
		kind %= 3
	}
	switch kind {
	case 0:
		o.ids = append(o.ids, o.do("POST", "", "{"+subject+","+o.times()+"}").Want(201).Str("id"))
		return
	case 1:
		o.ids = append(o.ids, o.do("POST", "", "{"+subject+","+o.times()+","+o.recurrence()+"}").Want(201).Str("id"))
		return
	case 2:
		o.ids = append(o.ids, addTwiceADay(o.w, o.day(), 2+o.r.IntN(8)))
		o.done = append(o.done, "twice a day: "+o.ids[len(o.ids)-1])
		return
	case 3:
		if n := len(o.deleted); n > 0 {
			o.do("PATCH", o.deleted[o.r.IntN(n)], `{"isCancelled":false}`)
		}
		return
	}
	id := o.ids[o.r.IntN(len(o.ids))]
	if kind > 7 { // an occurrence of it, wherever it is
		list := o.w.Ann("GET", "/v1.0/me/events/"+id+"/instances?startDateTime=2026-10-01T00:00:00Z&endDateTime=2027-01-01T00:00:00Z&$top=50", "")
		if list.Status != http.StatusOK || list.Len("value") == 0 {
			return
		}
		id = list.Str(fmt.Sprintf("value/%d/id", o.r.IntN(list.Len("value"))))
	}
	switch o.r.IntN(8) {
	case 0, 1:
		if o.do("DELETE", id, "").Status == http.StatusNoContent {
			o.deleted = append(o.deleted, id)
		}
	case 2:
		o.do("PATCH", id, "{"+subject+"}")
	case 3:
		o.do("PATCH", id, "{"+o.recurrence()+"}")
	case 4:
		if kind == 4 {
			o.do("PATCH", id, `{"recurrence":null}`)
		}
	default:
		o.do("PATCH", id, "{"+o.times()+"}")
	}
}

// TestWhatAViewHadIsToldAsRemoved has the changes, one after another within a
// round, that make a view differ from what a series, an exception or an event
// has last been.
func TestWhatAViewHadIsToldAsRemoved(t *testing.T) {
	at := func(day, hour string) string {
		return strings.NewReplacer("DAY", day, "HOUR", hour).Replace(
			`"start":{"dateTime":"2026-11-DAYTHOUR:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-DAYTHOUR:30:00","timeZone":"UTC"}`)
	}
	on := func(day string) string { return "{" + at(day, "12") + "}" }
	every := func(first string, count int) string {
		return fmt.Sprintf(`{"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered","startDate":"2026-11-%s","numberOfOccurrences":%d}}}`, first, count)
	}
	for name, steps := range map[string][][3]string{
		"a series of another pattern":                      {{"PATCH", "series", every("17", 2)}},
		"a series of two patterns":                         {{"PATCH", "series", every("18", 5)}, {"PATCH", "series", every("16", 2)}},
		"a series that leaves the view":                    {{"PATCH", "series", every("25", 3)}},
		"an exception that goes before its series":         {{"PATCH", "series.20261117", on("27")}, {"DELETE", "series", ""}},
		"an exception changed outside":                     {{"PATCH", "far.20261125", on("28")}, {"PATCH", "far.20261125", on("29")}},
		"an exception that follows its series in and out":  {{"PATCH", "edge", "{" + at("23", "09") + "}"}, {"PATCH", "edge", "{" + at("23", "15") + "}"}},
		"an event moved twice, never inside":               {{"PATCH", "beyond", on("28")}, {"PATCH", "beyond", on("29")}, {"DELETE", "beyond", ""}},
		"an event moved twice outside":                     {{"PATCH", "single", on("28")}, {"PATCH", "single", on("29")}},
		"an event that comes and goes":                     {{"PATCH", "single", on("28")}, {"PATCH", "single", on("16")}, {"DELETE", "single", ""}},
		"a rule of several a day that is gone":             {{"DELETE", "twice", ""}},
		"a rule of several a day that is one a day":        {{"PATCH", "twice", every("18", 3)}},
		"a rule of several a day without one of its times": {{"DELETE", "twice.20261117T150000", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			series := w.Ann("POST", "/v1.0/me/events", entry("Series", "16", "09:00", "09:15", daily)).Want(201).Str("id")
			far := w.Ann("POST", "/v1.0/me/events", entry("Far", "24", "09:00", "09:15", daily)).Want(201).Str("id")
			w.Ann("PATCH", "/v1.0/me/events/"+far+".20261125", `{"subject":"Odd"}`).Want(200)
			edge := w.Ann("POST", "/v1.0/me/events", entry("Edge", "23", "14:00", "14:15", daily)).Want(201).Str("id")
			w.Ann("PATCH", "/v1.0/me/events/"+edge+".20261123", `{"subject":"Odd"}`).Want(200)
			beyond := w.Ann("POST", "/v1.0/me/events", entry("Beyond", "26", "10:00", "11:00", "")).Want(201).Str("id")
			single := w.Ann("POST", "/v1.0/me/events", entry("Single", "20", "10:00", "11:00", "")).Want(201).Str("id")
			ids := strings.NewReplacer("series", series, "far", far, "edge", edge, "beyond", beyond, "single", single, "twice", addTwiceADay(w, 16, 6))
			all, paged := newViewer(w, 50), newViewer(w, 1)
			all.round()
			paged.round()
			for _, step := range steps {
				if r := w.Ann(step[0], "/v1.0/me/events/"+ids.Replace(step[1]), step[2]); r.Status >= 300 {
					t.Fatalf("%s %s: %d %s", step[0], step[1], r.Status, r.Body)
				}
			}
			for _, v := range []*viewer{all, paged} {
				v.round()
				v.wantAll("after it")
			}
		})
	}
}

package store

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/odata"
)

// propertiesOf are the paths of a type's JSON, those below a collection behind
// its '*'.
func propertiesOf(typ reflect.Type, prefix string, depth int) (paths []string) {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || depth > 4 || reflect.PointerTo(typ).Implements(reflect.TypeFor[json.Marshaler]()) {
		return nil
	}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			paths = append(paths, propertiesOf(f.Type, prefix, depth)...)
		}
		if name == "" || name == "-" || strings.HasPrefix(name, "@") {
			continue
		}
		if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() != reflect.Uint8 {
			name += "*"
			paths = append(paths, prefix+name)
			paths = append(paths, propertiesOf(f.Type.Elem(), prefix+name+"/", depth+1)...)
			continue
		}
		paths = append(paths, prefix+name)
		paths = append(paths, propertiesOf(f.Type, prefix+name+"/", depth+1)...)
	}
	return paths
}

// askingOf are filters that ask for a property, by its path.
func askingOf(path string) []string {
	if list, below, ok := strings.Cut(path, "*/"); ok {
		var filters []string
		for _, f := range askingOf("x/" + below) {
			filters = append(filters, list+"/any(x:"+f+")", list+"/all(x:"+f+")")
		}
		return filters
	}
	if list, ok := strings.CutSuffix(path, "*"); ok {
		return []string{list + "/any()", list + "/$count gt 1", list + "/any(y:y eq 'red')", list + "/any(y:contains(y,'É'))"}
	}
	return []string{path + " eq null", path + " ne null", "not(" + path + " eq null)", path + " eq true", path + " gt 1", path + " ge 2026-11-20T00:00:00Z",
		"startswith(" + path + ",'A')", "contains(" + path + ",'é')", path + " lt 'm'", "length(" + path + ") gt 3"}
}

// agree asks a list for every property, and has memory judge the answer. It
// returns the properties that no filter may name.
func agree[T any](t *testing.T, tx *Tx, schema *odata.Schema, l *Listing[T], entity func(*T) any) (refused []string) {
	t.Helper()
	byKey, err := schema.Order(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := l.Read(tx, odata.Query{Order: byKey})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range propertiesOf(reflect.TypeOf(entity(&all[0])), "", 0) {
		asked := 0
		for _, src := range askingOf(path) {
			e, err := odata.ParseFilter(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			filter, err := schema.Filter(e)
			if err != nil {
				continue // of another kind, or refused
			}
			asked++
			found, _, err := l.Read(tx, odata.Query{Filter: filter, Order: byKey})
			if err != nil {
				t.Errorf("%s: %s: %v", l.What, src, err)
				continue
			}
			var got, want []string
			for i := range all {
				if filter.Match(entity(&all[i])) {
					want = append(want, idOf(entity(&all[i])))
				}
			}
			for i := range found {
				got = append(got, idOf(entity(&found[i])))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s: %s finds %v, and memory %v", l.What, src, filter.SQL().SQL, got, want)
			}
		}
		if asked == 0 && !slices.ContainsFunc(refused, func(r string) bool { return strings.HasPrefix(path, r+"/") }) {
			refused = append(refused, path)
		}
		order, err := schema.Order([]odata.OrderBy{odata.By(path, true)})
		if err != nil {
			continue
		}
		sorted := slices.Clone(all)
		slices.SortFunc(sorted, func(a, b T) int { return order.Compare(entity(&a), entity(&b)) })
		for i := range sorted { // page by page
			q := odata.Query{Order: order, Limit: 1}
			if i > 0 {
				q.After = order.Tuple(entity(&sorted[i-1]))
			}
			found, _, err := l.Read(tx, q)
			if err != nil || len(found) != 1 || idOf(entity(&found[0])) != idOf(entity(&sorted[i])) {
				t.Errorf("%s by %s: the page behind %v has %v (%v), want %s", l.What, path, q.After, found, err, idOf(entity(&sorted[i])))
			}
		}
	}
	return refused
}

func idOf(entity any) string {
	return reflect.ValueOf(entity).Elem().FieldByName("ID").String()
}

func itself[T any](item *T) any { return item }

// TestEveryPropertyOfAListIsReadBySQL holds the schema of each list to what
// memory makes of the entities, property by property.
func TestEveryPropertyOfAListIsReadBySQL(t *testing.T) {
	s := openTest(t)
	ann, team := addUser(t, s, "ann@contoso.example"), addGroupMailbox(t, s, "team@contoso.example")
	refused := map[string][]string{}
	within := func(id string, fn func(tx *Tx, mailbox int64) error) {
		t.Helper()
		err := s.Write(t.Context(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(id)
			if err != nil {
				return err
			}
			return fn(tx, mailbox)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	within(ann.ID, func(tx *Tx, mailbox int64) error {
		calendar, err := tx.Calendar(mailbox, CalendarKey{})
		if err != nil {
			return err
		}
		for _, text := range lines(fullMessage, `{"subject":"bare"}`) {
			var n NewMessage
			decode(t, text, &n.Message)
			n.ParentFolderID = "inbox"
			if _, err := tx.AddMessage(mailbox, n); err != nil {
				return err
			}
		}
		for _, text := range lines(fullEvent, bareEvent) {
			var n NewEvent
			decode(t, text, &n.Event)
			if _, err := tx.AddEvent(mailbox, calendar.ID, n); err != nil {
				return err
			}
		}
		for _, text := range lines(fullContact, `{"displayName":"bare"}`) {
			var c model.Contact
			decode(t, text, &c)
			if _, err := tx.AddContact(mailbox, c); err != nil {
				return err
			}
		}
		// What an earlier program wrote has fewer members.
		_, err = tx.Exec(`UPDATE events SET data = json_remove(data, '$.isAllDay', '$.bodyPreview', '$.reminderMinutesBeforeStart') WHERE subject = 'bare'`)
		if err != nil {
			return err
		}
		full := model.User{}
		decode(t, fullUser, &full)
		full.ID = ann.ID
		if err := tx.SetProfile(full); err != nil {
			return err
		}
		messages := MessageQuery{Mailbox: mailbox}
		list := messages.listing(false)
		list.Place = nil
		refused["messages"] = agree(t, tx, s.messages, list, func(r **messageRow) any {
			m, err := (*r).message()
			if err != nil {
				t.Fatal(err)
			}
			if m.Subject != "bare" { // kept beside the message
				decode(t, fullMessage, &struct {
					Values *[]model.SingleValueProperty `json:"singleValueExtendedProperties"`
				}{&m.SingleValueProperties})
			}
			return &m
		})
		events := EventQuery{Mailbox: mailbox}
		refused["events"] = agree(t, tx, s.events, events.listing(tx), itself)
		refused["contacts"] = agree(t, tx, s.people.Contacts, contactListing(mailbox, "", ""), itself)
		refused["users"] = agree(t, tx, s.people.Users, userListing(""), itself)
		return nil
	})
	addUser(t, s, "bo@contoso.example")
	within(team.ID, func(tx *Tx, group int64) error {
		var g model.Group
		decode(t, fullGroup, &g)
		g.ID = team.ID
		if err := tx.SetGroup(g); err != nil {
			return err
		}
		for _, text := range lines(fullThread, `{"topic":"bare"}`) {
			v, err := tx.AddConversation(group, "Émile's")
			if err != nil {
				return err
			}
			var th model.ConversationThread
			decode(t, text, &th)
			if th, err = tx.AddThread(group, v.ID, th); err != nil {
				return err
			}
			for _, text := range lines(fullPost, `{}`) {
				var n NewPost
				decode(t, text, &n.Post)
				if _, err := tx.AddPost(group, th.ID, n); err != nil {
					return err
				}
			}
			refused["posts"] = agree(t, tx, s.groups.Posts, postListing(group, th.ID), itself)
		}
		refused["conversations"] = agree(t, tx, s.groups.Conversations, conversationListing(group), itself)
		refused["threads"] = agree(t, tx, s.groups.Threads, threadListing(group, ""), itself)
		refused["groups"] = agree(t, tx, s.groups.Groups, groupListing(""), itself)
		return nil
	})
	for what, want := range map[string]string{
		"messages": "webLink body internetMessageHeaders* attachments* event", "events": "start/timeZone end/timeZone attachments* instances* calendar",
		"contacts": "", "users": "manager directReports*", "groups": "members* owners*", "conversations": "threads*",
		"threads": "posts*", "posts": "attachments*",
	} {
		if got := strings.Join(refused[what], " "); got != want {
			t.Errorf("%s: no filter may name %s, want %s", what, got, want)
		}
	}
}

func lines(texts ...string) []string { return texts }

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

const (
	aPerson   = `{"emailAddress":{"name":"Émile Bo","address":"Emile@Contoso.example"}}`
	aNameless = `{"emailAddress":{"name":"","address":"x@contoso.example"}}`
	aTime     = `{"dateTime":"2026-11-20T09:00:00.0000000","timeZone":"UTC"}`
	aLater    = `{"dateTime":"2026-11-20T10:30:00.0000000","timeZone":"Europe/London"}`
	aStreet   = `{"street":"Allée 1","city":"Åby","state":"","countryOrRegion":"FR","postalCode":"7"}`
	aPlace    = `{"displayName":"Salle É","locationUri":"https://x.example","uniqueId":"u","locationType":"default","address":` + aStreet + `}`

	fullMessage = `{"subject":"Émile","bodyPreview":"A line","importance":"high","categories":["Red","É"],"from":` + aPerson + `,"sender":` + aNameless + `,
		"toRecipients":[` + aPerson + `,` + aNameless + `],"ccRecipients":[` + aPerson + `],"replyTo":[` + aNameless + `],"isRead":true,"internetMessageId":"<a@x>",
		"meetingMessageType":"meetingRequest","startDateTime":` + aTime + `,"endDateTime":` + aLater + `,"location":` + aPlace + `,
		"flag":{"flagStatus":"flagged","startDateTime":` + aTime + `,"dueDateTime":` + aLater + `},
		"singleValueExtendedProperties":[{"id":"String {0} Name A","value":"é"}]}`
	fullEvent = `{"subject":"Émile","start":` + aTime + `,"end":` + aLater + `,"body":{"contentType":"html","content":"<b>É</b>"},"bodyPreview":"É",
		"isReminderOn":true,"reminderMinutesBeforeStart":15,"responseRequested":true,"responseStatus":{"response":"accepted","time":"2026-11-21T10:00:00.1234567Z"},
		"importance":"high","sensitivity":"private","showAs":"oof","categories":["Red"],"location":` + aPlace + `,"locations":[` + aPlace + `],
		"attendees":[{"type":"required","status":{"response":"none","time":"2026-11-20T00:00:00Z"},"emailAddress":{"name":"Ä","address":"a@x"}}],
		"organizer":` + aPerson + `,"transactionId":"T","onlineMeetingUrl":"https://m.example","webLink":"https://w.example",
		"recurrence":{"pattern":{"type":"weekly","interval":2,"daysOfWeek":["friday"],"firstDayOfWeek":"monday"},
			"range":{"type":"numbered","startDate":"2026-11-20","numberOfOccurrences":3,"recurrenceTimeZone":"UTC"}}}`
	bareEvent   = `{"subject":"bare","start":` + aTime + `,"end":` + aLater + `,"body":{"contentType":"text","content":""}}`
	fullContact = `{"displayName":"Émile","givenName":"Émile","surname":"Å","nickName":"É","title":"Dr","generation":"II","initials":"É. Å.","middleName":"M",
		"emailAddresses":[{"name":"É","address":"E@x.example"},{"name":"","address":"f@x.example"}],"businessPhones":["1","2"],"homePhones":["Red"],
		"imAddresses":["a"],"mobilePhone":"+1","companyName":"Ålen","jobTitle":"Chef","department":"Été","businessHomePage":"https://b.example",
		"homeAddress":` + aStreet + `,"businessAddress":` + aStreet + `,"birthday":"1980-11-20T11:59:00Z","personalNotes":"é","spouseName":"É","manager":"A",
		"assistantName":"É","children":["É"],"categories":["Red"],"profession":"É","officeLocation":"É","fileAs":"Å, Émile"}`
	fullUser = `{"displayName":"Émile","givenName":"Émile","surname":"Å","mail":"ann@contoso.example","userPrincipalName":"ann@contoso.example",
		"jobTitle":"Été","department":"É","officeLocation":"É","city":"Åby","businessPhones":["Red","2"],"mobilePhone":"+1","preferredLanguage":"fr","accountEnabled":true}`
	fullGroup  = `{"displayName":"Équipe","description":"É","mail":"team@contoso.example","mailNickname":"team","visibility":"Private","groupTypes":["Unified"],"mailEnabled":true}`
	fullThread = `{"topic":"Été","isLocked":true,"toRecipients":[` + aPerson + `],"ccRecipients":[` + aNameless + `]}`
	fullPost   = `{"body":{"contentType":"html","content":"<p>É</p>"},"from":` + aPerson + `,"newParticipants":[` + aPerson + `],"hasAttachments":true}`
)

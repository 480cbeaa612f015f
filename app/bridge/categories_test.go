package bridge

import (
	"slices"
	"testing"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
	"daybook/service/servicetest"
)

func TestACategoryIsRenamedOnAllThatHasIt(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite Calendars.ReadWrite Contacts.ReadWrite MailboxSettings.ReadWrite")
	client := apitest.Connect(t, api.HandlerTransport(w.Service.Handler()), w.Tokens["ann"], api.Vendor)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, me, tags := t.Context(), client.Me(), []string{"Other", "O'Brien"}
	made, err := me.CreateCategory(ctx, model.OutlookCategory{DisplayName: "O'Brien", Color: "preset3"})
	must(err)
	letter, err := me.CreateMessage(ctx, model.Message{Subject: "Tides", Item: model.Item{Categories: tags}})
	must(err)
	when := &model.DateTimeTimeZone{DateTime: "2026-10-19T09:00:00", TimeZone: "UTC"}
	event, err := me.CreateEvent(ctx, model.Event{Subject: "Tides", Start: when, End: when, Item: model.Item{Categories: tags}})
	must(err)
	contact, err := me.CreateContact(ctx, model.Contact{DisplayName: "Bo", Item: model.Item{Categories: tags}})
	must(err)
	must(New(client, Options{}).Account.RenameCategory(ctx, made.ID, "O'Brien", model.OutlookCategory{DisplayName: "Brian", Color: "preset3"}))
	m, err := me.Message(letter.ID).Get(ctx)
	must(err)
	e, err := me.Event(event.ID).Get(ctx)
	must(err)
	c, err := me.Contact(contact.ID).Get(ctx)
	must(err)
	for what, got := range map[string][]string{"message": m.Categories, "event": e.Categories, "contact": c.Categories} {
		if !slices.Equal(got, []string{"Other", "Brian"}) {
			t.Errorf("the %s has %q", what, got)
		}
	}
	all, err := api.Collect(ctx, me.Categories)
	must(err)
	at := slices.IndexFunc(all, func(c model.OutlookCategory) bool { return c.DisplayName == "Brian" })
	if at < 0 || all[at].Color != "preset3" || slices.ContainsFunc(all, func(c model.OutlookCategory) bool { return c.DisplayName == "O'Brien" }) {
		t.Errorf("the list is %+v", all)
	}
}

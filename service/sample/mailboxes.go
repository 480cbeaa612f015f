package sample

import (
	"slices"
	"time"

	"daybook/model"
)

// Paths of the owner's folders that the code names; the rest are named by the
// content alone.
const (
	inInbox       = "Inbox"
	inDrafts      = "Drafts"
	inSent        = "Sent"
	inArchive     = "Archive"
	inDeleted     = "Deleted"
	inJunk        = "Junk"
	inReceipts    = "Receipts"
	inNewsletters = "Newsletters"
	inAtlas       = "Projects/Atlas"
	inBorealis    = "Projects/Borealis"
	inTravel      = "Travel"
	inTeam        = "Team"
)

// commonFolders are in every mailbox.
func commonFolders() []Folder {
	return []Folder{
		{inInbox, model.FolderInbox}, {inDrafts, model.FolderDrafts}, {inSent, model.FolderSentItems},
		{inArchive, model.FolderArchive}, {inDeleted, model.FolderDeleted}, {inJunk, model.FolderJunk},
	}
}

// ownFolders are those the owner made.
func ownFolders() []Folder {
	return []Folder{
		{Path: "Projects"}, {Path: inAtlas}, {Path: inBorealis},
		{Path: inTeam}, {Path: "Team/Hiring"}, {Path: inTravel}, {Path: inReceipts},
		{Path: inNewsletters}, {Path: "Personal"},
	}
}

func categories() []model.OutlookCategory {
	colours := []struct{ name, colour string }{
		{"Atlas", "preset7"}, {"Borealis", "preset5"}, {"Decision", "preset0"}, {"Money", "preset4"},
		{"Hiring", "preset8"}, {"Offsite", "preset1"}, {"Waiting for", "preset3"}, {"Read later", "preset14"},
	}
	var out []model.OutlookCategory
	for _, c := range colours {
		out = append(out, model.OutlookCategory{
			Entity: model.Entity{ID: stableID("category", c.name)}, DisplayName: c.name, Color: c.colour})
	}
	return out
}

// mailboxes opens an empty mailbox for each of the team.
func (b *builder) mailboxes() error {
	for _, p := range cast() {
		box := Mailbox{
			UserID: userID(p.key), Settings: b.settings(p),
			Categories: categories(), Folders: commonFolders(),
		}
		if p.key == ownerKey {
			box.Folders = append(box.Folders, ownFolders()...)
			overrides, err := b.overrides()
			if err != nil {
				return err
			}
			box.Overrides = overrides
		}
		b.world.Mailboxes = append(b.world.Mailboxes, box)
	}
	for i, p := range cast() {
		b.boxes[p.key] = &b.world.Mailboxes[i]
	}
	return nil
}

// overrides are the senders that the owner has sorted by hand.
func (b *builder) overrides() ([]model.InferenceClassificationOverride, error) {
	sorted := []struct{ key, as string }{
		{"ferry", model.Focused}, {"zone", model.Focused}, {"tess", model.Other}, {"trey", model.Other},
	}
	var out []model.InferenceClassificationOverride
	for _, s := range sorted {
		a, err := b.who.address(s.key)
		if err != nil {
			return nil, err
		}
		out = append(out, model.InferenceClassificationOverride{
			Entity: model.Entity{ID: stableID("override", s.key)}, ClassifyAs: s.as, SenderEmailAddress: a})
	}
	return out, nil
}

// sortedAs is a reader's override for an address, if there is one.
func (b *builder) sortedAs(reader, address string) (string, bool) {
	overrides := b.boxes[reader].Overrides
	i := slices.IndexFunc(overrides, func(o model.InferenceClassificationOverride) bool {
		return o.SenderEmailAddress.Address == address
	})
	if i < 0 {
		return "", false
	}
	return overrides[i].ClassifyAs, true
}

// settings are a person's mailbox settings, in the zone of their site.
func (b *builder) settings(p person) model.MailboxSettings {
	s := sites()[p.site]
	names := map[string]string{"en-GB": "English (United Kingdom)", "de-DE": "Deutsch (Deutschland)", "en-US": "English (United States)"}
	set := model.MailboxSettings{
		TimeZone: s.zone,
		Language: &model.LocaleInfo{Locale: s.language, DisplayName: names[s.language]},
		WorkingHours: &model.WorkingHours{
			DaysOfWeek: []string{"monday", "tuesday", "wednesday", "thursday", "friday"},
			StartTime:  s.opens + ":00.0000000", EndTime: s.closes + ":00.0000000",
			TimeZone: model.TimeZoneBase{Name: s.zone},
		},
		AutomaticRepliesSetting: &model.AutomaticRepliesSetting{Status: model.RepliesDisabled, ExternalAudience: "none"},
		DateFormat:              "dd/MM/yyyy", TimeFormat: "HH:mm",
	}
	switch p.key {
	case "kiran": // four days a week
		set.WorkingHours.DaysOfWeek = set.WorkingHours.DaysOfWeek[:4]
	case ownerKey:
		set.AutomaticRepliesSetting = &model.AutomaticRepliesSetting{
			Status: model.RepliesScheduled, ExternalAudience: "contactsOnly",
			ScheduledStartDateTime: wall(b.anchors["offsite"], 8, 0, s.zone),
			ScheduledEndDateTime:   wall(b.anchors["offsite"].AddDate(0, 0, 3), 8, 0, s.zone),
			InternalReplyMessage:   "<p>I am at the offsite in Berlin, as, very probably, are you. Look up.</p>",
			ExternalReplyMessage:   b.fill("<p>I am away until {offsite+3}. If a ferry is missing from a timetable, call the support line; for anything else I will answer on my return.</p><p>Ann Avery</p>"),
		}
	}
	return set
}

// wall pairs a wall time with its zone.
func wall(d time.Time, hour, minute int, zone string) *model.DateTimeTimeZone {
	t := time.Date(d.Year(), d.Month(), d.Day(), hour, minute, 0, 0, time.UTC)
	return &model.DateTimeTimeZone{DateTime: t.Format("2006-01-02T15:04:05.0000000"), TimeZone: zone}
}

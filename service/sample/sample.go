// Package sample makes the world that a newcomer sees at first start: a team
// of twelve who build timetabling software for ferries, their mail, calendars,
// contacts, groups and files, as one value (Build), and puts that value into
// the service's store (Load).
//
// Invariants: Build reads nothing but its arguments and the embedded content:
// no clock, no file, no network; the same now and seed give the same world.
// Every address, link and Message-ID is under .example (RFC 2606) and every
// telephone number lies in a range kept for fiction. No message is dated after
// now. A message that went to several people has one Message-ID in all their
// mailboxes. Prose lives in content/*.txt, in the format that script.go reads.
package sample

import (
	"fmt"
	"math/rand/v2"
	"time"

	"daybook/model"
)

// World is everything the sample holds. Times are instants, except where a
// model type pairs a wall time with its zone. Slices are in a stable order.
type World struct {
	Owner     string // the id of the user whose mailbox opens: Ann
	Users     []User // people, then rooms
	Mailboxes []Mailbox
	Groups    []Group
	Grants    []model.PermissionGrant
}

// User is an entry of the directory. ManagerID is empty at the top. Photo is
// an encoded PNG, or nil.
type User struct {
	model.User
	ManagerID string
	Photo     []byte
}

// Mailbox is what one user owns. Mail is ordered by time, oldest first.
type Mailbox struct {
	UserID         string
	Settings       model.MailboxSettings
	Categories     []model.OutlookCategory
	Overrides      []model.InferenceClassificationOverride
	Folders        []Folder
	Mail           []Mail
	CalendarGroups []model.CalendarGroup
	Calendars      []Calendar
	ContactFolders []ContactFolder
	Contacts       []Contact
	Drive          *Drive
}

// Folder is a mail folder. Path is its display names from the top, joined by
// "/"; parents come before children. WellKnown is empty for a made folder.
type Folder struct {
	Path      string
	WellKnown string
}

// Mail is a message in its folder. ConversationKey is equal for the messages
// of one thread, in every mailbox. The message has no id: the store gives it.
type Mail struct {
	Folder          string
	ConversationKey string
	Message         model.Message
}

// Calendar is a calendar with its events. Group names a calendar group, or is
// empty for the default one.
type Calendar struct {
	model.Calendar
	Group  string
	Events []Event
}

// Event is a single event or a series master. Exceptions are the occurrences
// that differ, each with OriginalStart; Cancelled are the civil dates
// ("2026-10-19", in the zone of the series) of those that were called off.
type Event struct {
	model.Event
	Exceptions []model.Event
	Cancelled  []string
}

// ContactFolder is a folder of contacts. Path is as in Folder; the empty path
// is the mailbox's own contacts and needs no folder.
type ContactFolder struct {
	Path string
}

// Contact is a card in its folder.
type Contact struct {
	Folder  string
	Contact model.Contact
	Photo   []byte
}

// Group is a group with what it shares.
type Group struct {
	model.Group
	Members  []string // user ids
	Owners   []string
	Photo    []byte
	Threads  []Thread
	Calendar Calendar
	Drive    *Drive
}

// Thread is a conversation of one thread with its posts, oldest first.
type Thread struct {
	Topic    string
	IsLocked bool
	Posts    []model.Post
}

// Drive is a tree of files, parents before children.
type Drive struct {
	Items []DriveItem
}

// DriveItem is a folder (Content is nil) or a file. Path is as in Folder.
type DriveItem struct {
	Path       string
	MimeType   string
	Content    []byte
	By         string // user id
	ModifiedAt time.Time
}

// Build makes the world as it stands at now. The seed varies what is left to
// chance: who has read what, and the figures in reports. It fails only when
// the embedded content is broken, which its tests rule out.
func Build(now time.Time, seed uint64) (*World, error) {
	dates, err := newAlmanac(now)
	if err != nil {
		return nil, err
	}
	b := &builder{
		almanac: dates,
		world:   &World{Owner: userID(ownerKey)},
		chance:  rand.New(rand.NewPCG(seed, 0x5a17)),
		boxes:   map[string]*Mailbox{},
		who:     newCorrespondents(),
		files:   map[string]made{},
	}
	steps := []struct {
		what string
		make func() error
	}{
		{"the directory", b.directory},
		{"mailboxes", b.mailboxes},
		{"calendars", b.calendars},
		{"written threads", b.writtenMail},
		{"notices and letters", b.notices},
		{"contacts", b.contacts},
		{"groups", b.groups},
		{"drives", b.drives},
	}
	for _, s := range steps {
		if err := s.make(); err != nil {
			return nil, fmt.Errorf("making the sample's %s: %w", s.what, err)
		}
	}
	b.finish()
	return b.world, nil
}

// builder carries the world while it is being made.
type builder struct {
	almanac
	world  *World
	chance *rand.Rand
	boxes  map[string]*Mailbox // by the key of a person or a room
	who    correspondents

	planned []plannedMeeting
	files   map[string]made
}

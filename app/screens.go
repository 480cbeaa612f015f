package app

import (
	"time"

	"daybook/api"
	"daybook/app/bridge"
	"daybook/app/export"
	"daybook/config"
	"daybook/formats/ics"
	"daybook/formats/vcf"
	"daybook/model"
	"daybook/ui"
	"daybook/views"
	"daybook/views/account"
	"daybook/views/compose"
	"daybook/views/contacts"
	"daybook/views/files"
	"daybook/views/finder"
	"daybook/views/identity"
	"daybook/views/inbox"
	"daybook/views/threads"
	"daybook/views/week"
)

// screenOptions is what the screens are told beside their environment.
type screenOptions struct {
	me       model.EmailAddress
	others   model.EmailAddress // whose mail and calendars are open, where not one's own
	id       string             // of the person in the directory
	settings config.Settings
	hours    config.Hours // of work; zero when nobody knows
	days     [7]bool      // of work, by time.Weekday; none when nobody knows
	second   *time.Location
	rights   bridge.Rights
	readOnly bool // nothing can be changed: so nothing is marked as read
}

// atOnce stands where the screens take a zero for their default.
const atOnce = time.Nanosecond

// screens makes the tabs over a client. None asks anything before its Init.
func screens(env *views.Env, client *api.Client, local bridge.LocalFiles, o screenOptions) []ui.Tab {
	s := o.settings
	owner := o.me // of the mail and the calendars: who "me" is there, also for whom an answer goes to
	if o.others.Address != "" {
		owner = o.others
	}
	to := bridge.New(client, bridge.Options{UserID: o.id, Rights: o.rights, Files: local, Now: env.Now, Zone: env.Zone})
	book := identity.New(identity.Identity{Name: owner.Name, Address: owner.Address, Signature: s.Signature})
	composer := compose.NewComposer(env, views.Inbox, to.Compose, local, compose.Options{
		Self: []string{owner.Address}, From: o.others, Signature: s.Signature, Moment: max(s.UndoSend, atOnce), Identities: book,
	})
	markRead := max(s.MarkRead, atOnce)
	if o.readOnly {
		markRead = -1
	}
	custom := client.CustomData()
	mail := inbox.New(*env, to.Inbox, inbox.Options{
		Me: owner, Composer: composer, Meetings: to.Week, Faces: client, Unsubscriber: newOneClick(), Custom: custom, Downloads: s.Downloads, Home: local.Home,
		After: afters[s.After], Lines: lines[s.Lines], Poll: s.Refresh, MarkRead: markRead, Others: o.others.Address != "",
	})
	days := week.New(*env, to.Week, week.Options{
		Me: owner, Custom: custom, FirstDay: firstDay(s.WeekStart), Morning: o.hours.From, Evening: o.hours.To, WorkDays: o.days,
		Second: o.second, Poll: 3 * s.Refresh, Rule: readRule,
	})
	groups := threads.New(*env, to.Threads, threads.Options{Me: o.me, Custom: custom, Downloads: s.Downloads, Home: local.Home, Moment: s.UndoSend})
	times := finder.New(*env, to.Finder, finder.Options{Me: owner})
	people := contacts.New(*env, to.Contacts, contacts.Options{Custom: custom, Files: local, Further: vcf.Further})
	drives := files.New(*env, to.Drives, files.Options{Downloads: s.Downloads, Home: local.Home, Local: local})
	own := account.New(*env, to.Account, account.Options{
		Me: o.me, Files: local, ScopesAlone: client.Dialect() == api.Microsoft, Identities: book,
		Exporter: export.Files{Client: client, Now: env.Now, Local: local}, Downloads: s.Downloads,
	})
	return []ui.Tab{
		{Screen: views.Inbox, Title: "Inbox", Letter: "i", View: mail},
		{Screen: views.Week, Title: "Week", Letter: "w", Words: "calendar events meetings appointments agenda", View: days},
		{Screen: views.People, Title: "People", Letter: "p", Words: "contacts address book directory", View: people},
		{Screen: views.Groups, Title: "Groups", Letter: "u", Words: "teams mailing lists", View: groups},
		{Screen: views.Finder, Title: "Find a time", Letter: "f", Words: "schedule meeting availability free busy rooms", View: times},
		{Screen: views.Files, Title: "Files", Letter: "d", Words: "drive documents", View: drives},
		{Screen: views.Account, Title: "Account", Letter: "a", View: own,
			Words: "settings preferences options automatic replies vacation holiday out of office signature time zone timezone language " +
				"working hours rules filters block senders delegate permissions categories export"},
	}
}

var lines = map[string]int{"one": 1, "two": 2}

var afters = map[string]inbox.After{"next": inbox.Next, "previous": inbox.Previous, "stay": inbox.Stay}

// readRule reads the rule of a series that is none of the patterns.
func readRule(rule string, start, end model.DateTimeTimeZone) (week.Rule, error) {
	r, err := ics.ParseRule(rule, start, end)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// firstDay is the day as ISO 8601 numbers it, where Sunday is the seventh.
func firstDay(d time.Weekday) time.Weekday {
	if d == time.Sunday {
		return 7
	}
	return d
}

// screenOptions are those of the open profile.
func (a *App) screenOptions() screenOptions {
	o := screenOptions{me: a.info.Me, others: a.info.Others, id: a.info.ID, settings: a.settings, hours: a.settings.Hours, days: a.info.Days, rights: a.rights(),
		readOnly: a.box.ReadOnly()}
	if o.hours == (config.Hours{}) {
		o.hours = config.Hours{From: a.info.Morning, To: a.info.Evening}
	}
	if zone, err := model.LoadZone(a.settings.SecondZone); a.settings.SecondZone != "" && err == nil {
		o.second = zone
	}
	return o
}

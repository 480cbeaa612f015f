package strict

import (
	"cmp"
	"net/url"
	"strings"
)

// roots are the sets and singletons that a path begins with.
var roots = map[string]member{
	"me": {of: "user"}, "users": {of: "user", many: true}, "groups": {of: "group", many: true},
	"drives": {of: "drive", many: true}, "places": {of: "place", many: true},
	"oauth2PermissionGrants": {of: "oAuth2PermissionGrant", many: true},
}

// operations are the actions and functions of each type, and of collections
// ("[message]"), by the type of the reply: "" for none or for bytes.
// https://learn.microsoft.com/graph/api/overview?view=graph-rest-1.0
var operations = map[string]map[string]string{
	"user": {"sendMail": "", "findMeetingTimes": "meetingTimeSuggestionsResult", "getMailTips": ""},
	"message": {"$value": "", "send": "", "reply": "", "replyAll": "", "forward": "", "move": "message", "copy": "message",
		"createReply": "message", "createReplyAll": "message", "createForward": "message"},
	"event": {"accept": "", "decline": "", "tentativelyAccept": "", "cancel": "", "forward": "", "dismissReminder": "",
		"snoozeReminder": ""},
	"calendar":               {"getSchedule": "[scheduleInformation]"},
	"mailFolder":             {"move": "mailFolder", "copy": "mailFolder"},
	"[message]":              {"delta()": "[message]"},
	"[event]":                {"delta()": "[event]"},
	"[contact]":              {"delta()": "[contact]"},
	"[place]":                {"microsoft.graph.room": "[room]"},
	"[directoryObject]":      {"microsoft.graph.group": "[group]"},
	"[user]":                 {"delta()": "[user]", "$count": ""},
	"[attachment]":           {"createUploadSession": "uploadSession"},
	"attachment":             {"$value": ""},
	"conversationThread":     {"reply": ""},
	"post":                   {"reply": "", "forward": ""},
	"outlookUser":            {"supportedTimeZones()": "[timeZoneInformation]", "supportedLanguages()": ""},
	"profilePhoto":           {"$value": ""},
	"driveItem":              {"content": "", "createUploadSession": "uploadSession", "copy": ""},
	"workbookNamedItem":      {"range()": "workbookRange"},
	"workbookTable":          {"range()": "workbookRange"},
	"workbookTableColumn":    {"range()": "workbookRange"},
	"workbookWorksheet":      {"range(": "workbookRange", "usedRange()": "workbookRange"},
	"contact":                {},
	"[singleValueExtension]": {},
}

// place is what a path leads to.
type place struct {
	of        string // the type of the reply, "" where it is no resource
	many      bool
	operation string // the action or function at the end
	below     string // the type that the last step was taken from
}

// walk follows a path below the version through the description of the types.
// https://learn.microsoft.com/graph/api/overview?view=graph-rest-1.0
func walk(path string) (at place, fault string) {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for i, s := range segments {
		if segments[i], fault = unescape(s); fault != "" {
			return at, fault
		}
	}
	root, ok := roots[segments[0]]
	if !ok {
		return at, "Resource not found for the segment '" + segments[0] + "'."
	}
	at = place{of: root.of, many: root.many}
	for i, s := range segments[1:] {
		if at.operation != "" || at.of == "" {
			return at, "Resource not found for the segment '" + s + "'."
		}
		if op, reply, ok := operation(at, s); ok {
			at = place{of: strings.Trim(reply, "[]"), many: strings.HasPrefix(reply, "["), operation: op, below: at.of}
			continue
		}
		if at.of == "driveItem" && at.many && strings.HasSuffix(s, ":") || at.of == "drive" && s == "root:" {
			// A file by its path stands between colons, with what is done to it behind.
			// https://learn.microsoft.com/graph/onedrive-addressing-driveitems
			last := segments[len(segments)-1]
			return place{of: cmp.Or(operations["driveItem"][last], "driveItem"), operation: last}, ""
		}
		if at.many {
			at.many = false // a key
			continue
		}
		m, ok := types()[at.of][s]
		if !ok || m.kind == "value" || m.kind == "open" {
			return at, "Resource not found for the segment '" + s + "' (" + at.of + ", " + segments[i] + ")."
		}
		at = place{of: m.of, many: m.many, below: at.of}
	}
	return at, ""
}

func operation(at place, segment string) (name, reply string, ok bool) {
	key := at.of
	if at.many {
		key = "[" + key + "]"
	}
	for name, reply := range operations[key] {
		if segment == name || strings.HasSuffix(name, "(") && strings.HasPrefix(segment, name) {
			return name, reply, true
		}
	}
	return "", "", false
}

func unescape(segment string) (plain, fault string) {
	plain, err := url.PathUnescape(segment)
	if err != nil || plain == "" {
		return "", "Bad Request - Invalid URL"
	}
	return plain, ""
}

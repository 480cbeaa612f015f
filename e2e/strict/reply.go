package strict

import (
	"encoding/json"
	"regexp"
	"strings"

	"daybook/model"
)

// Around every id of a mailbox stands what makes it look like the real one,
// and is taken off again on the way in.
const idBefore, idAfter = "AAMkAGI1/+", "-_AAA="

func long(id string) string {
	if id == "" || strings.HasPrefix(id, idBefore) {
		return id
	}
	return idBefore + id + idAfter
}

// short takes ids in any text back to what the service knows.
func short(text string) string {
	return strings.NewReplacer(idBefore, "", idAfter, "").Replace(text)
}

var (
	wholeSecond = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?$`)
	otherIDs    = map[string]bool{"parentFolderId": true, "conversationId": true, "seriesMasterId": true}
)

// reshape changes a reply to what the public interface would say: members of
// the type alone, absent ones as null, seven digits of a second, the zones of
// Windows. Chosen are the properties that were selected, nil for all.
func reshape(of string, value any, chosen []string) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = reshape(of, v[i], chosen)
		}
	case map[string]any:
		reshapeObject(typeOf(of, v), v, chosen)
	}
	return value
}

func reshapeObject(of string, v map[string]any, chosen []string) {
	members := types()[of]
	if members == nil || freeform(of) {
		return
	}
	for name, inner := range v {
		if strings.Contains(name, "@") {
			continue
		}
		m, ok := members[name]
		if !ok || m.kind == "value" {
			delete(v, name)
			continue
		}
		v[name] = reshape(m.of, inner, nil)
	}
	for name, value := range v {
		text, ok := value.(string)
		switch {
		case !ok:
		case name == "id" && mailbox[of], mailbox[of] && otherIDs[name]:
			v[name] = long(text)
		case of == "dateTimeTimeZone" && name == "dateTime" && wholeSecond.MatchString(text):
			whole, part, _ := strings.Cut(text, ".")
			v[name] = whole + "." + (part + "0000000")[:7]
		case name == "timeZone" || strings.HasSuffix(name, "TimeZone"):
			if windows, err := model.WindowsName(text); err == nil {
				v[name] = windows
			}
		case name == "meetingMessageType" && text == model.MeetingTentative:
			v[name] = "meetingTenativelyAccepted" // as v1.0 spells it
		}
	}
	for name, m := range members {
		_, there := v[name]
		wanted := chosen == nil || contains(chosen, name)
		if mailbox[of] && wanted && !there && m.kind == "property" && !m.many && m.of != "Edm.Boolean" && m.of != "Edm.Int32" {
			v[name] = nil
		}
	}
}

func contains(list []string, name string) bool {
	for _, one := range list {
		if strings.TrimSpace(one) == name {
			return true
		}
	}
	return false
}

// reshaped is the body of a reply to a request, changed.
func reshaped(a *asked, body []byte) []byte {
	var value map[string]any
	if a.at.of == "" || json.Unmarshal(body, &value) != nil || value["error"] != nil {
		return body
	}
	var chosen []string
	if list := a.query.Get("$select"); list != "" {
		chosen = strings.Split(list, ",")
	} else if strings.Contains(a.path, "/delta") {
		chosen = []string{}
	}
	if list, ok := value["value"].([]any); ok && a.at.many {
		value["value"] = reshape(a.at.of, list, chosen)
	} else if !a.at.many {
		reshape(a.at.of, value, chosen)
		// A directory object has the members that were asked for alone.
		// https://learn.microsoft.com/graph/query-parameters#select-parameter
	}
	if a.at.of == "user" || a.at.of == "directoryObject" || a.at.of == "group" {
		dropUnasked(value, chosen)
	}
	out, err := json.Marshal(value)
	if err != nil {
		return body
	}
	return []byte(strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(out)))
}

// dropUnasked leaves out the id of directory objects where others were asked
// for without it.
func dropUnasked(value map[string]any, chosen []string) {
	if chosen == nil || contains(chosen, "id") {
		return
	}
	list, _ := value["value"].([]any)
	for _, one := range append(list, value) {
		if object, ok := one.(map[string]any); ok {
			delete(object, "id")
		}
	}
}

package strict

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// Around every id of a mailbox stands what makes it look like the real one,
// and is taken off again on the way in. A message has another id in each
// folder it is moved to, unless ids that stay are asked for.
// https://learn.microsoft.com/graph/outlook-immutable-id
const (
	idBefore, idAfter       = "AAMkAGI1/+", "-_AAA="
	movedBefore, movedAfter = "AAMkAGM1/+", "-_AQA="
)

func long(id string) string {
	if id == "" || strings.HasPrefix(id, idBefore) || strings.HasPrefix(id, movedBefore) {
		return id
	}
	return idBefore + id + idAfter
}

var movingID = regexp.MustCompile(regexp.QuoteMeta(movedBefore) + `([^~/]*)~(\d+)` + regexp.QuoteMeta(movedAfter))

// short takes ids in any text back to what the service knows.
func short(text string) string {
	text = movingID.ReplaceAllString(text, "$1")
	return strings.NewReplacer(idBefore, "", idAfter, "").Replace(text)
}

// stale tells whether a text has an id that its message had in another folder.
func (i *Interface) stale(text string) bool {
	for _, m := range movingID.FindAllStringSubmatch(text, -1) {
		if m[2] != i.folderOf(m[1]) {
			return true
		}
	}
	return false
}

// folderOf counts the folders that a message has been moved to.
func (i *Interface) folderOf(id string) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return strconv.Itoa(i.moves[id])
}

var (
	wholeSecond = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?$`)
	otherIDs    = map[string]bool{"parentFolderId": true, "conversationId": true, "seriesMasterId": true}
)

// shaper changes a reply to what the public interface would say to a request.
type shaper struct {
	public *Interface
	stay   bool // ids that stay were asked for
	text   bool // bodies as text were asked for
}

// prefersStay tells whether a request asks for ids that stay.
func prefersStay(a *asked) bool {
	return strings.Contains(a.header.Get("Prefer"), `IdType="ImmutableId"`)
}

func (s shaper) id(of, id string) string {
	if s.stay || !letter[of] || id == "" || strings.HasPrefix(id, movedBefore) {
		return long(id)
	}
	id = short(id)
	return movedBefore + id + "~" + s.public.folderOf(id) + movedAfter
}

// letter are the types whose ids change with their folder, and whose bodies
// come as HTML where text is not preferred.
// https://learn.microsoft.com/graph/api/message-get#request-headers
var letter = map[string]bool{"message": true, "eventMessage": true, "eventMessageRequest": true, "eventMessageResponse": true}

// shape has members of the type alone, absent ones as null, seven digits of a
// second, the zones of Windows. Chosen are the properties that were selected,
// nil for all.
func (s shaper) shape(of string, value any, chosen []string) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = s.shape(of, v[i], chosen)
		}
	case map[string]any:
		s.object(typeOf(of, v), v, chosen)
	}
	return value
}

func (s shaper) object(of string, v map[string]any, chosen []string) {
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
		v[name] = s.shape(m.of, inner, nil)
	}
	for name, value := range v {
		text, ok := value.(string)
		switch {
		case !ok:
		case name == "id" && mailbox[of]:
			v[name] = s.id(of, text)
		case mailbox[of] && otherIDs[name]:
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
	if body, ok := v["body"].(map[string]any); ok && !s.text && (letter[of] || of == "event") {
		asHTML(body)
	}
	for name, m := range members {
		_, there := v[name]
		wanted := chosen == nil || slices.Contains(chosen, name)
		if mailbox[of] && wanted && !there && m.kind == "property" && !m.many && m.of != "Edm.Boolean" && m.of != "Edm.Int32" {
			v[name] = nil
		}
	}
}

// asHTML has a body that was written as text as HTML.
// https://learn.microsoft.com/graph/api/message-get#request-headers
func asHTML(body map[string]any) {
	content, ok := body["content"].(string)
	if !ok || body["contentType"] != "text" {
		return
	}
	body["contentType"] = "html"
	body["content"] = "<html><head></head><body><div class=\"PlainText\">" +
		strings.ReplaceAll(strings.ReplaceAll(html.EscapeString(content), "\r\n", "\n"), "\n", "<br>\r\n") + "</div></body></html>"
}

// byDefault are the members that a user has where none are selected, and all
// that the directory tells of.
// https://learn.microsoft.com/graph/api/resources/user#properties
var byDefault = strings.Fields(`businessPhones displayName givenName id jobTitle mail mobilePhone officeLocation
	preferredLanguage surname userPrincipalName`)

// reshaped is the body of a reply to a request, changed.
func (i *Interface) reshaped(a *asked, body []byte) []byte {
	var value map[string]any
	if a.at.of == "" || json.Unmarshal(body, &value) != nil || value["error"] != nil {
		return body
	}
	s := shaper{public: i, stay: prefersStay(a), text: strings.Contains(a.header.Get("Prefer"), `outlook.body-content-type="text"`)}
	var chosen []string
	if list := a.query.Get("$select"); list != "" {
		chosen = strings.Split(strings.ReplaceAll(list, " ", ""), ",")
	} else if strings.Contains(a.path, "/delta") {
		chosen = []string{}
	}
	if at, ok := value["uploadUrl"].(string); ok && a.at.of == "uploadSession" {
		value["uploadUrl"] = strings.Replace(at, "/v1.0"+uploadsBehind, uploadsHere, 1)
	}
	list, many := value["value"].([]any)
	if many = many && a.at.many; many {
		if a.at.of == "message" && !strings.Contains(a.path, "/delta") {
			list = i.arrived(list)
		}
		value["value"] = s.shape(a.at.of, list, chosen)
		i.bounded(a, value)
	} else {
		s.shape(a.at.of, value, chosen)
	}
	if a.at.of == "user" || a.at.of == "directoryObject" || a.at.of == "group" {
		for _, one := range append(list, value) {
			if object, ok := one.(map[string]any); ok {
				asSelected(a.at.of, object, chosen)
			}
		}
	}
	out, err := json.Marshal(value)
	if err != nil {
		return body
	}
	return []byte(strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(out)))
}

// asSelected leaves a directory object the members that were asked for: no id
// where others were, and the default ones where none was.
// https://learn.microsoft.com/graph/query-parameters#select-parameter
func asSelected(of string, object map[string]any, chosen []string) {
	if strings.EqualFold(asText(object["userType"]), model.UserResource) {
		object["userType"] = "Member" // a room has an account like anybody's
	}
	if chosen == nil && of != "group" {
		chosen = byDefault
	}
	if _, list := object["value"].([]any); list || chosen == nil {
		return
	}
	for name := range object {
		if !strings.Contains(name, "@") && !slices.Contains(chosen, name) && types()["user"][name].kind != "navigation" {
			delete(object, name)
		}
	}
}

func asText(v any) string {
	s, _ := v.(string)
	return s
}

// late is how long a message that was sent is not in Sent Items yet.
// https://learn.microsoft.com/graph/api/message-send
const late = 3 * time.Second

// arrived are the messages of a list that were not sent just now.
func (i *Interface) arrived(list []any) []any {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.DeleteFunc(list, func(one any) bool {
		object, _ := one.(map[string]any)
		at, sent := i.sent[asText(object["id"])]
		return sent && i.now().Before(at.Add(late))
	})
}

// mostFound is how many messages a search gives in all, over its pages.
// https://learn.microsoft.com/graph/search-query-parameter#using-search-on-message-collections
const mostFound = 1000

// foundMark counts, in the links of a search, what was given before.
const foundMark = "strictfound"

// bounded ends a search of messages after a thousand of them.
func (i *Interface) bounded(a *asked, value map[string]any) {
	link, err := url.Parse(asText(value["@odata.nextLink"]))
	list, _ := value["value"].([]any)
	if a.at.of != "message" || !a.query.Has("$search") || err != nil {
		return
	}
	before, _ := strconv.Atoi(a.found)
	if before+len(list) >= mostFound {
		value["value"] = list[:max(0, mostFound-before)]
		delete(value, "@odata.nextLink")
		return
	}
	if link.Path != "" {
		link.RawQuery += "&" + foundMark + "=" + strconv.Itoa(before+len(list))
		value["@odata.nextLink"] = link.String()
	}
}

package strict

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"daybook/model"
)

// asked is a request, or a part of a batch, as the rules see it.
type asked struct {
	method, path string // the path below the version
	query        url.Values
	header       http.Header
	body         []byte
	at           place
	found        string // what a search has given before, by the link
}

func ask(method, path string, query url.Values, header http.Header, body []byte) *asked {
	a := &asked{method: method, path: path, query: query, header: header, body: body, found: query.Get(foundMark)}
	query.Del(foundMark)
	return a
}

// key is the service's id in the path's segment, counted from the end.
func (a *asked) key(fromEnd int) string {
	segments := strings.Split(a.path, "/")
	if len(segments) < fromEnd {
		return ""
	}
	id, _ := url.PathUnescape(segments[len(segments)-fromEnd]) // the rules have looked
	return short(id)
}

// fault is why a request is refused.
type fault struct {
	rule, code, message string
	status              int
}

func refuse(rule, code, message string) *fault {
	return &fault{rule: rule, code: code, message: message, status: http.StatusBadRequest}
}

// rules are applied in order; the first that objects decides.
var rules = []func(*asked) *fault{
	knownPath, pages, directory, zones, selects, expansions, filterNames, filterOrder, searches, contactFilters,
	threads, bodies, smallAttachments,
}

// Every path leads through the description.
func knownPath(a *asked) (f *fault) {
	at, wrong := walk(a.path)
	if a.at = at; wrong != "" {
		return refuse("path", "BadRequest", wrong)
	}
	return nil
}

// A page has a thousand items at most, one of the directory 999.
// https://learn.microsoft.com/graph/api/user-list-messages#optional-query-parameters
// https://learn.microsoft.com/graph/api/user-list#optional-query-parameters
func pages(a *asked) *fault {
	most := 1000
	if slices.Contains(ofDirectory, a.at.of) {
		most = 999
	}
	if n, err := strconv.Atoi(a.query.Get("$top")); a.query.Has("$top") && (err != nil || n < 1 || n > most) {
		return refuse("top", "Request_BadRequest", fmt.Sprintf("Invalid page size specified: '%s'. Must be between 1 and %d inclusive.", a.query.Get("$top"), most))
	}
	return nil
}

var (
	ofDirectory = []string{"user", "group", "directoryObject"}
	advanced    = regexp.MustCompile(`(?i)\b(?:ne|not)\b|\bendswith\(`)
	unindexed   = regexp.MustCompile(`(?i)\bcontains\(`)
)

// What the directory has no index for is asked for with a count and the word
// that the answer may be late: negations, ends of texts, an order beside a
// filter, casts, counts.
// https://learn.microsoft.com/graph/aad-advanced-queries
func directory(a *asked) *fault {
	if !slices.Contains(ofDirectory, a.at.of) {
		return nil
	}
	filter := quotedText.ReplaceAllString(a.query.Get("$filter"), "0")
	cast := strings.HasPrefix(a.at.operation, "microsoft.graph.")
	needs := advanced.MatchString(filter) || filter != "" && a.query.Has("$orderby") || cast
	eventual := strings.EqualFold(a.header.Get("ConsistencyLevel"), "eventual")
	counts := a.query.Get("$count") == "true"
	switch {
	case unindexed.MatchString(filter):
		return refuse("directory", "Request_UnsupportedQuery", "Unsupported Query.")
	case needs && (!eventual || !counts), counts && !eventual, a.at.operation == "$count" && !eventual:
		return refuse("directory", "Request_UnsupportedQuery", "Unsupported or invalid query filter clause specified: it needs ConsistencyLevel: eventual and $count=true.")
	}
	return nil
}

var preferredZone = regexp.MustCompile(`outlook\.timezone="([^"]*)"`)

// Zones go by the names that Windows has.
// https://learn.microsoft.com/graph/api/resources/datetimetimezone
func zones(a *asked) *fault {
	names := map[string]bool{}
	for _, m := range preferredZone.FindAllStringSubmatch(a.header.Get("Prefer"), -1) {
		names[m[1]] = true
	}
	var body any
	if json.Unmarshal(a.body, &body) == nil {
		each(body, func(name string, value any) {
			if s, ok := value.(string); ok && s != "" && slices.Contains([]string{"timeZone", "recurrenceTimeZone",
				"originalStartTimeZone", "originalEndTimeZone"}, name) {
				names[s] = true
			}
		})
	}
	for name := range names {
		if windows, err := model.WindowsName(name); err != nil || windows != name {
			return refuse("zone", "TimeZoneNotSupportedException", "A valid TimeZone value must be specified: "+name)
		}
	}
	return nil
}

// each calls with every member of the objects in a value.
func each(value any, call func(name string, value any)) {
	switch v := value.(type) {
	case map[string]any:
		for name, value := range v {
			call(name, value)
			each(value, call)
		}
	case []any:
		for _, value := range v {
			each(value, call)
		}
	}
}

// property finds a path of names in a type; a cast leads to a type below it.
// https://learn.microsoft.com/graph/query-parameters#select-parameter
func property(of, path string) (member, bool) {
	var m member
	for i, name := range strings.Split(path, "/") {
		if strings.HasPrefix(name, "microsoft.graph.") {
			if !slices.Contains(append(descends[of], of), plain(name)) {
				return m, false
			}
			of = plain(name)
			continue
		}
		known, ok := types()[of][name]
		if !ok || known.kind == "value" || i == 0 && name == "" {
			return m, false
		}
		m, of = known, known.of
		if strings.HasPrefix(of, "Edm.") {
			of = ""
		}
	}
	return m, m.kind != ""
}

func unknown(name, of string) *fault {
	return refuse("property", "RequestBroker--ParseUri", "Could not find a property named '"+name+"' on type 'microsoft.graph."+of+"'.")
}

// $select names properties of the type.
// https://learn.microsoft.com/graph/query-parameters#select-parameter
func selects(a *asked) *fault {
	return selected(a.at.of, a.query.Get("$select"))
}

func selected(of, list string) *fault {
	if list == "" || types()[of] == nil {
		return nil
	}
	for _, name := range strings.Split(list, ",") {
		if _, ok := property(of, strings.TrimSpace(name)); !ok {
			return unknown(name, of)
		}
	}
	return nil
}

// $expand names navigations of the type, and an extended property or an
// extension with a filter that says which.
// https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-get
// https://learn.microsoft.com/graph/api/opentypeextension-get
func expansions(a *asked) *fault {
	for _, one := range apartAt(a.query.Get("$expand"), ',') {
		name, inner, _ := strings.Cut(strings.TrimSuffix(one, ")"), "(")
		m, ok := property(a.at.of, name)
		if !ok || m.kind != "navigation" {
			return refuse("expand", "RequestBroker--ParseUri",
				"Could not find a navigation property named '"+name+"' on type 'microsoft.graph."+a.at.of+"'.")
		}
		options := map[string]string{}
		for _, option := range apartAt(inner, ';') {
			key, value, _ := strings.Cut(option, "=")
			options[key] = value
		}
		if (m.of == "singleValueLegacyExtendedProperty" || m.of == "extension") && options["$filter"] == "" {
			return refuse("expand", "ErrorInvalidProperty", "The expansion of "+name+" needs a $filter by id.")
		}
		if f := selected(m.of, options["$select"]); f != nil {
			return f
		}
	}
	return nil
}

// apartAt parts a text where nothing is open.
func apartAt(text string, at byte) (parts []string) {
	depth, quoted, from := 0, false, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == at && depth == 0:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	if from < len(text) {
		parts = append(parts, text[from:])
	}
	return parts
}

var (
	quotedText  = regexp.MustCompile(`'(?:[^']|'')*'`)
	filterName  = regexp.MustCompile(`[A-Za-z_][\w.]*(?:/[A-Za-z_][\w.]*)*[(:]?`)
	filterWords = strings.Fields("and or not eq ne gt ge lt le in true false null")
	instants    = regexp.MustCompile(`\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?`)
)

// namesIn are the properties that a filter mentions, in order, those of a
// lambda's variable left out.
func namesIn(filter string) (names []string) {
	filter = instants.ReplaceAllString(quotedText.ReplaceAllString(filter, "0"), "0")
	variables := map[string]bool{}
	for _, word := range filterName.FindAllString(filter, -1) {
		name, isVariable := strings.CutSuffix(word, ":")
		first, _, _ := strings.Cut(name, "/")
		switch {
		case isVariable:
			variables[name] = true
		case strings.HasSuffix(word, "("):
			if collection, call := strings.CutSuffix(strings.TrimSuffix(word, "("), "/any"); call {
				names = append(names, collection)
			} else if collection, call := strings.CutSuffix(strings.TrimSuffix(word, "("), "/all"); call {
				names = append(names, collection)
			}
		case variables[first], slices.Contains(filterWords, word):
		default:
			names = append(names, word)
		}
	}
	return names
}

// $filter names properties of the type.
// https://learn.microsoft.com/graph/filter-query-parameter
func filterNames(a *asked) *fault {
	for _, name := range namesIn(a.query.Get("$filter")) {
		if _, ok := property(a.at.of, name); !ok && types()[a.at.of] != nil {
			return unknown(name, a.at.of)
		}
	}
	return nil
}

// What a list of messages is ordered by comes first in its filter.
// https://learn.microsoft.com/graph/api/user-list-messages#using-filter-and-orderby-in-the-same-query
func filterOrder(a *asked) *fault {
	filter, order := namesIn(a.query.Get("$filter")), a.query.Get("$orderby")
	if a.at.of != "message" || len(filter) == 0 || order == "" {
		return nil
	}
	for i, by := range strings.Split(order, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(by), " ")
		filter = slices.Compact(filter)
		if i >= len(filter) || filter[i] != name {
			return refuse("order", "InefficientFilter", "The restriction or sort order is too complex for this operation.")
		}
	}
	return nil
}

// A search of messages and of people stands alone, events and contacts have
// none, and the directory wants to be told that its answer may be late.
// https://learn.microsoft.com/graph/search-query-parameter
// https://learn.microsoft.com/graph/aad-advanced-queries
func searches(a *asked) *fault {
	if !a.query.Has("$search") {
		return nil
	}
	switch a.at.of {
	case "message", "person":
		for _, other := range []string{"$filter", "$orderby", "$skip", "$count"} {
			if a.query.Has(other) {
				return refuse("search", "SearchWithOther", "The query parameter '"+other+"' is not supported with '$search'.")
			}
		}
	case "user", "group", "directoryObject":
		if !strings.EqualFold(a.header.Get("ConsistencyLevel"), "eventual") {
			return refuse("search", "Request_UnsupportedQuery", "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'")
		}
	case "driveItem":
	default:
		return refuse("search", "ErrorInvalidUrlQuery", "The query parameter '$search' is not supported on "+a.at.of+".")
	}
	return nil
}

var oneAddress = regexp.MustCompile(`^emailAddresses/any\(\w+:\s*\w+/address eq '(?:[^']|'')*'\)$`)

// A contact's addresses are compared with one whole address, and alone.
// https://learn.microsoft.com/graph/api/user-list-contacts
func contactFilters(a *asked) *fault {
	filter := a.query.Get("$filter")
	if a.at.of == "contact" && strings.Contains(filter, "emailAddresses") && !oneAddress.MatchString(filter) {
		return refuse("contacts", "ErrorInvalidUrlQueryFilter", "The filter of emailAddresses is not supported.")
	}
	return nil
}

// Threads and posts of groups are listed as they come.
// https://learn.microsoft.com/graph/api/group-list-threads
func threads(a *asked) *fault {
	if !slices.Contains([]string{"conversation", "conversationThread", "post"}, a.at.of) {
		return nil
	}
	for _, option := range []string{"$filter", "$orderby", "$search", "$count"} {
		if a.query.Has(option) {
			return refuse("threads", "ErrorInvalidUrlQuery", "The query parameter '"+option+"' is not supported.")
		}
	}
	return nil
}

// readOnly are properties that the service alone sets.
// https://learn.microsoft.com/graph/api/message-update
// https://learn.microsoft.com/graph/api/event-update
// https://learn.microsoft.com/graph/api/oauth2permissiongrant-update
var readOnly = map[string][]string{
	"message": {"id", "bodyPreview", "hasAttachments", "isDraft", "webLink", "receivedDateTime", "sentDateTime", "parentFolderId",
		"changeKey", "createdDateTime", "lastModifiedDateTime", "conversationId", "conversationIndex"},
	"event": {"id", "bodyPreview", "hasAttachments", "webLink", "iCalUId", "changeKey", "createdDateTime", "lastModifiedDateTime",
		"type", "seriesMasterId", "originalStart", "onlineMeetingUrl", "isOrganizer", "organizer"},
	"oAuth2PermissionGrant": {"id", "clientId", "consentType", "principalId", "resourceId"},
	"mailFolder":            {"id", "childFolderCount", "totalItemCount", "unreadItemCount", "parentFolderId", "isHidden"},
}

// A body has properties of the type, and in PATCH none that are read alone.
func bodies(a *asked) *fault {
	if a.at.operation != "" || types()[a.at.of] == nil || a.method != http.MethodPost && a.method != http.MethodPatch {
		return nil
	}
	var body any
	if json.Unmarshal(a.body, &body) != nil {
		return nil
	}
	if object, ok := body.(map[string]any); ok && a.method == http.MethodPatch {
		for _, name := range readOnly[a.at.of] {
			if _, there := object[name]; there {
				return refuse("readonly", "ErrorInvalidPropertySet", "The property '"+name+"' is read-only and cannot be set.")
			}
		}
	}
	if where := strange(a.at.of, body); where != "" {
		return refuse("body", "RequestBodyRead", "The property '"+where+"' does not exist on type 'microsoft.graph."+a.at.of+"'.")
	}
	return nil
}

// strange names the first member that the type of a value does not have.
func strange(of string, value any) string {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			if where := strange(of, one); where != "" {
				return where
			}
		}
	case map[string]any:
		if of = typeOf(of, v); types()[of] == nil || freeform(of) {
			return ""
		}
		for name, inner := range v {
			if strings.Contains(name, "@") {
				continue
			}
			m, ok := types()[of][name]
			if !ok || m.kind == "value" {
				return of + "/" + name
			}
			if where := strange(m.of, inner); where != "" {
				return where
			}
		}
	}
	return ""
}

// freeform types hold whatever a program puts there.
func freeform(of string) bool { return of == "extension" || of == "openTypeExtension" }

// typeOf is what an object says it is, or what its place expects.
func typeOf(of string, object map[string]any) string {
	if said, ok := object["@odata.type"].(string); ok && types()[plain(said)] != nil {
		return plain(said)
	}
	return of
}

// largestBody is what an attachment in the body of a request may have, in its
// encoding of four characters to three bytes.
const largestBody = 4 << 20

// Larger attachments go by an upload session.
// https://learn.microsoft.com/graph/outlook-large-attachments
func smallAttachments(a *asked) *fault {
	if a.method == http.MethodPost && a.at.of != "" && a.at.operation == "" && len(a.body) > largestBody {
		return &fault{rule: "size", code: "RequestEntityTooLarge", message: "The request is too large.", status: http.StatusRequestEntityTooLarge}
	}
	return nil
}

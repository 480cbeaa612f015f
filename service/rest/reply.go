package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
)

// Reply is what a handler answers. Make one with OK, Created, Accepted,
// NoContent, Bytes or Page.Reply, and add headers with With.
type Reply struct {
	Status      int
	Header      http.Header
	contentType string
	body        []byte // as it goes out
	entity      any    // encoded when body is nil
	page        *Page
	noContext   bool
	resource    string // of @odata.context, derived from the path when empty
	complex     bool   // a value of no identity: its context has no $entity
	content     io.ReadSeeker
	modified    time.Time
}

// OK answers 200 with one entity; its @odata.context is added.
func OK(entity any) Reply { return Reply{Status: http.StatusOK, entity: entity} }

// Created answers 201 with the new entity.
func Created(entity any) Reply { return Reply{Status: http.StatusCreated, entity: entity} }

// maxEcho is the largest content that the reply to a new attachment repeats:
// what the public interface takes without an upload session.
const maxEcho = 3 << 20

// CreatedFile answers 201 with a new attachment: of a file, with its content.
func CreatedFile(a model.Attachment, content []byte) Reply {
	if a.Type == "#"+model.FileAttachment && len(content) <= maxEcho {
		a.ContentBytes = content
	}
	return Created(a)
}

// Action answers 200 with the result of an action, or a value that is not an
// entity and has no @odata.context.
func Action(result any) Reply {
	return Reply{Status: http.StatusOK, entity: result, noContext: true}
}

// Accepted answers 202 with nothing: an action that has been carried out.
func Accepted() Reply { return Reply{Status: http.StatusAccepted} }

// NoContent answers 204, the reply to a DELETE.
func NoContent() Reply { return Reply{Status: http.StatusNoContent} }

// Bytes answers with a body that is not JSON: a photo, a file, MIME, a count.
func Bytes(status int, contentType string, body []byte) Reply {
	if body == nil {
		body = []byte{}
	}
	return Reply{Status: status, contentType: contentType, body: body}
}

// Download answers with a file that somebody sent: never shown in place, and
// with a media type that is safe in a header field.
func Download(contentType string, body []byte) Reply {
	if contentType == "" || strings.ContainsFunc(contentType, func(r rune) bool { return r < ' ' || r > '~' }) {
		contentType = "application/octet-stream"
	}
	return Bytes(http.StatusOK, contentType, body).With("Content-Disposition", "attachment")
}

// Content answers with a file, or the part of it that a Range header asks
// for, as it is read: it is never held whole. tag, without its quotes, names
// the content: it changes with it. A body that is an io.Closer is closed.
func Content(contentType, tag string, modified time.Time, body io.ReadSeeker) Reply {
	return Reply{Status: http.StatusOK, contentType: contentType, content: body, modified: modified}.With("ETag", `"`+tag+`"`)
}

// CountReply answers a /$count path: the number as plain text.
func CountReply(n int) Reply {
	return Bytes(http.StatusOK, "text/plain", []byte(strconv.Itoa(n)))
}

// With adds a header.
func (p Reply) With(name, value string) Reply {
	h := http.Header{}
	for k, v := range p.Header {
		h[k] = v
	}
	h.Set(name, value)
	p.Header = h
	return p
}

// As names in @odata.context what the reply is, where its path does not:
// "directoryObjects/$entity".
func (p Reply) As(resource string) Reply {
	p.resource = resource
	return p
}

// Complex says that the reply is no entity but a part of one.
func (p Reply) Complex() Reply {
	p.complex = true
	return p
}

// Page is one page of a collection. Items are the entities' JSON, ready to go
// out. Indexed is the percentage of the mail that a search looked into, nil for
// all of it. Next is the token (of odata.Token.Encode) that leads to the next page,
// empty on the last one; Delta is the token of the delta link, on the last
// page of a delta query. They come back as odata.Options.SkipToken and
// DeltaToken, inside absolute links that repeat the request's other options.
type Page struct {
	Items   []json.RawMessage
	Count   *int
	Indexed *int
	Next    string
	Delta   string
}

// Reply answers 200 with the page.
func (p Page) Reply() Reply { return Reply{Status: http.StatusOK, page: &p} }

// Items encodes entities for a Page, with all of their properties.
func Items[T any](entities []T) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, len(entities))
	for i := range entities {
		b, err := odata.Append(nil, &entities[i])
		if err != nil {
			return nil, fmt.Errorf("encode item %d: %w", i, err)
		}
		out[i] = b
	}
	return out, nil
}

func (a *API) writeReply(w http.ResponseWriter, r *Request, reply Reply) {
	if reply.content != nil {
		a.writeContent(w, r, reply)
		return
	}
	body, kind, err := a.encode(r, reply)
	if err != nil {
		a.writeError(w, r, err)
		return
	}
	copyHeader(w, reply.Header)
	if applied := r.Prefer.applied(); applied != "" {
		w.Header().Set("Preference-Applied", applied)
	}
	if reply.entity != nil && reply.Status == http.StatusOK && r.unchanged(body) {
		a.writeBody(w, r, http.StatusNotModified, "", nil)
		return
	}
	if reply.Status == http.StatusCreated && w.Header().Get("Location") == "" {
		if id := stringsOf(body, "id")["id"]; id != "" {
			w.Header().Set("Location", r.Base()+"/"+strings.Join(append(r.collection(), url.PathEscape(id)), "/"))
		}
	}
	a.writeBody(w, r, reply.Status, kind, body)
}

// stringsOf are the strings among the members of an entity's JSON that are asked
// for by name; the last of them ends the search.
func stringsOf(entity []byte, names ...string) map[string]string {
	found := map[string]string{}
	dec := json.NewDecoder(bytes.NewReader(entity))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return found
	}
	for dec.More() && len(found) < len(names) {
		name, err := dec.Token()
		if err != nil {
			return found
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return found
		}
		if name, _ := name.(string); slices.Contains(names, name) {
			var text string
			_ = json.Unmarshal(value, &text) // what is asked for are strings
			found[name] = text
		}
	}
	return found
}

// unchanged reports that who reads an entity has it as it is: If-None-Match
// has its tag, of a file also that of its content
// (https://learn.microsoft.com/graph/api/driveitem-get). What is expanded has
// tags of its own, and is read.
func (r *Request) unchanged(entity []byte) bool {
	given := r.Header.Get("If-None-Match")
	if given == "" || !isRead(r.Method) {
		return false
	}
	if o, err := r.OData(); err != nil || len(o.Expand) > 0 {
		return false
	}
	for _, tag := range stringsOf(entity, "@odata.etag", "eTag", "cTag") {
		if tag != "" && matches(given, tag) {
			return true
		}
	}
	return false
}

// matches reports whether a list of entity tags, or *, has one.
func matches(list, tag string) bool {
	if list == "*" {
		return true
	}
	for given := range strings.SplitSeq(list, ",") {
		if tagOf(given) == tagOf(tag) {
			return true
		}
	}
	return false
}

// tagOf is an entity tag without its quotes and what says that it is weak.
func tagOf(tag string) string {
	return strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
}

// segments are those of the path behind the version, escaped.
func (r *Request) segments() []string {
	_, path, _ := strings.Cut(strings.Trim(r.URL.EscapedPath(), "/"), "/")
	return strings.Split(path, "/")
}

// collection is the path of the collection that a new entity is in: that of
// the request, but for an action, which nothing can be read from, the one that
// its object is in, and for an upload the drive's items.
func (r *Request) collection() []string {
	segs := r.segments()
	if r.Method == http.MethodPut {
		for i, s := range segs {
			if s = strings.ToLower(s); s == "root" || s == "root:" || s == "items" {
				return append(segs[:i:i], "items")
			}
		}
	}
	if r.place != nil && r.place.methods[http.MethodGet] == nil && len(segs) > 2 {
		return segs[: len(segs)-2 : len(segs)-2]
	}
	return segs
}

func copyHeader(w http.ResponseWriter, header http.Header) {
	for k, v := range header {
		w.Header()[http.CanonicalHeaderKey(k)] = v
	}
}

func (a *API) writeContent(w http.ResponseWriter, r *Request, reply Reply) {
	if c, ok := reply.content.(io.Closer); ok {
		defer c.Close()
	}
	copyHeader(w, reply.Header)
	a.commonHeaders(w, r, reply.contentType)
	http.ServeContent(restarting{w, r.restart}, r.Request, "", reply.modified, reply.content)
}

// restarting lets the time of the request begin anew while a file goes out:
// how slowly that may be taken is the server's to say.
type restarting struct {
	http.ResponseWriter
	restart func()
}

func (w restarting) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	if w.restart != nil {
		w.restart()
	}
	return n, err
}

func (a *API) encode(r *Request, reply Reply) (body []byte, contentType string, err error) {
	const jsonType = "application/json;odata.metadata=minimal;charset=utf-8"
	switch {
	case reply.page != nil:
		return r.respell(reply.page.encode(r, reply.resource)), jsonType, nil
	case reply.body != nil:
		return reply.body, reply.contentType, nil
	case reply.entity == nil:
		return nil, "", nil
	}
	if reply.noContext {
		if body, err = json.Marshal(reply.entity); err != nil {
			return nil, "", fmt.Errorf("encode the reply: %w", err)
		}
		return body, jsonType, nil
	}
	raw, ok := reply.entity.(json.RawMessage)
	if !ok {
		if raw, err = odata.Append(nil, reply.entity); err != nil {
			return nil, "", fmt.Errorf("encode the reply: %w", err)
		}
	}
	suffix := "/$entity"
	if reply.complex {
		suffix = ""
	}
	return r.respell(prependContext(raw, r.context(reply.resource, suffix))), jsonType, nil
}

// prependContext makes @odata.context the first property of an object.
func prependContext(object []byte, context string) []byte {
	object = bytes.TrimSpace(object)
	if len(object) < 2 || object[0] != '{' || bytes.HasPrefix(object, []byte(`{"@odata.context"`)) {
		return object
	}
	out := make([]byte, 0, len(object)+len(context)+24)
	out = append(out, `{"@odata.context":`...)
	out = appendString(out, context)
	if object[1] != '}' {
		out = append(out, ',')
	}
	return append(out, object[1:]...)
}

func appendString(out []byte, s string) []byte {
	b, _ := json.Marshal(s) // a string cannot fail
	return append(out, b...)
}

func (p *Page) encode(r *Request, resource string) []byte {
	size := 256
	for _, it := range p.Items {
		size += len(it) + 1
	}
	out := make([]byte, 0, size)
	out = append(out, `{"@odata.context":`...)
	out = appendString(out, r.context(resource, ""))
	if p.Count != nil {
		out = append(out, `,"@odata.count":`...)
		out = strconv.AppendInt(out, int64(*p.Count), 10)
	}
	if p.Indexed != nil {
		out = append(out, `,"@daybook.indexed":`...)
		out = strconv.AppendInt(out, int64(*p.Indexed), 10)
	}
	if p.Next != "" {
		out = append(out, `,"@odata.nextLink":`...)
		out = appendString(out, r.link("$skiptoken", p.Next))
	}
	if p.Delta != "" {
		out = append(out, `,"@odata.deltaLink":`...)
		out = appendString(out, r.link("$deltatoken", p.Delta))
	}
	out = append(out, `,"value":[`...)
	for i, it := range p.Items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, it...)
	}
	return append(out, "]}"...)
}

// Base is the absolute address of the version root, such as
// http://127.0.0.1:8080/v1.0, as the caller reached it.
func (r *Request) Base() string {
	scheme := "http"
	if r.TLS != nil || r.URL.Scheme == "https" {
		scheme = "https"
	}
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	return scheme + "://" + host + "/" + r.Version
}

// context is the @odata.context of a reply: of the resource that the handler
// names, else derived from the path.
func (r *Request) context(resource, suffix string) string {
	if resource != "" {
		return r.Base() + "/$metadata#" + resource
	}
	return r.metadata(suffix)
}

// changed are what the collections hold whose changes delta answers.
var changed = map[string]string{"messages": "message", "mailfolders": "mailFolder", "events": "event", "calendarview": "event",
	"contacts": "contact", "contactfolders": "contactFolder"}

func (r *Request) metadata(suffix string) string {
	segs := r.segments()
	if n := len(segs); n > 1 && strings.EqualFold(segs[n-1], "delta") {
		return r.Base() + "/$metadata#Collection(" + changed[strings.ToLower(segs[n-2])] + ")"
	}
	if suffix != "" && !isRead(r.Method) && r.Method != http.MethodPatch {
		segs = r.collection()
	}
	if strings.EqualFold(segs[0], "me") {
		segs = append([]string{"users", url.PathEscape(r.Caller.UserID)}, segs[1:]...)
	}
	var b strings.Builder
	for i := 0; i < len(segs); i++ {
		name := segs[i]
		if strings.HasSuffix(name, ":") { // an item by its path
			b.WriteString("/items")
			break
		}
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(name)
		switch {
		case i+1 == len(segs) || single(name) || strings.HasSuffix(name, ")"):
		case strings.HasSuffix(segs[i+1], ":"):
		case i+2 == len(segs) && suffix != "":
			i++ // the entity is one of that collection
		default:
			i++
			b.WriteString("('" + segs[i] + "')")
		}
	}
	return r.Base() + "/$metadata#" + b.String() + suffix
}

// single reports the names in a path behind which no key stands.
func single(name string) bool {
	switch strings.ToLower(name) {
	case "drive", "root", "calendar", "calendargroup", "photo", "mailboxsettings", "outlook", "inferenceclassification", "workbook", "manager":
		return true
	}
	return false
}

// link is the absolute address of this request with a token in place of the
// paging options that the token has taken in. The query is taken apart by
// hand: url.Values would drop a $expand with semicolons.
func (r *Request) link(option, token string) string {
	var kept []string
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		switch strings.TrimPrefix(strings.ToLower(strings.ReplaceAll(name, "%24", "$")), "$") {
		case "", "skiptoken", "deltatoken", "skip":
			continue
		}
		kept = append(kept, pair)
	}
	kept = append(kept, option+"="+url.QueryEscape(token))
	_, path, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	return r.Base() + "/" + path + "?" + strings.Join(kept, "&")
}

// commonHeaders are what every reply has.
func (a *API) commonHeaders(w http.ResponseWriter, r *Request, contentType string) {
	h := w.Header()
	h.Set("request-id", r.ID)
	h.Set("OData-Version", "4.0")
	if id := r.clientRequestID(); id != "" {
		h.Set("client-request-id", id)
	}
	if contentType != "" {
		h.Set("Content-Type", contentType)
		h.Set("X-Content-Type-Options", "nosniff")
	}
	h.Set("Cache-Control", "private")
}

func (a *API) writeBody(w http.ResponseWriter, r *Request, status int, contentType string, body []byte) {
	a.commonHeaders(w, r, contentType)
	if packable(contentType) {
		w.Header().Set("Vary", "Accept-Encoding")
		packed, ok := a.pack(r, contentType, body)
		if body = packed; ok {
			w.Header().Set("Content-Encoding", "gzip")
		}
	}
	if status != http.StatusNoContent && status != http.StatusNotModified {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, bytes.NewReader(body)) // the client may have gone
	}
}

// CheckMatch refuses with 412 when the request's If-Match names another
// change key than the current one. No header, or *, matches anything.
func (r *Request) CheckMatch(changeKey string) error {
	if want := r.Header.Get("If-Match"); want != "" && !matches(want, changeKey) {
		return model.Errorf(model.CodeChangeKey, "the object has changed since %s; read it again", want)
	}
	return nil
}

// CheckETag is CheckMatch for an entity tag, "" for what is not there.
func (r *Request) CheckETag(etag string) error {
	return r.CheckMatch(tagOf(etag))
}

package rest

import (
	"bytes"
	"net/url"
	"strings"

	"daybook/model"
)

// An extension's type and id are spelled as the request spells them, for
// clients compare them as strings. What says so, first of all first: the type
// in the body, the time zone's preference, IdType, a type's name in the
// address, and SdkVersion, which the public libraries send. A request that
// says nothing gets the contract's spelling.

// dialect is what a request has said so far.
type dialect struct {
	body, prefer, address spelling
}

type spelling uint8

const (
	unsaid spelling = iota
	vendor
	microsoft
)

// readBody notes how a body spells the type. It is the whole of a string
// there: the quotes around it cannot stand in a text.
func (d *dialect) readBody(body []byte) {
	for name, s := range map[string]spelling{model.ExtensionType: vendor, model.MicrosoftExtensionType: microsoft} {
		if bytes.Contains(body, []byte(`"`+name+`"`)) || bytes.Contains(body, []byte(`"#`+name+`"`)) {
			d.body = s
			if s == vendor {
				return
			}
		}
	}
}

// readPreference notes what the name of a preference says.
func (d *dialect) readPreference(name string) {
	switch {
	case strings.HasPrefix(name, "vendor."):
		d.prefer = vendor
	case d.prefer == unsaid && (strings.HasPrefix(name, "outlook.timezone") || name == "idtype"):
		d.prefer = microsoft
	}
}

// microsoft reports whether the request speaks the public dialect.
func (r *Request) microsoft() bool {
	d := &r.dialect
	if text, err := url.PathUnescape(r.URL.RequestURI()); err == nil {
		text = strings.ToLower(text)
		switch {
		case strings.Contains(text, "vendor.graph."):
			d.address = vendor
		case strings.Contains(text, "microsoft.graph."):
			d.address = microsoft
		}
	}
	for _, s := range []spelling{d.body, d.prefer, d.address} {
		if s != unsaid {
			return s == microsoft
		}
	}
	return strings.HasPrefix(strings.ToLower(r.Header.Get("SdkVersion")), "graph-")
}

// respell writes the types and ids of extensions, and the one value of
// meetingMessageType that is spelled in two ways, as the request spells them.
// With the quotes before it no text can hold what is looked for.
func (r *Request) respell(body []byte) []byte {
	tentative := []byte(`"meetingMessageType":"` + model.MeetingTentative + `"`)
	if !bytes.Contains(body, []byte(model.ExtensionType)) && !bytes.Contains(body, tentative) || !r.microsoft() {
		return body
	}
	body = bytes.ReplaceAll(body, tentative, []byte(`"meetingMessageType":"`+model.MeetingTentativePublic+`"`))
	for _, before := range []string{`"@odata.type":"#`, `"id":"`} {
		body = bytes.ReplaceAll(body, []byte(before+model.ExtensionType), []byte(before+model.MicrosoftExtensionType))
	}
	return body
}

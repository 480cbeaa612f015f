package rest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/bodies"
)

// Preferences are the parsed Prefer headers. A preference that a handler
// asks for is named in Preference-Applied, the others are not.
type Preferences struct {
	zoneName, zoneText string
	zone               *time.Location
	pageSize           int
	bodyType           string
	unsafeHTML         bool
	immutable          bool

	used struct{ zone, pageSize, body, html bool }
}

// Zone is the zone of vendor.timezone or outlook.timezone and the name it was
// asked under; UTC when none was asked.
func (p *Preferences) Zone() (*time.Location, string) {
	if p.zone == nil {
		return time.UTC, "UTC"
	}
	p.used.zone = true
	return p.zone, p.zoneName
}

// MaxPageSize is odata.maxpagesize, 0 when none was asked.
func (p *Preferences) MaxPageSize() int {
	p.used.pageSize = p.pageSize > 0
	return p.pageSize
}

// Bodies is outlook.body-content-type and outlook.allow-unsafe-html: how
// bodies are shown.
func (p *Preferences) Bodies() bodies.Form {
	p.used.body = true
	return bodies.Form{As: p.bodyType, Original: p.unsafeHTML}
}

// HTML is outlook.allow-unsafe-html alone, for what is HTML always.
func (p *Preferences) HTML() bodies.Form {
	p.used.html = true
	return bodies.Form{Original: p.unsafeHTML}
}

func (p *Preferences) applied() string {
	var out []string
	if p.used.zone {
		out = append(out, p.zoneText)
	}
	if p.used.pageSize {
		out = append(out, "odata.maxpagesize="+strconv.Itoa(p.pageSize))
	}
	if p.used.body && p.bodyType != "" {
		out = append(out, fmt.Sprintf("outlook.body-content-type=%q", p.bodyType))
	}
	if (p.used.body || p.used.html) && p.unsafeHTML {
		out = append(out, "outlook.allow-unsafe-html")
	}
	if p.immutable {
		out = append(out, `IdType="ImmutableId"`) // ids here never change
	}
	return strings.Join(out, ", ")
}

// readPreferences parses every Prefer header. Unknown preferences are
// ignored, as RFC 7240 wants; known ones with a wrong value are a 400.
func (r *Request) readPreferences() error {
	for _, line := range r.Header.Values("Prefer") {
		for _, item := range splitQuoted(line) {
			name, value, _ := strings.Cut(item, "=")
			name = strings.ToLower(strings.TrimSpace(name))
			value = strings.Trim(strings.TrimSpace(value), `"`)
			if err := r.readPreference(name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Request) readPreference(name, value string) error {
	p := &r.Prefer
	r.dialect.readPreference(name)
	switch name {
	case "vendor.timezone", "outlook.timezone":
		zone, err := r.Zone(value)
		if err != nil {
			return err
		}
		p.zone, p.zoneName, p.zoneText = zone, value, fmt.Sprintf("%s=%q", name, value)
	case "odata.maxpagesize", "maxpagesize":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return model.Errorf(model.CodeBadRequest, "Prefer odata.maxpagesize must be a positive number, not %q", value)
		}
		p.pageSize = min(n, r.Limits().PageMax)
	case "outlook.body-content-type", "vendor.body-content-type":
		switch v := strings.ToLower(value); v {
		case "text", "html":
			p.bodyType = v
		default:
			return model.Errorf(model.CodeBadRequest, "Prefer %s must be text or html, not %q", name, value)
		}
	case "outlook.allow-unsafe-html", "vendor.allow-unsafe-html":
		p.unsafeHTML = value == "" || strings.EqualFold(value, "true")
	case "idtype":
		p.immutable = strings.EqualFold(value, "ImmutableId")
	}
	return nil
}

// splitQuoted splits at commas and semicolons outside double quotes.
func splitQuoted(s string) []string {
	var out []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			quoted = !quoted
		case ',', ';':
			if !quoted {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

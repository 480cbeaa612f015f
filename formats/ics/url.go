package ics

import (
	"encoding/json"
	"strings"

	"github.com/emersion/go-ical"

	"daybook/model"
)

// ExtensionName names the extension that keeps what an event has no field for:
// Data["url"] is its URL, and Data["inBody"] is true when that was put below the
// description, where a reader sees it.
const ExtensionName = "daybook.icalendar"

// maxURL is how long a URL is kept, in bytes; a longer one is in the body alone.
const maxURL = 2000

// keepURL notes the URL of an event that was read.
func keepURL(e *model.Event, url string, inBody bool) {
	if len(url) > maxURL {
		return
	}
	data := map[string]json.RawMessage{}
	data["url"], _ = json.Marshal(url) // a string always marshals
	if inBody {
		data["inBody"] = json.RawMessage("true")
	}
	e.Extensions = append(e.Extensions, model.OpenTypeExtension{Type: model.ExtensionType, ExtensionName: ExtensionName, Data: data})
}

// urlOf is the URL that was kept of an event.
func urlOf(e *model.Event) (url string, inBody bool) {
	for _, x := range e.Extensions {
		if x.ExtensionName != ExtensionName || json.Unmarshal(x.Data["url"], &url) != nil || len(url) > maxURL {
			continue
		}
		return url, string(x.Data["inBody"]) == "true"
	}
	return "", false
}

// writeURL writes it, and returns the description without what was put below it.
func writeURL(c *ical.Component, e *model.Event, description string) string {
	url, inBody := urlOf(e)
	if url = strings.TrimSpace(oneLine(url)); url == "" {
		return description
	}
	p := ical.NewProp(ical.PropURL)
	p.Value = url
	c.Props.Set(p)
	above, ends := strings.CutSuffix(strings.TrimRight(description, "\r\n "), url)
	if !inBody || !ends {
		return description
	}
	return strings.TrimRight(above, "\r\n ")
}

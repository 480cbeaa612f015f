package bodies

import (
	"encoding/json"
	"fmt"
	"strings"

	"daybook/formats/eml"
	"daybook/model"
)

// Item shows an attachment that is an item as that item, in place of its
// content: a message is kept as its MIME, another item as the JSON it came as.
// It leaves a file as it is.
func (f Form) Item(a *model.Attachment) error {
	if strings.TrimPrefix(a.Type, "#") != model.ItemAttachment {
		return nil
	}
	content := a.ContentBytes
	a.ContentBytes = nil
	if a.ContentType != "message/rfc822" {
		a.Item = f.item(content)
		return nil
	}
	m := eml.Parse(content, eml.Options{}).Message
	m.Type = "#microsoft.graph.message"
	if m.Body != nil {
		m.Body.ContentType, m.Body.Content = f.Of(m.Body.ContentType, m.Body.Content)
	}
	var err error
	if a.Item, err = json.Marshal(m); err != nil {
		return fmt.Errorf("encode the item of attachment %s: %w", a.ID, err)
	}
	return nil
}

// item shows the body of an item in JSON.
func (f Form) item(item []byte) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(item, &members) != nil {
		return item
	}
	changed := false
	for name, raw := range members {
		var body model.ItemBody
		if !strings.EqualFold(name, "body") || json.Unmarshal(raw, &body) != nil {
			continue
		}
		body.ContentType, body.Content = f.Of(strings.ToLower(body.ContentType), body.Content)
		if shown, err := json.Marshal(body); err == nil {
			members[name], changed = shown, true
		}
	}
	if shown, err := json.Marshal(members); changed && err == nil {
		return shown
	}
	return item
}

package ingest

import (
	"slices"
	"strings"

	"daybook/formats/eml"
	"daybook/model"
)

// lastVerb is the property in which mail clients of this interface keep what
// was last done with a message: 102 replied, 104 forwarded.
const lastVerb = "Integer 0x1081"

// applyFlags gives a message the state that its mailbox knew. A single file
// knows none: it counts as read, since its owner has kept it.
func applyFlags(m *model.Message, f eml.Flags) {
	m.IsRead = f.Seen || !f.Known
	m.IsDraft = f.Draft
	if f.Flagged {
		m.Flag = &model.FollowupFlag{FlagStatus: model.Flagged}
	}
	for _, k := range f.Keywords {
		if !slices.Contains(m.Categories, k) {
			m.Categories = append(m.Categories, k)
		}
	}
	switch {
	case f.Forwarded:
		m.SingleValueProperties = []model.SingleValueProperty{{ID: lastVerb, Value: "104"}}
	case f.Answered:
		m.SingleValueProperties = []model.SingleValueProperty{{ID: lastVerb, Value: "102"}}
	}
}

// classify puts mail that was sent to many by a machine under Other.
func classify(m *model.Message) {
	m.InferenceClassification = model.Focused
	for _, h := range m.InternetMessageHeaders {
		value := strings.ToLower(h.Value)
		switch strings.ToLower(h.Name) {
		case "list-unsubscribe":
		case "precedence":
			if value != "bulk" && value != "list" && value != "junk" {
				continue
			}
		case "auto-submitted":
			if value == "no" {
				continue
			}
		default:
			continue
		}
		m.InferenceClassification = model.Other
		return
	}
}

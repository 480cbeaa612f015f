package ics

import (
	"strings"

	"github.com/emersion/go-ical"

	"daybook/model"
)

// Values of PARTSTAT and the interface's responses.
var responses = []struct{ partstat, response string }{
	{"ACCEPTED", model.ResponseAccepted},
	{"TENTATIVE", model.ResponseTentative},
	{"DECLINED", model.ResponseDeclined},
	{"NEEDS-ACTION", model.ResponseNone},
}

func responseOf(partstat string) string {
	for _, r := range responses {
		if strings.EqualFold(partstat, r.partstat) {
			return r.response
		}
	}
	return model.ResponseNone
}

func partstatOf(response string) string {
	for _, r := range responses {
		if strings.EqualFold(response, r.response) {
			return r.partstat
		}
	}
	return "NEEDS-ACTION"
}

func readPeople(c *ical.Component, e *model.Event) {
	if p := c.Props.Get(ical.PropOrganizer); p != nil {
		if a, ok := readAddress(p); ok {
			e.Organizer = &model.Recipient{EmailAddress: a}
		}
	}
	for _, p := range c.Props.Values(ical.PropAttendee) {
		address, ok := readAddress(&p)
		if !ok {
			continue
		}
		kind := model.AttendeeRequired
		role, cutype := strings.ToUpper(p.Params.Get(ical.ParamRole)), strings.ToUpper(p.Params.Get(ical.ParamCalendarUserType))
		switch {
		case cutype == "RESOURCE" || cutype == "ROOM":
			kind = model.AttendeeResource
		case role == "OPT-PARTICIPANT" || role == "NON-PARTICIPANT":
			kind = model.AttendeeOptional
		}
		e.Attendees = append(e.Attendees, model.Attendee{
			Type: kind, EmailAddress: address,
			Status: &model.ResponseStatus{Response: responseOf(p.Params.Get(ical.ParamParticipationStatus))},
		})
	}
}

// readAddress reads a mailto: address, or one without a scheme.
func readAddress(p *ical.Prop) (model.EmailAddress, bool) {
	address := strings.TrimSpace(p.Value)
	if len(address) >= 7 && strings.EqualFold(address[:7], "mailto:") {
		address = address[7:]
	}
	if !strings.Contains(address, "@") {
		address = p.Params.Get("EMAIL")
	}
	return model.EmailAddress{Name: p.Params.Get(ical.ParamCommonName), Address: address}, address != ""
}

func addressProp(name string, a model.EmailAddress) *ical.Prop {
	p := ical.NewProp(name)
	p.Value = "mailto:" + oneLine(a.Address)
	if a.Name != "" {
		p.Params.Set(ical.ParamCommonName, strings.ReplaceAll(oneLine(a.Name), `"`, "'"))
	}
	return p
}

func attendeeProp(a model.Attendee) *ical.Prop {
	p := addressProp(ical.PropAttendee, a.EmailAddress)
	p.Params.Set(ical.ParamRole, "REQ-PARTICIPANT")
	switch a.Type {
	case model.AttendeeOptional:
		p.Params.Set(ical.ParamRole, "OPT-PARTICIPANT")
	case model.AttendeeResource:
		p.Params.Set(ical.ParamCalendarUserType, "RESOURCE")
	}
	if a.Status != nil {
		p.Params.Set(ical.ParamParticipationStatus, partstatOf(a.Status.Response))
	}
	return p
}

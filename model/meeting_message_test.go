package model

import "testing"

func TestAMessageIsOfAMeetingByItsType(t *testing.T) {
	for typ, want := range map[string]bool{
		"": false, "#microsoft.graph.message": false, "#microsoft.graph.eventMessage": true, "#microsoft.graph.eventMessageRequest": true,
	} {
		m := Message{}
		m.Type = typ
		if got := m.OfMeeting(); got != want {
			t.Errorf("%q: got %v", typ, got)
		}
	}
	if m := (Message{MeetingMessageType: MeetingRequest}); !m.OfMeeting() {
		t.Error("one that says what it is about a meeting is not of one")
	}
}

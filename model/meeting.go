package model

// MeetingTimesRequest is the body of findMeetingTimes (part 4.5 of the
// interface). MeetingDuration is an ISO 8601 duration, PT30M when empty;
// MinimumAttendeePercentage is 0 to 100, 50 when nil; MaxCandidates is
// DefaultMaxCandidates when nil.
type MeetingTimesRequest struct {
	Attendees                 []AttendeeBase      `json:"attendees" max:"500"`
	LocationConstraint        *LocationConstraint `json:"locationConstraint,omitempty"`
	TimeConstraint            *TimeConstraint     `json:"timeConstraint,omitempty"`
	MeetingDuration           string              `json:"meetingDuration,omitempty"`
	MaxCandidates             *int                `json:"maxCandidates,omitempty"`
	IsOrganizerOptional       bool                `json:"isOrganizerOptional,omitempty"`
	ReturnSuggestionReasons   bool                `json:"returnSuggestionReasons,omitempty"`
	MinimumAttendeePercentage *float64            `json:"minimumAttendeePercentage,omitempty"`
}

// AttendeeBase is a person (required or optional) or a resource.
type AttendeeBase struct {
	Type         string       `json:"type,omitempty"`
	EmailAddress EmailAddress `json:"emailAddress"`
}

// LocationConstraint says where the meeting may be.
type LocationConstraint struct {
	IsRequired      bool                     `json:"isRequired,omitempty"`
	SuggestLocation bool                     `json:"suggestLocation,omitempty"`
	Locations       []LocationConstraintItem `json:"locations,omitempty" max:"100"`
}

// LocationConstraintItem is a place that was asked for. When
// ResolveAvailability is true the place must be free.
type LocationConstraintItem struct {
	ResolveAvailability  bool   `json:"resolveAvailability,omitempty"`
	DisplayName          string `json:"displayName,omitempty" max:"255"`
	LocationEmailAddress string `json:"locationEmailAddress,omitempty" max:"320"`
}

// TimeConstraint says when the meeting may be. Its zones read its own slots
// and do not set the zone of the answer.
type TimeConstraint struct {
	ActivityDomain string     `json:"activityDomain,omitempty"`
	TimeSlots      []TimeSlot `json:"timeslots,omitempty" max:"100"`
}

// Values of TimeConstraint.ActivityDomain. Work is the default; the others
// widen the hours in which a suggestion may fall.
const (
	ActivityWork         = "work"
	ActivityPersonal     = "personal"
	ActivityUnrestricted = "unrestricted"
	ActivityUnknown      = "unknown"
)

// MeetingTimeSuggestionsResult is the answer of findMeetingTimes.
// EmptySuggestionsReason is empty exactly when there are suggestions.
type MeetingTimeSuggestionsResult struct {
	Context                string                  `json:"@odata.context,omitempty"`
	EmptySuggestionsReason string                  `json:"emptySuggestionsReason"`
	MeetingTimeSuggestions []MeetingTimeSuggestion `json:"meetingTimeSuggestions"`
}

// Values of EmptySuggestionsReason.
const (
	ReasonAttendeesUnavailable          = "attendeesUnavailable"
	ReasonAttendeesUnavailableOrUnknown = "attendeesUnavailableOrUnknown"
	ReasonLocationsUnavailable          = "locationsUnavailable"
	ReasonOrganizerUnavailable          = "organizerUnavailable"
	ReasonUnknown                       = "unknown"
)

// MeetingTimeSuggestion is one slot with its confidence, 0 to 100.
type MeetingTimeSuggestion struct {
	Confidence            float64                `json:"confidence"`
	Order                 int                    `json:"order,omitempty"`
	OrganizerAvailability string                 `json:"organizerAvailability"`
	SuggestionReason      string                 `json:"suggestionReason,omitempty" absent:"-"`
	MeetingTimeSlot       TimeSlot               `json:"meetingTimeSlot"`
	AttendeeAvailability  []AttendeeAvailability `json:"attendeeAvailability"`
	Locations             []Location             `json:"locations"`
}

// AttendeeAvailability is what one attendee's calendar says of a slot.
type AttendeeAvailability struct {
	Availability string       `json:"availability"`
	Attendee     AttendeeBase `json:"attendee"`
}

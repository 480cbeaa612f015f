package model

import "time"

// Calendar is one calendar of a mailbox or a group.
type Calendar struct {
	Entity
	Name                string        `json:"name" max:"255"`
	Color               string        `json:"color,omitempty"`
	HexColor            string        `json:"hexColor,omitempty"`
	ChangeKey           string        `json:"changeKey,omitempty"`
	IsDefaultCalendar   bool          `json:"isDefaultCalendar"`
	CanEdit             bool          `json:"canEdit"`
	CanShare            bool          `json:"canShare"`
	CanViewPrivateItems bool          `json:"canViewPrivateItems"`
	Owner               *EmailAddress `json:"owner,omitempty"`

	_ struct{} `unkept:"allowedOnlineMeetingProviders strings,defaultOnlineMeetingProvider =unknown,isTallyingResponses bool,isRemovable bool"`
}

// CalendarGroup is a named set of calendars.
type CalendarGroup struct {
	Entity
	Name      string `json:"name" max:"255"`
	ChangeKey string `json:"changeKey,omitempty"`
	ClassID   string `json:"classId,omitempty"`
}

// Values of Event.Type.
const (
	SingleInstance = "singleInstance"
	Occurrence     = "occurrence"
	Exception      = "exception"
	SeriesMaster   = "seriesMaster"
)

// Values of showAs, of schedule items and of attendeeAvailability.
const (
	ShowFree             = "free"
	ShowTentative        = "tentative"
	ShowBusy             = "busy"
	ShowOOF              = "oof"
	ShowWorkingElsewhere = "workingElsewhere"
	ShowUnknown          = "unknown"
)

// Values of ResponseStatus.Response.
const (
	ResponseNone         = "none"
	ResponseOrganizer    = "organizer"
	ResponseTentative    = "tentativelyAccepted"
	ResponseAccepted     = "accepted"
	ResponseDeclined     = "declined"
	ResponseNotResponded = "notResponded"
)

// Values of Attendee.Type.
const (
	AttendeeRequired = "required"
	AttendeeOptional = "optional"
	AttendeeResource = "resource"
)

// ResponseStatus is an answer to an invitation and when it was given.
type ResponseStatus struct {
	Response string     `json:"response" absent:"\"none\""`
	Time     *time.Time `json:"time,omitempty" absent:"\"0001-01-01T00:00:00Z\""`
}

// TimeSlot is a half-open span: a meeting that ends when another starts does
// not meet it. Start and End may be in different zones.
type TimeSlot struct {
	Start DateTimeTimeZone `json:"start"`
	End   DateTimeTimeZone `json:"end"`
}

// Attendee is a person or a resource invited to an event.
type Attendee struct {
	Type            string          `json:"type,omitempty"`
	Status          *ResponseStatus `json:"status,omitempty" absent:"{}"`
	EmailAddress    EmailAddress    `json:"emailAddress"`
	ProposedNewTime *TimeSlot       `json:"proposedNewTime,omitempty"`
}

// Location is where an event takes place.
type Location struct {
	DisplayName          string           `json:"displayName" max:"255"`
	LocationEmailAddress string           `json:"locationEmailAddress,omitempty" max:"320,drop"`
	LocationURI          string           `json:"locationUri,omitempty" max:"2000,drop"`
	LocationType         string           `json:"locationType,omitempty"`
	UniqueID             string           `json:"uniqueId,omitempty" max:"1000"`
	Address              *PhysicalAddress `json:"address,omitempty" absent:"{}"`
}

// Values of RecurrencePattern.Type.
const (
	Daily           = "daily"
	Weekly          = "weekly"
	AbsoluteMonthly = "absoluteMonthly"
	RelativeMonthly = "relativeMonthly"
	AbsoluteYearly  = "absoluteYearly"
	RelativeYearly  = "relativeYearly"
)

// Values of RecurrenceRange.Type.
const (
	RangeEndDate  = "endDate"
	RangeNoEnd    = "noEnd"
	RangeNumbered = "numbered"
)

// RecurrencePattern says on which civil dates a series falls.
// DaysOfWeek holds lower-case English names ("monday"); Index is first,
// second, third, fourth or last; FirstDayOfWeek defaults to sunday and
// matters for weekly patterns alone. DayOfMonth 29 to 31 clamps to the
// month's last day.
type RecurrencePattern struct {
	Type           string   `json:"type"`
	Interval       int      `json:"interval"`
	Month          int      `json:"month,omitempty"`
	DayOfMonth     int      `json:"dayOfMonth,omitempty"`
	DaysOfWeek     []string `json:"daysOfWeek,omitempty" max:"7,16"`
	FirstDayOfWeek string   `json:"firstDayOfWeek,omitempty"`
	Index          string   `json:"index,omitempty"`
}

// RecurrenceRange says how long a series lasts. Dates are civil, written
// YYYY-MM-DD, in the zone of the series' start, or in RecurrenceTimeZone when
// that start is written in UTC.
type RecurrenceRange struct {
	Type                string `json:"type"`
	StartDate           string `json:"startDate"`
	EndDate             string `json:"endDate,omitempty"`
	RecurrenceTimeZone  string `json:"recurrenceTimeZone,omitempty" max:"255"`
	NumberOfOccurrences int    `json:"numberOfOccurrences,omitempty"`
}

// PatternedRecurrence is a pattern and its range.
type PatternedRecurrence struct {
	Pattern RecurrencePattern `json:"pattern"`
	Range   RecurrenceRange   `json:"range"`
}

// Event is a meeting or an appointment: a single instance, a series master,
// or one occurrence or exception of a series. OriginalStart is the instant
// at which the series had placed an occurrence. CancelledOccurrences holds
// the occurrence ids that were deleted from a series. RecurrenceRule is ours,
// not the interface's: the RRULE (RFC 5545) of an imported series that none of
// the six patterns can express; such a series master has no Recurrence.
type Event struct {
	Item
	ICalUID                    string               `json:"iCalUId,omitempty" max:"1000,drop"`
	Type                       string               `json:"type,omitempty"`
	SeriesMasterID             string               `json:"seriesMasterId,omitempty"`
	Subject                    string               `json:"subject" max:"1000"`
	BodyPreview                string               `json:"bodyPreview" max:"255,lines"`
	Body                       *ItemBody            `json:"body,omitempty" absent:"{}"`
	Start                      *DateTimeTimeZone    `json:"start,omitempty"`
	End                        *DateTimeTimeZone    `json:"end,omitempty"`
	OriginalStart              *time.Time           `json:"originalStart,omitempty"`
	OriginalStartTimeZone      string               `json:"originalStartTimeZone,omitempty"`
	OriginalEndTimeZone        string               `json:"originalEndTimeZone,omitempty"`
	IsAllDay                   bool                 `json:"isAllDay"`
	IsCancelled                bool                 `json:"isCancelled"`
	IsOrganizer                bool                 `json:"isOrganizer"`
	IsDraft                    bool                 `json:"isDraft"`
	IsReminderOn               bool                 `json:"isReminderOn"`
	ReminderMinutesBeforeStart int                  `json:"reminderMinutesBeforeStart"`
	ResponseRequested          bool                 `json:"responseRequested"`
	ResponseStatus             *ResponseStatus      `json:"responseStatus,omitempty" absent:"{}"`
	AllowNewTimeProposals      bool                 `json:"allowNewTimeProposals"`
	HideAttendees              bool                 `json:"hideAttendees"`
	HasAttachments             bool                 `json:"hasAttachments"`
	Importance                 string               `json:"importance,omitempty"`
	Sensitivity                string               `json:"sensitivity,omitempty"`
	ShowAs                     string               `json:"showAs,omitempty"`
	Location                   *Location            `json:"location,omitempty" absent:"{}"`
	Locations                  []Location           `json:"locations,omitempty" max:"25"`
	Attendees                  []Attendee           `json:"attendees,omitempty" max:"500"`
	Organizer                  *Recipient           `json:"organizer,omitempty"`
	Recurrence                 *PatternedRecurrence `json:"recurrence,omitempty"`
	RecurrenceRule             string               `json:"recurrenceRule,omitempty" max:"2000,drop" absent:"-"`
	CancelledOccurrences       []string             `json:"cancelledOccurrences,omitempty" max:"1000,500,keep" absent:"asked"`
	IsOnlineMeeting            bool                 `json:"isOnlineMeeting"`
	OnlineMeetingURL           string               `json:"onlineMeetingUrl,omitempty" max:"2000,drop"`
	OnlineMeeting              *OnlineMeeting       `json:"onlineMeeting,omitempty"`
	TransactionID              string               `json:"transactionId,omitempty" max:"255"`
	WebLink                    string               `json:"webLink,omitempty" max:"2000,drop"`
	Attachments                []Attachment         `json:"attachments,omitempty" max:"250,keep" absent:"asked"`
	Extensions                 []OpenTypeExtension  `json:"extensions,omitempty" max:"100,keep" absent:"asked"`
	Instances                  []Event              `json:"instances,omitempty" max:"1000" absent:"asked"`
	ExceptionOccurrences       []Event              `json:"exceptionOccurrences,omitempty" max:"1000" absent:"asked"`
	Calendar                   *Calendar            `json:"calendar,omitempty" absent:"asked"`

	_ struct{} `unkept:"onlineMeetingProvider =unknown,occurrenceId string asked"`
}

// OnlineMeeting is where a meeting is held online by the service that made the
// link. A service that makes none has it in Event.OnlineMeetingURL alone.
type OnlineMeeting struct {
	JoinURL string `json:"joinUrl,omitempty" max:"2000,drop"`
}

// EventPatch changes an event: nil means "leave as it is".
type EventPatch struct {
	Subject                    *string              `json:"subject,omitempty" max:"1000"`
	Body                       *ItemBody            `json:"body,omitempty"`
	Start                      *DateTimeTimeZone    `json:"start,omitempty"`
	End                        *DateTimeTimeZone    `json:"end,omitempty"`
	IsAllDay                   *bool                `json:"isAllDay,omitempty"`
	Location                   *Location            `json:"location,omitempty"`
	Attendees                  *[]Attendee          `json:"attendees,omitempty" max:"500"`
	Categories                 *[]string            `json:"categories,omitempty" max:"100,255"`
	Importance                 *string              `json:"importance,omitempty"`
	Sensitivity                *string              `json:"sensitivity,omitempty"`
	ShowAs                     *string              `json:"showAs,omitempty"`
	IsReminderOn               *bool                `json:"isReminderOn,omitempty"`
	ReminderMinutesBeforeStart *int                 `json:"reminderMinutesBeforeStart,omitempty"`
	Recurrence                 *PatternedRecurrence `json:"recurrence,omitempty"`
	IsOnlineMeeting            *bool                `json:"isOnlineMeeting,omitempty"`
	OnlineMeetingURL           *string              `json:"onlineMeetingUrl,omitempty" max:"2000"`
	// IsCancelled false, alone, restores a deleted event; ResponseStatus with
	// ResponseNotResponded, alone, takes an answer back. A service that does not
	// know these leaves the event as it is.
	IsCancelled    *bool           `json:"isCancelled,omitempty"`
	ResponseStatus *ResponseStatus `json:"responseStatus,omitempty"`
}

// EventResponse is the body of accept, decline, tentativelyAccept and
// cancel. SendResponse nil means true.
type EventResponse struct {
	Comment         string    `json:"comment,omitempty" max:"64KB"`
	SendResponse    *bool     `json:"sendResponse,omitempty"`
	ProposedNewTime *TimeSlot `json:"proposedNewTime,omitempty"`
}

// WorkingHours are a person's hours on the listed days. StartTime and
// EndTime are wall times "HH:MM:SS.fffffff" in TimeZone.
type WorkingHours struct {
	DaysOfWeek []string     `json:"daysOfWeek" max:"7,16"`
	StartTime  string       `json:"startTime" max:"64"`
	EndTime    string       `json:"endTime" max:"64"`
	TimeZone   TimeZoneBase `json:"timeZone"`
}

// TimeZoneBase names a zone, IANA or Windows.
type TimeZoneBase struct {
	Name string `json:"name" max:"255"`
}

// ScheduleRequest is the body of getSchedule. AvailabilityViewInterval is in
// minutes, 5 to 1440, 30 when zero.
type ScheduleRequest struct {
	Schedules                []string         `json:"schedules"`
	StartTime                DateTimeTimeZone `json:"startTime"`
	EndTime                  DateTimeTimeZone `json:"endTime"`
	AvailabilityViewInterval int              `json:"availabilityViewInterval,omitempty"`
}

// ScheduleInformation is one person's free/busy: a digit per interval in
// AvailabilityView (0 free, 1 tentative, 2 busy, 3 away, 4 working
// elsewhere), the items behind it, and the working hours. Error is set, and
// the rest empty, when the schedule cannot be read.
type ScheduleInformation struct {
	ScheduleID       string         `json:"scheduleId"`
	AvailabilityView string         `json:"availabilityView,omitempty"`
	ScheduleItems    []ScheduleItem `json:"scheduleItems"`
	WorkingHours     *WorkingHours  `json:"workingHours,omitempty"`
	Error            *FreeBusyError `json:"error,omitempty"`
}

// ScheduleItem is one span of a schedule.
type ScheduleItem struct {
	Status    string           `json:"status"`
	Start     DateTimeTimeZone `json:"start"`
	End       DateTimeTimeZone `json:"end"`
	Subject   string           `json:"subject,omitempty"`
	Location  string           `json:"location,omitempty"`
	IsPrivate bool             `json:"isPrivate"`
}

// FreeBusyError says why a schedule could not be read.
type FreeBusyError struct {
	Message      string `json:"message"`
	ResponseCode string `json:"responseCode"`
}

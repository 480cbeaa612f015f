package rest

import (
	"encoding/json"
	"slices"
	"strings"
)

// passes reports a member of a body that is not kept and not refused:
// annotations, of the outermost object the id, which says what the body is of,
// and what says nothing.
func passes(name string, value json.RawMessage, outermost bool) bool {
	return strings.Contains(name, "@") || outermost && strings.EqualFold(name, "id") || unkept(name, value)
}

// unkeptMembers are members of the public resources that are not kept here, in
// lower case. What is true for one is taken whatever it says, as the public
// documentation has a service do that cannot provide it (online meetings, the
// times that a file has on the disk it comes from).
var unkeptMembers = map[string]bool{
	"isonlinemeeting": true, "onlinemeetingprovider": true, "filesysteminfo": true, "mediasourceinfo": true, "driveitemsource": true,
	"onlinemeeting": false, "uid": false, "isdraft": false, "occurrenceid": false, "exceptionoccurrences": false, "calendar": false,
	"singlevalueextendedproperties": false, "multivalueextendedproperties": false,
	"uniquebody": false, "conversationindex": false, "contentlocation": false,
	"yomigivenname": false, "yomisurname": false, "yomicompanyname": false, "photo": false,
	"uniqueidtype": false, "coordinates": false,
	"allowedonlinemeetingproviders": false, "defaultonlinemeetingprovider": false, "isremovable": false, "istallyingresponses": false, "classid": false,
}

// unkept reports a member of a public resource that is not kept here and, by
// the default that it has, asks for nothing: programs that write all members
// of their types send such.
func unkept(name string, value json.RawMessage) bool {
	whatever, known := unkeptMembers[strings.ToLower(name)]
	return known && (whatever || slices.Contains([]string{"null", "false", `""`, "0", "[]", "{}", `"unknown"`}, string(value)))
}

// Package odata reads the system query options of the interface ($filter,
// $orderby, $search, $select, $expand and the rest) and checks them against the
// properties a resource declares. What is stored is asked by SQL alone, with
// bound arguments; what is made for a reply and is in no table (occurrences,
// what $expand brings, parts of a workbook) is decided about in memory, by the
// same checked expression.
//
// The way through it:
//
//	opts, err := odata.Parse(r.URL.RawQuery)   // syntax
//	filter, err := messages.Filter(opts.Filter) // names and types, by Schema
//	where := filter.SQL()                       // a list of a table
//	filter.Match(&occurrence)                   // an entity of none
//
// A Field gives a property's column; the rest of a Stored schema is read from
// the JSON that its entities are kept as. Both ways a filter can be answered
// are in this package so that each is the other's judge in the tests.
//
// A $search is in the manner of KQL:
//
//	plan budget          both words, in any order, anywhere; also AND between
//	plan OR budget       one of them; a space binds closer than OR
//	NOT plan, -plan      what does not have it
//	(a OR b) -(c d)      brackets; subject:(a OR b) is subject:a OR subject:b
//	"project plan"       these words side by side
//	plan*                words that begin so
//	subject:plan         a word of a property, also with = and with <> for not
//	received>=2026-01-31 a comparison: : = <> < <= > >=, also as received:>=
//	received:a..b        from the beginning of a to the end of b
//
// AND, OR and NOT are in capitals. Where a collection is searched while
// typing, a bare last word also finds what begins with it; a phrase, or a word
// under an operator, never does. A day is 2026-01-31, 01/31/2026 (month first),
// today or yesterday; "this" or "last" with week, month or year, in quotes, are
// its days, of weeks that begin on Monday. Days begin in the zone that the
// request prefers. Sizes have B, KB, MB or GB, of 1024 each. An operator that is
// not known, and a value that means nothing to its operator, are refused.
//
// An item of $expand has options of its own in parentheses, separated by ';':
// $select and $expand, and for a collection $filter, $orderby, $skip and $top.
// A path may begin with the type that has the property, as in
// microsoft.graph.eventMessage/event. What memory does with the options is
// Nested; what all items of a request bring is bounded by its Nest.
//
// Invariants:
//
//   - Nothing is ignored: what cannot be done is a *model.Error of code
//     BadRequest whose Target is the option and whose Message gives the
//     position (1-based, in characters of the decoded option) and the name.
//   - For any filter of a Stored schema, the SQL selects exactly the rows that
//     Filter.Match selects; for any order, SQL and Order.Compare agree.
//   - Values from a request reach SQL as arguments, never as text.
//   - Strings compare without regard to case as Fold defines it, except for
//     properties of kind ID. Lengths and positions count code points.
//   - Logic is OData's: eq and ne take null as a value, other comparisons
//     with null are false, a function of null is null, and not null is null;
//     a row is selected when the whole is true.
//   - A string property that the JSON form leaves out when empty (omitempty)
//     is null when empty, whether the column holds NULL or ”.
//   - No clock, no I/O, no global state but SQLite's functions (stored.go); a
//     Schema and what it makes are safe for concurrent use.
package odata

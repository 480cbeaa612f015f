// Package odata reads the system query options of the interface ($filter,
// $orderby, $search, $select, $expand and the rest), checks them against the
// properties a resource declares, and answers them twice: as SQLite text with
// bound arguments, and in memory over the same Go values.
//
// The way through it:
//
//	opts, err := odata.Parse(r.URL.RawQuery)   // syntax
//	filter, err := messages.Filter(opts.Filter) // names and types, by Schema
//	where, rest := filter.SQL()                 // what a column answers
//	rest.Match(&message)                        // what is left
//
// Invariants:
//
//   - Nothing is ignored: what cannot be done is a *model.Error of code
//     BadRequest whose Target is the option and whose Message gives the
//     position (1-based, in characters of the decoded option) and the name.
//   - For any filter, the SQL and the rest together select exactly the rows
//     that Filter.Match selects; for any order, SQL and Order.Compare agree.
//   - Values from a request reach SQL as arguments, never as text.
//   - Strings compare without regard to case as Fold defines it, except for
//     properties of kind ID. Lengths and positions count code points.
//   - Logic is OData's: eq and ne take null as a value, other comparisons
//     with null are false, a function of null is null, and not null is null;
//     a row is selected when the whole is true.
//   - A string property that the JSON form leaves out when empty (omitempty)
//     is null when empty, whether the column holds NULL or ”.
//   - No clock, no I/O, no global state; a Schema and what it makes are safe
//     for concurrent use.
package odata

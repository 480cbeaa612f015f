// Package contract proves that the service keeps the interface: every row
// through the typed client, every row as literal JSON over a socket, and
// every row with tokens that must not open it.
//
// Invariants: the rows are those of api/apitest; a row is tested on fresh
// resources that are made through the interface itself, so that no test
// depends on another or on sample data.
package contract

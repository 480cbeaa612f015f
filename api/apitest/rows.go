package apitest

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

//go:embed testdata/operations.tsv
var operations string

//go:embed testdata/supplement.tsv
var supplement string

// Row is one method and path of the interface.
type Row struct {
	Operation string // empty in the supplement
	Area      string // of the supplement, empty else
	Method    string
	Version   string // v1.0 or beta
	Path      string // below the version: /me/..., /users/{user-id}/... or another
	Status    int    // of a success
	Scopes    string // as the contract lists them, | between; empty in the supplement
	Key       string // of the row's call
}

// Me reports whether the path names the signed-in user.
func (r Row) Me() bool { return strings.HasPrefix(r.Path, "/me") }

// String is the row's method and path.
func (r Row) String() string { return r.Method + " " + r.Path }

var braces = regexp.MustCompile(`\{[^}]*\}`)

// Fill writes the path with a user and identifiers in place of the braces.
func (r Row) Fill(user string, ids ...string) string {
	path, n := strings.Replace(r.Path, "/users/{user-id}", "/users/"+user, 1), 0
	return braces.ReplaceAllStringFunc(path, func(string) string { n++; return ids[n-1] })
}

// Key is the key of a row of the contract's tables, whose path may begin with
// /me, /users/{user-id} or {user}.
func Key(method, path string) string {
	rest, mailbox := path, false
	for _, prefix := range []string{"{user}", "/me", "/users/{user-id}"} {
		after, ok := strings.CutPrefix(path, prefix)
		if ok && (after == "" || after[0] == '/') {
			rest, mailbox = after, true
		}
	}
	key := braces.ReplaceAllString(rest, "{}")
	if mailbox {
		key = "{user}" + key
	}
	return method + " " + key
}

// Contract are the 155 rows of the contract.
func Contract() []Row {
	var rows []Row
	for _, f := range lines(operations) {
		rows = append(rows, Row{Operation: f[0], Method: f[1], Version: f[2], Path: f[3], Status: number(f[4]), Scopes: f[5], Key: Key(f[1], f[3])})
	}
	return rows
}

// Supplement are the rows that the contract leaves open. One for {user}
// comes twice, for the signed-in user and for another.
func Supplement() []Row {
	var rows []Row
	for _, f := range lines(supplement) {
		version := "v1.0"
		if f[0] == "grants" {
			version = "beta"
		}
		forms := []string{f[2]}
		if rest, ok := strings.CutPrefix(f[2], "{user}"); ok {
			forms = []string{"/me" + rest, "/users/{user-id}" + rest}
		}
		for _, path := range forms {
			rows = append(rows, Row{Area: f[0], Method: f[1], Version: version, Path: path, Status: number(f[3]), Key: Key(f[1], f[2])})
		}
	}
	return rows
}

// lines are the fields of each line of a table but its first.
func lines(table string) [][]string {
	var out [][]string
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		out = append(out, strings.Split(line, "\t"))
	}
	return out
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(fmt.Sprintf("the contract's table has status %q", s))
	}
	return n
}

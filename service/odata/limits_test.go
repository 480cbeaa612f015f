package odata

import (
	"strings"
	"testing"
)

// TestTheLargestFiltersFitSQLite tries what the parser's limits let through
// against SQLite's own: the depth of an expression, the number of arguments.
func TestTheLargestFiltersFitSQLite(t *testing.T) {
	db := openMemory(t)
	mustExec(t, db, letterTables)
	for name, src := range map[string]string{
		"or":      strings.Repeat("isRead or ", 799) + "isRead",
		"and":     strings.Repeat("subject ne 'a' and ", 265) + "isRead",
		"in":      "size in (1" + strings.Repeat(",2", 798) + ")",
		"in text": "subject in ('a'" + strings.Repeat(",'b'", 798) + ")",
		"deep":    strings.Repeat("not (", 20) + "isRead" + strings.Repeat(")", 20),
		"trim":    strings.Repeat("trim(", 39) + "subject" + strings.Repeat(")", 39) + " eq 'a'",
		"mixed":   "(" + strings.Repeat("size in (1,2,3,4,5,6,7,8,9) or (", 37) + "isRead" + strings.Repeat(")", 38),
	} {
		where := compileFilter(t, letterSchema(), src).SQL()
		if _, err := db.Exec("SELECT 1 FROM letters l WHERE "+where.SQL, where.Args...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package rest

import (
	"errors"
	"strings"
	"testing"
)

func testRouter(t testing.TB, patterns ...string) *router {
	t.Helper()
	routes := make([]Route, len(patterns))
	for i, p := range patterns {
		routes[i] = Route{Method: "GET", Pattern: p, Operation: p}
		if strings.Contains(p, "{group}") {
			routes[i].Who = Reader
		}
	}
	rt, err := newRouter(routes)
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

var testPatterns = []string{
	"{user}", "{user}/messages", "{user}/messages/{message}", "{user}/messages/{message}/$value", "{user}/messages/$count",
	"{user}/messages/{message}/attachments/{attachment}",
	"{user}/mailFolders/{folder}", "{user}/mailFolders/{folder}/childFolders", "{user}/mailFolders/{folder}/messages/{message}/attachments/{attachment}",
	"{user}/mailFolders/{folder}/messages/delta", "users", "groups/{group}/threads/{thread}",
	"workbook/worksheets({sheet})/range(address={address})", "workbook/tables({table})/columns({column})/range",
	"{user}/drive/items/{item}", "{user}/drive/items/{item}:/{name}:/content", "{user}/drive/items/{item}/workbook/worksheets({sheet})/range(address={address})",
}

func TestPathsLeadToTheirRows(t *testing.T) {
	rt := testRouter(t, testPatterns...)
	for _, c := range []struct{ path, pattern, keys string }{
		{"me", "{user}", ""},
		{"ME/Messages/m1", "{user}/messages/{message}", "message=m1"},
		{"users/me/messages/m1", "{user}/messages/{message}", "message=m1"},
		{"users/ann@contoso.example/messages", "{user}/messages", "user=ann@contoso.example"},
		{"users", "users", ""},
		{"me/messages/$Count", "{user}/messages/$count", ""},
		{"me/messages/a%2Fb%20c/$value", "{user}/messages/{message}/$value", "message=a/b c"},
		{"me/messages('it''s')/$value", "{user}/messages/{message}/$value", "message=it's"},
		{"me/mailfolders/f1/childfolders", "{user}/mailFolders/{folder}/childFolders", "folder=f1"},
		{"me/mailFolders/f1/childFolders/f2", "{user}/mailFolders/{folder}", "folder=f1 folder=f2"},
		{"me/mailFolders/f1/childFolders/f2/childFolders/f3/messages/m/attachments/a", "{user}/mailFolders/{folder}/messages/{message}/attachments/{attachment}",
			"folder=f1 folder=f2 folder=f3 message=m attachment=a"},
		{"me/mailFolders/f1/childFolders/f2/childFolders", "{user}/mailFolders/{folder}/childFolders", "folder=f1 folder=f2"},
		{"me/mailFolders/f/messages/delta", "{user}/mailFolders/{folder}/messages/delta", "folder=f"},
		{"workbook/worksheets(Sheet1)/range(address='A1:B2')", "workbook/worksheets({sheet})/range(address={address})", "sheet=Sheet1 address=A1:B2"},
		{"workbook/worksheets/Sheet1/range(Address='A1:B2')", "workbook/worksheets({sheet})/range(address={address})", "sheet=Sheet1 address=A1:B2"},
		{"workbook/worksheets('Q1%20(new)%2F''x=y''')/range(address='A1')", "workbook/worksheets({sheet})/range(address={address})", "sheet=Q1 (new)/'x=y' address=A1"},
		{"workbook/tables(1)/columns('Total')/range", "workbook/tables({table})/columns({column})/range", "table=1 column=Total"},
		{"me/drive/items/i1:/a%3Ab.txt:/content", "{user}/drive/items/{item}:/{name}:/content", "item=i1 name=a:b.txt"},
		{"me/drive/items/i1", "{user}/drive/items/{item}", "item=i1"},
		{"groups/g/threads/t", "groups/{group}/threads/{thread}", "group=g thread=t"},
	} {
		var keys captures
		n, err := rt.match(c.path, &keys)
		if err != nil || n.methods["GET"] == nil {
			t.Errorf("%s leads nowhere: %v", c.path, err)
			continue
		}
		var got []string
		for _, k := range keys.list {
			got = append(got, k.name+"="+k.value)
		}
		if n.methods["GET"].Pattern != c.pattern || strings.Join(got, " ") != c.keys {
			t.Errorf("%s leads to %s with %v, want %s with %s", c.path, n.methods["GET"].Pattern, got, c.pattern, c.keys)
		}
	}
}

func TestARowOfAGroupMustSayWhoMayUseIt(t *testing.T) {
	for _, c := range []struct {
		pattern string
		who     Who
		fits    bool
	}{
		{"groups/{group}/posts", Shared, false}, {"groups/{group}/posts", Owner, false}, {"drives/{drive}", Shared, false},
		{"groups/{group}/posts", Anybody, true}, {"groups/{group}/posts", Reader, true}, {"drives/{drive}", Member, true},
		{"{user}/posts", Member, false}, {"groups", Reader, false}, {"{user}/posts", Shared, true}, {"groups", Shared, true},
	} {
		_, err := newRouter([]Route{{Method: "GET", Pattern: c.pattern, Operation: "X", Who: c.who}})
		if (err == nil) != c.fits {
			t.Errorf("%s with Who %d: got %v, want taken: %t", c.pattern, c.who, err, c.fits)
		}
	}
}

func TestAnUnknownSegmentIsNamed(t *testing.T) {
	rt := testRouter(t, testPatterns...)
	for path, segment := range map[string]string{"me/mesages": "mesages", "nobody": "nobody", "me/messages/1/attachments/2/3": "3",
		"workbook/worksheets(1)/range(addres='A1')": "range(addres='A1')", "me/messages/%zz": "%zz"} {
		var keys captures
		_, err := rt.match(path, &keys)
		var m *miss
		if !errors.As(err, &m) || m.segment != segment {
			t.Errorf("%s: %v, want a miss at %s", path, err, segment)
		}
	}
}

func TestRowsThatContradictAreRefused(t *testing.T) {
	for _, pair := range [][2]string{{"a/{x}", "A/{x}"}, {"a/{x}/b", "a/{y}/c"}, {"{user}/a", "{user}/A"}} {
		_, err := newRouter([]Route{{Method: "GET", Pattern: pair[0]}, {Method: "GET", Pattern: pair[1]}})
		if err == nil {
			t.Errorf("%s beside %s is accepted", pair[0], pair[1])
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	rt := testRouter(b, testPatterns...)
	for _, path := range []string{"me/messages/AAMkAGI2", "users/ann@contoso.example/mailFolders/f1/childFolders/f2/messages/m/attachments/a",
		"workbook/worksheets(Sheet1)/range(address='A1:B2')"} {
		b.Run(path, func(b *testing.B) {
			b.ReportAllocs()
			var keys captures // in a request's own memory
			for b.Loop() {
				keys = captures{}
				if _, err := rt.match(path, &keys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func FuzzMatch(f *testing.F) {
	for _, p := range testPatterns {
		f.Add(p)
	}
	rt := testRouter(f, testPatterns...)
	f.Fuzz(func(t *testing.T, path string) {
		var keys captures
		n, err := rt.match(path, &keys)
		if (n == nil) == (err == nil) {
			t.Errorf("%q: %v, %v; want a place or an error", path, n, err)
		}
	})
}

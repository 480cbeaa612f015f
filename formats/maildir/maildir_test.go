package maildir

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"daybook/formats/eml"
)

func TestFlagsAreReadFromTheName(t *testing.T) {
	keywords := []string{"work", "", "later"}
	tests := []struct {
		name string
		want eml.Flags
	}{
		{"1.2.host", eml.Flags{Known: true}},
		{"1.2.host:2,", eml.Flags{Known: true}},
		{"1.2.host:2,FRS", eml.Flags{Known: true, Flagged: true, Answered: true, Seen: true}},
		{"1.2.host!2,DPT", eml.Flags{Known: true, Draft: true, Forwarded: true, Deleted: true}},
		{"1.2.host;2,Sabcz", eml.Flags{Known: true, Seen: true, Keywords: []string{"work", "later"}}},
		{"1.2,S=99:2,S", eml.Flags{Known: true, Seen: true}},
	}
	for _, tt := range tests {
		if got := Flags(tt.name, keywords); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestSubFolderNames(t *testing.T) {
	tests := map[string]string{
		".Sent": "Sent", ".Lists.Go": "Lists/Go", ".INBOX.Work": "Work", ".Entw&APw-rfe": "Entwürfe",
		".R&-D": "R&D", ".&ZeVnLIqe-": "日本語", ".bad&name": "bad&name", ".": "", "..": "", ".a..b": "", "Sent": "",
	}
	for dir, want := range tests {
		path, ok := SubFolder(dir)
		if got := strings.Join(path, "/"); got != want || ok != (want != "") {
			t.Errorf("%q: got %q %v, want %q", dir, got, ok, want)
		}
	}
}

func TestDeliveredComesFromTheNameOrTheFile(t *testing.T) {
	file := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	if got, want := Delivered("1354585346.000260:2,", file), time.Unix(1354585346, 0).UTC(); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Delivered("01:2,", file); !got.Equal(file) {
		t.Errorf("got %v, want the file's %v", got, file)
	}
}

func TestAFolderNeedsCurOrNewAlone(t *testing.T) {
	dir := t.TempDir()
	if IsFolder(dir) {
		t.Error("an empty directory is no Maildir")
	}
	if err := os.MkdirAll(filepath.Join(dir, "cur"), 0o700); err != nil {
		t.Fatal(err)
	}
	if !IsFolder(dir) {
		t.Error("a directory with cur alone is a Maildir")
	}
	if err := os.WriteFile(filepath.Join(dir, "dovecot-keywords"), []byte("0 work\n2 later\nx y\n99 z\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Keywords(dir); len(got) != 26 || got[0] != "work" || got[1] != "" || got[2] != "later" {
		t.Errorf("keywords: got %q, want work, nothing, later", got)
	}
}

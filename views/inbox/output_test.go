package inbox

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/inbox/rows"
	"daybook/views/viewtest"
)

// carrying is a mailbox whose message has attachments of these names.
func carrying(files map[string][]byte) *fake {
	f := newFake()
	m := message("a", "a", "Bo Berg", "Files / of: the day", "See https://tracker.contoso.example/atlas", 1)
	m.Body.Content = "See https://tracker.contoso.example/atlas\n"
	m.HasAttachments = true
	for name, content := range files {
		f.files[name] = content
		m.Attachments = append(m.Attachments, model.Attachment{Entity: model.Entity{ID: name}, Name: name, Size: len(content)})
	}
	f.add(m)
	return f
}

// drawing is a picture, black at the left and white at the right.
func drawing(t *testing.T) []byte {
	t.Helper()
	is := image.NewGray(image.Rect(0, 0, 64, 32))
	for x := 32; x < 64; x++ {
		for y := range 32 {
			is.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, is); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAttachmentsAreLookedAtInTheProgram(t *testing.T) {
	patch := "diff --git a/x b/x\n@@ -1,1 +1,1 @@\n-old\n+new \x1b]52;c;evil\x07\n" + strings.Repeat("more\n", 200) + "the end\n"
	for _, size := range []struct{ width, height int }{{120, 34}, {80, 22}, {40, 10}} {
		d := start(t, carrying(map[string][]byte{"fix.patch": []byte(patch), "plan.bin": {1, 0, 2}}), size.width, size.height)
		d.Press("b")
		d.Type("Show")
		d.Press("enter")
		d.See("fix.patch", "-old", "+new ␛]52;c;evil␇", "close")
		d.DontSee("Bo Berg")
		d.Press("G")
		d.See("the end")
		d.Press("esc")
		d.See("Files")
	}
	d := start(t, carrying(map[string][]byte{"plan.bin": {1, 0, 2}}), 120, 34)
	d.Press("b")
	d.DontSee("Show")
}

func TestPicturesAreDrawnInTheProgram(t *testing.T) {
	for _, look := range looks {
		d := startWith(t, carrying(map[string][]byte{"photo.png": drawing(t)}), 80, 24, viewtest.Memory{}, Options{})
		*d.Env.Theme = *viewtest.Theme(t, look.Options)
		d.Press("b")
		d.Type("Show")
		d.Press("enter")
		d.See("photo.png")
		d.DontSee("Drawing")
	}
}

func TestWhatIsNoPictureSaysSo(t *testing.T) {
	d := start(t, carrying(map[string][]byte{"photo.png": []byte("no picture"), "notes.txt": {'a', 0}}), 120, 34)
	for _, name := range []string{"photo", "notes"} {
		d.Press("b")
		d.Type("Show " + name)
		d.Press("enter")
		if last := d.Notices[len(d.Notices)-1]; !strings.Contains(last, "Could not show "+name) {
			t.Errorf("%s: said %q", name, last)
		}
	}
}

func TestAMessageIsPipedAsItWasReceived(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Desktop.Prints = "Applying: \x1b[2Jthe plan\n"
	d.Press("|")
	d.Type("git am")
	d.Press("enter")
	if got := d.Desktop.Piped; len(got) != 1 || !strings.HasPrefix(got[0], "git am <Received: by mail.example") {
		t.Errorf("piped %q", got)
	}
	d.See("Applying: ␛[2Jthe plan")
	d.Press("esc", "|")
	d.See("git am") // the line is remembered
}

func TestAnAttachmentIsPiped(t *testing.T) {
	d := start(t, carrying(map[string][]byte{"plan.bin": []byte("the plan")}), 120, 34)
	d.Press("b")
	d.Type("Pipe plan")
	d.Press("enter")
	d.Type("wc -c")
	d.Press("enter")
	if got := d.Desktop.Piped; len(got) != 1 || got[0] != "wc -c <the plan" {
		t.Errorf("piped %q", got)
	}
}

func TestAMessageIsPagedAndPrintedAsCleanText(t *testing.T) {
	f := newFake()
	m := message("a", "a", "Bo \x1b[31mBerg", "Plan\x07", "x", 1)
	m.Body.Content = "Hello \x1b]0;evil\x07\nsee https://tracker.contoso.example/atlas\n"
	f.add(m)
	d := start(t, f, 120, 34)
	d.Press("P")
	d.Do("print")
	if d.Desktop.Paper != nil {
		t.Error("printed without asking")
	}
	d.Run(d.Question().Yes())
	for what, got := range map[string][]string{"paged": d.Desktop.Paged, "printed": d.Desktop.Paper} {
		if len(got) != 1 || strings.ContainsAny(got[0], "\x1b\x07") || !strings.Contains(got[0], "https://tracker.contoso.example/atlas\n") ||
			!strings.HasPrefix(got[0], "From: Bo") {
			t.Errorf("%s %q", what, got)
		}
	}
}

func TestPlainTextIsPagedAsItWasWritten(t *testing.T) {
	f := newFake()
	m := message("a", "a", "Bo Berg", "[PATCH]", "words", 1)
	patch := "@@ -1 +1 @@ static int a_function_of_a_rather_long_name(struct device *dev, unsigned long flags, int n)\r\n+\tif (x)\r\n+\t\treturn;\x1b[2J\r\nsee https://x.example/1\r\n"
	m.Body.Content = patch
	f.add(m)
	d := start(t, f, 80, 24)
	d.Press("P")
	_, body, _ := strings.Cut(d.Desktop.Paged[0], "\n\n")
	if want := strings.NewReplacer("\r\n", "\n", "\x1b", "␛").Replace(patch); body != want {
		t.Errorf("paged\n%q, want\n%q", body, want)
	}
}

func TestAMessageIsSavedAsItWasReceived(t *testing.T) {
	dir := t.TempDir()
	d := startWith(t, carrying(nil), 120, 34, viewtest.Memory{}, Options{Downloads: dir})
	d.Press("w")
	d.See("Save the message", "Files - of the day.eml")
	d.Press("enter")
	got, err := os.ReadFile(filepath.Join(dir, "Files - of the day.eml"))
	if err != nil || !strings.HasPrefix(string(got), "Received: by mail.example") {
		entries, _ := os.ReadDir(dir)
		t.Errorf("got %q, %v; there are %v", got, err, entries)
	}
}

func TestAddressesAndLinksAreCopied(t *testing.T) {
	d := start(t, carrying(nil), 120, 34)
	d.Press("y")
	d.See("bo.berg@contoso.example")
	d.Type("tracker")
	d.Press("enter")
	d.Press("y", "enter")
	want := "https://tracker.contoso.example/atlas bo.berg@contoso.example"
	if got := strings.Join(d.Desktop.Copied, " "); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

// TestSelectedMessagesArePipedAndSavedAsAMailbox: the oldest first, as git am
// wants a series.
func TestSelectedMessagesArePipedAndSavedAsAMailbox(t *testing.T) {
	f := newFake()
	for i := range 3 {
		f.add(message(fmt.Sprint("m", i), fmt.Sprint("c", i), "Bo Berg", "[PATCH]", "x", 30-i))
	}
	dir := t.TempDir()
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{Downloads: dir})
	d.Press("*", "|")
	d.See("Pipe 3 messages to")
	d.Type("git am")
	d.Press("enter")
	got := strings.Join(d.Desktop.Piped, "")
	if strings.Count(got, "From bo.berg@contoso.example Thu Oct 22 09:2") != 3 ||
		strings.Index(got, "<m0>") > strings.Index(got, "<m1>") || strings.Index(got, "<m1>") > strings.Index(got, "<m2>") {
		t.Errorf("piped\n%s", got)
	}
	d.Press("w")
	d.See("Save 3 messages", "3 messages.mbox")
	d.Press("enter")
	saved, err := os.ReadFile(filepath.Join(dir, "3 messages.mbox"))
	if err != nil || "git am <"+string(saved) != got {
		t.Errorf("saved %q, %v, want what was piped", saved, err)
	}
	var box bytes.Buffer
	err = addTo(&box, &rows.Message{}, []byte("A: b\r\n\r\nFrom here\r\n>From there"))
	if _, got, _ := strings.Cut(box.String(), "\n"); err != nil || got != "A: b\n\n>From here\n>>From there\n\n" {
		t.Errorf("in the mailbox stands %q", got)
	}
}

// TestWhatACommandPrintsDoesNotTakeTheKeys: it may end while something is typed.
func TestWhatACommandPrintsDoesNotTakeTheKeys(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Desktop.Prints = "Applying: the plan\n"
	d.Press("|")
	d.Type("git am")
	d.Hold()
	d.Press("enter")
	d.Press("/")
	d.Type("pl")
	d.Release()
	d.Type("an")
	d.See("/ plan")
	if !d.Noticed("Applying: the plan") {
		t.Error("what the command printed is not said")
	}
}

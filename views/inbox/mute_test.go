package inbox

import (
	"testing"
	"time"

	"daybook/model"
)

// cameIn is a message to a thread of the office, so many minutes from now on; it
// is to a list, and to Ann beside where it says so.
func cameIn(id, thread string, minutes int, ann bool) model.Message {
	m := message(id, thread, "Bo Berg", "Re: Release plan", "More of it "+id, -minutes)
	if !ann {
		m.CcRecipients, m.ToRecipients = m.ToRecipients, []model.Recipient{*person("All", "all@contoso.example")}
	}
	return m
}

func (d *driver) wantIn(folder string, ids ...string) {
	d.T.Helper()
	for _, id := range ids {
		if got := d.folderOf(id); got != folder {
			d.T.Errorf("%s is in %s, want %s\n%s", id, got, folder, d.Screen())
		}
	}
}

// TestAMutedThreadIsArchivedUntilItIsToThePerson goes over a restart, and is
// taken back.
func TestAMutedThreadIsArchivedUntilItIsToThePerson(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Run(d.m.openFolder("id-inbox"))
	d.Press("g g", "F", "F")
	d.m.list.rows.Select("m04")
	d.Press("M")
	d.wantIn("id-archive", "m01", "m03", "m04")
	d.SaysLast("Muted: Re: Release plan")
	d.Press("u")
	d.wantIn("id-inbox", "m01", "m03", "m04")
	if len(d.m.list.mutes) != 0 {
		t.Fatal("undo leaves the thread muted")
	}
	d.Press("U")
	d.wantIn("id-archive", "m01", "m03", "m04")

	selected := d.selected()
	d.f.add(cameIn("n1", "plan", 1, false))
	d.Pass(time.Minute)
	d.wantIn("id-archive", "n1")
	d.SaysLast("Archived, as its thread is muted: Re: Release plan")
	d.wantSelected(selected)
	d.Press("u") // a person puts it back, and there it stays
	d.wantIn("id-inbox", "n1")
	d.See("\u2298")
	d.Pass(time.Minute)

	d.f.add(cameIn("n2", "plan", 3, false))
	d.f.add(cameIn("n3", "other", 3, false))
	again := startWith(t, d.f, 120, 34, d.State, Options{})
	again.wantIn("id-archive", "n2")
	again.wantIn("id-inbox", "n1", "n3")

	d.f.add(cameIn("n4", "plan", 5, true))
	d.f.add(cameIn("n5", "plan", 6, false))
	again.Pass(time.Minute)
	again.wantIn("id-inbox", "n4", "n5")
	again.SaysLast("Unmuted, as it is to you: Re: Release plan")
	again.m.list.rows.Select("n5")
	again.Press("M")
	again.wantIn("id-archive", "n1", "n4", "n5")
	again.Run(again.m.openFolder("id-archive"))
	again.m.list.rows.Select("n5")
	again.Press("M")
	again.SaysLast("Unmuted: Re: Release plan")
	again.wantIn("id-archive", "n5")
}

// TestMuteReachesTheRestOfTheThread that the list does not show.
func TestMuteReachesTheRestOfTheThread(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.f.messages["m01"].InferenceClassification = model.Other
	again := startWith(t, d.f, 120, 34, d.State, Options{})
	again.m.list.rows.Select("m04")
	again.Press("M")
	again.wantIn("id-archive", "m01", "m03", "m04")
	again.wantIn("id-sentitems", "m02")
	again.Press("u", "u")
	again.wantIn("id-inbox", "m01", "m03", "m04")
}

func TestAMessageWithoutAThreadIsNotMuted(t *testing.T) {
	f := flat(2)
	f.messages["m000"].ConversationID = ""
	d := start(t, f, 120, 34)
	d.Press("M")
	d.Says("does not say which thread")
	d.wantIn("id-inbox", "m000")
}

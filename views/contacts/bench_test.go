package contacts

import (
	"fmt"
	"testing"

	"daybook/views/viewtest"
)

// large is 5,000 contacts in 200 folders.
func large(t testing.TB) *bench {
	b := sit(t, 160, 50, viewtest.Dark)
	b.service.folders = b.service.folders[:1]
	b.service.contacts = nil
	for i := range 200 {
		b.service.folders = append(b.service.folders, folder(fmt.Sprint("f", i), "root", fmt.Sprintf("Folder %03d", i)))
		for j := range 25 {
			b.service.contacts = append(b.service.contacts, contact(fmt.Sprint("c", i, "-", j), fmt.Sprint("f", i), fmt.Sprintf("Name%d Surname%d", i, j), fmt.Sprintf("n%d.s%d@large.example", i, j)))
		}
	}
	b.Run(b.reload())
	b.Run(b.tree.loadEverybody())
	for id := range b.people.folders {
		b.tree.Expand(string(folderNode(id)))
	}
	return b
}

func BenchmarkKeyToFrame5000Contacts(b *testing.B) {
	f := large(b)
	for b.Loop() {
		f.tree.Move(1)
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

// BenchmarkOpenToFrame5000Contacts opens the tree on folders that were read.
func BenchmarkOpenToFrame5000Contacts(b *testing.B) {
	f := large(b)
	folders, contacts := f.service.folders, f.service.contacts
	for b.Loop() {
		f.people.setFolders(folders)
		f.people.setEverybody(contacts)
		f.tree.Reload()
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

// BenchmarkKeyToFrameAllOf5000Selected has half of what is selected behind
// the filter.
func BenchmarkKeyToFrameAllOf5000Selected(b *testing.B) {
	f := large(b)
	for id := range f.people.cards {
		f.tree.Mark(string(contactNode(id)), true)
	}
	f.tree.SetFilter("1")
	for b.Loop() {
		f.tree.Move(1)
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

func BenchmarkFilterToFrame5000Contacts(b *testing.B) {
	f := large(b)
	f.tree.StartFiltering(0)
	for i := 0; b.Loop(); i++ {
		f.tree.SetFilter([]string{"s", "s2", "s24", "name17"}[i%4])
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

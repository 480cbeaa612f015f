package e2e

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

// addressBook is all that the table of the people looks at.
type addressBook struct {
	folders  map[string]string // by path, the id
	contacts map[string]model.Contact
	photos   map[string]model.ProfilePhoto
	custom   map[string]string // by contact and name, the JSON
}

// openBook reads the contacts with another client, folder by folder.
func openBook(t *testing.T, data string) addressBook {
	t.Helper()
	c, ctx := another(t, data, ""), t.Context()
	b := addressBook{map[string]string{}, map[string]model.Contact{}, map[string]model.ProfilePhoto{}, map[string]string{}}
	for _, wanted := range []string{"Åse Ås", "Bo Berg", "Lost property"} {
		b.find(t, c, wanted)
	}
	page, err := c.Me().ContactFolders(ctx, api.Top(100))
	for level := [][]model.ContactFolder{valueOf(t, page, err)}; len(level) > 0; level = level[1:] {
		for _, f := range level[0] {
			path := f.DisplayName
			for up, id := range b.folders {
				if id == f.ParentFolderID {
					path = up + "/" + path
				}
			}
			b.folders[path] = f.ID
			page, err := c.Me().ContactFolder(f.ID).ChildFolders(ctx, api.Top(100))
			level = append(level, valueOf(t, page, err))
		}
	}
	return b
}

func valueOf[T any](t *testing.T, page *api.Page[T], err error) []T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return page.Value
}

// find reads the contact of a name, with its photo and custom data.
func (b addressBook) find(t *testing.T, c *api.Client, name string) {
	t.Helper()
	ctx := t.Context()
	page, err := c.Me().Contacts(ctx, api.Filter(api.Eq("displayName", name)))
	for _, p := range valueOf(t, page, err) {
		b.contacts[name] = p
		ref := c.Me().Contact(p.ID)
		info, err := ref.Photo().Metadata(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if img, err := ref.Photo().Get(ctx); (err == nil) == info.NoPhoto() || err != nil && !errors.Is(err, model.ErrNotFound) {
			t.Errorf("the photo of %s: %d bytes, %v; its description %+v", name, len(img.Data), err, info)
		}
		b.photos[name] = info
		extensions, err := ref.Extensions(ctx)
		for _, x := range valueOf(t, extensions, err) {
			for property, v := range x.Data {
				b.custom[name+" "+x.ExtensionName+" "+property] = string(v)
			}
		}
	}
}

// in says that a contact is in the folder of that path.
func (b addressBook) in(name, path string) bool {
	id, ok := b.folders[path]
	return ok && b.contacts[name].ParentFolderID == id
}

// toPerson finds a person in the tree by a filter, which stays.
func (d *driver) toPerson(words string) {
	d.Press("g", "p")
	d.Pass(time.Second)
	d.Press("/")
	d.wipe()
	d.Type(words)
	d.Pass(time.Second)
	d.Press("enter")
	d.Pass(time.Second)
}

// TestThePeopleAreChangedFromTheKeyboardAndAnotherClientSeesIt goes through
// the operations of the interface that belong to contacts, their folders,
// photos and custom data, each in a run of the program of its own, and reads
// back with another client.
func TestThePeopleAreChangedFromTheKeyboardAndAnotherClientSeesIt(t *testing.T) {
	data, portrait := filepath.Join(t.TempDir(), "data"), portraitFile(t)
	for _, step := range []struct {
		name string
		do   func(*driver)
		seen func(addressBook) bool
	}{
		{"4.7 a folder made: POST childFolders of the root", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.Press("N")
			d.Type("Regatta")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Made the folder Regatta")
		}, func(b addressBook) bool { return b.folders["Regatta"] != "" }},
		{"4.7 a folder in it, and one in that: POST childFolders", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.toFolder("Regatta")
			d.Press("N")
			d.Type("Crew")
			d.Press("enter")
			d.Pass(time.Second)
			d.Press("N")
			d.Type("Foredeck")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Regatta / Crew / Foredeck")
		}, func(b addressBook) bool { return b.folders["Regatta/Crew/Foredeck"] != "" }},
		{"4.7 renamed: PATCH displayName", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.toFolder("Regatta")
			d.Press("r")
			d.wipe()
			d.Type("Sailing")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Renamed Regatta to Sailing")
		}, func(b addressBook) bool {
			return b.folders["Sailing/Crew/Foredeck"] != "" && b.folders["Regatta"] == ""
		}},
		{"4.7 moved with what is in it: PATCH parentFolderId", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.toFolder("Sailing")
			d.Press("m")
			d.Type("friends")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Moved Sailing into Friends")
		}, func(b addressBook) bool { return b.folders["Friends/Sailing/Crew/Foredeck"] != "" }},
		{"4.2 a contact made with custom data, its address completed: POST contacts", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.Press("n", "tab", "tab", "tab")
			d.Type("bo b")
			d.Pass(time.Second)
			d.See("Bo Berg")
			d.Press("enter", "alt+,")
			d.See("No custom data yet")
			d.Press("n")
			d.Type("org.example.shoe")
			d.Press("enter")
			d.Type("size")
			d.Press("enter")
			d.Type("43")
			d.Press("enter", "esc")
			d.See("1 extension")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("Created Bo Berg", "{} org.example.shoe")
		}, func(b addressBook) bool {
			c := b.contacts["Bo Berg"]
			return len(c.EmailAddresses) == 1 && c.EmailAddresses[0].Address == "bo@contoso.example" && b.custom["Bo Berg org.example.shoe size"] == "43"
		}},
		{"4.2 custom data of one that is there: POST extensions", func(d *driver) {
			d.toPerson("lost prop")
			d.give("org.example.desk", "open", "true")
		}, func(b addressBook) bool { return b.custom["Lost property org.example.desk open"] == "true" }},
		{"a contact edited, its manager completed", func(d *driver) {
			d.toPerson("lost prop")
			d.Press("e")
			for range 11 {
				d.Press("tab")
			}
			d.Type("lena")
			d.Pass(time.Second)
			d.Press("enter", "ctrl+s")
			d.Pass(time.Second)
			d.See("Changed Lost property", "Lena Lindqvist")
		}, func(b addressBook) bool { return b.contacts["Lost property"].Manager == "Lena Lindqvist" }},
		{"two moved together, one of them out of sight", func(d *driver) {
			d.toPerson("lost prop")
			d.Press("x")
			d.toPerson("bo berg")
			d.Press("x")
			d.See("2 selected, 1 of them not shown")
			d.Press("m")
			d.Type("foredeck")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Moved 2 contacts to Foredeck")
		}, func(b addressBook) bool {
			return b.in("Lost property", "Friends/Sailing/Crew/Foredeck") && b.in("Bo Berg", "Friends/Sailing/Crew/Foredeck")
		}},
		{"4.10 a photo set", func(d *driver) {
			d.toPerson("lost prop")
			d.Press("p")
			d.Type(portrait)
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Set the photo of Lost property")
		}, func(b addressBook) bool {
			return b.photos["Lost property"].Width == 96 && b.photos["Lost property"].Height == 64
		}},
		{"4.10 the photo and what is said of it, read after a restart", func(d *driver) {
			d.toPerson("lost prop")
			d.Press("P")
			d.Pass(time.Second)
			d.See("96 x 64 pixels, image/png")
		}, func(addressBook) bool { return true }},
		{"4.10 the photo taken away, and brought back by undo", func(d *driver) {
			d.toPerson("lost prop")
			d.Press("X")
			d.Pass(time.Second)
			d.See("Took away the photo")
			d.Press("P")
			d.See("There is no photo here")
			d.Press("u")
			d.Pass(time.Second)
			d.Press("P")
			d.Pass(time.Second)
			d.See("96 x 64 pixels")
		}, func(b addressBook) bool { return b.photos["Lost property"].Width == 96 }},
		{"4.10 a photo of the directory", func(d *driver) {
			d.toPerson("cy chan")
			d.Press("P")
			d.Pass(time.Second)
			d.See("256 x 256 pixels")
		}, func(addressBook) bool { return true }},
		{"a contact deleted, and brought back with photo and custom data after a restart", func(d *driver) {
			d.toPerson("lost prop")
			d.Press("d")
			d.Pass(time.Second)
			d.See("Deleted Lost property")
		}, func(b addressBook) bool { _, there := b.contacts["Lost property"]; return !there }},
		{"the undo of it", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.Press("u")
			d.Pass(2 * time.Second)
			d.See("Taken back: Deleted Lost property")
		}, func(b addressBook) bool {
			return b.in("Lost property", "Friends/Sailing/Crew/Foredeck") && b.photos["Lost property"].Width == 96 && b.custom["Lost property org.example.desk open"] == "true"
		}},
		{"a folder deleted with what is in it, asked first", func(d *driver) {
			d.Press("g", "p")
			d.Pass(time.Second)
			d.toFolder("Friends")
			d.Press("l")
			d.Pass(time.Second)
			d.toFolder("Sailing")
			d.Press("d")
			d.See("Delete the folder Sailing?")
			d.Pass(time.Second)
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Deleting")
			d.Pass(9 * time.Second) // u takes it back until then
		}, func(b addressBook) bool {
			_, there := b.contacts["Bo Berg"]
			return !there && !slices.ContainsFunc(keysOf(b.folders), func(p string) bool { return strings.Contains(p, "Sailing") })
		}},
	} {
		if !t.Run(step.name, func(t *testing.T) {
			journey(t, setup{Data: data}, step.do)
			if b := openBook(t, data); !step.seen(b) {
				t.Errorf("another client sees the folders %v, the contacts %+v, the photos %+v, the custom data %v", keysOf(b.folders), b.contacts, b.photos, b.custom)
			}
		}) {
			return // what follows builds on it
		}
	}
}

func keysOf[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// toFolder goes down the tree to a folder.
func (d *driver) toFolder(name string) {
	d.t.Helper()
	for range 40 {
		if d.onFolder(name) {
			return
		}
		d.Press("j")
	}
	d.t.Fatalf("no folder %s\n%s", name, d.Screen())
}

// onFolder says that the card shows the folder of that name.
func (d *driver) onFolder(name string) bool {
	for _, l := range strings.Split(d.Screen(), "\n") {
		if strings.HasPrefix(l, "▌") && strings.Contains(l, name) {
			return true
		}
	}
	return false
}

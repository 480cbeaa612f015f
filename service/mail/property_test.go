package mail_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"testing"

	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

// shadow is what the mailbox should hold, kept beside it in plain maps.
type shadow struct {
	w        *world
	messages map[string]shadowMessage // by id
	folders  map[string]shadowFolder  // by id; the well-known ones by name
}

type shadowMessage struct {
	folder, subject string
	read            bool
	categories      []string
}

type shadowFolder struct{ name, parent string }

// Any sequence of creates, changes, moves, copies and deletes leaves the
// service and the plain maps alike, counts included.
func TestRandomCommandsAgreeWithPlainMaps(t *testing.T) {
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		defer flag.Set(f.Name, f.DefValue)
		flag.Set(f.Name, "10") // each one is hundreds of requests
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := &shadow{w: newWorld(t), messages: map[string]shadowMessage{}, folders: map[string]shadowFolder{}}
		for _, name := range []string{"inbox", "drafts", "archive", "deleteditems"} {
			s.folders[name] = shadowFolder{name: name}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"create": s.create, "patch": s.patch, "move": s.move, "copy": s.copy, "delete": s.delete,
			"addFolder": s.addFolder, "renameFolder": s.renameFolder, "deleteFolder": s.deleteFolder, "": s.check,
		})
	})
}

func (s *shadow) pick(t *rapid.T, keys []string) string {
	if len(keys) == 0 {
		t.Skip("nothing to pick")
	}
	sort.Slice(keys, func(i, j int) bool { return s.label(keys[i]) < s.label(keys[j]) })
	return keys[rapid.IntRange(0, len(keys)-1).Draw(t, "which")]
}

// label orders keys alike in every run: ids are random.
func (s *shadow) label(key string) string {
	return s.messages[key].subject + s.folders[key].name
}

func (s *shadow) message(t *rapid.T) string { return s.pick(t, slices.Collect(maps.Keys(s.messages))) }
func (s *shadow) folder(t *rapid.T) string  { return s.pick(t, slices.Collect(maps.Keys(s.folders))) }

func (s *shadow) own(t *rapid.T) string {
	return s.pick(t, slices.DeleteFunc(slices.Collect(maps.Keys(s.folders)), func(k string) bool { return s.folders[k].parent == "" }))
}

func (s *shadow) create(t *rapid.T) {
	folder, subject := s.folder(t), fmt.Sprintf("s%03d", len(s.messages))
	r := s.w.Ann("POST", "/v1.0/me/mailFolders/"+folder+"/messages", `{"subject":"`+subject+`"}`).Want(201)
	s.messages[r.Str("id")] = shadowMessage{folder: folder, subject: subject, read: true}
}

func (s *shadow) patch(t *rapid.T) {
	id := s.message(t)
	m := s.messages[id]
	m.read = rapid.Bool().Draw(t, "read")
	m.categories = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B", "C"}), 0, 2, rapid.ID[string]).Draw(t, "categories")
	categories, _ := json.Marshal(m.categories)
	s.w.Ann("PATCH", "/v1.0/me/messages/"+id, fmt.Sprintf(`{"isRead":%v,"categories":%s}`, m.read, categories)).Want(200).Has("isRead", m.read)
	s.messages[id] = m
}

func (s *shadow) move(t *rapid.T) {
	id, to := s.message(t), s.folder(t)
	s.w.Ann("POST", "/v1.0/me/messages/"+id+"/move", `{"destinationId":"`+to+`"}`).Want(201).Has("id", id)
	m := s.messages[id]
	m.folder = to
	s.messages[id] = m
}

func (s *shadow) copy(t *rapid.T) {
	id, to := s.message(t), s.folder(t)
	m := s.messages[id]
	m.folder = to
	s.messages[s.w.Ann("POST", "/v1.0/me/messages/"+id+"/copy", `{"destinationId":"`+to+`"}`).Want(201).Str("id")] = m
}

func (s *shadow) delete(t *rapid.T) {
	id := s.message(t)
	s.w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
	m := s.messages[id]
	if s.inTrash(m.folder) {
		delete(s.messages, id)
		return
	}
	m.folder = "deleteditems"
	s.messages[id] = m
}

func (s *shadow) inTrash(folder string) bool {
	for folder != "deleteditems" {
		if folder == "" {
			return false
		}
		folder = s.folders[folder].parent
	}
	return true
}

func (s *shadow) addFolder(t *rapid.T) {
	parent, name := s.folder(t), rapid.SampledFrom([]string{"X", "Y", "Z"}).Draw(t, "name")
	r := s.w.Ann("POST", "/v1.0/me/mailFolders/"+parent+"/childFolders", `{"displayName":"`+name+`"}`)
	if s.taken(parent, name) {
		r.Want(409)
		return
	}
	s.folders[r.Want(201).Str("id")] = shadowFolder{name, parent}
}

func (s *shadow) taken(parent, name string) bool {
	for _, f := range s.folders {
		if f.parent == parent && strings.EqualFold(f.name, name) {
			return true
		}
	}
	return false
}

func (s *shadow) renameFolder(t *rapid.T) {
	id, name := s.own(t), rapid.SampledFrom([]string{"X", "Y", "Z"}).Draw(t, "name")
	f := s.folders[id]
	r := s.w.Ann("PATCH", "/v1.0/me/mailFolders/"+id, `{"displayName":"`+name+`"}`)
	if f.name != name && s.taken(f.parent, name) {
		r.Want(409)
		return
	}
	r.Want(200).Has("displayName", name)
	f.name = name
	s.folders[id] = f
}

func (s *shadow) deleteFolder(t *rapid.T) {
	id := s.own(t)
	s.w.Ann("DELETE", "/v1.0/me/mailFolders/"+id, "").Want(204)
	if !s.inTrash(id) {
		s.folders[id] = shadowFolder{s.w.Ann("GET", "/v1.0/me/mailFolders/"+id, "").Want(200).Str("displayName"), "deleteditems"}
		return
	}
	s.erase(id)
}

func (s *shadow) erase(folder string) {
	delete(s.folders, folder)
	for id, m := range s.messages {
		if m.folder == folder {
			delete(s.messages, id)
		}
	}
	for id, f := range s.folders {
		if f.parent == folder {
			s.erase(id)
		}
	}
}

func (s *shadow) check(t *rapid.T) {
	for folder := range s.folders {
		want, unread, children := []string{}, 0, 0
		for id, m := range s.messages {
			if m.folder == folder {
				want = append(want, fmt.Sprint(id, m.subject, m.read, m.categories))
				if !m.read {
					unread++
				}
			}
		}
		for _, f := range s.folders {
			if f.parent == folder {
				children++
			}
		}
		var page struct {
			Value []struct {
				ID, Subject string
				IsRead      bool
				Categories  []string
			}
		}
		r := s.w.Ann("GET", "/v1.0/me/mailFolders/"+folder+"/messages?$top=1000&$select=subject,isRead,categories", "").Want(200)
		if err := json.Unmarshal(r.Body, &page); err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, m := range page.Value {
			got = append(got, fmt.Sprint(m.ID, m.Subject, m.IsRead, m.Categories))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("folder %s holds %v, want %v", folder, got, want)
		}
		s.w.Ann("GET", "/v1.0/me/mailFolders/"+folder, "").Want(200).
			Has("totalItemCount", len(want), "unreadItemCount", unread, "childFolderCount", children)
	}
}

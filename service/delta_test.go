package service

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"daybook/service/groups"
)

// follower is a client that keeps a collection by delta queries alone.
type follower struct {
	g    *grove
	name string
	link string // of its next request
	held map[string]string
	sent map[string]bool // ids it was ever sent
	// within says that there were changes within a round: what came or went while
	// it was paged may be removed though it was not sent.
	within bool
}

func (f *follower) request(path string) (reply struct {
	Value []json.RawMessage
	Next  string `json:"@odata.nextLink"`
	Delta string `json:"@odata.deltaLink"`
}) {
	f.g.t.Helper()
	rec := f.g.send("GET", strings.TrimPrefix(path, "http://daybook.test"), "")
	if err := json.Unmarshal(rec.Body.Bytes(), &reply); err != nil || rec.Code != http.StatusOK {
		f.g.t.Fatalf("%s: %s answered %d: %.300s", f.name, path, rec.Code, rec.Body)
	}
	return reply
}

// step follows one link, and reports whether the round is done.
func (f *follower) step() bool {
	f.g.t.Helper()
	page := f.request(f.link)
	for _, item := range page.Value {
		var e struct {
			ID      string
			Removed *struct{ Reason string } `json:"@removed"`
		}
		if err := json.Unmarshal(item, &e); err != nil {
			f.g.t.Fatal(err)
		}
		if e.Removed == nil {
			f.held[e.ID], f.sent[e.ID] = normal(item), true
			continue
		}
		if !f.sent[e.ID] && !f.within {
			f.g.t.Errorf("%s: %s is removed, and was never sent", f.name, e.ID)
		}
		if _, gone := f.g.gone[e.ID]; gone != (e.Removed.Reason == "deleted") {
			f.g.t.Errorf("%s: %s is removed as %s, and gone: %t", f.name, e.ID, e.Removed.Reason, gone)
		}
		delete(f.held, e.ID)
	}
	f.link, f.within = page.Next+page.Delta, f.within || page.Delta == ""
	return page.Delta != ""
}

// read is the collection in full, by its list.
func (f *follower) read(path string) map[string]string {
	f.g.t.Helper()
	all := map[string]string{}
	for path += "?$top=100"; path != ""; {
		page := f.request(path)
		for _, item := range page.Value {
			var e struct {
				ID               string
				ChildFolderCount int
			}
			if err := json.Unmarshal(item, &e); err != nil {
				f.g.t.Fatal(err)
			}
			all[e.ID] = normal(item)
			if strings.HasSuffix(f.name, "olders") { // the deltas of folders are of all levels
				maps.Copy(all, f.read(strings.SplitAfter(path, "olders")[0]+"/"+e.ID+"/childFolders"))
			}
		}
		path = page.Next
	}
	return all
}

// normal is an item without what says by which request it came.
func normal(item json.RawMessage) string {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(item, &m); err != nil {
		panic(err)
	}
	delete(m, "@odata.context")
	b, _ := json.Marshal(m) // came from JSON
	return string(b)
}

// TestWhoFollowsDeltaHasWhatAReadingHas makes random changes and lets clients
// follow them, at any moment also in the midst of a round.
func TestWhoFollowsDeltaHasWhatAReadingHas(t *testing.T) {
	for seed := range uint64(3) {
		g := newGrove(t)
		r := rand.New(rand.NewPCG(seed, 1))
		g.gone = map[string]bool{}
		const me = "/v1.0/me"
		group := g.groups[groups.VisibilityPrivate]
		folders, contactFolders := g.all("folder"), g.all("contactFolder")
		calendar := g.all("calendar")[0]
		paths := map[string]string{
			"mailFolders": me + "/mailFolders", "contactFolders": me + "/contactFolders", "contacts": me + "/contacts",
			"contacts of one": me + "/contactFolders/" + contactFolders[0] + "/contacts", "messages": me + "/mailFolders/" + folders[0] + "/messages",
			"group events": "/v1.0/groups/" + group + "/events", "events": me + "/calendars/" + calendar + "/events",
		}
		var clients []*follower
		begin := func() {
			for _, name := range slices.Sorted(maps.Keys(paths)) {
				clients = append(clients, &follower{g, name, paths[name] + "/delta?$top=3", map[string]string{}, map[string]bool{}, true})
			}
		}
		begin()
		g.change(r, group, calendar, 20)
		begin()
		for round := range 6 {
			for range 20 {
				g.change(r, group, calendar, 1)
				clients[r.IntN(len(clients))].step()
			}
			if round%2 == 0 {
				g.change(r, group, calendar, 15) // more than a page
			}
			for _, c := range clients {
				for range 2 { // the round that it is in began before the last change
					for !c.step() {
					}
				}
				want := c.read(paths[c.name])
				for id := range maps.Keys(want) {
					if c.held[id] != want[id] {
						t.Errorf("seed %d, %s: %s is\n%s, want\n%s", seed, c.name, id, c.held[id], want[id])
					}
					delete(c.held, id)
				}
				for id, item := range c.held {
					t.Errorf("seed %d, %s: %s is still held: %s", seed, c.name, id, item)
				}
				c.held, c.within = want, false
			}
		}
		if t.Failed() {
			return
		}
	}
}

// change makes n random changes.
func (g *grove) change(r *rand.Rand, group, calendar string, n int) {
	g.t.Helper()
	const me = "/v1.0/me"
	any := func(path string) string {
		list := (&follower{g: g, name: "x"}).read(path)
		ids := slices.Sorted(maps.Keys(list))
		if len(ids) == 0 {
			return ""
		}
		return ids[r.IntN(len(ids))]
	}
	do := func(method, path, body string) {
		if rec := g.send(method, path, body); rec.Code >= 500 {
			g.t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
		} else if method == "DELETE" && rec.Code == http.StatusNoContent {
			g.gone[path[strings.LastIndexByte(path, '/')+1:]] = true
		}
	}
	folders, contactFolders := g.all("folder"), g.all("contactFolder")
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for range n {
		name := fmt.Sprintf(`{"displayName":"n%d"}`, r.IntN(1000))
		events := pick([]string{"/v1.0/groups/" + group + "/events", me + "/calendars/" + calendar + "/events"})
		switch r.IntN(14) {
		case 0:
			do("POST", me+"/mailFolders/"+pick(folders)+"/childFolders", name)
		case 1:
			if id := any(me + "/mailFolders/" + pick(folders) + "/childFolders"); id != "" && !slices.Contains(folders, id) {
				do("PATCH", me+"/mailFolders/"+id, name)
				do("POST", me+"/mailFolders/"+id+"/move", `{"destinationId":"`+pick(folders)+`"}`)
			}
		case 2:
			if id := any(me + "/mailFolders/deleteditems/childFolders"); id != "" {
				do("DELETE", me+"/mailFolders/"+id, "")
			} else if id := any(me + "/mailFolders/" + pick(folders) + "/childFolders"); id != "" && !slices.Contains(folders, id) {
				do("POST", me+"/mailFolders/"+id+"/move", `{"destinationId":"deleteditems"}`)
			}
		case 3:
			do("POST", me+"/mailFolders/"+pick(folders[:2])+"/messages", `{"subject":"x"}`)
		case 4, 5:
			if id := any(me + "/mailFolders/" + folders[r.IntN(2)] + "/messages"); id != "" {
				do("POST", me+"/messages/"+id+"/move", `{"destinationId":"`+pick(folders[:2])+`"}`)
				do("PATCH", me+"/messages/"+id, fmt.Sprintf(`{"isRead":%t}`, r.IntN(2) == 0))
			}
		case 6:
			do("POST", me+"/contactFolders/"+pick(contactFolders)+"/childFolders", name)
		case 7:
			if id := any(me + "/contactFolders/" + pick(contactFolders) + "/childFolders"); id != "" && !slices.Contains(contactFolders, id) {
				if list := (&follower{g: g, name: "x"}).read(me + "/contactFolders/" + id + "/contacts"); len(list) == 0 {
					do(pick([]string{"PATCH", "DELETE"}), me+"/contactFolders/"+id, name)
				}
			}
		case 8:
			do("POST", me+"/contactFolders/"+pick(contactFolders[:2])+"/contacts", name)
		case 9, 10:
			if id := any(me + "/contacts"); id != "" {
				do("PATCH", me+"/contacts/"+id, `{"parentFolderId":"`+pick(contactFolders[:2])+`"}`)
				if r.IntN(3) == 0 {
					do("DELETE", me+"/contacts/"+id, "")
				}
			}
		case 11:
			do("POST", events, strings.Replace(anEvent, `"subject":"x"`, `"subject":"y"`, 1))
		default:
			id := any(events)
			if id == "" {
				continue
			}
			switch r.IntN(5) {
			case 0:
				do("DELETE", events+"/"+id, "")
			case 1:
				do("PATCH", events+"/"+id, `{"recurrence":null}`)
			case 2:
				do("DELETE", events+"/"+id+".20261202", "")
			case 3:
				do("PATCH", events+"/"+id+".20261203", `{"subject":"one"}`)
			default:
				do("PATCH", events+"/"+id, fmt.Sprintf(`{"subject":"s%d"}`, r.IntN(100)))
			}
		}
	}
}

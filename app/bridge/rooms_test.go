package bridge

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"daybook/api"
)

// building is a public interface with so many rooms. It gives no link to the
// next page, or, where it has links, only those; and may forget to skip.
type building struct {
	rooms           int
	links, standing bool

	mu    sync.Mutex // people are asked for in several places at once
	asked []string
}

func (b *building) RoundTrip(r *http.Request) (*http.Response, error) {
	b.mu.Lock()
	b.asked = append(b.asked, r.URL.Path+"?"+r.URL.RawQuery)
	b.mu.Unlock()
	body := `{"value":[{"id":"u","displayName":"Room 3","mail":"R3@x.example","userType":"Member"},{"id":"v","displayName":"Roomy Bo","mail":"bo@x.example"}]}`
	if strings.HasSuffix(r.URL.Path, "/places/microsoft.graph.room") {
		from, _ := strconv.Atoi(r.URL.Query().Get("$skip"))
		if b.standing {
			from = 0
		}
		var rooms []string
		for i := from; i < min(from+100, b.rooms); i++ {
			rooms = append(rooms, fmt.Sprintf(`{"id":"p%d","displayName":"Room %d","emailAddress":"r%d@x.example","building":"Quay"}`, i, i, i))
		}
		next := ""
		if b.links && from+100 < b.rooms {
			next = fmt.Sprintf(`,"@odata.nextLink":"https://mail.example/v1.0/places/microsoft.graph.room?$skip=%d"`, from+100)
		}
		body = `{"value":[` + strings.Join(rooms, ",") + `]` + next + `}`
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func (b *building) client(t *testing.T) *api.Client {
	t.Helper()
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: b})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestAllRoomsAreReadWithAndWithoutLinks(t *testing.T) {
	for _, c := range []struct {
		b     *building
		rooms int
		asked int
	}{
		{&building{rooms: 0}, 0, 1},
		{&building{rooms: 30}, 30, 1},
		{&building{rooms: 100}, 100, 2},
		{&building{rooms: 250}, 250, 3},
		{&building{rooms: 250, links: true}, 250, 3},
		{&building{rooms: 1000}, roomsRead, 4},
		{&building{rooms: 250, standing: true}, 100, 2},
	} {
		list, err := c.b.client(t).AllRooms(t.Context(), roomsRead)
		if err != nil || len(list) != c.rooms || len(c.b.asked) != c.asked {
			t.Errorf("of %d: got %d rooms, %v, want %d in %d requests", c.b.rooms, len(list), err, c.rooms, c.asked)
		}
	}
}

func TestRoomsAreToldFromPeople(t *testing.T) {
	b := &building{rooms: 12}
	all := New(b.client(t), Options{})
	people, times := all.Inbox.people, all.Finder
	if got, err := people.Complete(t.Context(), "room", 9); err != nil || len(got) != 1 || got[0].Address != "bo@x.example" {
		t.Errorf("completed %v, %v, want the person alone", got, err)
	}
	if got, err := people.Rooms(t.Context(), "room 1", 9); err != nil || len(got) != 3 {
		t.Errorf("got %v, %v, want the rooms 1, 10 and 11", got, err)
	}
	got, err := times.Candidates(t.Context())
	n := 0
	for _, c := range got {
		if c.Room {
			n++
		}
	}
	if err != nil || n != 12 || len(got) != 13 {
		t.Errorf("to choose from are %v, %v, want 12 rooms, those too that are far down the directory, and a person", got, err)
	}
	read := 0
	for _, asked := range b.asked {
		if strings.Contains(asked, "/places/") {
			read++
		}
	}
	if read != 1 {
		t.Errorf("the rooms were read %d times, want once for all keys", read)
	}
}

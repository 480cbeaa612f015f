package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

// kinds are the items that have custom data, and how one of each is gone to.
var kinds = []struct {
	name  string
	goTo  func(d *driver)
	title string
	find  func(ctx context.Context, c *api.Client) ([]extended, error)
}{
	{"message", func(d *driver) { d.Press("g", "i") }, "Welcome: this is a sample mailbox", func(ctx context.Context, c *api.Client) ([]extended, error) {
		page, err := c.Me().Messages(ctx, api.Filter(api.Eq("subject", "Welcome: this is a sample mailbox")))
		return each(ctx, page, err, func(m model.Message) extended { return c.Me().Message(m.ID) })
	}},
	{"event", func(d *driver) { d.toEvent("Hauge ruler") }, "Mrs Hauge shows the ruler", func(ctx context.Context, c *api.Client) ([]extended, error) {
		page, err := c.Me().Events(ctx, api.Filter(api.Eq("subject", "Mrs Hauge shows the ruler")))
		return each(ctx, page, err, func(e model.Event) extended { return c.Me().Event(e.ID) })
	}},
	{"group event", func(d *driver) { d.toEvent("Winter timetable") }, "Winter timetable is published", func(ctx context.Context, c *api.Client) ([]extended, error) {
		groups, err := c.Groups(ctx)
		if err != nil {
			return nil, err
		}
		var out []extended
		for _, g := range groups.Value {
			page, err := c.Group(g.ID).Events(ctx)
			found, err := each(ctx, page, err, func(e model.Event) extended { return c.Group(g.ID).Event(e.ID) })
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
		return out, nil
	}},
	{"contact", func(d *driver) {
		d.Press("g", "p")
		d.Pass(time.Second)
		d.Press("/")
		d.Type("Fay")
		d.Pass(time.Second)
		d.Press("enter")
	}, "Fay", func(ctx context.Context, c *api.Client) ([]extended, error) {
		page, err := c.Me().Contacts(ctx)
		return each(ctx, page, err, func(p model.Contact) extended { return c.Me().Contact(p.ID) })
	}},
	{"post", func(d *driver) {
		d.Press("g", "u")
		d.Pass(2 * time.Second)
	}, "Post of", func(ctx context.Context, c *api.Client) ([]extended, error) {
		return everyPost(ctx, c)
	}},
}

// extended is an item that has extensions.
type extended interface {
	Extensions(ctx context.Context, opts ...api.Option) (*api.Page[model.OpenTypeExtension], error)
}

func each[T any](ctx context.Context, page *api.Page[T], err error, ref func(T) extended) ([]extended, error) {
	if err != nil {
		return nil, err
	}
	var out []extended
	for v, err := range page.All(ctx) {
		if err != nil {
			return nil, err
		}
		out = append(out, ref(v))
	}
	return out, nil
}

func everyPost(ctx context.Context, c *api.Client) ([]extended, error) {
	groups, err := c.Groups(ctx)
	if err != nil {
		return nil, err
	}
	var out []extended
	for _, g := range groups.Value {
		threads, err := c.Group(g.ID).Threads(ctx)
		if err != nil {
			return nil, err
		}
		for _, t := range threads.Value {
			page, err := c.Group(g.ID).Thread(t.ID).Posts(ctx)
			posts, err := each(ctx, page, err, func(p model.Post) extended { return c.Group(g.ID).Thread(t.ID).Post(p.ID) })
			if err != nil {
				return nil, err
			}
			out = append(out, posts...)
		}
	}
	return out, nil
}

// toEvent goes to an event of any calendar by its words.
func (d *driver) toEvent(words string) {
	d.Press("g", "w", "/")
	d.Type(words)
	d.Press("enter")
	d.Pass(time.Second)
	d.Press("enter")
	d.Pass(time.Second)
}

// give opens the custom data of what the cursor is on, and makes an extension
// with a value.
func (d *driver) give(name, property, value string) {
	d.Press(",")
	d.Pass(time.Second)
	d.Press("n")
	d.Type(name)
	d.Press("enter")
	d.Type(property)
	d.Press("enter")
	d.Type(value)
	d.Press("enter")
	d.Pass(time.Second)
}

func TestCustomDataOfEveryKindIsMadeChangedDeletedAndTakenBack(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		for _, k := range kinds {
			k.goTo(d)
			d.give("org.example.journey", "score", "7")
			d.See("Custom data · "+k.title, "org.example.journey", "1 property", "score", "7", "number", "Added score")

			d.Press("enter", "backspace") // another value
			d.Type("2.50")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("2.50", "Changed score")

			d.Press("a") // a list
			d.Type("tags")
			d.Press("enter")
			d.Type("one")
			d.Press("shift+tab", "enter", "a")
			d.Type("true")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("one, true", "list of 2")

			d.Press("A") // and one to be deleted
			d.Type("gone")
			d.Press("enter", "enter", "d")
			d.Pass(time.Second)
			d.See("Deleted gone")
			d.DontSee("gone  ")

			d.Press("n") // an extension deleted, and brought back
			d.Type("org.example.second")
			d.Press("enter")
			d.Type("n")
			d.Press("enter")
			d.Type("1")
			d.Press("enter", "h", "d")
			d.Pass(time.Second)
			d.See("Deleted org.example.second")
			d.DontSee("org.example.second  ")
			d.Press("u")
			d.Pass(time.Second)
			d.See("org.example.second", "Taken back: Deleted")
			d.Press("esc")
			d.DontSee("Custom data ·")
		}
	})
	read := func(t *testing.T, kind int) map[string]string { return secondClient(t, data, kinds[kind].find) }
	for i, k := range kinds {
		got := read(t, i)
		for name, want := range map[string]string{"org.example.journey": `{"score":2.50,"tags":["one",true]}`, "org.example.second": `{"n":1}`} {
			if got[name] != want {
				t.Errorf("%s, %s: another client reads %s, want %s", k.name, name, got[name], want)
			}
		}
	}
	journey(t, setup{Data: data}, func(d *driver) { // the undo log is there after a restart
		d.Press("u")
		d.See("Newest step is on Groups: Added n to org.example.second. u again takes it back")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Added n to org.example.second")
	})
	if got := read(t, len(kinds)-1); got["org.example.second"] != "{}" {
		t.Errorf("after undo in a new session another client reads %s, want none of its properties", got["org.example.second"])
	}
}

// markOfPost looks for the mark of custom data behind a post. The public
// interface does not tell of it in a list.
func (d *driver) markOfPost(name string) {
	d.t.Helper()
	if !d.public {
		d.See("{} " + name)
	}
}

func TestANewEventAndANewConversationBeginWithCustomData(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	draft := func(d *driver, name, value string) {
		d.Press("alt+,")
		d.See("No custom data yet")
		d.Press("n")
		d.Type(name)
		d.Press("enter")
		d.Type("what")
		d.Press("enter")
		d.Type(value)
		d.Press("enter", "esc")
		d.See("1 extension")
		d.Press("ctrl+s")
		d.Pass(time.Second)
	}
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w", "g", "t")
		d.Type("sat 14:00")
		d.Press("enter", "n")
		d.Type("Paint the fence")
		draft(d, "org.example.event", "white")
		d.See("Created “Paint the fence”")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("org.example.event")
		d.Press("esc", "g", "u")
		d.Pass(2 * time.Second)
		d.Press("n")
		d.Type("Lunch")
		d.Press("tab")
		d.Type("Noon at the mill?")
		draft(d, "org.example.conversation", "soup")
		d.See("Began the conversation")
		d.Pass(10 * time.Second)
		d.markOfPost("org.example.conversation")
		d.Press("r")
		d.Type("Yes")
		draft(d, "org.example.reply", "bread")
		d.See("Posted: Lunch")
		d.Pass(10 * time.Second)
		d.markOfPost("org.example.reply")
	})
	got := secondClient(t, data, func(ctx context.Context, c *api.Client) ([]extended, error) {
		page, err := c.Me().Events(ctx, api.Filter(api.Eq("subject", "Paint the fence")))
		events, err := each(ctx, page, err, func(e model.Event) extended { return c.Me().Event(e.ID) })
		if err != nil {
			return nil, err
		}
		posts, err := everyPost(ctx, c)
		return append(events, posts...), err
	})
	for name, want := range map[string]string{"org.example.event": `{"what":"white"}`, "org.example.conversation": `{"what":"soup"}`, "org.example.reply": `{"what":"bread"}`} {
		if got[name] != want {
			t.Errorf("%s: another client reads %s, want %s", name, got[name], want)
		}
	}
}

// secondClient reads the extensions of some items from the data folder,
// through a client and a service of its own.
func secondClient(t *testing.T, data string, find func(context.Context, *api.Client) ([]extended, error)) map[string]string {
	t.Helper()
	out := map[string]string{}
	truth(t, data, "", func(t *testing.T, c *api.Client) { readExtensions(t, c, find, out) })
	return out
}

func readExtensions(t *testing.T, c *api.Client, find func(context.Context, *api.Client) ([]extended, error), out map[string]string) {
	t.Helper()
	ctx := t.Context()
	items, err := find(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range items {
		page, err := i.Extensions(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range page.Value {
			b, err := json.Marshal(x.Data)
			if err != nil {
				t.Fatal(err)
			}
			if was, ok := out[x.ExtensionName]; ok && was != string(b) {
				out[x.ExtensionName] = fmt.Sprintf("%s and %s", was, b)
				continue
			}
			out[x.ExtensionName] = string(b)
		}
	}
}

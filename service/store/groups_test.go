package store

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"daybook/model"
	"daybook/service/odata"
)

func addGroupMailbox(t testing.TB, s *Store, name string) Mailbox {
	t.Helper()
	m, err := s.AddMailbox(t.Context(), Mailbox{Kind: KindGroup, PrincipalName: name, DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestListsOfGroupsAreServedByAnIndex(t *testing.T) {
	s := openTest(t)
	g, schemas := addGroupMailbox(t, s, "atlas@contoso.example"), s.GroupSchemas()
	newest, oldest := odata.By("lastDeliveredDateTime", true), odata.By("receivedDateTime", false)
	onMailbox(t, s, g.ID, func(tx *Tx, group int64) error {
		for _, c := range []struct {
			what, index string
			after       []any
			plan        func(q odata.Query) (string, error)
			query       odata.Query
		}{
			{"groups", "group_profiles_by_name", []any{"atlas", "x"}, func(q odata.Query) (string, error) { return groupListing("").plan(tx, q) },
				asked(t, schemas.Groups, nil, "", odata.By("displayName", false))},
			{"conversations", "conversations_by_time", []any{int64(5), "x"}, func(q odata.Query) (string, error) { return conversationListing(group).plan(tx, q) },
				asked(t, schemas.Conversations, nil, "", newest)},
			{"threads", "threads_by_time", []any{int64(5), "x"}, func(q odata.Query) (string, error) { return threadListing(group, "").plan(tx, q) },
				asked(t, schemas.Threads, nil, "$filter=isLocked eq false", newest)},
			{"threads of a conversation", "threads_in_conversation", []any{int64(5), "x"}, func(q odata.Query) (string, error) { return threadListing(group, "v").plan(tx, q) },
				asked(t, schemas.Threads, nil, "", newest)},
			{"posts", "posts_in_thread", []any{int64(5), "x"}, func(q odata.Query) (string, error) { return postListing(group, "t").plan(tx, q) },
				asked(t, schemas.Posts, nil, "", oldest)},
		} {
			for _, after := range [][]any{nil, c.after} {
				c.query.After = after
				plan, err := c.plan(c.query)
				if err != nil {
					return err
				}
				served(t, fmt.Sprintf("%s after %v", c.what, after), plan, c.index)
			}
		}
		return nil
	})
}

// said is what a thread should show, kept beside the store.
type said struct {
	conversation string
	posts        []spoken
}

type spoken struct {
	id, sender, text string
	file             string // attachment id, "" for none
}

// TestThreadsShowWhatTheirPostsSay compares the summaries of threads and
// conversations with a model after random posts and deletions.
func TestThreadsShowWhatTheirPostsSay(t *testing.T) {
	s := openTest(t)
	serial := 0
	rapid.Check(t, func(rt *rapid.T) {
		serial++
		g := addGroupMailbox(t, s, fmt.Sprintf("group%d@contoso.example", serial))
		threads := map[string]*said{}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			err := s.Write(t.Context(), func(tx *Tx) error {
				group, err := tx.Mailbox(g.ID)
				if err != nil {
					return err
				}
				return step(rt, tx, group, threads)
			})
			if err != nil {
				rt.Fatal(err)
			}
			onMailbox(t, s, g.ID, func(tx *Tx, group int64) error { return compare(rt, s, tx, group, threads) })
		}
	})
}

func step(t *rapid.T, tx *Tx, group int64, threads map[string]*said) error {
	ids := slices.Sorted(func(yield func(string) bool) {
		for id := range threads {
			if !yield(id) {
				return
			}
		}
	})
	action := rapid.SampledFrom([]string{"begin", "post", "post", "post", "remove file", "delete"}).Draw(t, "action")
	if len(ids) == 0 {
		action = "begin"
	}
	thread := ""
	if action != "begin" {
		thread = rapid.SampledFrom(ids).Draw(t, "thread")
	}
	switch action {
	case "begin":
		conversation := ""
		if len(ids) > 0 && rapid.Bool().Draw(t, "in a conversation") {
			conversation = threads[rapid.SampledFrom(ids).Draw(t, "beside")].conversation
		} else {
			v, err := tx.AddConversation(group, "topic")
			if err != nil {
				return err
			}
			conversation = v.ID
		}
		made, err := tx.AddThread(group, conversation, model.ConversationThread{Topic: "topic"})
		if err != nil {
			return err
		}
		threads[made.ID] = &said{conversation: conversation}
		return speak(t, tx, group, made.ID, threads[made.ID])
	case "post":
		return speak(t, tx, group, thread, threads[thread])
	case "delete":
		delete(threads, thread)
		return tx.DeleteThread(group, thread)
	}
	for i := range threads[thread].posts {
		p := &threads[thread].posts[i]
		if p.file != "" {
			o := PostOwner(group, p.id)
			if err := tx.DeleteAttachment(o, p.file); err != nil {
				return err
			}
			p.file = ""
			return tx.PostChanged(o)
		}
	}
	return nil
}

func speak(t *rapid.T, tx *Tx, group int64, thread string, in *said) error {
	p := spoken{sender: rapid.SampledFrom([]string{"Ann", "Bo", "Cy"}).Draw(t, "sender"), text: rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "text")}
	n := NewPost{Post: model.Post{Body: &model.ItemBody{ContentType: "html", Content: "<b>" + p.text + "</b>"},
		From: &model.Recipient{EmailAddress: model.EmailAddress{Name: p.sender, Address: p.sender + "@contoso.example"}}}}
	if rapid.Bool().Draw(t, "with a file") {
		n.Attachments = []model.Attachment{{Name: "a.txt", ContentBytes: []byte("plan")}}
	}
	kept, err := tx.AddPost(group, thread, n)
	if err != nil {
		return err
	}
	p.id = kept.ID
	if len(kept.Attachments) > 0 {
		p.file = kept.Attachments[0].ID
	}
	in.posts = append(in.posts, p)
	return nil
}

func compare(t *rapid.T, s *Store, tx *Tx, group int64, threads map[string]*said) error {
	order, err := s.GroupSchemas().Threads.Order(nil, odata.By("id", false))
	if err != nil {
		return err
	}
	got, _, err := tx.Threads(group, "", odata.Query{Order: order, Limit: 1000})
	if err != nil {
		return err
	}
	if len(got) != len(threads) {
		t.Fatalf("%d threads, want %d", len(got), len(threads))
	}
	conversations := map[string]bool{}
	for _, g := range got {
		want := threads[g.ID]
		conversations[want.conversation] = true
		var senders []string
		files := false
		for _, p := range want.posts {
			if !slices.Contains(senders, p.sender) {
				senders = append(senders, p.sender)
			}
			files = files || p.file != ""
		}
		last := want.posts[len(want.posts)-1]
		if g.Preview != last.text || g.HasAttachments != files || !slices.Equal(g.UniqueSenders, senders) {
			t.Fatalf("thread shows %q, files %v, senders %v; want %q, %v, %v", g.Preview, g.HasAttachments, g.UniqueSenders, last.text, files, senders)
		}
		v, err := tx.Conversation(group, want.conversation)
		if err != nil {
			return err
		}
		if v.LastDeliveredDateTime.Before(*g.LastDeliveredDateTime) || files && !v.HasAttachments {
			t.Fatalf("the conversation shows %v, files %v; a thread of it has %v, %v", v.LastDeliveredDateTime, v.HasAttachments, g.LastDeliveredDateTime, files)
		}
	}
	n, err := tx.CountConversations(group, odata.Query{Order: order})
	if n != len(conversations) {
		t.Fatalf("%d conversations, want %d", n, len(conversations))
	}
	return err
}

package groups

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/people"
	"daybook/service/store"
	"daybook/service/store/sqltest"
	"daybook/service/store/storetest"
)

func TestListsOfGroupsAreServedByAnIndex(t *testing.T) {
	s := storetest.Open(t, people.Tables, Tables)
	g, schemas := addMailbox(t, s, "atlas@contoso.example"), NewSchemas()
	newest, oldest := odata.By("lastDeliveredDateTime", true), odata.By("receivedDateTime", false)
	storetest.OnMailbox(t, s, g.ID, func(tx *store.Tx, group int64) error {
		for _, c := range []struct {
			what, index string
			after       []any
			plan        func(q odata.Query) string
			query       odata.Query
		}{
			{"groups", "group_profiles_by_name", []any{"atlas", "x"}, func(q odata.Query) string { return storetest.Plan(t, tx, groups(""), q) },
				storetest.Asked(t, schemas.Groups, nil, "", odata.By("displayName", false))},
			{"conversations", "conversations_by_time", []any{int64(5), "x"}, func(q odata.Query) string { return storetest.Plan(t, tx, conversations(group), q) },
				storetest.Asked(t, schemas.Conversations, nil, "", newest)},
			{"threads", "threads_by_time", []any{int64(5), "x"}, func(q odata.Query) string { return storetest.Plan(t, tx, Threads(group, ""), q) },
				storetest.Asked(t, schemas.Threads, nil, "$filter=isLocked eq false", newest)},
			{"threads of a conversation", "threads_in_conversation", []any{int64(5), "x"}, func(q odata.Query) string { return storetest.Plan(t, tx, Threads(group, "v"), q) },
				storetest.Asked(t, schemas.Threads, nil, "", newest)},
			{"posts", "posts_in_thread", []any{int64(5), "x"}, func(q odata.Query) string { return storetest.Plan(t, tx, Posts(group, "t"), q) },
				storetest.Asked(t, schemas.Posts, nil, "", oldest)},
		} {
			for _, after := range [][]any{nil, c.after} {
				c.query.After = after
				plan := c.plan(c.query)
				storetest.Served(t, fmt.Sprintf("%s after %v", c.what, after), plan, c.index)
			}
		}
		return nil
	})
}

// told is what a thread should show, kept beside the store.
type told struct {
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
	s := storetest.Open(t, people.Tables, Tables)
	serial := 0
	rapid.Check(t, func(rt *rapid.T) {
		serial++
		g := addMailbox(t, s, fmt.Sprintf("group%d@contoso.example", serial))
		threads := map[string]*told{}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				group, err := tx.Mailbox(g.ID)
				if err != nil {
					return err
				}
				return step(rt, tx, group, threads)
			})
			if err != nil {
				rt.Fatal(err)
			}
			storetest.OnMailbox(t, s, g.ID, func(tx *store.Tx, group int64) error { return compare(rt, s, tx, group, threads) })
		}
	})
}

func step(t *rapid.T, tx *store.Tx, group int64, threads map[string]*told) error {
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
			v, err := AddConversation(tx, group, "topic")
			if err != nil {
				return err
			}
			conversation = v.ID
		}
		made, err := AddThread(tx, group, conversation, model.ConversationThread{Topic: "topic"})
		if err != nil {
			return err
		}
		threads[made.ID] = &told{conversation: conversation}
		return speak(t, tx, group, made.ID, threads[made.ID])
	case "post":
		return speak(t, tx, group, thread, threads[thread])
	case "delete":
		delete(threads, thread)
		return deleteThread(tx, group, thread)
	}
	for i := range threads[thread].posts {
		p := &threads[thread].posts[i]
		if p.file != "" {
			o := ownerOfPost(group, p.id)
			if err := tx.DeleteAttachment(o, p.file); err != nil {
				return err
			}
			p.file = ""
			return postChanged(tx, o)
		}
	}
	return nil
}

func speak(t *rapid.T, tx *store.Tx, group int64, thread string, in *told) error {
	p := spoken{sender: rapid.SampledFrom([]string{"Ann", "Bo", "Cy"}).Draw(t, "sender"), text: rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "text")}
	n := NewPost{Post: model.Post{Body: &model.ItemBody{ContentType: "html", Content: "<b>" + p.text + "</b>"},
		From: &model.Recipient{EmailAddress: model.EmailAddress{Name: p.sender, Address: p.sender + "@contoso.example"}}}}
	if rapid.Bool().Draw(t, "with a file") {
		n.Attachments = []model.Attachment{{Name: "a.txt", ContentBytes: []byte("plan")}}
	}
	kept, err := AddPost(tx, group, thread, n)
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

func compare(t *rapid.T, s *store.Store, tx *store.Tx, group int64, threads map[string]*told) error {
	order, err := NewSchemas().Threads.Order(nil, odata.By("id", false))
	if err != nil {
		return err
	}
	got, _, err := Threads(group, "").Page(tx, odata.Query{Order: order, Limit: 1000})
	if err != nil {
		return err
	}
	if len(got) != len(threads) {
		t.Fatalf("%d threads, want %d", len(got), len(threads))
	}
	seen := map[string]bool{}
	for _, g := range got {
		want := threads[g.ID]
		seen[want.conversation] = true
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
		v, err := conversation(tx, group, want.conversation)
		if err != nil {
			return err
		}
		if v.LastDeliveredDateTime.Before(*g.LastDeliveredDateTime) || files && !v.HasAttachments {
			t.Fatalf("the conversation shows %v, files %v; a thread of it has %v, %v", v.LastDeliveredDateTime, v.HasAttachments, g.LastDeliveredDateTime, files)
		}
	}
	n, err := conversations(group).Count(tx, odata.Query{Order: order})
	if n != len(seen) {
		t.Fatalf("%d conversations, want %d", n, len(seen))
	}
	return err
}

func addMailbox(t testing.TB, s *store.Store, name string) store.Mailbox {
	t.Helper()
	m, err := s.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindGroup, PrincipalName: name, DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestGroupsAreAsTheirColumnsSay(t *testing.T) {
	s := storetest.Open(t)
	storetest.Listed(t, s, postTable, "mailbox_id")
	storetest.Listed(t, s, threadTable, "mailbox_id")
	storetest.Listed(t, s, conversationTable, "mailbox_id")
	storetest.Listed(t, s, groupTable, "mailbox_id")
}

// TestEveryPropertyOfGroupsIsReadBySQL holds the schemas to what memory makes
// of the entities, property by property.
func TestEveryPropertyOfGroupsIsReadBySQL(t *testing.T) {
	s := storetest.Open(t, people.Tables, Tables)
	team, schemas := addMailbox(t, s, "team@contoso.example"), NewSchemas()
	addMailbox(t, s, "bo@contoso.example")
	refused := map[string]string{}
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		group, err := tx.Mailbox(team.ID)
		if err != nil {
			return err
		}
		var g model.Group
		sqltest.Decode(t, fullGroup, &g)
		g.ID = team.ID
		if err := SetGroup(tx, g); err != nil {
			return err
		}
		for _, text := range []string{fullThread, `{"topic":"bare"}`} {
			v, err := AddConversation(tx, group, "Émile's")
			if err != nil {
				return err
			}
			var th model.ConversationThread
			sqltest.Decode(t, text, &th)
			if th, err = AddThread(tx, group, v.ID, th); err != nil {
				return err
			}
			for _, text := range []string{fullPost, `{}`} {
				var n NewPost
				sqltest.Decode(t, text, &n.Post)
				if _, err := AddPost(tx, group, th.ID, n); err != nil {
					return err
				}
			}
			refused["posts"] = sqltest.Agree(t, schemas.Posts, storetest.Reading(tx, Posts(group, th.ID)), sqltest.Itself)
		}
		refused["conversations"] = sqltest.Agree(t, schemas.Conversations, storetest.Reading(tx, conversations(group)), sqltest.Itself)
		refused["threads"] = sqltest.Agree(t, schemas.Threads, storetest.Reading(tx, Threads(group, "")), sqltest.Itself)
		refused["groups"] = sqltest.Agree(t, schemas.Groups, storetest.Reading(tx, groups("")), sqltest.Itself)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{"groups": "members* owners*", "conversations": "threads*", "threads": "posts*", "posts": "attachments*"} {
		if refused[what] != want {
			t.Errorf("%s: no filter may name %s, want %s", what, refused[what], want)
		}
	}
}

const (
	fullGroup  = `{"displayName":"Équipe","description":"É","mail":"team@contoso.example","mailNickname":"team","visibility":"Private","groupTypes":["Unified"],"mailEnabled":true}`
	fullThread = `{"topic":"Été","isLocked":true,"toRecipients":[` + sqltest.Person + `],"ccRecipients":[` + sqltest.Nameless + `]}`
	fullPost   = `{"body":{"contentType":"html","content":"<p>É</p>"},"from":` + sqltest.Person + `,"newParticipants":[` + sqltest.Person + `],"hasAttachments":true}`
)

package sample

import (
	"slices"
	"testing"

	"daybook/model"
	"daybook/service/groups"
	"daybook/service/odata"
	"daybook/service/store"
)

func TestLoadedGroupsHoldTheirThreads(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	newest, err := groups.NewSchemas().Threads.Order(nil, odata.By("lastDeliveredDateTime", true))
	if err != nil {
		t.Fatal(err)
	}
	oldest, err := groups.NewSchemas().Posts.Order(nil, odata.By("receivedDateTime", false))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range w.Groups {
		read(t, s, g.ID, func(tx *store.Tx, group int64) error {
			members, err := groups.Members(tx, group, false)
			if err != nil || len(members) != len(g.Members) {
				t.Errorf("%s has %d members (%v), want %d", g.DisplayName, len(members), err, len(g.Members))
			}
			threads, _, err := groups.Threads(group, "").Page(tx, odata.Query{Order: newest, Limit: 1000})
			if err != nil {
				return err
			}
			if len(threads) != len(g.Threads) {
				t.Errorf("%s has %d threads, want %d", g.DisplayName, len(threads), len(g.Threads))
			}
			for _, want := range g.Threads {
				i := slices.IndexFunc(threads, func(t model.ConversationThread) bool { return t.Topic == want.Topic })
				if i < 0 {
					t.Errorf("%s has no thread %q", g.DisplayName, want.Topic)
					continue
				}
				posts, _, err := groups.Posts(group, threads[i].ID).Page(tx, odata.Query{Order: oldest, Limit: 1000})
				if err != nil {
					return err
				}
				last := want.Posts[len(want.Posts)-1]
				if len(posts) != len(want.Posts) || threads[i].IsLocked != want.IsLocked || !threads[i].LastDeliveredDateTime.Equal(*last.ReceivedDateTime) {
					t.Errorf("%q: %d posts, locked %v, newest %v; want %d, %v, %v", want.Topic, len(posts), threads[i].IsLocked,
						threads[i].LastDeliveredDateTime, len(want.Posts), want.IsLocked, last.ReceivedDateTime)
				}
			}
			return nil
		})
	}
}

package store

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"daybook/service/odata"
	"daybook/service/store/pgtest"
)

// No question of a screen may look at the whole mailbox, or sort it: each is
// answered from an index in the order that is shown.
func TestScreenQueriesAreServedByAnIndex(t *testing.T) {
	pgtest.FilesOnly(t, "plan that says EXPLAIN QUERY PLAN")
	s := openTest(t)
	id, folder := load(t, s, 400)
	index := map[string]string{
		"newest": "messages_in_folder", "unread": "messages_unread", "flagged": "messages_flagged", "other": "messages_focused", "unreadOther": "messages_unread_lens",
		"from": "messages_from", "attachments": "messages_with_files", "notInFolders": "messages_in_folder",
		"rareWord": "VIRTUAL TABLE INDEX", "commonWord": "VIRTUAL TABLE INDEX", "twoWords": "VIRTUAL TABLE INDEX",
		"begin1": "VIRTUAL TABLE INDEX", "begin2": "VIRTUAL TABLE INDEX", "begin3": "VIRTUAL TABLE INDEX", "begin4": "VIRTUAL TABLE INDEX",
		"fromOrFrom": "VIRTUAL TABLE INDEX", "to": "VIRTUAL TABLE INDEX", "wordNotFrom": "VIRTUAL TABLE INDEX", "wordOnDays": "VIRTUAL TABLE INDEX",
		"largeWord": "VIRTUAL TABLE INDEX", "wordOrUnread": "messages_in_folder", "beginOrState": "messages_in_folder",
		"rareOrState": "messages_in_folder", "notWord": "messages_in_folder", "noSuchDays": "USING INDEX messages_", "larger": "messages_in_folder",
		"begin5": "VIRTUAL TABLE INDEX", "beginTwo": "VIRTUAL TABLE INDEX", "prefix": "VIRTUAL TABLE INDEX", "fromAndWord": "VIRTUAL TABLE INDEX",
		"category": "message_categories", "thread": "messages_in_thread", "everywhere": "messages_by_order",
	}
	queries := map[string]string{"category": "$filter=categories/any(c:c eq 'atlas')", "thread": "$filter=conversationId eq 'x'", "everywhere": ""}
	for name, raw := range screenQueries {
		queries[name] = raw
	}
	err := s.Read(context.Background(), func(tx *Tx) error {
		mb, err := tx.Mailbox(id)
		if err != nil {
			return err
		}
		for name, raw := range queries {
			in := folder
			switch name {
			case "flagged", "from", "attachments", "category", "thread", "everywhere":
				in = ""
			}
			q := question(t, s, mb, in, raw)
			if name == "category" {
				q.Hint = tx.WithCategory(mb, "atlas")
			}
			for _, after := range [][]any{nil, {int64(1) << 60}} {
				q.After = after
				plan, err := tx.explain(q)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				scans := strings.Contains(plan, "SCAN m\n") || strings.Contains(plan, "SCAN m ") || (strings.Contains(plan, "SCAN") && !strings.Contains(plan, "VIRTUAL TABLE"))
				if index[name] == "VIRTUAL TABLE INDEX" && !strings.Contains(plan, "ord=?)") {
					t.Errorf("%s (after %v) does not go from the text index to the one message:\n%s", name, after, plan)
				}
				if scans || strings.Contains(plan, "TEMP B-TREE FOR ORDER") || !strings.Contains(plan, index[name]) {
					t.Errorf("%s (after %v) is not served by %s alone:\n%s", name, after, index[name], plan)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCountsAgreeWithTheFolders(t *testing.T) {
	s := openTest(t)
	id, _ := load(t, s, 300)
	checkCounts(t, s, id)
}

// checkCounts compares the kept counts of every folder with its rows.
func checkCounts(t testing.TB, s *Store, id string) {
	t.Helper()
	err := s.Read(context.Background(), func(tx *Tx) error {
		mb, err := tx.Mailbox(id)
		if err != nil {
			return err
		}
		var wrong int
		err = tx.QueryRow(`SELECT count(*) FROM folders f WHERE mailbox_id = ? AND (
			total <> (SELECT count(*) FROM messages m WHERE m.mailbox_id = f.mailbox_id AND m.folder_id = f.id)
			OR unread <> (SELECT count(*) FROM messages m WHERE m.mailbox_id = f.mailbox_id AND m.folder_id = f.id AND m.is_read = 0)
			OR children <> (SELECT count(*) FROM folders c WHERE c.mailbox_id = f.mailbox_id AND c.parent_id = f.id))`, mb).Scan(&wrong)
		if wrong > 0 {
			t.Errorf("%d folders have counts that do not agree with their rows", wrong)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// explain returns the plan of a page's query.
func (tx *Tx) explain(m MessageQuery) (string, error) {
	return m.listing(false).plan(tx, m.query())
}

// plan returns the plan of a page's query.
func (l *Listing[T]) plan(tx *Tx, q odata.Query) (string, error) {
	b, err := l.PageSQL(&q)
	if err != nil {
		return "", err
	}
	e := &Statement{}
	e.Add(`EXPLAIN QUERY PLAN `+b.Text.String(), b.Args...)
	return tx.planOf(e)
}

// planOf reads the lines of a plan.
func (tx *Tx) planOf(q *Statement) (string, error) {
	rows, err := tx.Query(q.Text.String(), q.Args...)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail sql.NullString
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			return "", err
		}
		plan.WriteString(detail.String + "\n")
	}
	return plan.String(), rows.Err()
}

package mail

import (
	"encoding/json"
	"errors"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// A delta query first lists the folder, newest first, then answers what has
// changed. Its tokens remember where the change log stood when the list
// began, so that what changes while it is paged comes with the next round.
type deltaToken struct {
	since int64 // number of the last change told
	order int64 // of the last message listed; 0 when the list is done
}

func (t deltaToken) encode(mark odata.Fingerprint) string {
	return odata.Token{Keys: []any{t.since, t.order}}.Encode(mark)
}

func readDeltaToken(option, text string, mark odata.Fingerprint) (deltaToken, error) {
	token, err := odata.DecodeToken(option, text, mark)
	if err != nil {
		return deltaToken{}, err
	}
	if len(token.Keys) == 2 {
		since, ok1 := token.Keys[0].(int64)
		order, ok2 := token.Keys[1].(int64)
		if ok1 && ok2 {
			return deltaToken{since, order}, nil
		}
	}
	return deltaToken{}, model.Errorf(model.CodeSyncStateGone, "%s: not a token of this query; start over", option)
}

// delta serves /mailFolders/{id}/messages/delta.
func (a *Area) delta(r *rest.Request) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	if o.Search != nil || len(o.OrderBy) > 0 || o.Skip != nil || o.Count {
		return rest.Reply{}, model.Errorf(model.CodeBadRequest, "delta takes $select, $filter, $expand and $top alone")
	}
	q, err := a.query(r, o)
	if err != nil {
		return rest.Reply{}, err
	}
	if q.Limit, err = r.PageSize(deltaPage); err != nil {
		return rest.Reply{}, err
	}
	mark := o.Fingerprint("delta" + r.Key("folder"))
	var page rest.Page
	err = a.read(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		q.Mailbox = mailbox
		if q.Folder, err = folderOf(tx, mailbox, r); err != nil {
			return err
		}
		switch {
		case strings.EqualFold(o.DeltaToken, deltaLatest):
			page, err = deltaFromNow(tx, mailbox, mark)
		case o.DeltaToken != "":
			page, err = a.deltaChanges(tx, &q, "$deltatoken", o.DeltaToken, mark)
		default:
			page, err = a.deltaList(tx, &q, o.SkipToken, mark)
		}
		return err
	})
	return page.Reply(), err
}

// deltaLatest asks for the present state's token without the listing that
// leads to it, as the directory's delta queries do: for a client that reads
// the folder page by page and wants to hear of changes alone.
const deltaLatest = "latest"

func deltaFromNow(tx *store.Tx, mailbox int64, mark odata.Fingerprint) (rest.Page, error) {
	since, err := tx.LastSeq(mailbox)
	return rest.Page{Delta: deltaToken{since: since}.encode(mark)}, err
}

// deltaPage is the size of a page when nothing is asked.
const deltaPage = 50

// deltaList is a page of the first round.
func (a *Area) deltaList(tx *store.Tx, q *store.MessageQuery, skip string, mark odata.Fingerprint) (rest.Page, error) {
	var at deltaToken
	var err error
	if skip == "" {
		at.since, err = tx.LastSeq(q.Mailbox)
	} else {
		at, err = readDeltaToken("$skiptoken", skip, mark)
		if err == nil && at.order == 0 {
			return a.deltaChanges(tx, q, "$skiptoken", skip, mark)
		}
		q.After = []any{at.order}
	}
	if err != nil {
		return rest.Page{}, err
	}
	found, err := tx.Messages(*q)
	if err != nil {
		return rest.Page{}, err
	}
	page := rest.Page{Items: found.Items}
	if found.Next == nil {
		page.Delta = deltaToken{since: at.since}.encode(mark)
		return page, nil
	}
	order, _ := found.Next[0].(int64) // a list by arrival has that key alone
	page.Next = deltaToken{at.since, order}.encode(mark)
	return page, nil
}

// deltaChanges is a page of a later round: what was written, and what left or
// is gone, as @removed. A page more is a nextLink, the last one a deltaLink.
func (a *Area) deltaChanges(tx *store.Tx, q *store.MessageQuery, option, token string, mark odata.Fingerprint) (rest.Page, error) {
	at, err := readDeltaToken(option, token, mark)
	if err != nil {
		return rest.Page{}, err
	}
	changes, err := tx.Changes(q.Mailbox, "message", q.Folder, at.since, q.Limit+1)
	if err != nil {
		return rest.Page{}, err
	}
	more := len(changes) > q.Limit
	if more {
		changes = changes[:q.Limit]
	}
	var page rest.Page
	size := 0
	for _, c := range changes {
		item, err := deltaItem(tx, q, c)
		if err != nil {
			return page, err
		}
		if size += len(item); size > store.PageBytes && len(page.Items) > 0 {
			more = true
			break
		}
		page.Items = append(page.Items, item)
		at.since = c.Seq
	}
	if more {
		page.Next = at.encode(mark)
	} else {
		page.Delta = at.encode(mark)
	}
	return page, nil
}

func deltaItem(tx *store.Tx, q *store.MessageQuery, c store.Change) (json.RawMessage, error) {
	reason := "changed"
	switch c.Op {
	case store.Deleted:
		reason = "deleted"
	case store.Written:
		item, err := tx.MessageJSON(q.Mailbox, c.ItemID, *q)
		if !errors.Is(err, model.ErrNotFound) {
			return item, err
		}
		reason = "deleted"
	}
	return json.Marshal(struct {
		ID      string        `json:"id"`
		Removed model.Removed `json:"@removed"`
	}{c.ItemID, model.Removed{Reason: reason}})
}

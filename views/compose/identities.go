package compose

import (
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/identity"
	"daybook/widget/text"
)

// loadIdentities reads who the person writes as, before the first message.
func (c *Composer) loadIdentities() tea.Cmd {
	state, done := c.env.State, views.Done(&c.work, func(list []identity.Identity, err error) tea.Cmd {
		switch {
		case err != nil:
			return fail("Identities", err)
		case len(list) > 0:
			c.options.Identities.Set(list)
		}
		return nil
	})
	return func() tea.Msg { return done(identity.Read(state)) }
}

// Self are one's own addresses.
func (c *Composer) Self() []string {
	self := append([]string(nil), c.options.Self...)
	for _, i := range c.options.Identities.All() {
		self = append(self, i.Address)
	}
	return self
}

// from is the sender that a message says, nil for who is signed in.
func (c *Composer) from(as identity.Identity) *model.EmailAddress {
	book := c.options.Identities
	if c.options.From.Address == "" && book.IsOwn(as.Address) && (as.Name == "" || as.Name == book.Own().Name) {
		return nil
	}
	return &model.EmailAddress{Name: as.Name, Address: as.Address}
}

// addressed is the identity that a message went to, else that of new ones.
func (c *Composer) addressed(m model.Message) identity.Identity {
	all := c.options.Identities.All()
	for _, r := range append(append([]model.Recipient(nil), m.ToRecipients...), m.CcRecipients...) {
		if i := identity.At(all, r.EmailAddress.Address); i >= 0 {
			return all[i]
		}
	}
	return all[0]
}

// identityOf is who a draft of the mailbox is from, and the signature in it.
func (c *Composer) identityOf(m model.Message, body string) (from *model.EmailAddress, signature string) {
	all := c.options.Identities.All()
	as := all[0]
	if m.From != nil {
		if i := whichOf(all, m.From.EmailAddress); i >= 0 {
			as = all[i]
		}
	}
	if as.Signature != "" && strings.Contains(body, signatureBlock(as.Signature)) {
		signature = as.Signature
	}
	return c.from(as), signature
}

// as is which identity the draft is from, -1 for none of them.
func (e *editor) as() int {
	book := e.composer.options.Identities
	if e.draft.From != nil {
		return whichOf(book.All(), *e.draft.From)
	}
	return whichOf(book.All(), model.EmailAddress{Name: book.Own().Name, Address: book.Own().Address})
}

// whichOf is the identity of a name and address, else of the address.
func whichOf(all []identity.Identity, from model.EmailAddress) int {
	if i := identity.Find(all, identity.Identity{Name: from.Name, Address: from.Address}); i >= 0 {
		return i
	}
	return identity.At(all, from.Address)
}

// fromShown says that the line From is there: where it says something.
func (e *editor) fromShown() bool {
	return e.draft.From != nil || len(e.composer.options.Identities.All()) > 1
}

// nextIdentity has the draft be from the next of the person's addresses, with
// its signature in the place of the other.
func (e *editor) nextIdentity() tea.Cmd {
	c := e.composer
	all := c.options.Identities.All()
	if len(all) < 2 {
		return views.Notice(views.Info, "There is one address to write as. Account, Signatures adds others.")
	}
	is := all[(e.as()+1)%len(all)]
	shown, was, t := e.body.Value(), sender{e.draft.From, e.draft.Signature}, &e.typing
	body, there := swapSignature(e.tabs.restore(shown), e.draft.Signature, is.Signature)
	var cmd tea.Cmd
	t.last = time.Time{} // it is a change of its own
	if there {
		cmd = e.rewrite(body)
		e.draft.Signature = is.Signature
	}
	if e.body.Value() == shown {
		t.done, t.undone = append(t.done, change{field: fieldBody}), nil
	}
	t.done[len(t.done)-1].as = &was
	// One's own address is said too: the mailbox may have the draft with another.
	if e.draft.From = c.from(is); e.draft.From == nil {
		e.draft.From = &model.EmailAddress{Name: is.Name, Address: is.Address}
	}
	e.setSize(e.width, e.height)
	if !there {
		return tea.Batch(e.changed(), views.Notice(views.Info, "The signature was changed by hand and stays as it is."))
	}
	return tea.Batch(cmd, e.changed())
}

// signatureBlock is a signature as it stands under a text.
func signatureBlock(signature string) string {
	return "\n-- \n" + text.CleanBlock(strings.TrimRight(signature, "\n")).String() + "\n"
}

// swapSignature puts a signature in the place of another, either empty for
// none: below everything, what is quoted too, as all that follows "-- " is the
// signature for who reads it. There is false where the first does not stand in
// the body as it was.
func swapSignature(body, was, is string) (swapped string, there bool) {
	if was == is {
		return body, true
	}
	block := ""
	if is != "" {
		block = signatureBlock(is)
	}
	if was == "" {
		return strings.TrimRight(body, "\n") + "\n" + block, true
	}
	at := strings.LastIndex(body+"\n", signatureBlock(was))
	if at < 0 {
		return body, false
	}
	end := min(at+len(signatureBlock(was)), len(body))
	return body[:at] + block + body[end:], true
}

// whyRefused is why the mailbox did not take a message, said so that it can be
// helped where it is the sender that it refuses.
func whyRefused(d Draft, err error) error {
	denied := errors.Is(err, model.ErrSendAsDenied) || errors.Is(err, model.ErrAccessDenied)
	if d.From != nil && denied {
		return fmt.Errorf("this mailbox may not send as %s: alt+s writes as another address (%w)", d.From.Address, err)
	}
	return err
}

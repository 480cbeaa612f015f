package sample

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// sent is a message on its way: what all its copies share, and what was
// written about it.
type sent struct {
	line
	message model.Message
	text    string // the writer's own words, without signature and quote
	keys    []string
	cc      []string
	at      time.Time
}

// writtenMail delivers the threads of content/mail.
func (b *builder) writtenMail() error {
	all, err := scenes("mail")
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.fields["on"] == "weekend" && workday(b.today) {
			continue
		}
		if err := b.play(s); err != nil {
			return err
		}
	}
	return nil
}

// play writes the messages of a scene one after the other and delivers each.
func (b *builder) play(s scene) error {
	key := stableID("thread", s.name())
	var thread []sent
	for i, l := range s.lines {
		m, err := b.write(s, l, i, thread)
		if err == nil {
			err = b.deliver(s, key, m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", l.where, err)
		}
		thread = append(thread, m)
	}
	return nil
}

// name tells the thread from all others.
func (s scene) name() string { return cmp.Or(s.key, s.subject) }

// write makes the message that all recipients share.
func (b *builder) write(s scene, l line, n int, thread []sent) (sent, error) {
	m := sent{line: l, text: b.fill(l.text)}
	if !l.has("plain") {
		m.text = flow(m.text)
	}
	var last *sent
	if len(thread) > 0 {
		last = &thread[len(thread)-1]
		m.at = last.at
	}
	at, err := b.when(l.when, m.at)
	if err != nil {
		return m, err
	}
	if last != nil && at.Before(last.at) {
		return m, fmt.Errorf("%q is before the message that it follows", l.when)
	}
	if m.at = at; at.After(b.now) {
		m.at = b.now
	}
	if m.keys, m.cc, err = addressees(l, last); err != nil {
		return m, err
	}
	from, err := b.who.address(l.from)
	if err != nil {
		return m, err
	}
	m.message = model.Message{
		Subject:           b.fill(cmp.Or(l.subject, answerSubject(s, n))),
		InternetMessageID: messageID(from.Address, s.name(), n),
		SentDateTime:      &m.at, ReceivedDateTime: &m.at,
		From: &model.Recipient{EmailAddress: from}, Sender: &model.Recipient{EmailAddress: from},
		BodyPreview: preview(m.text), Importance: model.ImportanceNormal,
		Flag: &model.FollowupFlag{FlagStatus: model.NotFlagged},
	}
	if m.message.ToRecipients, err = b.who.recipients(m.keys); err != nil {
		return m, err
	}
	if m.message.CcRecipients, err = b.who.recipients(m.cc); err != nil {
		return m, err
	}
	if err := b.attach(&m.message, l, m.at); err != nil {
		return m, err
	}
	aboutMeeting(&m.message, l)
	b.head(&m, thread)
	m.message.Body = b.body(l, m, last)
	return m, nil
}

// addressees are the keys a line goes to: as written, or those of the message
// it answers.
func addressees(l line, last *sent) (to, cc []string, err error) {
	if l.to != "" && l.to != "<" {
		return list(l.to), list(l.cc), nil
	}
	if last == nil {
		return nil, nil, fmt.Errorf("the first message of a thread needs recipients")
	}
	if l.to == "<" {
		return []string{last.from}, nil, nil
	}
	others := func(keys []string) []string {
		return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == l.from || k == last.from })
	}
	to = others(last.keys)
	if last.from != l.from {
		to = append([]string{last.from}, to...)
	}
	return to, others(last.cc), nil
}

func answerSubject(s scene, n int) string {
	if n == 0 {
		return s.subject
	}
	return "Re: " + s.subject
}

// messageID depends on the thread and the place in it alone.
func messageID(address, thread string, n int) string {
	_, domain, _ := strings.Cut(address, "@")
	return fmt.Sprintf("<%s.%d@%s>", stableID("mail", thread)[:14], n+1, domain)
}

// head sets the header fields by which mail programs thread and sort.
func (b *builder) head(m *sent, thread []sent) {
	add := func(name, value string) {
		m.message.InternetMessageHeaders = append(m.message.InternetMessageHeaders,
			model.InternetMessageHeader{Name: name, Value: value})
	}
	if n := len(thread); n > 0 {
		add("In-Reply-To", thread[n-1].message.InternetMessageID)
		var refs []string
		for _, t := range thread {
			refs = append(refs, t.message.InternetMessageID)
		}
		add("References", strings.Join(refs, " "))
	}
	if o := b.who.outside[m.from]; o.list != "" {
		add("List-Id", fmt.Sprintf("%s <%s>", o.name, o.list))
		add("List-Unsubscribe", fmt.Sprintf("<mailto:leave@%s>", o.list))
		add("Precedence", "list")
	}
}

// body is the message's text in the way of its writer.
func (b *builder) body(l line, m sent, last *sent) *model.ItemBody {
	p, colleague := b.who.team[l.from]
	if !colleague {
		p = person{quote: quoteNone}
	}
	zone, err := model.LoadZone(b.zoneOf(l.from))
	if err != nil {
		zone = b.home
	}
	if l.has("plain") {
		p.sign, p.quote = "", quoteNone
	}
	var answers *said
	if last != nil && !l.has("fresh") {
		answers = &said{by: last.message.From.EmailAddress, to: last.message.ToRecipients, at: last.at,
			title: last.message.Subject, text: last.text, isHTML: strings.HasPrefix(last.text, "<")}
	}
	body := compose(p, m.text, answers, zone, p.html || l.has("html"))
	return &body
}

// deliver puts a copy into each mailbox that has a part in the message.
func (b *builder) deliver(s scene, key string, m sent) error {
	if m.has("draft") {
		b.put(m.from, inDrafts, key, m, func(c *model.Message) { c.IsDraft, c.IsRead = true, true })
		return nil
	}
	if _, ok := b.who.team[m.from]; ok {
		b.put(m.from, inSent, key, m, func(c *model.Message) { c.IsRead = true; b.tags(s, m, c) })
	}
	for _, k := range b.who.colleagues(slices.Concat(m.keys, m.cc)) {
		switch {
		case k == m.from:
		case k == ownerKey:
			if err := b.toOwner(s, key, m); err != nil {
				return err
			}
		default:
			b.toColleague(k, key, m)
		}
	}
	return nil
}

// toOwner files the owner's copy as the content says.
func (b *builder) toOwner(s scene, key string, m sent) error {
	folder := cmp.Or(s.fields["folder"], inInbox)
	if f, ok := m.value("in"); ok {
		folder = f
	}
	if !slices.ContainsFunc(b.boxes[ownerKey].Folders, func(f Folder) bool { return f.Path == folder }) {
		return fmt.Errorf("the owner has no folder %q", folder)
	}
	b.put(ownerKey, folder, key, m, func(c *model.Message) {
		c.IsRead = !m.has("unread")
		b.tags(s, m, c)
		switch {
		case m.has("flag"):
			c.Flag = &model.FollowupFlag{FlagStatus: model.Flagged}
		case m.has("done"):
			c.Flag = &model.FollowupFlag{FlagStatus: model.FlagComplete}
		}
	})
	return nil
}

// toColleague files a colleague's copy: what is a fortnight old is archived,
// what is a day old may be unread.
func (b *builder) toColleague(to, key string, m sent) {
	folder, age := inInbox, b.now.Sub(m.at)
	if age > 14*24*time.Hour {
		folder = inArchive
	}
	read := age > 30*time.Hour || b.chance.IntN(3) > 0
	b.put(to, folder, key, m, func(c *model.Message) { c.IsRead = read })
}

// tags sets the owner's categories on a copy.
func (b *builder) tags(s scene, m sent, c *model.Message) {
	if m.from != ownerKey && !slices.Contains(b.who.colleagues(slices.Concat(m.keys, m.cc)), ownerKey) {
		return
	}
	c.Categories = list(s.fields["tags"])
	if t, ok := m.value("tag"); ok {
		c.Categories = append(c.Categories, strings.ReplaceAll(t, "_", " "))
	}
}

// put adds a copy to a mailbox, changed for its owner.
func (b *builder) put(to, folder, key string, m sent, change func(*model.Message)) {
	c := m.message
	c.InferenceClassification = b.inference(to, m)
	if m.has("high") {
		c.Importance = model.ImportanceHigh
	}
	if m.has("low") {
		c.Importance = model.ImportanceLow
	}
	c.CreatedDateTime, c.LastModifiedDateTime = &m.at, &m.at
	if c.Event != nil {
		c.Event = b.asSeenBy(to, *c.Event)
	}
	change(&c)
	box := b.boxes[to]
	box.Mail = append(box.Mail, Mail{Folder: folder, ConversationKey: key, Message: c})
}

// inference is Other for machines, letters and whom the reader sorted there.
func (b *builder) inference(to string, m sent) string {
	if as, ok := b.sortedAs(to, m.message.From.EmailAddress.Address); ok {
		return as
	}
	if m.has("other") || b.who.outside[m.from].other && !m.has("focused") {
		return model.Other
	}
	return model.Focused
}

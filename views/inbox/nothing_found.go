package inbox

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// reasons are why a search found nothing: how much each of its parts finds by
// itself, and all of it elsewhere.
type reasons struct {
	parts     []partFound
	elsewhere int // messages in all folders, -1 for some
}

// partFound is what a part of a search finds where all of it was looked for:
// -1 for some, of which the service does not say how many.
type partFound struct {
	words string
	n     int
}

// mostReasons is how many parts of a search are asked about, and reasonPause
// how long typing rests before: each is a question to the service.
const (
	mostReasons = 6
	reasonPause = 300 * time.Millisecond
)

// explain finds out why nothing was found.
func (l *listPane) explain() tea.Cmd {
	parts := l.search.Parts()
	narrow := l.folder != "" || l.class != ""
	if len(parts) < 2 && !narrow || l.search.Void() {
		return nil
	}
	return l.work.Wait(&l.explaining, reasonPause, func() tea.Cmd { return l.askReasons(parts, narrow) })
}

func (l *listPane) askReasons(parts []query.Part, narrow bool) tea.Cmd {
	service, whole := l.service, l.query(rows.Top)
	whole.From, whole.Size, whole.Count, whole.Bare = rows.Bound{}, 1, true, true
	count := func(ctx context.Context, q Query) (int, error) {
		page, err := service.Page(ctx, q)
		if err != nil || page.Total >= 0 {
			return page.Total, err
		}
		q.Count = false // there is no number to be had: is there anything?
		if page, err = service.Page(ctx, q); len(page.Messages) == 0 {
			return 0, err
		}
		return -1, err
	}
	return views.Load(&l.work, &l.explaining, func(ctx context.Context) (why reasons, err error) {
		if narrow {
			q := whole
			q.Folder, q.Class, q.Search.In = "", "", ""
			if why.elsewhere, err = count(ctx, q); err != nil {
				return why, err
			}
		}
		if len(parts) < 2 || len(parts) > mostReasons {
			return why, nil
		}
		for _, p := range parts {
			q := whole
			q.Search = p.Query
			n, err := count(ctx, q)
			if err != nil {
				return why, err
			}
			why.parts = append(why.parts, partFound{p.Words, n})
		}
		return why, nil
	}, func(why reasons, err error) tea.Cmd {
		if err == nil { // else it is not said
			l.why = why
		}
		return nil
	})
}

// nothingFound says why a search found nothing, and where else to look.
func (l *listPane) nothingFound() text.Text {
	if l.indexed != nil {
		return text.Of("Nothing matches so far: ", *l.indexed, " % of the mail is indexed. More is found by itself.")
	}
	where := text.Of("in any folder")
	switch {
	case l.filtered:
		where = text.Of("in this list")
	case l.folder != "":
		where = text.Of("in \u201c", l.folders.path(l.folder), "\u201d")
	}
	why := text.Of("Nothing matches ", where, ".")
	var without, with []string
	for _, p := range l.why.parts {
		switch {
		case p.n == 0:
			without = append(without, p.words)
		case p.n > 0:
			with = append(with, text.Of(p.words, " (", p.n, ")").String())
		default:
			with = append(with, p.words)
		}
	}
	switch {
	case len(without) > 0:
		why = text.Of("Nothing ", where, " matches ", strings.Join(without, " or "), ".")
	case len(with) > 0:
		why = text.Of("Each finds something ", where, ", but nothing matches all: ", strings.Join(with, ", "), ".")
	}
	for _, word := range l.search.LeftOut() {
		why = text.Of(why, " What has ", word, " is left out: in quotes, \"-", word, "\", it is looked for.")
	}
	switch {
	case l.why.elsewhere > 0:
		return text.Of(why, " In all folders there is more, ", views.Count(l.why.elsewhere, "message", "messages"), ": enter looks there. esc goes back.")
	case l.why.elsewhere < 0:
		return text.Of(why, " In all folders there is more: enter looks there. esc goes back.")
	case l.filtered || l.folder != "":
		return text.Of(why, " enter looks in all folders, / goes on typing, esc goes back.")
	}
	return text.Of(why, " Try fewer words: / goes on typing, esc goes back.")
}

// narrowed reports whether a search that found nothing was not of all folders.
func (l *listPane) narrowed() bool {
	return l.found && l.rows.Len() == 0 && l.rows.Loaded() && (l.filtered || l.folder != "") && !l.search.Void()
}

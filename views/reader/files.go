package reader

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/download"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// AskSave asks where attachments are to be saved, beginning at a folder, which
// becomes what is answered, and saves them. Home is what "~" stands for.
func AskSave(box *dialog.Stack, th *theme.Theme, w *views.Work, folder *string, home string, files []File, content func(context.Context, File) ([]byte, error)) tea.Cmd {
	what, name := text.Of("all ", len(files), " to the folder"), ""
	if len(files) == 1 {
		what, name = files[0].Name, files[0].Raw
	}
	return box.Ask(th, download.Ask(what, *folder, name, home, func(to, name string) tea.Cmd {
		*folder = to
		if files = slices.Clone(files); name != "" {
			files[0].Raw = name
		}
		return save(w, to, files, content)
	}))
}

// save saves attachments to a folder of this machine, each under a name that is
// free there, and says where they are or why not. Content reads one, in a
// command.
func save(w *views.Work, folder string, files []File, content func(context.Context, File) ([]byte, error)) tea.Cmd {
	bytes := int64(0)
	for _, f := range files {
		bytes += int64(f.Size)
	}
	return views.Call(w, bytes, func(ctx context.Context) (text.Text, error) {
		path := ""
		for _, f := range files {
			b, err := content(ctx, f)
			if err == nil {
				path, err = download.Save(folder, f.Raw, b)
			}
			if err != nil {
				return f.Name, err
			}
		}
		if n := len(files); n > 1 {
			return text.Clean(fmt.Sprint("Saved ", n, " files to ", folder)), nil
		}
		return text.Clean("Saved " + path), nil
	}, func(words text.Text, err error) tea.Cmd {
		if err != nil {
			return views.Send(views.Notify{Text: text.Clean(fmt.Sprint("Could not save ", words, ": ", views.Reason(err, "it is no longer there"))), Level: views.Failure})
		}
		return views.Send(views.Notify{Text: words, Level: views.Success})
	})
}

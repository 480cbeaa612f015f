package reader

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/download"
	"daybook/widget/text"
)

// Save saves attachments to a folder of this machine, each under a name that is
// free there, and says where they are or why not. Content reads one, in a
// command.
func Save(w *views.Work, folder string, files []File, content func(context.Context, File) ([]byte, error)) tea.Cmd {
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

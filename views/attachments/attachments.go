// Package attachments is what can be done with the attachments of what is read,
// a message or a post: they are looked at over the whole screen, saved, opened
// with the desktop's program, piped to a command.
//
// Invariants: what is read is bounded, and read in commands; what is shown is
// clean (package viewer); what runs as a program is opened after a question only.
package attachments

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/content"
	"daybook/views/download"
	"daybook/views/portrait"
	"daybook/views/reader"
	"daybook/views/viewer"
	"daybook/widget/dialog"
	"daybook/widget/htmltext"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// MostPiped is what is piped at most, in bytes.
const MostPiped = 64 << 20

// The bounds of what is looked at, in bytes.
const (
	textLookedAt  = 1 << 20
	picturesDrawn = 4 << 20
)

const noLongerThere = "it is no longer there"

// Options are what a screen gives its attachments.
type Options struct {
	Env    *views.Env
	Work   *views.Work
	Dialog *dialog.Stack
	// Screen is its cells, and Capturing says that its keys are text.
	Screen    func() (width, height int)
	Capturing func() bool
	// Folder is where is saved at first, Home what "~" stands for.
	Folder, Home string
}

// Content reads an attachment, in a command.
type Content func(context.Context, reader.File) ([]byte, error)

// Screen is the attachments of a screen. Make it with New.
type Screen struct {
	Options
	art     *portrait.Gallery // the pictures looked at
	command string            // the last line that something was piped to
}

// New is the attachments of a screen.
func New(o Options) *Screen {
	return &Screen{Options: o, art: portrait.New(o.Env, o.Work, picturesDrawn)}
}

// saveAll is the choice beside the files themselves.
const saveAll = "all"

// Choose offers what can be done with the files of what has the id owner: first
// which, then what. Remove takes one off it, and asks before.
func (s *Screen) Choose(owner string, files []reader.File, content Content, remove func(reader.File) tea.Cmd) tea.Cmd {
	var items []picker.Item
	chosen := map[string]func() tea.Cmd{}
	add := func(verb string, f reader.File, detail text.Text, do func() tea.Cmd) {
		id := verb + " " + f.ID
		chosen[id] = do
		items = append(items, picker.Item{ID: id, Title: text.Concat(text.Of(verb, " "), f.Name), Detail: detail})
	}
	if len(files) > 1 {
		items = append(items, picker.Item{ID: saveAll, Title: text.Of("Save all ", len(files))})
		chosen[saveAll] = func() tea.Cmd { return s.save(files, content) }
	}
	for _, f := range files {
		size := text.Clean(views.Size(f.Size))
		save := func() tea.Cmd { return s.save([]reader.File{f}, content) }
		if shows(f) {
			add("Show", f, size, func() tea.Cmd { return s.look(owner, f, content, save) })
		}
		add("Save", f, size, save)
		add("Open", f, text.Clean(f.Kind), func() tea.Cmd { return s.open(f, content) })
		add("Pipe", f, text.Literal("to a command"), func() tea.Cmd {
			return s.Pipe(f.Name, func(ctx context.Context) ([]byte, error) { return content(ctx, f) })
		})
		add("Delete", f, text.Text{}, func() tea.Cmd { return remove(f) })
	}
	return s.Dialog.Pick(s.Env.Theme, items, picker.Options{Title: text.Literal("Attachments"), Enter: "do it"},
		func(c picker.Choice) tea.Cmd { return chosen[c.IDs[0]]() })
}

// open shows an attachment with the desktop's program. What that gets is a copy,
// in no folder of the person's.
func (s *Screen) open(f reader.File, content Content) tea.Cmd {
	open := views.Call(s.Work, int64(f.Size), func(ctx context.Context) ([]byte, error) { return content(ctx, f) },
		func(bytes []byte, err error) tea.Cmd {
			if err != nil {
				return views.Notice(views.Failure, "Could not open ", f.Name, ": ", views.Reason(err, noLongerThere))
			}
			return s.Env.Desktop.OpenFile(f.Raw, bytes, func(err error) tea.Msg {
				if err != nil {
					return views.Notify{Text: text.Of("Could not open ", f.Name, ": ", err, "; it can be saved instead."), Level: views.Failure}
				}
				return views.Notify{Text: text.Of("Opened ", f.Name, "."), Level: views.Success}
			})
		})
	if !runs(f) {
		return open
	}
	return s.Env.Ask(views.Confirm{
		Title:  text.Concat(text.Literal("Open "), f.Name, text.Literal("?")),
		Detail: text.Literal("This file can run as a program. Open it only if you know what it is."),
		Verb:   "Open", Yes: func() tea.Cmd { return open },
	})
}

// runs reports whether a desktop would run a file rather than show it.
func runs(f reader.File) bool {
	switch strings.ToLower(filepath.Ext(strings.TrimRight(f.Raw, " ."))) {
	case ".exe", ".com", ".bat", ".cmd", ".msi", ".scr", ".ps1", ".vbs", ".vbe", ".js", ".jse", ".wsf", ".hta", ".lnk", ".reg",
		".desktop", ".sh", ".bash", ".run", ".appimage", ".bin", ".jar", ".py", ".pl", ".rb", ".deb", ".rpm", ".apk",
		".app", ".command", ".dmg", ".pkg", ".scpt", ".html", ".htm", ".svg", ".docm", ".xlsm", ".iso", "":
		return true
	}
	for _, part := range []string{"executable", "x-sh", "x-msdos", "x-desktop", "x-elf", "script"} {
		if strings.Contains(strings.ToLower(f.Kind), part) {
			return true
		}
	}
	return false
}

// Pipe asks for a command line and gives it what read brings. The line is the
// person's alone; what is read is its input.
func (s *Screen) Pipe(what text.Text, read func(context.Context) ([]byte, error)) tea.Cmd {
	return s.Dialog.Ask(s.Env.Theme, dialog.Question{Title: text.Concat(text.Literal("Pipe "), what, text.Literal(" to")), Value: s.command, Verb: "run",
		Placeholder: text.Literal("a command, such as git am"), Answer: dialog.Given(func(line string) (tea.Cmd, error) {
			s.command = line
			says := views.Notice(views.Info, "Runs \u201c", line, "\u201d.")
			return tea.Batch(says, views.Call(s.Work, MostPiped, read, func(raw []byte, err error) tea.Cmd {
				if err != nil {
					return views.Notice(views.Failure, "Could not read ", what, ": ", views.Reason(err, noLongerThere))
				}
				return s.Env.Desktop.Pipe(line, raw, views.Done(s.Work, func(printed []byte, err error) tea.Cmd {
					return s.onPiped(line, printed, err)
				}))
			})), nil
		})})
}

// onPiped shows what a command printed, cleaned, and says how it ended.
func (s *Screen) onPiped(line string, printed []byte, err error) tea.Cmd {
	says := views.Notice(views.Success, "Piped to \u201c", line, "\u201d.")
	if err != nil {
		says = views.Notice(views.Failure, "\u201c", line, "\u201d failed: ", err)
	}
	switch first, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n"); {
	case first == "":
		return says
	case s.Capturing() || s.Dialog.IsOpen(): // it may have taken long: what is typed meanwhile is not for it
		return views.Notice(views.Info, "\u201c", line, "\u201d printed: ", first)
	}
	return tea.Batch(says, s.show(viewer.Options{Title: text.Clean(line), Text: htmltext.Plain(string(printed))}))
}

// show opens a box over the whole screen.
func (s *Screen) show(options viewer.Options) tea.Cmd {
	w, h := s.Screen()
	box, draw := viewer.New(s.Env.Theme, options, w, h)
	s.Dialog.Open(box)
	return draw
}

// shows reports whether an attachment can be looked at in the program.
func shows(f reader.File) bool {
	return content.IsPicture(f.Raw) || content.IsText(f.Raw, f.Kind)
}

// look shows an attachment in the program.
func (s *Screen) look(owner string, f reader.File, content Content, save func() tea.Cmd) tea.Cmd {
	return views.Call(s.Work, int64(f.Size), func(ctx context.Context) (viewer.Options, error) {
		data, err := content(ctx, f)
		if err != nil {
			return viewer.Options{}, err
		}
		return looked(f, data)
	}, func(options viewer.Options, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not show ", f.Name, ": ", views.Reason(err, noLongerThere), "; b saves it.")
		}
		options.Title, options.Save, options.Gallery, options.ID = f.Name, save, s.art, owner+" "+f.ID
		return s.show(options)
	})
}

// looked is how an attachment is shown.
func looked(f reader.File, data []byte) (viewer.Options, error) {
	if content.IsPicture(f.Raw) {
		is, err := content.Picture(data)
		return viewer.Options{Picture: is}, err
	}
	words, cut, ok := content.Text(data, textLookedAt)
	if !ok {
		return viewer.Options{}, errors.New("it is not text, whatever its name says")
	}
	out := viewer.Options{}
	if end := content.Ending(f.Raw); end == ".html" || end == ".htm" {
		out.Text = htmltext.HTML(words)
	} else {
		out.Text = htmltext.Plain(words)
	}
	if cut {
		out.Note = text.Of("The first ", views.Size(textLookedAt), " are shown; s saves all of it.")
	}
	return out, nil
}

// save asks where attachments are to be saved, beginning at the folder in which
// some were saved last, and saves them.
func (s *Screen) save(files []reader.File, content Content) tea.Cmd {
	what, name := text.Of("all ", len(files), " to the folder"), ""
	if len(files) == 1 {
		what, name = files[0].Name, files[0].Raw
	}
	return s.Dialog.Ask(s.Env.Theme, download.Ask(what, s.Folder, name, s.Home, func(to, name string) tea.Cmd {
		if files = slices.Clone(files); name != "" {
			files[0].Raw = name
		}
		return s.saveTo(to, files, content)
	}))
}

// saveTo saves attachments to a folder of this machine, each under a name that is
// free there, and says where they are or why not.
func (s *Screen) saveTo(folder string, files []reader.File, content Content) tea.Cmd {
	bytes := int64(0)
	for _, f := range files {
		bytes += int64(f.Size)
	}
	return views.Call(s.Work, bytes, func(ctx context.Context) (text.Text, error) {
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
			return text.Of("Saved ", n, " files to ", folder), nil
		}
		return text.Of("Saved ", path), nil
	}, func(words text.Text, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not save ", words, ": ", views.Reason(err, noLongerThere))
		}
		s.Folder = folder
		return views.Notice(views.Success, words)
	})
}

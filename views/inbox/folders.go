package inbox

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/widget/text"
)

// SnoozedFolder is the name of the folder that snoozed mail waits in. It is
// made when it is first needed.
const SnoozedFolder = "Snoozed"

// recentFolders is how many folders the move picker remembers.
const recentFolders = 8

// folders are those of the mailbox, with their numbers ahead of the service.
type folders struct {
	*shared
	request views.Request
	all     map[string]*model.MailFolder
	recent  []string                     // those that mail was moved to, the last first
	visited []string                     // those that were opened, the last first
	oldest  []string                     // those that show their oldest mail first, by what lasts of them
	doomed  map[string]*model.MailFolder // those about to be deleted for good, by id
	loaded  bool
	err     error

	read    func([]model.MailFolder, error) tea.Cmd // what follows load
	changed func()                                  // has them drawn anew
	reveal  func(id string)                         // has the cursor go to one
	renamed func(was, is string)                    // takes over another id
}

func newFolders(s *shared) *folders {
	return &folders{shared: s, all: map[string]*model.MailFolder{}, doomed: map[string]*model.MailFolder{}}
}

// load reads them.
func (f *folders) load() tea.Cmd { return views.Load(&f.work, &f.request, f.service.Folders, f.read) }

// set takes over what was read; first says that it is for the first time.
func (f *folders) set(all []model.MailFolder) (first bool) {
	first, f.loaded = !f.loaded, true
	clear(f.all)
	for i := range all {
		if all[i].ID != "" {
			f.all[all[i].ID] = &all[i]
		}
	}
	for id := range f.doomed {
		if f.all[id] != nil {
			f.hide(id)
		}
	}
	f.changed()
	return first
}

// add adds one that was made.
func (f *folders) add(made model.MailFolder) {
	f.all[made.ID] = &made
	f.changed()
}

// show shows a folder that a change makes, removes, renames or moves.
func (f *folders) show(c *change.Folder) {
	switch {
	case c.Gone:
		delete(f.all, c.ID)
	case c.Was != nil:
		if shown := f.all[c.ID]; shown != nil {
			shown.DisplayName, shown.ParentFolderID = c.Name, c.Parent
		}
	case f.all[c.ID] == nil:
		f.all[c.ID] = &model.MailFolder{Entity: model.Entity{ID: c.ID}, DisplayName: c.Name, ParentFolderID: c.Parent}
	}
}

// rename takes over the id of a folder that was made again.
func (f *folders) rename(was, is string) {
	if shown := f.all[was]; shown != nil {
		shown.ID = is
		delete(f.all, was)
		f.all[is] = shown
	}
	for _, folder := range f.all {
		if folder.ParentFolderID == was {
			folder.ParentFolderID = is
		}
	}
	for _, list := range [][]string{f.recent, f.visited, f.oldest} {
		for i, id := range list {
			if id == was {
				list[i] = is
			}
		}
	}
	f.renamed(was, is)
	f.changed()
}

// hide takes a folder that is about to be deleted for good off the screen, with
// those in it.
func (f *folders) hide(id string) {
	for _, one := range f.below(id) {
		f.doomed[one] = f.all[one]
		delete(f.all, one)
	}
}

// unhide forgets what hide has taken off; back shows it again.
func (f *folders) unhide(id string, back bool) {
	folder := f.doomed[id]
	if folder == nil {
		return
	}
	delete(f.doomed, id)
	if back {
		f.all[id] = folder
	}
	for child, in := range f.doomed {
		if in.ParentFolderID == id {
			f.unhide(child, back)
		}
	}
}

// below is a folder with all those in it, that folder first.
func (f *folders) below(id string) []string {
	all := []string{id}
	for other := range f.all {
		if other != id && f.within(other, id) {
			all = append(all, other)
		}
	}
	slices.Sort(all[1:])
	return all
}

// within reports whether a folder is another, or lies in it at any depth.
func (f *folders) within(id, other string) bool {
	for range model.TreeDepth {
		switch id {
		case "":
			return false
		case other:
			return true
		}
		id = f.above(id)
	}
	return false
}

// trashed reports whether a folder lies in Deleted Items.
func (f *folders) trashed(id string) bool {
	trash := f.wellKnown(model.FolderDeleted)
	return trash != "" && id != trash && f.within(id, trash)
}

// taken is the name of the folder in another that has a name already, in any
// case; empty for none. Self is not looked at.
func (f *folders) taken(parent, name, self string) string {
	for id, folder := range f.all {
		if id != self && f.above(id) == parent && strings.EqualFold(folder.DisplayName, name) {
			return folder.DisplayName
		}
	}
	return ""
}

// freeName is a name, with the first number that is free in a folder.
func (f *folders) freeName(parent, name, self string) string {
	is := name
	for n := 2; f.taken(parent, is, self) != ""; n++ {
		is = fmt.Sprintf("%s (%d)", name, n)
	}
	return is
}

// visit notes that a person opened a folder.
func (f *folders) visit(id string) {
	f.visited = slices.DeleteFunc(f.visited, func(o string) bool { return o == id })
	f.visited = slices.Insert(f.visited, 0, id)
	f.visited = f.visited[:min(len(f.visited), recentFolders)]
}

// inbox is the id of the inbox, empty while it is not known.
func (f *folders) inbox() string { return f.wellKnown(model.FolderInbox) }

// lasting is what a folder is remembered by: its well-known name, which is known
// before the folders are, else its id.
func (f *folders) lasting(id string) string {
	if folder := f.all[id]; folder != nil && folder.WellKnownName != "" {
		return folder.WellKnownName
	}
	return id
}

// wellKnown is the id of a folder that every mailbox has, empty while it is
// not known.
func (f *folders) wellKnown(name string) string {
	if name == "" { // all folders, and the well-known name of every folder that a person made
		return ""
	}
	for id, folder := range f.all {
		if folder.WellKnownName == name {
			return id
		}
	}
	return ""
}

// named is the id of a folder by its display name, in any case; for a nested
// folder the whole path works too, and the beginning of a name where no other
// begins so: "sent".
func (f *folders) named(name string) string {
	if name == "" {
		return "" // which is the well-known name of every other folder
	}
	best, begins, several := "", "", false
	for id, folder := range f.all {
		if strings.EqualFold(folder.DisplayName, name) || strings.EqualFold(folder.WellKnownName, name) ||
			strings.EqualFold(f.path(id), name) {
			if best == "" || id < best {
				best = id
			}
		}
		if len(name) > 2 && len(folder.DisplayName) > len(name) && strings.EqualFold(folder.DisplayName[:len(name)], name) {
			begins, several = id, begins != ""
		}
	}
	if best == "" && !several {
		return begins
	}
	return best
}

// path is a folder's name with those above it: "Projects/Atlas".
func (f *folders) path(id string) string {
	folder := f.all[id]
	if folder == nil {
		return ""
	}
	name := folder.DisplayName
	for range 20 { // a service that nests folders in a circle must not hang us
		parent := f.all[folder.ParentFolderID]
		if parent == nil {
			break
		}
		name = parent.DisplayName + "/" + name
		folder = parent
	}
	return name
}

// label is a folder's name for the screen.
func (f *folders) label(id string) text.Text {
	if folder := f.all[id]; folder != nil {
		return text.Clean(folder.DisplayName)
	}
	if id == model.FolderInbox {
		return text.Literal("Inbox")
	}
	return text.Text{}
}

// elsewhere reports whether a folder other than the inbox has unread mail.
func (f *folders) elsewhere() bool {
	for _, folder := range f.all {
		if folder.UnreadItemCount > 0 && folder.WellKnownName == "" {
			return true
		}
	}
	return false
}

// most is the folder with the most mail while the inbox has none, of those that
// mail is kept in; nil for none.
func (f *folders) most() *model.MailFolder {
	if inbox := f.all[f.inbox()]; inbox == nil || inbox.TotalItemCount > 0 {
		return nil
	}
	var most *model.MailFolder
	for _, folder := range f.all {
		switch folder.WellKnownName {
		case "", model.FolderArchive, model.FolderSentItems:
			if folder.TotalItemCount > 0 && !folder.IsHidden && (most == nil || moreMail(folder, most)) {
				most = folder
			}
		}
	}
	return most
}

// moreMail orders folders by how much is in them.
func moreMail(a, b *model.MailFolder) bool {
	return cmp.Or(cmp.Compare(b.TotalItemCount, a.TotalItemCount), strings.Compare(a.ID, b.ID)) < 0
}

// adjust changes a folder's counts ahead of the service.
func (f *folders) adjust(id string, unread, total int) {
	if folder := f.all[id]; folder != nil {
		folder.UnreadItemCount = max(folder.UnreadItemCount+unread, 0)
		folder.TotalItemCount = max(folder.TotalItemCount+total, 0)
	}
}

// above is the id of the folder that a folder is in, empty at the top.
func (f *folders) above(id string) string {
	if folder := f.all[id]; folder != nil && f.all[folder.ParentFolderID] != nil {
		return folder.ParentFolderID
	}
	return ""
}

// use notes that mail was moved into a folder.
func (f *folders) use(id string) {
	f.recent = slices.DeleteFunc(f.recent, func(o string) bool { return o == id })
	f.recent = slices.Insert(f.recent, 0, id)
	f.recent = f.recent[:min(len(f.recent), recentFolders)]
}

// byUse lists the folders, those first that are in one of the lists, in its
// order, then the others as in the tree.
func (f *folders) byUse(first ...string) []string {
	var ids []string
	for _, id := range first {
		if f.all[id] != nil && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	var rest []string
	for id := range f.all {
		if !slices.Contains(ids, id) {
			rest = append(rest, id)
		}
	}
	slices.SortFunc(rest, func(a, b string) int {
		return strings.Compare(f.order(a), f.order(b))
	})
	return append(ids, rest...)
}

func (f *folders) order(id string) string {
	top := f.path(id)
	first, _, _ := strings.Cut(top, "/")
	for _, folder := range f.all {
		if folder.DisplayName == first && folder.WellKnownName != "" {
			return fmt.Sprintf("%02d %s", place(folder), strings.ToLower(top))
		}
	}
	return "99 " + strings.ToLower(top)
}

// newFolder is the folder that a path which was typed would make, and the one it
// would be in: what stands before the last slash. Of a path that is there, ok is
// false; missing is the part of it that is not there and would have to be.
func (f *folders) newFolder(typed string) (parent, name, missing string, ok bool) {
	typed = strings.Trim(strings.TrimSpace(typed), "/")
	for id := range f.all {
		if strings.EqualFold(f.path(id), typed) {
			return "", "", "", false
		}
	}
	at := strings.LastIndexByte(typed, '/')
	if name = strings.TrimSpace(typed[at+1:]); at < 0 {
		return "", name, "", name != ""
	}
	above := strings.TrimSpace(typed[:at])
	for id := range f.all {
		if strings.EqualFold(f.path(id), above) {
			return id, name, "", name != ""
		}
	}
	return "", name, above, name != ""
}

// newFolderWords is the row of the picker that makes a folder.
func (f *folders) newFolderWords(typed string) text.Text {
	switch parent, name, missing, ok := f.newFolder(typed); {
	case !ok:
		return text.Text{}
	case missing != "":
		return text.Of("no folder \u201c", missing, "\u201d to make \u201c", name, "\u201d in")
	case parent != "":
		return text.Of("new folder \u201c", name, "\u201d in ", f.path(parent))
	default:
		return text.Of("new folder \u201c", name, "\u201d")
	}
}

// newFolderWrong says why that row cannot be taken.
func (f *folders) newFolderWrong(typed string) text.Text {
	if _, _, missing, _ := f.newFolder(typed); missing != "" {
		return text.Of("There is no folder \u201c", missing, "\u201d. Make that one first.")
	}
	return text.Text{}
}

// byPlace orders folders as the interface lists the well-known ones, then by
// name.
func byPlace(a, b *model.MailFolder) int {
	return cmp.Or(cmp.Compare(place(a), place(b)),
		strings.Compare(strings.ToLower(a.DisplayName), strings.ToLower(b.DisplayName)),
		strings.Compare(a.ID, b.ID))
}

func place(f *model.MailFolder) int {
	known := model.WellKnownFolders()
	if i := slices.Index(known, f.WellKnownName); i >= 0 {
		return i
	}
	return len(known)
}

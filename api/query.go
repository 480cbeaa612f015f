package api

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"daybook/model"
)

// Option shapes one call: an OData query option, a preference or a header.
type Option func(*options)

type options struct {
	params   []param
	filters  []Expr
	orderBy  []string
	rawQuery string
	link     string // absolute address of a following page, instead of a path
	header   http.Header

	dialect  Dialect
	zone     string
	pageSize int
	textBody bool
	progress func(done, total int64)
	keyless  bool // the resource has no id
	// orderFirst marks lists of messages: see orderedFirst.
	orderFirst bool
}

type param struct{ name, value string }

func (c *Client) defaults() options {
	return options{dialect: c.cfg.Dialect, zone: c.cfg.TimeZone, header: http.Header{}}
}

func (o *options) set(name, value string) {
	o.params = slices.DeleteFunc(slices.Clone(o.params), func(p param) bool { return p.name == name })
	o.params = append(o.params, param{name, value})
}

// take removes a plain parameter and returns its value, "" without one.
func (o *options) take(name string) (value string) {
	o.params = slices.DeleteFunc(slices.Clone(o.params), func(p param) bool {
		if p.name == name {
			value = p.value
		}
		return p.name == name
	})
	return value
}

// Select asks for these properties alone; id always comes, and is asked for
// where the microsoft dialect's directory would leave it out. What only files
// among attachments have, and messages about events among messages, is
// spelled with its type there.
func Select(properties ...string) Option {
	return func(o *options) { o.set("$select", strings.Join(properties, ",")) }
}

// Filter keeps the items for which every expression holds. Given again, it
// narrows further.
func Filter(exprs ...Expr) Option {
	return func(o *options) { o.filters = append(slices.Clip(o.filters), exprs...) }
}

// OrderBy sorts by these properties, each with " desc" behind it or not.
func OrderBy(properties ...string) Option {
	return func(o *options) { o.orderBy = properties }
}

// Top asks for at most n items in a page.
func Top(n int) Option { return func(o *options) { o.set("$top", strconv.Itoa(n)) } }

// Skip leaves out the first n items.
func Skip(n int) Option { return func(o *options) { o.set("$skip", strconv.Itoa(n)) } }

// Count asks for the number of all items beside the page.
func Count() Option { return func(o *options) { o.set("$count", "true") } }

// Search looks for words in the mail store's own syntax, such as
// "from:ann subject:plan words". Quotes in text are kept as part of it.
func Search(text string) Option {
	return func(o *options) {
		o.set("$search", `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)+`"`)
	}
}

// Expand brings related resources along, such as "attachments".
func Expand(navigation ...string) Option {
	return func(o *options) { o.set("$expand", strings.Join(navigation, ",")) }
}

// ExpandExtension brings one open type extension along, by name.
func ExpandExtension(name string) Option {
	return Expand("extensions($filter=" + Eq("id", name).String() + ")")
}

// Zone has the reply's times in a zone, given by its IANA or Windows name.
func Zone(iana string) Option { return func(o *options) { o.zone = iana } }

// PageSize asks for n items a page, on the pages that follow too.
func PageSize(n int) Option { return func(o *options) { o.pageSize = n } }

// TextBody has bodies as plain text.
func TextBody() Option { return func(o *options) { o.textBody = true } }

// IfMatch makes a change conditional: another state of the item than that of
// this etag is refused, which errors.Is reports as model.ErrChangeKey.
func IfMatch(etag string) Option { return Header("If-Match", etag) }

// Header sets a request header.
func Header(name, value string) Option {
	return func(o *options) {
		o.header = maps.Clone(o.header)
		o.header.Set(name, value)
	}
}

// withoutID marks a resource that has no id to select.
func withoutID(o *options) { o.keyless = true }

// with sets a plain query parameter, such as startDateTime.
func with(name, value string) Option { return func(o *options) { o.set(name, value) } }

// query encodes the options. A space becomes %20, since "+" is a plus sign to
// some services.
func (o *options) query() string {
	params := o.params
	if filter := o.filter(); filter != "" {
		params = append(slices.Clip(params), param{"$filter", filter})
	}
	if len(o.orderBy) > 0 {
		params = append(slices.Clip(params), param{"$orderby", strings.Join(o.orderBy, ",")})
	}
	parts := make([]string, 0, len(params)+1)
	if o.rawQuery != "" {
		parts = append(parts, o.rawQuery)
	}
	for _, p := range params {
		if o.dialect == Microsoft {
			p.value = publicPath(p, o.keyless)
		}
		parts = append(parts, p.name+"="+strings.ReplaceAll(url.QueryEscape(p.value), "+", "%20"))
	}
	return strings.Join(parts, "&")
}

// ofTypes are the properties that only some types of a list have, by the type
// that the microsoft dialect wants before them.
var ofTypes = map[string]string{
	"contentId": model.FileAttachment, "contentBytes": model.FileAttachment, "contentLocation": model.FileAttachment,
	"event": "microsoft.graph.eventMessage",
}

// publicPath is the value of a $select or $expand as the microsoft dialect has it.
func publicPath(p param, keyless bool) string {
	if p.name != "$select" && p.name != "$expand" || strings.Contains(p.value, "(") {
		return p.value
	}
	names := strings.Split(p.value, ",")
	for i, name := range names {
		if of := ofTypes[name]; of != "" {
			names[i] = of + "/" + name
		}
	}
	if p.name == "$select" && !keyless && !slices.Contains(names, "id") {
		names = append(names, "id")
	}
	return strings.Join(names, ",")
}

func (o *options) filter() string {
	exprs := o.filters
	if o.dialect == Microsoft && o.orderFirst && len(exprs) > 0 && len(o.orderBy) > 0 {
		exprs = orderedFirst(exprs, o.orderBy)
	}
	switch len(exprs) {
	case 0:
		return ""
	case 1:
		return exprs[0].text
	}
	return And(exprs...).text
}

// prefer is the value of the Prefer header: it travels on every page.
func (o *options) prefer() string {
	var parts []string
	if o.dialect == Microsoft {
		parts = append(parts, `IdType="ImmutableId"`)
	}
	if o.zone != "" {
		parts = append(parts, o.dialect.zonePreference()+`="`+o.dialect.zone(o.zone)+`"`)
	}
	if o.pageSize > 0 {
		parts = append(parts, "odata.maxpagesize="+strconv.Itoa(o.pageSize))
	}
	if o.textBody {
		parts = append(parts, `outlook.body-content-type="text"`)
	}
	return strings.Join(parts, ", ")
}

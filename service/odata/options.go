package odata

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"daybook/model"
)

// Options are the system query options of one request, or of one $expand
// item. The zero value is a request without options.
type Options struct {
	// Filter is nil when not asked for.
	Filter Expr
	// OrderBy is empty when not asked for.
	OrderBy []OrderBy
	// Select is empty when everything is wanted.
	Select []Name
	Expand []Expand
	// Search is nil when not asked for.
	Search SearchExpr
	// Top and Skip are nil when not asked for, else at least 0.
	Top, Skip *int
	// Count is true for $count=true.
	Count bool
	// SkipToken and DeltaToken are as given: see DecodeToken.
	SkipToken, DeltaToken string
	// Other holds the parameters that are no system query options, by the
	// names they were given: startDateTime and its like.
	Other url.Values

	// filterText, orderText and searchText bind a token to its query.
	filterText, orderText, searchText string
	seen                              seen
}

// Name is a property path of $select, segments joined by '/', and where it
// stood (1-based, in characters of the option).
type Name struct {
	Path string
	Pos  int
}

// OrderBy is one key of $orderby.
type OrderBy struct {
	Name
	Desc bool
}

// Expand is one item of $expand, with the options in its parentheses.
type Expand struct {
	Name
	Options Options
}

// The most characters, list items and nested $expands that are read.
const (
	maxOptionBytes = 32 << 10
	maxListItems   = 100
	maxExpandDepth = 4
)

// optionSetters are the options that are read, by name without '$'. Each
// takes the option's name as given and its value, decoded.
var optionSetters = map[string]func(o *Options, name, value string, depth int) *model.Error{
	"filter":     (*Options).setFilter,
	"orderby":    (*Options).setOrderBy,
	"select":     (*Options).setSelect,
	"search":     (*Options).setSearch,
	"top":        func(o *Options, n, v string, _ int) *model.Error { return setCount(&o.Top, n, v) },
	"skip":       func(o *Options, n, v string, _ int) *model.Error { return setCount(&o.Skip, n, v) },
	"count":      (*Options).setCount,
	"skiptoken":  func(o *Options, n, v string, _ int) *model.Error { return setToken(&o.SkipToken, n, v) },
	"deltatoken": func(o *Options, n, v string, _ int) *model.Error { return setToken(&o.DeltaToken, n, v) },
	"format":     (*Options).setFormat,
}

// Parse reads the options of a raw query (URL.RawQuery). Names are taken in
// any letter case, with or without '$'. An option that is unknown, malformed
// or given twice is a *model.Error that names it. Errors are of code
// BadRequest.
//
// It takes the raw query because url.ParseQuery drops every parameter with a
// ';', and ';' separates the options inside $expand.
func Parse(rawQuery string) (*Options, error) {
	o := &Options{Other: url.Values{}}
	for pair := range strings.SplitSeq(rawQuery, "&") {
		if pair == "" {
			continue
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(rawName)
		if err != nil {
			return nil, refuse(rawName, 0, "the option's name is not well percent-encoded")
		}
		value, err := url.QueryUnescape(rawValue)
		if err != nil {
			return nil, refuse(name, 0, "the value is not well percent-encoded")
		}
		if err := o.set(name, value, 0); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Asks lists the options that were given and have a meaning for the reply: all
// but $format.
func (o *Options) Asks() (names []string) {
	for name := range o.seen {
		if name != "format" {
			names = append(names, "$"+name)
		}
	}
	slices.Sort(names)
	return names
}

// set takes one option. At depth 0 a name without '$' that is none of ours
// is a parameter of the operation.
func (o *Options) set(name, value string, depth int) *model.Error {
	bare, dollar := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), "$")
	setter, ok := optionSetters[bare]
	if bare == "expand" { // not in the table: it leads back here
		setter, ok = (*Options).setExpand, true
	}
	switch {
	case !ok && (dollar || depth > 0):
		return refuse(clip(name), 0, "is not an option of this service: $select, $filter, $orderby, $top, $skip, $count, $search, $expand, $skiptoken and $deltatoken are")
	case !ok:
		o.Other.Add(name, value)
		return nil
	case !o.seen.add(bare):
		return refuse("$"+bare, 0, "is given twice")
	case len(value) > maxOptionBytes:
		return refuse("$"+bare, 0, "is longer than %d bytes", maxOptionBytes)
	case !utf8.ValidString(value):
		return refuse("$"+bare, 0, "is not valid UTF-8")
	}
	return setter(o, "$"+bare, value, depth)
}

func clip(name string) string { return strings.Trim(quoted(name), `"`) }

func (o *Options) setFilter(name, value string, _ int) (err *model.Error) {
	o.filterText = value
	o.Filter, err = parseFilter(name, value)
	return err
}

func (o *Options) setSearch(name, value string, _ int) (err *model.Error) {
	o.searchText = value
	o.Search, err = parseSearch(name, value)
	return err
}

func (o *Options) setCount(name, value string, _ int) *model.Error {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "true":
		o.Count = true
	case "false":
	default:
		return refuse(name, 1, "is true or false, not %s", quoted(value))
	}
	return nil
}

// setFormat takes the one format there is.
func (o *Options) setFormat(name, value string, _ int) *model.Error {
	switch kind, _, _ := strings.Cut(strings.ToLower(value), ";"); kind {
	case "json", "application/json":
		return nil
	}
	return refuse(name, 1, "only json is served, not %s", quoted(value))
}

func setCount(into **int, name, value string) *model.Error {
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 32)
	if err != nil || n < 0 {
		return refuse(name, 1, "is a whole number from 0 to 2147483647, not %s", quoted(value))
	}
	i := int(n)
	*into = &i
	return nil
}

func setToken(into *string, name, value string) *model.Error {
	if value == "" {
		return refuse(name, 0, "is empty")
	}
	*into = value
	return nil
}

package calendar

import (
	"encoding/json"
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// shower brings events into the form in which a request wants them.
type shower struct {
	area     *Area
	zone     *time.Location
	zoneName string
	text     bool // bodies as text
	shape    *odata.Shape
	expand   []odata.Expand
}

// shower reads the parts of a request that say how events are shown.
func (a *Area) shower(r *rest.Request) (*shower, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	w := &shower{area: a, text: r.Prefer.BodyType() == "text", expand: o.Expand}
	w.zone, w.zoneName = r.Prefer.Zone()
	w.shape, err = a.events.Shape(o.Select, o.Expand)
	if err != nil {
		return nil, err
	}
	for _, x := range o.Expand {
		if name := strings.ToLower(x.Path); name != "attachments" && name != "extensions" {
			return nil, model.Errorf(model.CodeBadRequest, "$expand: an event can expand attachments and extensions, not %q", x.Path)
		}
	}
	return w, nil
}

// JSON prints an event with what is expanded in it. row is the id under which
// its attachments and extensions are kept.
func (w *shower) JSON(t *target, row string, e model.Event) (json.RawMessage, error) {
	if err := w.localize(&e); err != nil {
		return nil, err
	}
	if w.text && e.Body != nil && e.Body.ContentType == "html" {
		e.Body = &model.ItemBody{ContentType: "text", Content: eml.PlainText(e.Body.Content)}
	}
	if t.foreign && isPrivate(&e) {
		e = veiled(e)
	} else if err := w.load(t, row, &e); err != nil {
		return nil, err
	}
	return w.shape.Append(nil, &e)
}

// localize writes start and end in the zone that was asked for. The days of
// an all-day event are the same in every zone.
func (w *shower) localize(e *model.Event) error {
	for _, d := range []**model.DateTimeTimeZone{&e.Start, &e.End} {
		if e.IsAllDay {
			*d = &model.DateTimeTimeZone{DateTime: (*d).DateTime[:len("2006-01-02")] + "T00:00:00.0000000", TimeZone: w.zoneName}
			continue
		}
		local, err := (*d).In(w.zoneName)
		if err != nil {
			return err
		}
		*d = &local
	}
	return nil
}

func isPrivate(e *model.Event) bool {
	return e.Sensitivity == "private" || e.Sensitivity == "confidential"
}

// veiled is a private event as others see it: when it is, and no more.
func veiled(e model.Event) model.Event {
	out := model.Event{Subject: "Private appointment", Type: e.Type, SeriesMasterID: e.SeriesMasterID, Start: e.Start, End: e.End,
		IsAllDay: e.IsAllDay, ShowAs: e.ShowAs, Sensitivity: e.Sensitivity, ICalUID: e.ICalUID, Importance: model.ImportanceNormal,
		OriginalStart: e.OriginalStart, OriginalStartTimeZone: e.OriginalStartTimeZone, OriginalEndTimeZone: e.OriginalEndTimeZone}
	out.Entity, out.ChangeKey = e.Entity, e.ChangeKey
	return out
}

// load fills in what is expanded.
func (w *shower) load(t *target, row string, e *model.Event) error {
	owner := store.EventOwner(t.mailbox, row)
	for _, x := range w.expand {
		var err error
		if strings.EqualFold(x.Path, "attachments") {
			e.Attachments, err = t.tx.AttachmentsWithContent(owner)
		} else {
			e.Extensions, err = w.area.extensionsOf(t.tx, owner, x.Options.Filter)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// extensionsOf lists the extensions that a filter selects, which may name
// them by full id or by bare name.
func (a *Area) extensionsOf(tx *store.Tx, owner store.Owner, where odata.Expr) ([]model.OpenTypeExtension, error) {
	filter, err := a.extensions.Filter(where)
	if err != nil {
		return nil, err
	}
	list, err := tx.Extensions(owner)
	if err != nil {
		return nil, err
	}
	kept := []model.OpenTypeExtension{}
	for _, x := range list {
		bare := x
		bare.ID = x.ExtensionName
		if filter.Match(&x) || filter.Match(&bare) {
			kept = append(kept, x)
		}
	}
	return kept, nil
}

// rowOf is the id under which an event's attachments and extensions are kept.
func rowOf(e *model.Event) string { return or(e.SeriesMasterID, e.ID) }

// page prints events as the items of a page.
func (w *shower) page(t *target, n int, event func(i int) (model.Event, error)) ([]json.RawMessage, error) {
	items, size := make([]json.RawMessage, 0, n), 0
	for i := range n {
		e, err := event(i)
		if err != nil {
			return nil, err
		}
		item, err := w.JSON(t, rowOf(&e), e)
		if err != nil {
			return nil, err
		}
		if size += len(item); size > store.PageBytes && i > 0 {
			break
		}
		items = append(items, item)
	}
	return items, nil
}

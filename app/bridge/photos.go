package bridge

import (
	"cmp"
	"context"
	"net/http"

	"daybook/api"
	"daybook/model"
)

// photoOf reads a photo, nil where there is none.
func photoOf(ctx context.Context, ref api.PhotoRef) ([]byte, error) {
	image, err := ref.Get(ctx)
	return image.Data, unlessGone(err)
}

// describedPhoto reads what is said of a photo, and the photo; neither where there is none.
func describedPhoto(ctx context.Context, ref api.PhotoRef) ([]byte, model.ProfilePhoto, error) {
	info, err := ref.Metadata(ctx)
	if err != nil || info.NoPhoto() {
		return nil, model.ProfilePhoto{}, unlessGone(err)
	}
	data, err := photoOf(ctx, ref)
	if err != nil || data == nil {
		return nil, model.ProfilePhoto{}, err
	}
	return data, info, nil
}

// setPhoto replaces a photo, or takes it away where there is no data.
func setPhoto(ctx context.Context, ref api.PhotoRef, data []byte, info model.ProfilePhoto) error {
	if len(data) == 0 {
		return unlessGone(ref.Delete(ctx))
	}
	return ref.Put(ctx, api.Image{ContentType: cmp.Or(info.MediaContentType, http.DetectContentType(data)), Data: data})
}

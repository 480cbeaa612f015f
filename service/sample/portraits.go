package sample

import (
	"runtime"

	"golang.org/x/sync/errgroup"

	"daybook/service/sample/artwork"
)

// portraits draws everybody's picture: side by side, for drawing is most of
// the work of making the sample.
func (b *builder) portraits() error {
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU())
	for i, p := range cast() {
		g.Go(func() (err error) {
			b.world.Users[i].Photo, err = artwork.Portrait(p.key)
			return err
		})
	}
	return g.Wait()
}

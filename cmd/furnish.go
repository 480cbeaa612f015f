package cmd

import (
	"context"

	"daybook/service"
	"daybook/service/sample"
)

// furnish puts the sample into a service that has nobody yet: made for the
// day it is.
func furnish(ctx context.Context, s *service.Service, o service.Options) error {
	users, err := s.Users(ctx)
	if err != nil || len(users) > 0 {
		return err
	}
	world, err := sample.Build(o.Now(), sampleSeed)
	if err != nil {
		return err
	}
	return sample.Load(ctx, s.Store(), world)
}

// sampleSeed picks the sample's details; the same for everybody, so that one
// person can tell another what to press.
const sampleSeed = 1

//go:build unix

package vault

import "os"

// syncFolder makes a rename or a removal durable.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

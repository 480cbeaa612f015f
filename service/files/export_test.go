package files

// Open reads a workbook as the service does, for tests that make it by hand.
func Open(data []byte) error {
	_, err := openBook(data)
	return err
}

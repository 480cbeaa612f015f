package sample

import "io/fs"

//go:generate go run ../../internal/tools/samplefiles content

// picture is a drawing by name: a portrait by the key of its person, the
// emblem of a group, or a sketch that somebody sent.
func picture(name string) ([]byte, error) {
	return fs.ReadFile(content, "content/pictures/"+name+".png")
}

// portraits gives everybody a picture.
func (b *builder) portraits() (err error) {
	for i, p := range cast() {
		if b.world.Users[i].Photo, err = picture(p.key); err != nil {
			return err
		}
	}
	return nil
}

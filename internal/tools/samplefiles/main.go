// Command samplefiles makes the pictures and workbooks of the sample mailbox,
// which the program carries as files.
//
// The pictures are drawings made of filled shapes, not photographs: the
// portraits of the sample's people, the emblems of its groups, the sketches
// attached to its mail. Drawing is pure: no chance, no font, no file. A
// picture's coordinates run from (0,0) at the top left to its size in pixels.
// Portraits survive being shown as 24x12 characters: the silhouette tells
// people apart, every feature is at least as large as a character cell
// (10x20), and neighbouring surfaces differ in brightness.
//
// A workbook is written as the folder of its parts, since its dates are filled
// in when the sample is made: {release-4:serial}.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: samplefiles FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(folder string) error {
	files, err := everything()
	if err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// everything is each file by its path with slashes.
func everything() (map[string][]byte, error) {
	files := map[string][]byte{}
	for name, draw := range drawings() {
		content, err := draw().png()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files["pictures/"+name+".png"] = content
	}
	for _, book := range workbooks() {
		parts, err := book.parts()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", book.name, err)
		}
		for name, content := range parts {
			files["workbooks/"+book.name+"/"+name] = content
		}
	}
	return files, nil
}

// drawings are all pictures by name.
func drawings() map[string]func() *canvas {
	all := pictures()
	for _, people := range []map[string]face{faces(), friends()} {
		for key, f := range people {
			all[key] = f.draw
		}
	}
	return all
}

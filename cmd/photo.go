package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"daybook/config"
	"daybook/model"
	"daybook/theme"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// The width in cells of a photo that is printed.
const (
	photoWidth    = 40
	maxPhotoWidth = 400
	// maxPhotoFile is what the service takes for a photo, four times over.
	maxPhotoFile = 16 << 20
)

// photoStyles are the words for --style.
var photoStyles = map[string]picture.Options{
	"blocks":  {Style: picture.Blocks, Reverse: true},
	"mosaics": {Style: picture.Mosaics, Reverse: true},
	"color":   {Style: picture.Filled, Reverse: true},
	"ascii":   {Style: picture.Mono, Reverse: true},
	"mono":    {Style: picture.Mono},
}

func newPhoto(c *common) *cobra.Command {
	width := photoWidth
	style := "auto"
	cmd := &cobra.Command{
		Use:   "photo FILE|ADDRESS",
		Short: "Print a photo as characters",
		Long: "photo prints an image file, or the photo of a colleague or a contact, as characters.\n" +
			"Styles: blocks; mosaics, finer ones that some terminals draw; color, ASCII in colours;\n" +
			"ascii, in one colour and reverse video; mono, ASCII and nothing else. Colours are as many\n" +
			"as the terminal has. Where there is no picture, initials stand for it, the reason follows,\n" +
			"and the exit code is 1.",
		Example: "daybook photo bo@contoso.example\ndaybook photo --style mono --width 80 holiday.jpg > holiday.txt",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := c.looks()
			if err != nil {
				return err
			}
			if style == "auto" {
				style = settings.Pictures
			}
			options, ok := photoStyles[photoStyle(style, settings.ASCII, os.Getenv)]
			if !ok {
				return fmt.Errorf("--style wants auto, blocks, mosaics, color, ascii or mono, not %q", style)
			}
			if width < 1 || width > maxPhotoWidth {
				return fmt.Errorf("--width wants 1 to %d cells, not %d", maxPhotoWidth, width)
			}
			out := raw(cmd.OutOrStdout()) // a picture is drawn in sequences of our own
			if options, err = suitTerminal(options, settings.Theme, out); err != nil {
				return err
			}
			subject, err := readPhoto(cmd.Context(), *c, args[0])
			if err != nil {
				return err
			}
			return printPhoto(out, subject, width, settings.ASCII, options)
		},
	}
	cmd.Flags().IntVar(&width, "width", photoWidth, "how wide, in cells")
	cmd.Flags().StringVar(&style, "style", style, "auto, blocks, mosaics, color, ascii or mono")
	complete(cmd, "style", config.Pictures)
	return cmd
}

// photoStyle is the style meant: auto is the finest that the terminal has.
func photoStyle(asked string, ascii bool, getenv func(string) string) string {
	switch {
	case ascii && (asked == "auto" || asked == "blocks" || asked == "mosaics"):
		return "color"
	case asked == "auto" && theme.DrawsMosaics(getenv):
		return "mosaics"
	case asked == "auto":
		return "blocks"
	}
	return asked
}

// suitTerminal chooses the colours that a terminal has, and which of them is
// behind: the one of the theme that was named, else the terminal's own. What is
// no terminal gets text alone.
func suitTerminal(o picture.Options, named string, out io.Writer) (picture.Options, error) {
	look := theme.Options{Name: named, Dark: true}
	if f, ok := out.(*os.File); ok && named == "" && term.IsTerminal(f.Fd()) && term.IsTerminal(os.Stdin.Fd()) {
		look.Dark = lipgloss.HasDarkBackground(os.Stdin, f)
	}
	th, err := theme.New(look)
	if err != nil {
		return o, err
	}
	o.Dark = th.Dark
	switch colorprofile.Detect(out, os.Environ()) {
	case colorprofile.TrueColor:
		o.Profile = picture.TrueColor
	case colorprofile.ANSI256:
		o.Profile = picture.Palette
	case colorprofile.ANSI:
		o.Profile = picture.SixteenColors
	case colorprofile.ASCII:
		o.Profile = picture.NoColors
	default:
		o.Profile, o.Reverse = picture.NoColors, false
	}
	return o, nil
}

// portrait is a photo, and whose it is.
type portrait struct {
	name   string
	data   []byte
	absent error // why there is no data
}

// readPhoto reads a file, or asks for the photo of an address.
func readPhoto(ctx context.Context, c common, of string) (portrait, error) {
	f, err := os.Open(of)
	if errors.Is(err, os.ErrNotExist) && strings.Contains(of, "@") {
		return photoOf(ctx, c, of)
	}
	if err != nil {
		return portrait{}, fmt.Errorf("read the photo: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPhotoFile+1))
	if err != nil {
		return portrait{}, fmt.Errorf("read the photo: %w", err)
	}
	return portrait{name: filepath.Base(of), data: data}, nil
}

// photoOf looks for an address in the directory, then among the contacts.
func photoOf(ctx context.Context, c common, address string) (portrait, error) {
	client, done, err := openClient(ctx, c)
	if err != nil {
		return portrait{}, err
	}
	defer done()
	name, ref, err := client.FindPerson(ctx, address)
	if err != nil {
		return portrait{}, err
	}
	found := portrait{name: name}
	image, err := ref.Get(ctx)
	if errors.Is(err, model.ErrNotFound) {
		found.absent = fmt.Errorf("%s has no photo", found.name)
	} else if err != nil {
		return portrait{}, err
	}
	found.data = image.Data
	return found, nil
}

// printPhoto prints a photo; where there is none, initials, and the error says
// why.
func printPhoto(out io.Writer, p portrait, width int, ascii bool, o picture.Options) error {
	img, err := picture.Picture{}, p.absent
	if err == nil {
		if img, err = picture.Decode(p.data, picture.Limits{Bytes: maxPhotoFile}); err != nil {
			err = fmt.Errorf("%s: %w", p.name, err)
		}
	}
	var lines []string
	if err == nil {
		lines = picture.Render(img, width, img.Rows(width), o)
	} else {
		frame := picture.RoundFrame()
		if ascii {
			frame = picture.ASCIIFrame()
		}
		width = min(width, photoWidth/2)
		lines = picture.Initials(text.Clean(p.name), width, max(1, width/2), frame)
	}
	_, failed := fmt.Fprintln(out, strings.Join(lines, "\n"))
	return errors.Join(err, failed)
}

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

// filesAt is the files screen on an item, found by its name.
func filesAt(d *driver, name string) {
	d.t.Helper()
	d.Press("g", "d")
	d.Pass(time.Second)
	d.Press("/")
	d.Type(name)
	d.Pass(time.Second)
	d.Press("enter", "esc")
	d.Pass(time.Second)
}

func TestADriveIsKeptFromTheKeyboard(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "tides.txt"), []byte("high water 06:12\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "data")
	env := []string{"HOME=" + home, "XDG_DOWNLOAD_DIR=" + filepath.Join(home, "in")}
	journey(t, setup{Data: data, Env: env}, func(d *driver) {
		d.Press("g", "d")
		d.Pass(time.Second)
		d.See("My files", "Kettle & Biscuits", "of 5.4 GB used")

		d.Press("n")
		d.Type("Tides")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Made the folder Tides")
		d.Press("a")
		d.Type("~/tid")
		d.Pass(time.Second)
		d.See("~/tides.txt")
		d.Press("tab", "enter")
		d.Pass(time.Second)
		d.See("Added tides.txt", "high water 06:12")

		d.Press("r")
		d.Type(".old")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("tides.txt.old")
		d.Press("u")
		d.Pass(time.Second)
		d.DontSee("tides.txt.old │")

		d.Press("m")
		d.Type("talks")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("My files / Talks")
		d.Press("s")
		d.See("Save tides.txt", "~/in/tides.txt")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Saved " + filepath.Join(home, "in", "tides.txt"))

		d.Press("d")
		d.See("u keeps it")
		d.Press("u")
		d.Pass(time.Minute)
		d.See("tides.txt")
		d.Press("d")
		d.Pass(3 * time.Second)
		d.See("u keeps it")
		d.Kill() // within the moment: nothing is deleted
	})
	journey(t, setup{Data: data, Env: env}, func(d *driver) {
		filesAt(d, "tides")
		d.See("high water 06:12", "My files / Talks")
		d.Press("d")
		d.Pass(10 * time.Second)
		d.See("Deleted tides.txt for good")
		d.Press("u")
		d.See("Too late")
	})
	if got, err := os.ReadFile(filepath.Join(home, "in", "tides.txt")); err != nil || !strings.Contains(string(got), "06:12") {
		t.Errorf("saved %q (%v), want what was added", got, err)
	}
	journey(t, setup{Data: data, Env: env}, func(d *driver) { // another client reads the drive anew
		filesAt(d, "tides")
		d.DontSee("tides.txt")
	})
	truth(t, data, "", func(t *testing.T, c *api.Client) {
		page, err := c.Me().Drive().Root().Children(t.Context(), api.Top(100))
		folders := map[string]model.DriveItem{}
		for _, i := range valueOf(t, page, err) {
			folders[i.Name] = i
		}
		if f := folders["Tides"]; f.Folder == nil || f.Folder.ChildCount != 0 {
			t.Errorf("the folder that was made, and left by what was added, is %+v of %q", f, keysOf(folders))
		}
		page, err = c.Me().Drive().Item(folders["Talks"].ID).Children(t.Context(), api.Top(100))
		for _, i := range valueOf(t, page, err) {
			if strings.HasPrefix(i.Name, "tides") {
				t.Errorf("%s was deleted and is there", i.Name)
			}
		}
	})
}

func TestAWorkbookIsReadFromTheKeyboard(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		filesAt(d, "plan.xlsx")
		d.See("3 sheets: Cutover, Risks, Load")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Cutover", "RiskList", "ShipDate", "Nobody touches anything", "✓ TRUE", "✗ FALSE")
		d.Press("/")
		d.Type("ShipDate")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("B6  date  2026-10-29")
		d.Press("/")
		d.Type("Load!B5:D9")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("B5:D9  15 cells", "Requests", "0.0%")
		d.Press("y")
		d.Pass(time.Second)
		d.See("Copied Load!B5:D9, 15 cells")
		d.Press("esc", "/")
		d.Type("RiskList[Exposure]")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("D1:D5  5 cells", "sum 3.7", "Somebody renames something")
		d.Press("esc", "j")
		d.See("D2  number  1.5   =B2*C2")
		d.Press("esc")
		d.See("3 sheets: Cutover, Risks, Load")
		d.DontSee("D2  number")
	})
}

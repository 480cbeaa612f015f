package files_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"daybook/service/files"
	"daybook/service/servicetest"
)

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// made builds a workbook with the library that reads it, and with what people
// put into workbooks.
func made(t testing.TB) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for cell, value := range map[string]any{
		"A1": "Task", "B1": "Days", "A2": "Write", "B2": 2.5, "A3": "Read", "B3": 40, "A4": "Total",
		"D2": true, "D4": "it's \"ü\"", "D6": 0.30000000000000004,
	} {
		must(f.SetCellValue("Sheet1", cell, value))
	}
	must(f.SetCellFormula("Sheet1", "B4", "SUM(B2:B3)"))
	must(f.SetCellFormula("Sheet1", "C4", "B4*2")) // without a value
	percent, err := f.NewStyle(&excelize.Style{NumFmt: 10})
	must(err)
	must(f.SetCellStyle("Sheet1", "D6", "D6", percent))
	must(f.SetRowVisible("Sheet1", 3, false))
	must(f.SetColVisible("Sheet1", "C", false))
	must(f.AddTable("Sheet1", &excelize.Table{Range: "A1:B4", Name: "Plan", StyleName: "TableStyleLight1"}))
	must(f.SetDefinedName(&excelize.DefinedName{Name: "total", RefersTo: "Sheet1!$B$4"}))
	must(f.SetDefinedName(&excelize.DefinedName{Name: "rate", RefersTo: "0.19"}))
	_, err = f.NewSheet("My sheet")
	must(err)
	must(f.SetSheetVisible("My sheet", false))
	var out bytes.Buffer
	must(f.Write(&out))
	return out.Bytes()
}

// booked is a world with the workbook in ann's drive, and the path to it.
func booked(t testing.TB) (*servicetest.World, string) {
	w := servicetest.New(t, everything)
	id := w.Ann("PUT", "/v1.0/me/drive/root:/plan.xlsx:/content", string(made(t)), "Content-Type: "+xlsx).Want(201).Str("id")
	return w, "/v1.0/me/drive/items/" + id + "/workbook"
}

func TestARangeHasValuesTextFormulasAndKinds(t *testing.T) {
	w, path := booked(t)
	for _, form := range []string{"/worksheets(Sheet1)/range(address='A2:D4')", "/worksheets('sheet1')/range(address=A2:D4)",
		"/WORKSHEETS/Sheet1/Range(Address='$D$4:$A$2')", "/worksheets(Sheet1)/range(address='Sheet1!a2:d4')"} {
		w.Ann("GET", path+form, "").Want(200).Has(
			"address", "Sheet1!A2:D4", "addressLocal", "Sheet1!A2:D4", "cellCount", 12, "columnCount", 4, "columnIndex", 0, "rowCount", 3, "rowIndex", 1,
			"values/0", []any{"Write", 2.5, "", true}, "text/0", []any{"Write", "2.5", "", "TRUE"},
			"valueTypes/0", []any{"String", "Double", "Empty", "Boolean"},
			"values/2/3", `it's "ü"`, "formulas/2/1", "=SUM(B2:B3)", "formulas/2/2", "=B4*2", "valueTypes/2/2", "Double", "values/2/2", 85, "text/2/2", "85", "formulas/0/1", 2.5,
			"numberFormat/0/0", "General", "rowHidden", false, "columnHidden", false)
	}
	w.Ann("GET", path+"/worksheets(Sheet1)/range(address='D6')", "").Want(200).
		Has("address", "Sheet1!D6", "values", []any{[]any{0.30000000000000004}}, "text", []any{[]any{"30.00%"}}, "numberFormat", []any{[]any{"0.00%"}}, "cellCount", 1)
	w.Ann("GET", path+"/worksheets(Sheet1)/range(address='C3')", "").Want(200).Has("rowHidden", true, "columnHidden", true, "hidden", true)
	w.Ann("GET", path+"/worksheets(Sheet1)/range(address='A1')?$select=address", "").Want(200).Has("address", "Sheet1!A1", "values", nil)
	w.Ann("GET", path+"/worksheets(Sheet1)/range(address='ZZ1000:ZZ1001')", "").Want(200).Has("valueTypes", []any{[]any{"Empty"}, []any{"Empty"}})
}

func TestWholeColumnsAndRowsReachAsFarAsTheSheetIsUsed(t *testing.T) {
	w, path := booked(t)
	for address, want := range map[string]string{"A:B": "Sheet1!A1:B6", "2:2": "Sheet1!A2:D2", "$C:$C": "Sheet1!C1:C6"} {
		w.Ann("GET", path+"/worksheets(Sheet1)/range(address='"+address+"')", "").Want(200).Has("address", want)
	}
	for _, form := range []string{"/usedRange", "/usedRange()", "/usedRange(valuesOnly=true)", "/range"} {
		w.Ann("GET", path+"/worksheets(Sheet1)"+form, "").Want(200).Has("address", "Sheet1!A1:D6")
	}
	w.Ann("GET", path+"/worksheets('My sheet')/usedRange", "").Want(200).Has("address", "'My sheet'!A1", "valueTypes/0/0", "Empty")
}

func TestSheetsTablesAndNamesAreListedAndRead(t *testing.T) {
	w, path := booked(t)
	r := w.Ann("GET", path+"/worksheets", "").Want(200).
		Has("value/0/name", "Sheet1", "value/0/position", 0, "value/0/visibility", "Visible", "value/1/name", "My sheet", "value/1/visibility", "Hidden")
	w.Ann("GET", path+"/worksheets('"+r.Str("value/1/id")+"')", "").Want(200).Has("name", "My sheet", "position", 1)
	w.Ann("GET", path+"/tables", "").Want(200).Has("value/0/name", "Plan", "value/0/id", "1", "value/0/showHeaders", true, "value/0/style", "TableStyleLight1", "value/1", nil)
	w.Ann("GET", path+"/tables(plan)/columns", "").Want(200).Has("value/0/name", "Task", "value/1/id", "2", "value/1/index", 1)
	for _, form := range []string{"/tables(Plan)/columns(Days)/range", "/tables(1)/columns(2)/range", "/tables/Plan/columns/days/range()"} {
		w.Ann("GET", path+form, "").Want(200).Has("address", "Sheet1!B1:B4", "values/0/0", "Days", "values/1/0", 2.5)
	}
	w.Ann("GET", path+"/tables(Plan)/range", "").Want(200).Has("address", "Sheet1!A1:B4")
	w.Ann("GET", path+"/names", "").Want(200).Has("value/1/name", "rate", "value/1/value", "=0.19", "value/1/type", "String",
		"value/0/name", "total", "value/0/value", "=Sheet1!$B$4", "value/0/type", "Range", "value/0/scope", "Workbook", "value/0/visible", true)
	w.Ann("GET", path+"/names(TOTAL)/range", "").Want(200).Has("address", "Sheet1!B4", "formulas/0/0", "=SUM(B2:B3)")
	w.Ann("GET", path+"/names(rate)/range", "").Want(400).Says("=0.19")
	for _, missing := range []string{"/worksheets(None)/usedRange", "/tables(None)", "/tables(Plan)/columns(None)/range", "/names(None)/range"} {
		w.Ann("GET", path+missing, "").Want(404).Says("None")
	}
	for _, address := range []string{"", "A", "1", "A0", "AAAA1", "A1:B", "XFE1", "A1048577", "A1:B2:C3", "Sheet2!A1", "A:2"} {
		w.Ann("GET", path+"/worksheets(Sheet1)/range(address='"+address+"')", "").Want(400)
	}
	w.Ann("GET", path+"/worksheets(Sheet1)/range(address='B1:XFD1000')", "").Want(400).Says("16383000 cells")
}

func TestTheShortPathMeansTheWorkbookWrittenLast(t *testing.T) {
	w := servicetest.New(t, everything)
	const path = "/v1.0/workbook/worksheets(Sheet1)/range(address='A1:A2')"
	w.Ann("GET", path, "").Want(404).Says("upload an .xlsx file")
	first := w.Ann("PUT", "/v1.0/me/drive/root:/plan.xlsx:/content", string(made(t)), "Content-Type: application/zip").Want(201).Str("id")
	w.Ann("GET", path, "").Want(200).Has("values/0/0", "Task")
	w.Ann("GET", "/v1.0/workbook/tables(Plan)/columns(Task)/range", "").Want(200).Has("address", "Sheet1!A1:A4")
	f := excelize.NewFile()
	defer f.Close()
	if err := f.SetCellValue("Sheet1", "A1", "newer"); err != nil {
		t.Fatal(err)
	}
	var newer bytes.Buffer
	if err := f.Write(&newer); err != nil {
		t.Fatal(err)
	}
	w.Advance(1e9)
	second := w.Ann("PUT", "/v1.0/me/drive/root:/newer.xlsx:/content", newer.String(), "Content-Type: "+xlsx).Want(201).Str("id")
	w.Ann("GET", path, "").Want(200).Has("values/0/0", "newer")
	w.Ann("GET", path, "", "workbook-item-id: "+first).Want(200).Has("values/0/0", "Task")
	w.Ann("GET", path, "", "workbook-item-id: nowhere").Want(404)
	// The new content of a file is read, not what the cache has of the old one.
	w.Ann("PUT", "/v1.0/me/drive/items/"+second+"/content", string(made(t)), "Content-Type: "+xlsx).Want(200)
	w.Ann("GET", path, "").Want(200).Has("values/0/0", "Task")
	w.Do("bo", "GET", path, "", "workbook-item-id: "+first).Want(404)
}

func TestWhatIsNoWorkbookIsRefused(t *testing.T) {
	w := servicetest.New(t, everything)
	sheet := func(data string) []byte { return withSheet(t, data) }
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"text.xlsx":      {[]byte("just text"), "no .xlsx file"},
		"empty.xlsx":     {nil, "no .xlsx file"},
		"truncated.xlsx": {made(t)[:3000], "no .xlsx file"},
		"zip.xlsx":       {zipped(t, map[string]string{"a.txt": "a"}), "no .xlsx file"},
		"bomb.xlsx":      {zipped(t, map[string]string{"xl/workbook.xml": strings.Repeat(" ", 33<<20)}), "more in it"},
		"tags.xlsx":      {sheet("<!--" + strings.Repeat("<", 21_000_000) + "-->"), "more in it"},
		"long.xlsx":      {sheet(`<row><c t="str"><v>` + strings.Repeat("long", 33<<20) + `</v></c></row>`), "more in it"},
		"tooDeep.xlsx":   {sheet(`<row r="99999999"><c><v>1</v></c></row>`), "damaged"},
		"negative.xlsx":  {sheet(`<row r="-5"><c r="A-5"><v>1</v></c></row>`), "damaged"},
		"badXML.xlsx":    {sheet(`<row r="1"><c r="A1"><v>1</v></row`), "damaged"},
	} {
		id := w.Ann("PUT", "/v1.0/me/drive/root:/"+name+":/content", string(c.data), "Content-Type: "+xlsx).Want(201).Str("id")
		w.Ann("GET", "/v1.0/me/drive/items/"+id+"/workbook/worksheets", "").Want(400).Says(c.says)
	}
	w.Ann("GET", "/v1.0/me/drive/items/"+folder(w, "root", "F")+"/workbook/worksheets", "").Want(400).Says("folder")
	// A sheet that ends far below, as one does when whole columns are coloured.
	id := w.Ann("PUT", "/v1.0/me/drive/root:/deep.xlsx:/content", string(sheet(`<row r="2"><c r="B2"><v>7</v></c></row><row r="1048576"/>`)), "Content-Type: "+xlsx).Want(201).Str("id")
	w.Ann("GET", "/v1.0/me/drive/items/"+id+"/workbook/worksheets(S)/usedRange", "").Want(200).Has("address", "S!B2", "values/0/0", 7)
}

// withSheet is a workbook by hand with one sheet S of these rows.
func withSheet(t testing.TB, rows string) []byte {
	return zipped(t, map[string]string{
		"[Content_Types].xml":        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
		"_rels/.rels":                `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`,
	})
}

func zipped(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzSheet: no sheet makes the service fail or take long, whatever is in it.
func FuzzSheet(f *testing.F) {
	for _, seed := range []string{
		`<row r="1"><c r="A1" t="b"><v>1</v></c><c r="C1" t="inlineStr"><is><t>x</t></is></c><c><f>A1+1</f></c></row>`,
		`<row><c t="s"><v>0</v></c><c t="e"><v>#REF!</v></c><c s="9"><v>1e400</v></c></row><row r="1"><c r="B7"/></row>`,
		`<row r="3" hidden="1"><c r="A3"><f t="shared" si="0" ref="A3:A4">B3*2</f><v>4</v></c></row><row r="4"><c r="A4"><f t="shared" si="0"/></c></row>`,
		`</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells><sheetData>`,
		`<row r="0"><c r="A0"><v>1</v></c></row><row r="2"><c r="B1"><v>1</v></c></row>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rows string) {
		if err := files.Open(withSheet(t, rows)); err != nil && err.Error() == "" {
			t.Fatal("an error that says nothing")
		}
	})
}

// BenchmarkOpenWorkbook reads 10,000 cells, which a cached workbook spares.
func BenchmarkOpenWorkbook(b *testing.B) {
	rows := new(strings.Builder)
	for row := 1; row <= 1000; row++ {
		fmt.Fprintf(rows, `<row r="%d">`, row)
		for column := range 10 {
			fmt.Fprintf(rows, `<c r="%c%d"><v>%d</v></c>`, 'A'+column, row, row*column)
		}
		rows.WriteString(`</row>`)
	}
	data := withSheet(b, rows.String())
	b.ReportAllocs()
	for b.Loop() {
		if err := files.Open(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRange is a reply of 20 by 10 cells from a workbook in the cache.
func BenchmarkRange(b *testing.B) {
	w, path := booked(b)
	b.ReportAllocs()
	for b.Loop() {
		w.Ann("GET", path+"/worksheets(Sheet1)/range(address='A1:J20')", "").Want(200)
	}
}

// TestWorkbooksThatWereDearAreRead has sheets at which a reader that holds what
// lies between the cells, or looks for each of them once more, takes minutes.
func TestWorkbooksThatWereDearAreRead(t *testing.T) {
	wide, sharing, full := new(strings.Builder), new(strings.Builder), new(strings.Builder)
	for i := range 1000 {
		fmt.Fprintf(wide, `<row r="%d"><c r="XFD%d"><v>1</v></c></row>`, i+1, i+1)
	}
	for i := range 30_000 {
		fmt.Fprintf(sharing, `<row r="%d"><c r="A%d"><f t="shared" si="%d" ref="A1:A2">1</f></c></row>`, i+1, i+1, i)
	}
	for i := range 3 {
		fmt.Fprintf(full, `<row r="%d">`, i+1)
		full.WriteString(strings.Repeat(`<c><v>1</v></c>`, 16384))
		full.WriteString(`</row>`)
	}
	for name, rows := range map[string]string{"wide": wide.String(), "sharing": sharing.String(), "full": full.String()} {
		if err := files.Open(withSheet(t, rows)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASheetSaysHowLargeItIsBeyondWhatOneReplyHas(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for cell, value := range map[string]any{"A1": "first", "D30000": "last"} {
		if err := f.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	w := servicetest.New(t, everything)
	id := w.Ann("PUT", "/v1.0/me/drive/root:/long.xlsx:/content", out.String(), "Content-Type: "+xlsx).Want(201).Str("id")
	used := "/v1.0/me/drive/items/" + id + "/workbook/worksheets(Sheet1)/usedRange"
	w.Ann("GET", used, "").Want(400)
	w.Ann("GET", used+"?$select=address,values", "").Want(400)
	if got := w.Ann("GET", used+"?$select=address,rowCount", "").Want(200).Str("address"); got != "Sheet1!A1:D30000" {
		t.Errorf("the sheet is used in %s, want Sheet1!A1:D30000", got)
	}
}

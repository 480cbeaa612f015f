package files

// format is the number format of a style, such as 0.00%.
func (r *bookReader) format(style int) string {
	code, known := r.formats[style]
	if known {
		return code
	}
	code = general
	if s, err := r.file.GetStyle(style); err == nil {
		switch {
		case s.CustomNumFmt != nil:
			code = *s.CustomNumFmt
		case builtInFormats()[s.NumFmt] != "":
			code = builtInFormats()[s.NumFmt]
		}
	}
	r.formats[style] = code
	return code
}

// builtInFormats are the formats that a file refers to by number alone
// (ECMA-376, part 1, 18.8.30).
func builtInFormats() map[int]string {
	return map[int]string{
		0: general, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
		14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm",
		37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)",
		45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0", 48: "##0.0E+0", 49: "@",
	}
}

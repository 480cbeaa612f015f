package main

// The parts below take the colours that they need and return the part.

// bob is hair to the chin, with a fringe.
func bob(col uint32) (behind, front part) {
	behind = func(c *canvas, _ face) {
		c.blob(hex(col), point{128, 26}, point{190, 44}, point{214, 110}, point{216, 176}, point{196, 206}, point{128, 196}, point{60, 206}, point{40, 176}, point{42, 110}, point{66, 44})
	}
	front = func(c *canvas, _ face) {
		c.blob(hex(col), point{128, 28}, point{182, 46}, point{202, 104}, point{204, 178}, point{190, 196}, point{183, 150}, point{180, 104},
			point{150, 92}, point{110, 96}, point{76, 106}, point{73, 150}, point{66, 196}, point{52, 178}, point{54, 104}, point{74, 46})
		c.line(shade(col, 1.7), 5, smooth([]point{{84, 74}, {110, 50}, {140, 46}}, false)...)
	}
	return behind, front
}

// longHair falls over both shoulders from a parting in the middle.
func longHair(col uint32) (behind, front part) {
	behind = func(c *canvas, _ face) {
		c.blob(hex(col), point{128, 22}, point{196, 46}, point{218, 120}, point{226, 210}, point{232, 270}, point{128, 262}, point{24, 270}, point{30, 210}, point{38, 120}, point{60, 46})
	}
	front = func(c *canvas, _ face) {
		for _, side := range []float32{-1, 1} {
			x := func(v float32) float32 { return 128 + side*v }
			c.blob(hex(col), point{x(0), 30}, point{x(54), 44}, point{x(78), 112}, point{x(84), 190}, point{x(96), 266}, point{x(54), 266}, point{x(60), 190}, point{x(56), 120}, point{x(34), 78}, point{x(-2), 54})
			c.line(shade(col, 0.8), 3, smooth([]point{{x(10), 50}, {x(62), 90}, {x(70), 180}, {x(76), 256}}, false)...)
		}
	}
	return behind, front
}

// afro is a round cloud of curls.
func afro(col uint32) part {
	return func(c *canvas, _ face) {
		c.ellipse(hex(col), 128, 104, 112, 98)
		for i, p := range arc(128, 104, 106, 92, 150, 390) {
			if i%4 == 0 {
				c.ellipse(hex(col), p.x, p.y, 16, 16)
			}
		}
	}
}

// hairline covers the brow's upper edge, to join hair behind to the face.
func hairline(col uint32) part {
	return func(c *canvas, _ face) {
		c.blob(hex(col), point{128, 46}, point{176, 66}, point{190, 120}, point{178, 100}, point{160, 84}, point{128, 78}, point{96, 84}, point{78, 100}, point{66, 120}, point{80, 66})
	}
}

// spikes stand up and to the side.
func spikes(col uint32) part {
	return func(c *canvas, _ face) {
		c.fill(hex(col), []point{{62, 118}, {52, 84}, {38, 66}, {62, 66}, {58, 34}, {84, 50}, {94, 12}, {114, 40}, {134, 2}, {148, 38}, {176, 14}, {178, 50}, {206, 40}, {196, 70}, {218, 78}, {200, 92},
			{194, 120}, {182, 92}, {160, 84}, {140, 94}, {120, 80}, {96, 92}, {76, 90}})
	}
}

// headphones sit over the hair.
func headphones(col uint32) part {
	return func(c *canvas, _ face) {
		band := arc(128, 126, 80, 88, 186, 354)
		c.line(hex(inkBlack), 15, band...)
		for _, x := range []float32{48, 208} {
			c.ellipse(hex(inkBlack), x, 136, 20, 34)
			c.ellipse(hex(col), x, 136, 13, 26)
		}
	}
}

// flatTop is high hair cut to an edge.
func flatTop(col uint32) part {
	return func(c *canvas, _ face) {
		c.fill(hex(col), []point{{66, 132}, {56, 14}, {200, 14}, {190, 132}, {180, 132}, {176, 88}, {80, 88}, {76, 132}})
		c.line(shade(col, 2.6), 5, point{66, 24}, point{190, 24})
	}
}

// topKnot is hair drawn tight to a knot on the crown, with a few strands.
func topKnot(col, band uint32) part {
	return func(c *canvas, _ face) {
		c.ellipse(hex(col), 128, 32, 38, 27)
		c.line(hex(band), 10, smooth([]point{{100, 54}, {128, 60}, {156, 54}}, false)...)
		c.blob(hex(col), point{128, 58}, point{176, 66}, point{198, 114}, point{190, 150}, point{182, 118}, point{166, 94}, point{128, 80}, point{90, 94}, point{74, 118}, point{66, 150}, point{58, 114}, point{80, 66})
		c.line(hex(col), 5, smooth([]point{{70, 116}, {62, 150}, {66, 186}}, false)...)
		c.line(hex(col), 5, smooth([]point{{186, 116}, {194, 150}, {190, 186}}, false)...)
	}
}

// tufts are what is left at the sides of a bald head.
func tufts(col uint32) part {
	return func(c *canvas, _ face) {
		for _, side := range []float32{-1, 1} {
			x := func(v float32) float32 { return 128 + side*v }
			for _, p := range []point{{x(66), 92}, {x(78), 102}, {x(80), 118}, {x(76), 134}, {x(70), 148}} {
				c.ellipse(hex(col), p.x, p.y, 15, 13)
			}
		}
		c.ellipse(see(hex(inkWhite), 0.5), 108, 70, 22, 10)
	}
}

// wave is short hair swept up and back from one side.
func wave(col uint32) part {
	return func(c *canvas, _ face) {
		c.blob(hex(col), point{62, 128}, point{48, 84}, point{66, 34}, point{120, 8}, point{184, 14}, point{218, 52}, point{208, 104}, point{194, 134}, point{186, 100}, point{156, 92}, point{112, 82}, point{82, 96})
		for i := range 3 {
			d := float32(i) * 16
			c.line(shade(col, 0.72), 4, smooth([]point{{78 + d, 88 - d/4}, {100 + d, 44 - d/6}, {160 + d/2, 32 + d/4}}, false)...)
		}
	}
}

// beard covers the jaw, to a length below the chin; the mouth is left free.
func beard(col uint32, length float32) part {
	return func(c *canvas, f face) {
		w := f.headW
		c.blob(hex(col), point{midX - w - 2, midY + 4}, point{midX - w + 16, midY + 40}, point{midX - 30, midY + 34}, point{midX, midY + 30}, point{midX + 30, midY + 34},
			point{midX + w - 16, midY + 40}, point{midX + w + 2, midY + 4}, point{midX + w, midY + 56}, point{midX + w*0.66, midY + 84 + length*0.6}, point{midX, midY + 84 + length}, point{midX - w*0.66, midY + 84 + length*0.6}, point{midX - w, midY + 56})
		c.line(hex(inkLips), 8, smooth([]point{{midX - 17, midY + 50}, {midX, midY + 50 + f.smile*0.7}, {midX + 17, midY + 50}}, false)...)
	}
}

// goatee is a short beard on the chin alone.
func goatee(col uint32) part {
	return func(c *canvas, _ face) {
		c.blob(hex(col), point{104, 204}, point{128, 200}, point{152, 204}, point{147, 224}, point{128, 232}, point{109, 224})
		c.line(hex(col), 8, smooth([]point{{98, 176}, {110, 168}, {128, 166}, {146, 168}, {158, 176}}, false)...)
	}
}

// moustache has ends that go up.
func moustache(col uint32) part {
	return func(c *canvas, _ face) {
		for _, side := range []float32{-1, 1} {
			x := func(v float32) float32 { return 128 + side*v }
			c.blob(hex(col), point{x(-3), 166}, point{x(22), 162}, point{x(44), 172}, point{x(62), 152}, point{x(66), 166}, point{x(48), 190}, point{x(20), 186}, point{x(0), 178})
		}
	}
}

// flatCap covers the crown and shades the brow.
func flatCap(col uint32) part {
	return func(c *canvas, _ face) {
		c.blob(hex(col), point{44, 96}, point{50, 54}, point{96, 24}, point{160, 22}, point{208, 50}, point{216, 90}, point{200, 100}, point{128, 90}, point{60, 104})
		c.blob(shade(col, 0.6), point{36, 104}, point{66, 88}, point{128, 80}, point{196, 86}, point{222, 100}, point{190, 112}, point{128, 104}, point{66, 116})
		for i := range 4 {
			x := 74 + float32(i)*36
			c.line(shade(col, 1.3), 3, point{x, 36}, point{x + 6, 78})
		}
	}
}

// turban is wound in crossing folds.
func turban(col uint32) part {
	return func(c *canvas, _ face) {
		c.blob(hex(col), point{44, 118}, point{36, 72}, point{66, 24}, point{128, 6}, point{190, 24}, point{220, 72}, point{212, 118}, point{176, 92}, point{128, 62}, point{80, 92})
		fold := shade(col, 0.7)
		for i := range 4 {
			d := float32(i) * 20
			c.line(fold, 4, smooth([]point{{128, 62 - d*0.6}, {84 - d*0.2, 82 - d}, {44 + d*0.1, 112 - d*1.1}}, false)...)
			c.line(fold, 4, smooth([]point{{128, 62 - d*0.6}, {172 + d*0.2, 82 - d}, {212 - d*0.1, 112 - d*1.1}}, false)...)
		}
		c.fill(shade(col, 1.25), []point{{128, 64}, {112, 84}, {128, 94}, {144, 84}})
	}
}

// scarf is a hijab: it frames the face and lies on the shoulders.
func scarf(col uint32) (behind, front part) {
	behind = func(c *canvas, _ face) {
		c.blob(hex(col), point{128, 14}, point{196, 40}, point{214, 120}, point{208, 200}, point{248, 268}, point{128, 280}, point{8, 268}, point{48, 200}, point{42, 120}, point{60, 40})
	}
	front = func(c *canvas, _ face) {
		outer := []point{{128, 16}, {188, 38}, {210, 110}, {204, 190}, {238, 264}, {128, 272}, {18, 264}, {52, 190}, {46, 110}, {68, 38}}
		ring := smooth(outer, true)
		// The opening is walked the other way round, so that it stays open.
		inner := arc(128, 136, 56, 68, 360, 0)
		c.fill(hex(col), append(append(ring, ring[0]), append(inner, ring[0])...))
		fold := shade(col, 0.74)
		c.line(fold, 5, smooth([]point{{80, 196}, {120, 226}, {190, 220}, {226, 250}}, false)...)
		c.line(fold, 4, smooth([]point{{70, 80}, {58, 130}, {66, 190}, {110, 240}}, false)...)
		c.line(fold, 4, smooth([]point{{182, 76}, {198, 130}, {186, 190}, {150, 214}}, false)...)
	}
	return behind, front
}

// roundGlasses and squareGlasses are frames with clear panes.
func roundGlasses(col uint32) part {
	return func(c *canvas, _ face) {
		for _, x := range []float32{100, 156} {
			c.line(hex(col), 7, arc(x, 130, 22, 21, 0, 360)...)
			c.ellipse(see(hex(inkWhite), 0.18), x, 130, 20, 19)
		}
		c.line(hex(col), 6, point{122, 126}, point{134, 126})
		c.line(hex(col), 5, point{78, 126}, point{62, 122})
		c.line(hex(col), 5, point{178, 126}, point{194, 122})
	}
}

func squareGlasses(col uint32) part {
	return func(c *canvas, _ face) {
		for _, x := range []float32{98, 158} {
			c.box(see(hex(inkWhite), 0.3), x-22, 112, 44, 36)
			c.line(hex(col), 11, point{x - 24, 110}, point{x + 24, 110}, point{x + 22, 148}, point{x - 22, 148}, point{x - 24, 110})
		}
		c.line(hex(col), 10, point{120, 120}, point{136, 120})
		c.line(hex(col), 9, point{74, 114}, point{58, 118})
		c.line(hex(col), 9, point{182, 114}, point{198, 118})
	}
}

// hoops are large earrings.
func hoops(col uint32) part {
	return func(c *canvas, f face) {
		for _, side := range []float32{-1, 1} {
			c.line(hex(col), 6, arc(midX+side*(f.headW+4), midY+44, 14, 18, 0, 360)...)
		}
	}
}

// pearls are a necklace.
func pearls(col uint32) part {
	return func(c *canvas, _ face) {
		for i, p := range arc(128, 206, 46, 26, 10, 170) {
			if i%7 == 0 {
				c.ellipse(hex(col), p.x, p.y, 7, 7)
			}
		}
	}
}

// tie hangs from a white collar.
func tie(col uint32) part {
	return func(c *canvas, _ face) {
		c.fill(hex(inkWhite), []point{{96, 214}, {128, 244}, {160, 214}, {176, 226}, {150, 262}, {106, 262}, {80, 226}})
		c.fill(hex(col), []point{{116, 234}, {140, 234}, {134, 246}, {146, 270}, {110, 270}, {122, 246}})
	}
}

// rollNeck is a high collar.
func rollNeck(col uint32) part {
	return func(c *canvas, _ face) {
		c.blob(hex(col), point{94, 206}, point{128, 214}, point{162, 206}, point{168, 236}, point{128, 248}, point{88, 236})
	}
}

// stripes go across the shirt.
func stripes(col uint32) part {
	return func(c *canvas, _ face) {
		for _, y := range []float32{232, 250} {
			c.line(hex(col), 7, smooth([]point{{20, y + 14}, {80, y - 2}, {128, y + 2}, {176, y - 2}, {236, y + 14}}, false)...)
		}
	}
}

package main

import (
	"image/color"
)

// pictures are the drawings by name.
func pictures() map[string]func() *canvas {
	return map[string]func() *canvas{
		"atlas": atlas, "borealis": borealis, "kettle": kettle, "lighthouse": lighthouse,
		"benchmark": benchmark, "stringlines": stringLines, "quay": quay, "coast": coast,
		"floorplan": floorplan, "sign": sign, "icons": icons,
	}
}

// ferry is seen from the left, its waterline at (x, y), about 100 wide at
// scale 1.
func ferry(c *canvas, x, y, scale float32, hull, house uint32) {
	at := func(dx, dy float32) point { return point{x + dx*scale, y + dy*scale} }
	c.fill(hex(house), []point{at(20, -34), at(82, -34), at(86, -14), at(16, -14)})
	c.fill(hex(house), []point{at(34, -52), at(64, -52), at(66, -34), at(32, -34)})
	c.fill(shade(hull, 0.8), []point{at(44, -70), at(56, -70), at(58, -52), at(42, -52)})
	c.fill(hex(hull), []point{at(0, -16), at(100, -16), at(90, 4), at(10, 4)})
	for i := range 5 {
		p := at(28+float32(i)*11, -25)
		c.ellipse(shade(hull, 0.7), p.x, p.y, 3.4*scale, 3.4*scale)
	}
}

// waves are rows of arcs from a height down.
func waves(c *canvas, col color.Color, top, bottom, step float32) {
	width := float32(c.img.Bounds().Dx())
	for y := top; y < bottom; y += step {
		var line []point
		for x := float32(-10); x <= width+10; x += 16 {
			dy := float32(0)
			if int(x/16)%2 == 0 {
				dy = 5
			}
			line = append(line, point{x, y + dy})
		}
		c.line(col, 3, smooth(line, false)...)
	}
}

func atlas() *canvas {
	c := newCanvas(portraitSize, portraitSize, hex(0x12344f))
	c.ellipse(hex(0x8fd0e8), 128, 110, 88, 88)
	for _, rx := range []float32{30, 62, 88} {
		c.line(hex(0x1d5a7a), 4, arc(128, 110, rx, 88, 0, 360)...)
	}
	for _, y := range []float32{66, 110, 154} {
		c.line(hex(0x1d5a7a), 4, point{48, y}, point{208, y})
	}
	ferry(c, 58, 196, 1.4, 0xf2b84b, 0xfbf7ef)
	waves(c, hex(0x8fd0e8), 212, 256, 16)
	return c
}

func borealis() *canvas {
	c := newCanvas(portraitSize, portraitSize, hex(0x0b1430))
	for i, col := range []uint32{0x2fe3a0, 0x54f0c2, 0x8c6bf0} {
		y := float32(30 + i*26)
		c.blob(see(hex(col), 0.55), point{-10, y + 40}, point{60, y - 8}, point{130, y + 30}, point{200, y - 14}, point{266, y + 20},
			point{266, y + 52}, point{200, y + 22}, point{130, y + 70}, point{60, y + 30}, point{-10, y + 80})
	}
	c.fill(hex(0x243250), []point{{0, 190}, {50, 120}, {92, 170}, {150, 96}, {206, 168}, {256, 130}, {256, 256}, {0, 256}})
	c.fill(hex(0xeef4ff), []point{{150, 96}, {132, 120}, {150, 126}, {164, 116}})
	c.fill(hex(0xeef4ff), []point{{50, 120}, {36, 140}, {52, 144}, {64, 136}})
	c.box(hex(0x0f1d3a), 0, 204, 256, 52)
	ferry(c, 84, 216, 0.9, 0xe0455e, 0xfbf7ef)
	return c
}

func kettle() *canvas {
	c := newCanvas(portraitSize, portraitSize, hex(0xf7d9a8))
	c.line(hex(0x33302c), 14, arc(128, 112, 62, 60, 190, 350)...)
	c.fill(hex(0xc8443c), []point{{180, 140}, {240, 92}, {246, 108}, {196, 190}})
	c.blob(hex(0xd9534a), point{128, 96}, point{186, 112}, point{206, 190}, point{190, 222}, point{128, 226}, point{66, 222}, point{50, 190}, point{70, 112})
	c.ellipse(hex(0xf08a7e), 96, 150, 14, 30)
	c.ellipse(hex(0x33302c), 128, 96, 36, 9)
	c.ellipse(hex(0x33302c), 128, 84, 10, 9)
	for i := range 3 {
		x := 226 + float32(i)*8
		c.line(hex(0xffffff), 5, smooth([]point{{x, 84}, {x - 8, 64}, {x + 4, 46}, {x - 6, 26}}, false)...)
	}
	return c
}

func lighthouse() *canvas {
	c := newCanvas(portraitSize, portraitSize, hex(0x1e3250))
	c.fill(see(hex(0xffe9a0), 0.75), []point{{128, 62}, {-20, 20}, {-20, 104}})
	c.fill(see(hex(0xffe9a0), 0.75), []point{{128, 62}, {276, 20}, {276, 104}})
	c.fill(hex(0xfbf7ef), []point{{102, 84}, {154, 84}, {170, 224}, {86, 224}})
	for i := range 3 {
		y := 104 + float32(i)*44
		w := 25 + (y-84)*0.115
		c.fill(hex(0xd23f3f), []point{{128 - w, y}, {128 + w, y}, {128 + w + 2.5, y + 22}, {128 - w - 2.5, y + 22}})
	}
	c.box(hex(0x16181f), 94, 78, 68, 8)
	c.box(hex(0xffe27a), 108, 46, 40, 32)
	c.fill(hex(0xd23f3f), []point{{100, 46}, {156, 46}, {128, 20}})
	c.blob(hex(0x3b4a3c), point{0, 256}, point{50, 222}, point{128, 214}, point{206, 222}, point{256, 256}, point{128, 270})
	return c
}

func benchmark() *canvas {
	c := newCanvas(480, 270, hex(0xffffff))
	c.line(hex(0x333333), 3, point{40, 20}, point{40, 230}, point{460, 230})
	for i, v := range []struct{ old, new float32 }{{190, 9}, {86, 5}, {40, 4}, {3, 3}} {
		x := 66 + float32(i)*100
		c.box(hex(0xc9ced6), x, 230-v.old, 34, v.old)
		c.box(hex(0x2d7dd2), x+38, 230-v.new, 34, v.new)
	}
	return c
}

// stringLines is Mrs Hauge's timetable: distance up, time across.
func stringLines() *canvas {
	c := newCanvas(480, 320, hex(0xf8f2df))
	for _, y := range []float32{40, 110, 160, 250, 290} {
		c.line(hex(0xc9bd98), 2, point{20, y}, point{460, y})
	}
	for i := range 12 {
		x := 20 + float32(i)*40
		c.line(hex(0xe2d8b8), 1, point{x, 20}, point{x, 300})
	}
	ink := []uint32{0x2a3f6b, 0x2a3f6b, 0x9c2f35}
	for i := range 5 {
		x := 20 + float32(i)*84
		c.line(hex(ink[i%3]), 3, point{x, 290}, point{x + 50, 160}, point{x + 58, 160}, point{x + 110, 40})
		c.line(hex(ink[(i+1)%3]), 3, point{x, 40}, point{x + 52, 160}, point{x + 60, 160}, point{x + 112, 290})
	}
	return c
}

func quay() *canvas {
	c := newCanvas(480, 320, hex(0x8fa6bd))
	c.fill(hex(0xe8eef4), []point{{0, 150}, {90, 60}, {160, 130}, {250, 40}, {340, 140}, {420, 80}, {480, 130}, {480, 200}, {0, 200}})
	c.box(hex(0x2b4a63), 0, 196, 480, 60)
	ferry(c, 250, 226, 1.6, 0x1d3557, 0xfbf7ef)
	c.box(hex(0x5a5f66), 0, 250, 480, 70)
	c.box(hex(0x22252b), 70, 120, 10, 140)
	c.box(hex(0x22252b), 180, 120, 10, 140)
	c.box(hex(0x14161a), 56, 70, 150, 92)
	for i := range 4 {
		y := 84 + float32(i)*19
		c.box(hex(0xffb000), 68, y, 34, 9)
		c.box(hex(0xffb000), 112, y, 60+float32(i%2)*20, 9)
	}
	for i := range 4 {
		x := 96 + float32(i)*36
		c.ellipse(hex(0x22252b), x, 218, 9, 10)
		c.box(hex([]uint32{0xd23f3f, 0x3b6ea5, 0x4d4a3f, 0xe0b040}[i]), x-10, 228, 20, 48)
	}
	return c
}

func coast() *canvas {
	c := newCanvas(480, 320, hex(0xbfe3f2))
	c.ellipse(hex(0xfff3c4), 390, 70, 34, 34)
	c.box(hex(0x2f7f95), 0, 170, 480, 150)
	waves(c, hex(0x8fd0e8), 190, 300, 24)
	c.blob(hex(0x6b8f4e), point{-20, 130}, point{80, 110}, point{170, 150}, point{210, 220}, point{150, 330}, point{-20, 330})
	c.blob(hex(0xe9d8a6), point{140, 330}, point{190, 240}, point{230, 230}, point{260, 330})
	c.blob(hex(0x3a2418), point{96, 150}, point{116, 142}, point{132, 158}, point{128, 182}, point{98, 182})
	c.ellipse(hex(0xf4cfae), 114, 166, 13, 16)
	c.box(hex(0x1f6f78), 96, 182, 38, 60)
	c.line(hex(0xf4cfae), 8, point{134, 192}, point{176, 172})
	return c
}

func floorplan() *canvas {
	c := newCanvas(480, 320, hex(0xffffff))
	wall := hex(0x2a2d34)
	c.line(wall, 7, point{20, 20}, point{460, 20}, point{460, 300}, point{20, 300}, point{20, 20})
	c.line(wall, 5, point{300, 20}, point{300, 120})
	c.line(wall, 5, point{300, 170}, point{300, 300})
	c.line(wall, 5, point{300, 200}, point{460, 200})
	for _, p := range []point{{60, 60}, {150, 60}, {60, 190}, {150, 190}, {340, 60}} {
		c.box(hex(0xd9b98a), p.x, p.y, 66, 38)
		c.ellipse(hex(0x3b6ea5), p.x+33, p.y+56, 12, 12)
	}
	c.ellipse(hex(0x4f9a4f), 262, 52, 18, 18)
	c.ellipse(hex(0xd9534a), 430, 260, 12, 12)
	return c
}

// sign is a child's: a ferry, a sun and a bar across Friday.
func sign() *canvas {
	c := newCanvas(360, 260, hex(0xfffbe6))
	c.ellipse(hex(0xffd23f), 300, 56, 30, 30)
	for i := range 8 {
		p := arc(300, 56, 46, 46, 0, 360)[i*8]
		q := arc(300, 56, 60, 60, 0, 360)[i*8]
		c.line(hex(0xffd23f), 6, p, q)
	}
	ferry(c, 60, 190, 2, 0xe0455e, 0x7cc6fe)
	waves(c, hex(0x2d7dd2), 206, 250, 16)
	c.line(hex(0x3cb371), 9, point{30, 30}, point{90, 90})
	c.line(hex(0x3cb371), 9, point{90, 30}, point{30, 90})
	return c
}

func icons() *canvas {
	c := newCanvas(480, 160, hex(0xffffff))
	ferry(c, 24, 116, 1.1, 0x1d3557, 0xa8c5da)
	ferry(c, 180, 116, 1.1, 0x9c2f35, 0xe8d3c0)
	ferry(c, 350, 116, 0.7, 0x555b66, 0xc9ced6)
	waves(c, hex(0x2d7dd2), 130, 150, 14)
	return c
}

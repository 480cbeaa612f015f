package main

// faces are the twelve. No two share a silhouette, and next to equal
// silhouettes differ in the brightness of hair and background.
func faces() map[string]face {
	annBack, annFront := bob(0x3a2418)
	eveBack, eveFront := longHair(0xf2d488)
	hanaBack, hanaFront := scarf(0xe9e2f6)
	return map[string]face{
		"ann": {background: 0xf3d98a, skin: 0xf4cfae, shirt: 0x1f6f78, headW: 60, headH: 80, jaw: 0.4, brow: 0x3a2418, browTilt: 2, smile: 12,
			behind: []part{annBack}, front: []part{annFront, roundGlasses(0xc23b3b)}},
		"bo": {background: 0x24405e, skin: 0xf6d3b8, shirt: 0x8aa0b4, headW: 66, headH: 84, jaw: 0.9, brow: 0xa8642a, browTilt: 3, smile: 9,
			front: []part{beard(0xc77a33, 34)}},
		"cy": {background: 0xf0a25c, skin: 0xeec39a, shirt: 0x33415c, headW: 60, headH: 80, jaw: 0.6, brow: inkBlack, browTilt: 4, smile: 13,
			front: []part{spikes(0x17151a), headphones(0xf7f4ec)}},
		"dee": {background: 0xf7c6cf, skin: 0x9a6038, shirt: 0xf4b63f, headW: 56, headH: 76, jaw: 0.35, brow: 0x1d120c, browTilt: 2, smile: 15,
			behind: []part{afro(0x2a1a12)}, front: []part{hairline(0x2a1a12), hoops(0xffd65a)}},
		"eve": {background: 0x1f4a3d, skin: 0xf9dcc6, shirt: 0x141318, headW: 56, headH: 80, jaw: 0.3, brow: 0xb08b46, browTilt: 0, smile: 6,
			behind: []part{eveBack}, front: []part{rollNeck(0x141318), eveFront}},
		"gus": {background: 0xbfe0ef, skin: 0xf0bd9c, shirt: 0x5b4a3a, headW: 64, headH: 80, jaw: 0.8, brow: 0xd9d5cc, browTilt: 3, smile: 6,
			front: []part{moustache(0xf1ede4), flatCap(0x4d4a3f)}},
		"hana": {background: 0x4a2a5e, skin: 0xd9a676, shirt: 0xe9e2f6, headW: 58, headH: 78, jaw: 0.35, brow: 0x2a1a14, browTilt: 2, smile: 11,
			behind: []part{hanaBack}, front: []part{hanaFront}},
		"ivo": {background: 0xd5d9dc, skin: 0xf2c9a8, shirt: 0x3b4252, headW: 66, headH: 82, jaw: 1, brow: 0x2c2a2e, browTilt: -3, smile: -4,
			front: []part{tufts(0x2c2a2e), squareGlasses(0x121114), tie(0x9c2f35)}},
		"jun": {background: 0xc9f0d2, skin: 0xf5d0a9, shirt: 0xf7f4ec, headW: 56, headH: 82, jaw: 0.3, brow: inkBlack, browTilt: 1, smile: 10,
			front: []part{topKnot(0x141217, 0xff5470), stripes(0x2d5fa8)}},
		"kiran": {background: 0xf6eed8, skin: 0xb97f50, shirt: 0x5c6b3f, headW: 60, headH: 82, jaw: 0.8, brow: 0x17120f, browTilt: 3, smile: 10,
			front: []part{beard(0x1c1613, 22), turban(0x2f5fb3)}},
		"lena": {background: 0x6a1f33, skin: 0xf3cdb5, shirt: 0x22242c, headW: 58, headH: 80, jaw: 0.55, brow: 0x8d8d92, browTilt: -1, smile: 8,
			front: []part{wave(0xe6e8ec), pearls(0xfbf7ef)}},
		"mo": {background: 0xf2e35a, skin: 0x6b4329, shirt: 0xd95b43, headW: 58, headH: 82, jaw: 0.75, brow: 0x120c09, browTilt: 3, smile: 14,
			front: []part{flatTop(0x0f0c0d), goatee(0x0f0c0d)}},
	}
}

// friends are those of the address book who sent a picture.
func friends() map[string]face {
	beaBack, beaFront := bob(0x6b3a1e)
	mumBack, mumFront := bob(0xdcdad6)
	salmaBack, salmaFront := longHair(0x1f1512)
	return map[string]face{
		"fay": {background: 0xdfe9f2, skin: 0xf6d3b8, shirt: 0x9c2f35, headW: 58, headH: 80, jaw: 0.5, brow: 0x8a4a22, browTilt: 1, smile: 9,
			front: []part{wave(0xb5521f), hoops(0xc9ced6)}},
		"torstein": {background: 0x3b5368, skin: 0xe8b48c, shirt: 0x1d2a3a, headW: 66, headH: 82, jaw: 0.9, brow: 0xcfcac0, browTilt: -2, smile: 3,
			front: []part{beard(0xe6e2d8, 30), flatCap(0x1b2433)}},
		"bea": {background: 0xcfe8c6, skin: 0xf4cfae, shirt: 0xe0455e, headW: 58, headH: 80, jaw: 0.35, brow: 0x5a2e18, browTilt: 4, smile: 17,
			behind: []part{beaBack}, front: []part{beaFront}},
		"mum": {background: 0x7d5a86, skin: 0xf3cdb5, shirt: 0xbfd7ea, headW: 58, headH: 78, jaw: 0.4, brow: 0xa8a29a, browTilt: 2, smile: 12,
			behind: []part{mumBack}, front: []part{mumFront, roundGlasses(0x6a4a2a), pearls(0xfbf7ef)}},
		"salma": {background: 0xf2a65a, skin: 0xc98f5e, shirt: 0x2d6a6a, headW: 56, headH: 80, jaw: 0.35, brow: 0x1f1512, browTilt: 2, smile: 14,
			behind: []part{salmaBack}, front: []part{salmaFront}},
		"sol": {background: 0x9fd8e8, skin: 0x8a5a36, shirt: 0xf26d3d, headW: 58, headH: 80, jaw: 0.6, brow: 0x17120f, browTilt: 3, smile: 16,
			front: []part{spikes(0x2a1a12), goatee(0x2a1a12)}},
	}
}

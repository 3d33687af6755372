// A font in which every letter is the same box, so that screens look alike whatever fonts are installed.

type Field = ['u16' | 'i16' | 'u32' | 'u8', number]

const u8 = (...values: number[]): Field[] => values.map(value => ['u8', value])
const u16 = (...values: number[]): Field[] => values.map(value => ['u16', value & 0xffff])
const i16 = (...values: number[]): Field[] => values.map(value => ['i16', value])
const u32 = (...values: number[]): Field[] => values.map(value => ['u32', value])
const tag = (text: string): Field[] => u8(...Buffer.from(text, 'latin1'))

function bytes(fields: Field[]): Buffer {
  const written = fields.map(([type, value]) => {
    const buffer = Buffer.alloc(type === 'u8' ? 1 : type === 'u32' ? 4 : 2)
    if (type === 'u8') buffer.writeUInt8(value)
    else if (type === 'u16') buffer.writeUInt16BE(value)
    else if (type === 'i16') buffer.writeInt16BE(value)
    else buffer.writeUInt32BE(value)
    return buffer
  })
  return Buffer.concat(written)
}

const unit = 1000
const [ascent, descent] = [930, -240]
/** Roughly the width of a letter in a usual font. */
const [letter, space] = [540, 280]
const box = { left: 60, bottom: 0, right: 480, top: 520 }

const glyph = bytes([
  ...i16(1, box.left, box.bottom, box.right, box.top),
  ...u16(3, 0), // the last point of the outline; no instructions
  ...u8(1, 1, 1, 1), // four points, all on the outline
  ...i16(box.left, 0, box.right - box.left, 0),
  ...i16(box.bottom, box.top - box.bottom, 0, box.bottom - box.top)
])

/** First and last code point, and the glyph for all of them. */
const characters = [
  [0x20, 0x20, 2],
  [0x21, 0x9f, 1],
  [0xa0, 0xa0, 2],
  [0xa1, 0x10ffff, 1]
]

const tables: Record<string, Buffer> = {
  'OS/2': bytes([
    ...u16(4, letter, 400, 5, 0),
    ...i16(650, 700, 0, 140, 650, 700, 0, 480, 50, 260, 0),
    ...u8(...new Array(10).fill(0)),
    ...u32(1, 0, 0, 0),
    ...tag('NONE'),
    ...u16(0x40, 0x20, 0xffff),
    ...i16(ascent, descent, 0),
    ...u16(ascent, -descent),
    ...u32(1, 0),
    ...i16(520, 700),
    ...u16(0, 0x20, 1)
  ]),
  cmap: bytes([
    ...u16(0, 1, 3, 10),
    ...u32(12),
    ...u16(13, 0),
    ...u32(16 + 12 * characters.length, 0, characters.length, ...characters.flat())
  ]),
  glyf: glyph,
  head: bytes([
    ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
    ...u16(0, unit),
    ...u32(0, 0, 0, 0),
    ...i16(box.left, box.bottom, box.right, box.top),
    ...u16(0, 8),
    ...i16(2, 1, 0)
  ]),
  hhea: bytes([
    ...u32(0x10000),
    ...i16(ascent, descent, 0),
    ...u16(letter),
    ...i16(0, 0, box.right, 1, 0, 0, 0, 0, 0, 0, 0),
    ...u16(3)
  ]),
  hmtx: bytes([...u16(letter, 0), ...u16(letter, box.left), ...u16(space, 0)]),
  // Only the second of the three glyphs has an outline.
  loca: bytes(u32(0, 0, glyph.length, glyph.length)),
  maxp: bytes([...u32(0x10000), ...u16(3, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
  name: bytes(u16(0, 0, 6)),
  post: bytes([...u32(0x30000, 0), ...i16(-100, 50), ...u32(0, 0, 0, 0, 0)])
}

/** The font as a TrueType file. */
export function boxFont(): Buffer {
  const names = Object.keys(tables)
  const padded = (table: Buffer) => Buffer.concat([table, Buffer.alloc(-table.length & 3)])
  let offset = 12 + 16 * names.length
  const directory = names.flatMap(name => {
    const length = tables[name]?.length ?? 0
    const entry = [...tag(name), ...u32(0, offset, length)]
    offset += (length + 3) & ~3
    return entry
  })
  const header = bytes([...u32(0x10000), ...u16(names.length, 128, 3, names.length * 16 - 128), ...directory])
  return Buffer.concat([header, ...Object.values(tables).map(padded)])
}

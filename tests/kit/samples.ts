/** The beginnings of files, by which their types are known. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
export const html = Buffer.from('<!doctype html><script>alert(1)</script>')
export const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104', 'hex')
export const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.from('fffb9000', 'hex')])

/** An Ogg page whose first packet begins with these letters: `OpusHead`, or Vorbis's. */
const ogg = (packet: string) => {
  const page = Buffer.alloc(28 + packet.length)
  page.write('OggS', 0, 'latin1')
  page[5] = 2
  page[26] = 1
  page[27] = packet.length
  page.write(packet, 28, 'latin1')
  return page
}
export const opus = ogg('OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0')
export const vorbis = ogg('\x01vorbis\0\0\0\0\x01\x44\xac\0\0')

/** A sound of these seconds, which players play. */
export function wav(seconds: number): Buffer {
  const rate = 8000
  const sound = Buffer.alloc(seconds * rate)
  for (let n = 0; n < sound.length; n++) sound[n] = 128 + Math.round(60 * Math.sin((n / rate) * 440 * 2 * Math.PI))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + sound.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // uncompressed
  head.writeUInt16LE(1, 22) // one channel
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(sound.length, 40)
  return Buffer.concat([head, sound])
}

/** Silence of these seconds, as MP3: frames of 128 kbit/s at 44.1 kHz without sound. */
export function mp3Sound(seconds: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9064)
  return Buffer.concat(Array.from({ length: Math.ceil(seconds * 38.28) }, () => frame))
}

/** Silence of these seconds, as AMR (RFC 4867), in which old telephones record. */
export function amr(seconds: number): Buffer {
  const frame = Buffer.alloc(32)
  frame[0] = 0x3c
  return Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: seconds * 50 }, () => frame)])
}

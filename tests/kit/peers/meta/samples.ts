import { readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** Small files of each kind, with valid bytes. */

/** A picture that fades from one colour to another. */
export function png(width = 320, height = 240, from = [232, 93, 61], to = [250, 204, 140]): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let colour = 0; colour < 3; colour++) {
        const [a = 0, b = 0] = [from[colour], to[colour]]
        rows[y * (1 + width * 3) + 1 + x * 3 + colour] = Math.round(a + ((b - a) * (x + y)) / (width + height))
      }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A soft tone, as WAV. */
export function wav(seconds = 2, pitch = 220): Buffer {
  const rate = 8000
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let n = 0; n < rate * seconds; n++)
    samples.writeInt16LE(Math.round(4000 * Math.sin((2 * Math.PI * pitch * n) / rate)), n * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Silence, as Ogg with Opus, in which WhatsApp sends voice notes (RFC 7845). */
export function voice(seconds = 3): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1')
  const tags = Buffer.from('OpusTags\x05\x00\x00\x00Prosa\x00\x00\x00\x00', 'latin1')
  const silence = Buffer.from([0xf8, 0xff, 0xfe])
  const packets = seconds * 50
  const audio = Array.from({ length: packets }, () => silence)
  return Buffer.concat([
    oggPage([head], 0, { sequence: 0, flags: 2 }),
    oggPage([tags], 0, { sequence: 1, flags: 0 }),
    // A page takes up to 255 packets of this size.
    oggPage(audio.slice(0, 255), Math.min(packets, 255) * 960, { sequence: 2, flags: 4 })
  ])
}

function oggPage(
  packets: Buffer[],
  position: number,
  { sequence, flags }: { sequence: number; flags: number }
): Buffer {
  const head = Buffer.alloc(27 + packets.length)
  head.write('OggS', 0)
  head[5] = flags
  head.writeBigUInt64LE(BigInt(position), 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(sequence, 18)
  head[26] = packets.length
  packets.forEach((packet, index) => {
    head[27 + index] = packet.length
  })
  const page = Buffer.concat([head, ...packets])
  page.writeUInt32LE(oggCheck(page), 22)
  return page
}

/** The checksum of Ogg: CRC-32 without reflection. */
function oggCheck(bytes: Buffer): number {
  let check = 0
  for (const byte of bytes) {
    check ^= byte << 24
    for (let bit = 0; bit < 8; bit++) check = check & 0x80000000 ? (check << 1) ^ 0x04c11db7 : check << 1
  }
  return check >>> 0
}

/** One page with a line of text. */
export function pdf(text = 'Documento de demonstracao'): Buffer {
  const content = `BT /F1 18 Tf 60 760 Td (${text.replace(/[^\x20-\x27\x2a-\x5b\x5d-\x7e]/g, '?')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A face that smiles, as WebP. */
export const webp = (): Buffer =>
  Buffer.from(
    'UklGRpABAABXRUJQVlA4IIQBAABwCwCdASpgAGAAPxGEt1MsKaWiqrgJqYAiCUAZ3AhPbokBtr3EtigmagZB2PuE3WrV7L48' +
      'IP2eAaY2oKdwHyhYKsHdZ2ElzoRjZCF7xiKsATqYnvIwNHmYs97uxR/Hw6jjK9gAAP7qn3//FoZh8GtQfv55pmBcviWW7BdH' +
      'LZR8POG04xj36KHcKMY0DCFClAcYRwPLADKuPxKVzDIpt8HfR7+8RKklwFGsf3dg3zrlKrFMsETw3Gg/5DZvMKllgBlXH4lK' +
      '5hkU2+DG7/XiXFK5Jp3uMadUcprDK+MXK7H99W/7InnU/qKKv7nrdhVG7u0oGbDG1ZVewfIqh01becMv/BOL56IZ2JSTCmqD' +
      'Vf/onOSfil1qAvkWP5033iKdwd4NGnmvmRfkeVRzd4XUfboliUdNCLhzdlXKXRxolZYBFUUWykKjWNH58abRkOuNYTWrJ8g2' +
      'RxCzYKq+oY2dbovITvJOSQ7gihZc910aQDF0msknL5oQB2rfY3c9BMr0bIWFGEAA',
    'base64'
  )

/** Two seconds of colours and a tone, as telephones film: H.264 and AAC (ffmpeg's `gradients` and `sine`). */
export const mp4 = (): Buffer => readFileSync(path.join(import.meta.dirname, 'film.mp4'))

export type Sample = 'image' | 'audio' | 'voice' | 'video' | 'document' | 'sticker'

export const samples: Record<Sample, () => { bytes: Buffer; type: string }> = {
  image: () => ({ bytes: png(), type: 'image/png' }),
  audio: () => ({ bytes: wav(), type: 'audio/wav' }),
  voice: () => ({ bytes: voice(), type: 'audio/ogg; codecs=opus' }),
  video: () => ({ bytes: mp4(), type: 'video/mp4' }),
  document: () => ({ bytes: pdf(), type: 'application/pdf' }),
  sticker: () => ({ bytes: webp(), type: 'image/webp' })
}

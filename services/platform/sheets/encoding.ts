import type { Encoding } from './rules.ts'

/** The upper half of code page 850, in which DOS and the systems of many shops write; no browser decodes it. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Decodes the parts of a file, one after the other. */
type Decoder = { decode(part?: Uint8Array, options?: { stream?: boolean }): string }

/** A decoder of an encoding; of those that browsers know it is that of the platform. */
export function decoderOf(encoding: Encoding): Decoder {
  if (encoding !== 'cp850') return new TextDecoder(encoding)
  return {
    // Each byte is a letter, so nothing is left over between two parts.
    decode: (part = new Uint8Array()) =>
      Buffer.from(part.buffer, part.byteOffset, part.byteLength)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, letter => cp850[letter.charCodeAt(0) - 128] ?? '')
  }
}

/** Encodings in which each byte is a letter; where several do as well, the first is meant. */
const bytewise = ['windows-1252', 'cp850', 'macintosh'] as const

/** Letters of Portuguese beyond ASCII: in a list most are small, and a sign in a word is none of them. */
const worthOf = (letter: string): number =>
  /[áàâãéêíóôõúç]/.test(letter) ? 3 : /[ÁÀÂÃÉÊÍÓÔÕÚÇ]/.test(letter) ? 2 : /[ºª°§“”‘’–—€\u00a0]/.test(letter) ? 0 : -2

/**
 * Guesses the encoding from the beginning of a file, from whether it is valid UTF-8, and from the letters that it has.
 */
export class EncodingGuess {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #counts = new Float64Array(256)
  #start = Buffer.alloc(0)
  #utf8 = true

  add(part: Buffer): void {
    if (this.#start.length < 4096) this.#start = Buffer.concat([this.#start, part]).subarray(0, 4096)
    for (const byte of part) if (byte > 127) this.#counts[byte] = (this.#counts[byte] ?? 0) + 1
    if (!this.#utf8) return
    try {
      this.#decoder.decode(part, { stream: true })
    } catch {
      this.#utf8 = false
    }
  }

  end(): Encoding {
    const [a, b] = this.#start
    if (a === 0xff && b === 0xfe) return 'utf-16le'
    if (a === 0xfe && b === 0xff) return 'utf-16be'
    const zeros = (odd: number) => this.#start.filter((byte, n) => n % 2 === odd && byte === 0).length
    if (zeros(1) > this.#start.length / 5) return 'utf-16le'
    if (zeros(0) > this.#start.length / 5) return 'utf-16be'
    if (this.#utf8 && this.#isComplete()) return 'utf-8'
    const scores = bytewise.map(encoding => ({ encoding, score: this.#scoreOf(encoding) }))
    return scores.toSorted((one, other) => other.score - one.score)[0]?.encoding ?? 'windows-1252'
  }

  /** Whether no letter is cut off at the end. */
  #isComplete(): boolean {
    try {
      this.#decoder.decode()
      return true
    } catch {
      return false
    }
  }

  #scoreOf(encoding: Encoding): number {
    const decoder = decoderOf(encoding)
    return this.#counts.reduce(
      (sum, count, byte) => (count > 0 ? sum + count * worthOf(decoder.decode(Uint8Array.of(byte))) : sum),
      0
    )
  }
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** Guesses the encoding from the beginning of a file and from whether all of it is valid UTF-8. */
export class EncodingGuess {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #start = Buffer.alloc(0)
  #utf8 = true

  add(part: Buffer): void {
    if (this.#start.length < 4096) this.#start = Buffer.concat([this.#start, part]).subarray(0, 4096)
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
    return this.#utf8 ? 'utf-8' : 'windows-1252'
  }
}

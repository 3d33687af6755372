import { AppError } from '../../core/errors.ts'

/** Bytes of one part. */
const partSize = 1024 * 1024

/** The limit for a workbook's texts: more than any list of people has, yet small next to a process. */
const maxBytes = 64 * 1024 * 1024
const maxTexts = 1 << 22

const tooMany = () =>
  new AppError('invalid', 'Esta planilha tem textos demais. Divida-a em partes menores ou salve os dados como CSV.')

/** Counts texts against the limit. */
export class Allowance {
  #bytes = 0
  #texts = 0

  /** Throws 400 beyond the limit. */
  take(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > maxBytes || ++this.#texts > maxTexts) throw tooMany()
  }
}

/**
 * Texts by number, stored as bytes outside the JavaScript heap: as strings, a few million would exceed a process's
 * memory.
 */
export class Texts {
  #parts: Buffer[] = []
  #used = partSize
  /** The part, offset and length of each. */
  #starts = new Uint32Array(1024)
  #lengths = new Uint32Array(1024)
  #count = 0
  readonly #allowance = new Allowance()

  /** Throws 400 beyond the limit. */
  add(text: string): void {
    this.#allowance.take(text)
    const bytes = Buffer.from(text)
    if (this.#used + bytes.length > partSize) {
      this.#parts.push(Buffer.allocUnsafeSlow(partSize))
      this.#used = 0
    }
    if (this.#count === this.#starts.length) {
      this.#starts = doubled(this.#starts)
      this.#lengths = doubled(this.#lengths)
    }
    this.#starts[this.#count] = (this.#parts.length - 1) * partSize + this.#used
    this.#lengths[this.#count] = bytes.length
    this.#parts.at(-1)?.set(bytes, this.#used)
    this.#used += bytes.length
    this.#count++
  }

  /** Empty for an unknown number. */
  at(n: number): string {
    const start = this.#starts[n]
    if (start === undefined || !(n < this.#count)) return ''
    const from = start % partSize
    return this.#parts[Math.floor(start / partSize)]?.toString('utf8', from, from + (this.#lengths[n] ?? 0)) ?? ''
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2)
  more.set(numbers)
  return more
}

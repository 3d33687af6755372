import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { shortest, type Term, type Texts } from './remains.ts'

/** Texts that are read at a time: few enough for memory, and for nobody else in this process to wait. */
const page = 1000

export type Mentions = { terms: Term[]; ids: string[] }

/**
 * Which of the terms and ids may stand in the texts, in one reading of them however many are looked for. Every one that
 * does is told, and now and then one that does not: what is told has to be looked for by its pattern.
 */
export async function findMentions(
  trx: Trx,
  texts: readonly Texts[],
  terms: readonly Term[],
  ids: readonly string[]
): Promise<Mentions> {
  const found = new Mentioned(terms, ids)
  const all = texts.map(({ from, text }) => sql`select lower(concat_ws(' ', ${text}) collate "C") as text from ${from}`)
  await sql`declare texts no scroll cursor for ${sql.join(all, sql` union all `)}`.execute(trx)
  for (let read = page; read === page; ) {
    const { rows } = await sql<{ text: string }>`fetch ${sql.lit(page)} from texts`.execute(trx)
    for (const { text } of rows) found.read(text)
    read = rows.length
  }
  await sql`close texts`.execute(trx)
  return found.all()
}

// What follows the sign may be the beginning of another address.
const addresses = /(?<![a-z0-9._%+-])([a-z0-9._%+-]+@)(?=([a-z0-9-]*))/g
const wholeAddress = /^[a-z0-9._%+-]+@[a-z0-9-]*/
const numbers = /\d(?:[^0-9a-z]*\d){7,}/g
const hexes = /[0-9a-f]{24,}/g

/**
 * The terms and ids by what of each stands in a text in one way only: the beginning of an address as far as it goes on
 * unbroken, the last digits of a number without what people put between them.
 */
class Mentioned {
  readonly #left = new Map<string, Term[]>()
  readonly #ids: Set<string>
  readonly #terms: Term[] = []
  readonly #named: string[] = []

  constructor(terms: readonly Term[], ids: readonly string[]) {
    this.#ids = new Set(ids)
    for (const term of terms) {
      const key = keyOf(term)
      if (key === undefined) this.#terms.push(term)
      else this.#left.set(key, [...(this.#left.get(key) ?? []), term])
    }
  }

  read(text: string): void {
    for (const [, local, domain] of text.matchAll(addresses)) this.#tell(`${local}${domain}`)
    for (const [number] of text.matchAll(numbers)) {
      const digits = number.replace(/\D/g, '')
      for (let at = 0; at + shortest <= digits.length; at++) this.#tell(digits.slice(at, at + shortest))
    }
    for (const [hex] of text.matchAll(hexes))
      for (let at = 0; at + 24 <= hex.length; at++) {
        const id = hex.slice(at, at + 24)
        if (this.#ids.delete(id)) this.#named.push(id)
      }
  }

  #tell(key: string): void {
    const terms = this.#left.get(key)
    if (!terms) return
    this.#terms.push(...terms)
    this.#left.delete(key)
  }

  all(): Mentions {
    return { terms: this.#terms, ids: this.#named }
  }
}

/** Undefined for what is written in no such way: an address with other letters, a number with letters. */
function keyOf({ kind, value }: Term): string | undefined {
  if (kind === 'email') return wholeAddress.exec(value)?.[0]
  return /^\d+$/.test(value) ? value.slice(-shortest) : undefined
}

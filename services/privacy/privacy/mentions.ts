import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Mentions, Term } from '../../core/erasure.ts'
import { shortest, type Texts } from './remains.ts'

/** Texts fetched at a time: few enough for memory, and for not blocking the process. */
const page = 1000

/**
 * Finds which of the terms and ids may occur in the texts, and where, in one pass however many there are. It misses
 * none but may return some that do not occur, so matches are checked by their patterns.
 */
export async function findMentions(
  trx: Trx,
  texts: readonly Texts[],
  terms: readonly Term[],
  ids: readonly string[]
): Promise<Mentions> {
  const lookup = new Lookup(terms, ids)
  const found = new Set<Term | string>()
  const rows = new Map<string, string[]>()
  const all = texts.map(
    ({ table, from, where, text }) => sql`
      select ${table}::text as "table", t.ctid::text as row, lower(concat_ws(' ', ${text}) collate "C") as text
      from ${from} where ${where}`
  )
  await sql`declare texts no scroll cursor for ${sql.join(all, sql` union all `)}`.execute(trx)
  for (let read = page; read === page; ) {
    const { rows: some } = await sql<{ table: string; row: string; text: string }>`
      fetch ${sql.lit(page)} from texts`.execute(trx)
    for (const { table, row, text } of some) {
      const here = lookup.in(text)
      for (const one of here) found.add(one)
      if (here.length > 0) rows.set(table, [...(rows.get(table) ?? []), row])
    }
    read = some.length
  }
  await sql`close texts`.execute(trx)
  return { terms: terms.filter(term => found.has(term)), ids: ids.filter(id => found.has(id)), rows }
}

// The text after the @ may be the beginning of another address.
const addresses = /(?<![a-z0-9._%+-])([a-z0-9._%+-]+@)(?=([a-z0-9-]*))/g
const wholeAddress = /^[a-z0-9._%+-]+@[a-z0-9-]*/
const numbers = /\d(?:[^0-9a-z]*\d){7,}/g
const hexes = /[0-9a-f]{24,}/g

/**
 * Indexes terms and ids by a key that occurs in a text in one spelling only: the unbroken beginning of an address, the
 * last digits of a number without separators.
 */
class Lookup {
  readonly #byKey = new Map<string, Term[]>()
  /** Terms without such a key: addresses with other letters, numbers with letters. */
  readonly #others: Term[] = []
  readonly #ids: ReadonlySet<string>

  constructor(terms: readonly Term[], ids: readonly string[]) {
    this.#ids = new Set(ids)
    for (const term of terms) {
      const key = keyOf(term)
      if (key === undefined) this.#others.push(term)
      else this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), term])
    }
  }

  in(text: string): (Term | string)[] {
    const found: (Term | string)[] = this.#others.length > 0 ? this.#others.filter(mayStandIn(text)) : []
    for (const [, local, domain] of text.matchAll(addresses)) found.push(...this.#termsOf(`${local}${domain}`))
    for (const [number] of text.matchAll(numbers)) {
      const digits = number.replace(/\D/g, '')
      for (let at = 0; at + shortest <= digits.length; at++)
        found.push(...this.#termsOf(digits.slice(at, at + shortest)))
    }
    for (const [hex] of text.matchAll(hexes))
      for (let at = 0; at + 24 <= hex.length; at++) {
        const id = hex.slice(at, at + 24)
        if (this.#ids.has(id)) found.push(id)
      }
    return found
  }

  #termsOf(key: string): readonly Term[] {
    return this.#byKey.get(key) ?? []
  }
}

/** Compares without case, and without separators within a number. */
function mayStandIn(text: string): (term: Term) => boolean {
  const small = text.toLowerCase()
  const bare = small.replace(/[^0-9a-z]/g, '')
  return ({ kind, value }) => (kind === 'email' ? small : bare).includes(value.toLowerCase())
}

/** Undefined for a term without such a key. */
function keyOf({ kind, value }: Term): string | undefined {
  if (kind === 'email') return wholeAddress.exec(value)?.[0]
  return /^\+?\d+$/.test(value) ? value.slice(-shortest) : undefined
}

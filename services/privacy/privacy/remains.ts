import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Term } from '../../core/erasure.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import type { Contact } from '../../leads/erased/people.ts'

// Texts are lower-cased in ASCII only, which is many times faster, so the pattern has both cases of other letters.
const escaped = (text: string): string =>
  [...text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')]
    .map(letter => (letter > '\x7f' && letter !== letter.toUpperCase() ? `[${letter}${letter.toUpperCase()}]` : letter))
    .join('')

const longestAscii = (text: string): string =>
  (text.match(/[\x20-\x7e]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '')

// Spaces, dots, hyphens and brackets between the digits of a number.
const gap = '[^0-9a-z]{0,3}'

function phonePattern(key: string): string {
  if (key.startsWith('+')) return foreignPattern(key.slice(1))
  if (key.length !== 10) return `(^|[^0-9])${[...key].join('[^0-9a-z]{0,2}')}([^0-9]|$)`
  const [area, first, last] = [key.slice(0, 2), key.slice(2, 6), key.slice(6)]
  // A + begins another country's number, unless Brazil's code follows.
  const start = '(^|[^0-9+]|[+](?=55))((00)?55)?[^0-9a-z+]{0,3}'
  return `${start}0?${area}${gap}9?${gap}${first}${gap}${last}([^0-9]|$)`
}

/** Matches a foreign number; only with its country's prefix if its digits could be a Brazilian number. */
function foreignPattern(number: string): string {
  const start = readPhone(number).e164 === null ? '(^|[^0-9])(00)?' : '([+]|(^|[^0-9])00)'
  return `${start}${gap}${[...number].join('([^0-9a-z]|[(]0[)]){0,3}')}([^0-9]|$)`
}

const documentPattern = (value: string): string =>
  `(^|[^0-9a-z])${[...value.toLowerCase()].join('[./-]?')}([^0-9a-z]|$)`

/** A shorter number may mean anything. */
export const shortest = 8

/** The search terms for contacts; the texts are compared in lower case. */
export function termsOf(contacts: readonly Contact[]): Term[] {
  return contacts.flatMap(({ kind, value }): Term[] => {
    if (kind === 'email') {
      const pattern = `(^|[^a-z0-9._%+-])${escaped(value)}($|[^a-z0-9.-]|[.]($|[^a-z0-9]))`
      return [{ kind, value, part: longestAscii(value), pattern }]
    }
    if (value.length < shortest) return []
    return kind === 'phone'
      ? [{ kind, value, part: value.slice(-2), pattern: phonePattern(value) }]
      : [{ kind, value, part: value.slice(0, 1).toLowerCase(), pattern: documentPattern(value) }]
  })
}

export type Remains = { table: string; kind: Contact['kind']; n: number }

type Column = { table: string; columns: string[] }

/** The text and JSON columns of each table with a company. */
async function textColumns(trx: Trx): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, array_agg(c.column_name::text) as columns
    from information_schema.columns c
    where c.table_schema = 'public'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name = '_text')
      and c.column_name not in ('company_id', 'id')
      and exists (select from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'company_id')
    group by c.table_name order by c.table_name`.execute(trx)
  return rows
}

/** The texts of a table: the table, its rows as `t`, and the expressions that are text. */
export type Texts = {
  table: string
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  text: RawBuilder<unknown>
  /** The rows that are linked to one of these leads, where no place of the table says so. */
  linked?: (ids: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** All texts of a company, read as staff, so that rows that scopes hide are found too. */
export async function textsOf(trx: Trx, companyId: string): Promise<Texts[]> {
  const texts = (await textColumns(trx)).map(({ table, columns }): Texts => {
    const each = columns.map(column => sql`t.${sql.ref(column)}::text`)
    return {
      table,
      from: sql`${sql.table(table)} t`,
      where: sql`t.company_id = ${companyId}`,
      text: sql.join(each, sql`, `)
    }
  })
  // Messages belong to the company of their conversation.
  texts.push({
    table: 'chat_messages',
    from: sql`chat_messages t join chat_sessions s on s.id = t.session_id`,
    where: sql`s.company_id = ${companyId}`,
    text: sql`t.message, t.response`,
    linked: ids => sql`s.lead_id = any (${ids})`
  })
  return texts
}

/** Only the texts in the given rows. */
export const inRows = (texts: readonly Texts[], rows: ReadonlyMap<string, readonly string[]>): Texts[] =>
  texts
    .filter(({ table }) => rows.has(table))
    .map(each => ({
      ...each,
      where: sql`${each.where} and t.ctid = any (${[...(rows.get(each.table) ?? [])]}::tid[])`
    }))

/** Only the texts written by transaction `since` or a later one. */
export const changedSince = (texts: readonly Texts[], since: string): Texts[] =>
  texts.map(each => ({ ...each, where: sql`${each.where} and age(t.xmin) <= age(${since}::xid8::xid)` }))

/** Searches the texts for the terms. */
export async function findRemains(trx: Trx, texts: readonly Texts[], terms: readonly Term[]): Promise<Remains[]> {
  const remains: Remains[] = []
  if (terms.length === 0) return remains
  for (const { table, from, where, text } of texts) {
    const { rows } = await sql<{ kind: Contact['kind']; n: number }>`
      select term.kind, count(*)::integer as n
      from (select lower(concat_ws(' ', ${text}) collate "C") as text from ${from} where ${where} offset 0) as found
      join unnest(${terms.map(({ kind }) => kind)}::text[], ${terms.map(({ part }) => part)}::text[],
        ${terms.map(({ pattern }) => pattern)}::text[]) as term (kind, part, pattern)
        on strpos(found.text, term.part) > 0 and found.text ~ term.pattern
      group by term.kind order by term.kind`.execute(trx)
    remains.push(...rows.map(row => ({ table, ...row })))
  }
  return remains
}

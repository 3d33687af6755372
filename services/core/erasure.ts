import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './db.ts'

/** How a contact is found in a text: a part that certainly occurs, and a pattern for all its spellings. */
export type Term = { kind: 'email' | 'phone' | 'document'; value: string; part: string; pattern: string }

/** The terms and ids found, and the `ctid` of each row with one, by table. */
export type Mentions = { terms: Term[]; ids: string[]; rows: ReadonlyMap<string, readonly string[]> }

/** The people of an erasure, by everything that identifies them. */
export type About = {
  companyId: string
  ids: readonly string[]
  mentions: Mentions
  emails: readonly string[]
  requestId: string | null
}

/**
 * Empties or deletes the rows of a table that are about the leads, and those that mention the people; returns how many.
 * It is called twice: for the mentions alone, without ids, and then for the leads, without terms.
 */
export type Empty = (trx: Trx, about: About) => Promise<number>

/** The rows of a table in which they are mentioned. */
export const foundIn = (table: string, { rows }: Mentions, alias = table) =>
  sql<boolean>`${sql.ref(`${alias}.ctid`)} = any (${[...(rows.get(table) ?? [])]}::tid[])`

/** True where a text contains one of the terms. */
export const holds = (text: RawBuilder<unknown>, terms: readonly Term[]): RawBuilder<boolean> =>
  terms.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (
    select from unnest(${terms.map(({ part }) => part)}::text[], ${terms.map(({ pattern }) => pattern)}::text[]) as term (part, pattern)
    where strpos(lower((${text}) collate "C"), part) > 0 and lower((${text}) collate "C") ~ pattern)`

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Channel } from './queries.ts'
import { portfolioLimit } from './rules.ts'
import type {} from './tables.ts'

/** Hours after which a person's row is of no use any longer: they count for 24 (portfolio.sql). */
const kept = 48

type Number = Pick<Channel, 'id' | 'company_id' | 'parent_account' | 'waba_id' | 'messaging_limit'>

/** The account above a channel, whose numbers share one limit. */
export const portfolioOf = ({ id, parent_account, waba_id }: Pick<Number, 'id' | 'parent_account' | 'waba_id'>) =>
  parent_account ?? waba_id ?? id

/** A person is known by a hash: nobody is to read here who was written to. */
const personOf = (contact: string): Buffer => createHash('sha256').update(`portfolio ${contact}`).digest()

/** Notes people who are written to outside the window. */
export async function notePeople(trx: Trx, channel: Number, contacts: readonly string[]): Promise<void> {
  if (contacts.length === 0) return
  // In one order, so that no two transactions wait for each other.
  const people = [...new Set(contacts)].map(personOf).sort(Buffer.compare)
  await sql`
    insert into portfolio_people as p (company_id, portfolio, person, at)
    select ${channel.company_id}, ${portfolioOf(channel)}, person, now() from unnest(${people}::bytea[]) as n (person)
    on conflict (company_id, portfolio, person) do update set at = greatest(p.at, excluded.at)`.execute(trx)
}

/** `limit`: null for none. `freeAt`: when there is room again, where there is none. */
export type PortfolioUse = { limit: number | null; used: number; freeAt: string | null }

/** The people that a channel's portfolio may be and was written to in moving 24 hours. */
export async function readPortfolio(trx: Trx, channel: Number): Promise<PortfolioUse> {
  const limit = portfolioLimit(channel.messaging_limit)
  const { rows } = await sql<{ used: number; freeAt: string | null }>`
    select used, free_at as "freeAt" from portfolio_use(${portfolioOf(channel)}, ${limit ?? 0})`.execute(trx)
  const { used = 0, freeAt = null } = rows[0] ?? {}
  return { limit, used, freeAt: limit !== null && used >= limit ? freeAt : null }
}

/** Has transactions that take room of a portfolio follow each other. */
export const lockPortfolio = (trx: Trx, channel: Number): Promise<unknown> =>
  sql`select take_locks(${[`portfolio ${portfolioOf(channel)}`]}::text[])`.execute(trx)

/** Deletes people who have not counted for a day, a portion at a time. */
export const tidyPortfolios = (trx: Trx): Promise<unknown> =>
  sql`delete from portfolio_people where (company_id, portfolio, person) in (
    select company_id, portfolio, person from portfolio_people
    where at < now() - ${kept} * interval '1 hour' limit 20000)`.execute(trx)

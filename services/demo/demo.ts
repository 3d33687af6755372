import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { takeLocks } from '../core/locks.ts'
import { erasureKey } from '../leads/erased/people.ts'
import { learnAgain, scoreSome } from '../leads/scores/queries.ts'
import { demoAccount, demoPeople } from './accounts.ts'
import { addAppointments } from './appointments.ts'
import { connectChannels } from './channels.ts'
import { demoClock } from './clock.ts'
import { addCompanies } from './companies.ts'
import { createCompany, demoPassword, publishQuestions } from './company.ts'
import type { Demo } from './context.ts'
import { addConversations } from './conversations.ts'
import { addPrivacyRequests, addQuickReplies } from './desk.ts'
import { addStories } from './leads.ts'
import { addCampaigns, addSeries, addTemplates } from './mail.ts'
import { addMany } from './many.ts'
import { addPrices } from './prices.ts'
import { addSender } from './sender.ts'
import type {} from './tables.ts'
import { addTickets } from './tickets.ts'

type Details = Record<string, unknown>

/**
 * A part of the demonstration, filled in one transaction. An object that it returns is kept with it, for the parts that
 * follow. Where it is not possible yet, it waits for a later start.
 */
type Part = {
  name: string
  fill(trx: Trx, demo: Demo, given: Given): Promise<unknown>
  isPossible?(demo: Demo): boolean
}

/** The key of the suppressed addresses, and the objects that earlier parts have left. */
type Given = { key: Buffer; details(part: string): Details }

/** In the order in which they need each other; the first is the company itself. */
const parts: readonly Part[] = [
  { name: 'form', fill: publishQuestions },
  { name: 'leads', fill: addStories },
  { name: 'appointments', fill: addAppointments },
  { name: 'sender', fill: addSender },
  { name: 'templates', fill: addTemplates },
  { name: 'campaigns', fill: (trx, demo, { key }) => addCampaigns(trx, demo, key) },
  { name: 'series', fill: addSeries },
  { name: 'replies', fill: addQuickReplies },
  { name: 'privacy', fill: addPrivacyRequests },
  { name: 'companies', fill: async (trx, demo) => ({ ids: await addCompanies(trx, demo) }) },
  {
    name: 'tickets',
    fill: (trx, demo, { details }) => addTickets(trx, demo, (details('companies').ids as string[] | undefined) ?? [])
  },
  { name: 'prices', fill: addPrices },
  {
    name: 'channels',
    isPossible: ({ config }) => config.demoProviderUrl !== undefined,
    fill: (trx, { companyId, config, clock }) => connectChannels(trx, config, companyId, clock.on(-45, '10:15'))
  },
  {
    name: 'conversations',
    isPossible: ({ config }) => config.demoProviderUrl !== undefined,
    fill: addConversations
  },
  {
    name: 'scores',
    fill: async (trx, { companyId }) => {
      await learnAgain(trx, companyId)
      await scoreSome(trx, companyId)
    }
  }
]

/** The parts in their order, by their names. */
export const demoParts: readonly string[] = ['company', ...parts.map(({ name }) => name)]

type Options = {
  /** So many leads beyond those with a story, to show a large company. */
  leads?: number
  /** The moment to which the stories lead; only for a demonstration that is created. */
  now?: number
  /** Ends after this part, as a start that is interrupted does. */
  until?: string
}

/**
 * Creates the demonstration where the installation has no company yet, and fills each missing part; a part is filled
 * only once, since people may have changed it. Returns whether it was created.
 */
export async function fillDemo(db: Db, config: Config, { leads = 0, now, until }: Options = {}): Promise<boolean> {
  const before = await db.everyCompany(readParts)
  const found = madeBefore(before) ?? (await findOrCreate(db, now ?? Date.now()))
  if (!found) return false
  const { companyId, at, created } = found
  if (until === 'company') return created
  const key = await erasureKey(db, config)
  const clock = demoClock(at)
  for (const { name, fill, isPossible = () => true } of parts) {
    // Most starts have nothing to fill.
    if (before.has(name)) continue
    await db.everyCompany(async trx => {
      const filled = await lockParts(trx)
      const demo = { companyId, clock, config, people: await peopleOf(trx, companyId) }
      if (filled.has(name) || !isPossible(demo)) return
      const details = await fill(trx, demo, { key, details: part => filled.get(part) ?? {} })
      await record(trx, name, (details ?? {}) as Details)
      await forgetJobs(trx)
    })
    if (until === name) return created
  }
  await fillMany(db, companyId, new Date(at).toISOString(), leads)
  return created
}

/** The parts that are filled, with their details. */
async function readParts(trx: Trx): Promise<Map<string, Details>> {
  const rows = await trx.selectFrom('demo_parts').select(['name', 'details']).execute()
  return new Map(rows.map(({ name, details }) => [name, details]))
}

/** The same, once no other start fills the demonstration any more. */
async function lockParts(trx: Trx): Promise<Map<string, Details>> {
  await takeLocks(trx, null, 'prosa demo')
  return readParts(trx)
}

function madeBefore(filled: ReadonlyMap<string, Details>): Found | undefined {
  const company = filled.get('company')
  return company && { companyId: String(company.companyId), at: Number(company.at), created: false }
}

const record = (trx: Trx, name: string, details: Details) =>
  trx
    .insertInto('demo_parts')
    .values({ name, details: JSON.stringify(details) })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ details: JSON.stringify(details) }))
    .execute()

/** Deletes the jobs that this transaction wrote, so that the stories notify nobody. */
const forgetJobs = (trx: Trx) => sql`delete from outbox where xmin = pg_current_xact_id()::xid`.execute(trx)

type Found = { companyId: string; at: number; created: boolean }

async function findOrCreate(db: Db, now: number): Promise<Found | undefined> {
  const passwordHash = await demoPassword()
  return db.everyCompany(async trx => {
    const made = madeBefore(await lockParts(trx))
    if (made) return made
    const some = await trx.selectFrom('companies').select('id').where('own', '=', false).limit(1).executeTakeFirst()
    if (!some) {
      const companyId = await createCompany(trx, demoClock(now), passwordHash)
      await record(trx, 'company', { companyId, at: now })
      await forgetJobs(trx)
      return { companyId, at: now, created: true }
    }
    return adopt(trx, now)
  })
}

/** A demonstration of an earlier version stays as it is: of its parts only the channels may be missing. */
async function adopt(trx: Trx, now: number): Promise<Found | undefined> {
  const { rows } = await sql<{ id: string }>`
    select e.company_id as id from users u join employees e on e.user_id = u.id where u.email = ${demoAccount.email} limit 1`.execute(
    trx
  )
  const companyId = rows[0]?.id
  if (!companyId) return undefined
  await record(trx, 'company', { companyId, at: now })
  for (const { name } of parts) if (name !== 'channels') await record(trx, name, {})
  await record(trx, 'many', { count: 0, done: 0 })
  return { companyId, at: now, created: false }
}

async function peopleOf(trx: Trx, companyId: string): Promise<Demo['people']> {
  const rows = await trx
    .selectFrom('employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.user_id as userId', 'e.name', 'u.email'])
    .where('e.company_id', '=', companyId)
    .where('e.active', '=', true)
    .execute()
  return Object.fromEntries(
    demoPeople.flatMap(({ key, email }) => {
      const row = rows.find(each => each.email === email)
      return row ? [[key, { id: row.id, userId: row.userId, name: row.name }]] : []
    })
  )
}

/** The leads of a large company, a portion a transaction; those that were begun are all filled. */
async function fillMany(db: Db, companyId: string, now: string, wanted: number): Promise<void> {
  for (let left = true; left; )
    left = await db.everyCompany(async trx => {
      const { count = wanted, done = 0 } = ((await lockParts(trx)).get('many') ?? {}) as {
        count?: number
        done?: number
      }
      if (done >= count) return false
      const next = await addMany(trx, companyId, { now, count, done })
      await record(trx, 'many', { count, done: next })
      await forgetJobs(trx)
      return next < count
    })
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portfolioRoom } from '../../../services/marketing/campaigns/whatsapp.ts'
import { notePeople, readPortfolio } from '../../../services/messaging/channels/portfolio.ts'
import { portfolioLimit } from '../../../services/messaging/channels/rules.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'

const day = 24 * 3_600_000
const week = 7 * day
/** Milliseconds between two looks for lanes that have something to send. */
const look = 5000

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The people of a portfolio by when they were last written to, the longest ago first. */
class People {
  readonly #last = new Map<number, number>()

  note(person: number, at: number): void {
    this.#last.delete(person)
    this.#last.set(person, at)
  }

  use(limit: number, now: number) {
    for (const [person, at] of this.#last) {
      if (at > now - day) break
      this.#last.delete(person)
    }
    const used = this.#last.size
    let skip = used - limit
    for (const at of used < limit ? [] : this.#last.values())
      if (skip-- <= 0) return { limit, used, freeAt: new Date(at + day).toISOString() }
    return { limit, used, freeAt: null }
  }
}

/** One week of a campaign to more people than the limit lets through, while the team writes to some of its own. */
function playWeek(random: () => number) {
  const limit = 5 + Math.floor(random() * 40)
  const people = new People()
  const composer = Array.from({ length: Math.floor(random() * limit * 2) }, () => ({
    at: random() * week,
    // Some of them twice.
    person: -1 - Math.floor(random() * limit)
  })).sort((a, b) => a.at - b.at)
  let [highest, used, waited, sent, now] = [0, 0, 0, 0, 0]
  while (now < week) {
    while (composer[0] && composer[0].at <= now) {
      const { at, person } = composer.shift() ?? { at: 0, person: 0 }
      people.note(person, at)
    }
    const before = people.use(limit, now)
    const { room, wait, rests } = portfolioRoom(before, 20, now)
    for (let n = 0; n < room; n++) people.note(sent++, now)
    const after = people.use(limit, now).used
    if (room > 0) highest = Math.max(highest, after / limit)
    const next = Math.min(
      week,
      composer[0]?.at ?? week,
      rests ? now + Math.ceil((wait * 1000) / look) * look : now + look
    )
    used += Math.min(1, after / limit) * (next - now)
    waited += next - now
    now = Math.max(next, now + 1)
  }
  return { highest, share: used / waited }
}

test('in 10,000 random weeks the moving limit is never passed by a campaign, and is used while people wait', () => {
  const random = numbersFrom(20261128)
  let [highest, lowest] = [0, 1]
  for (let n = 0; n < 10_000; n++) {
    const week = playWeek(random)
    highest = Math.max(highest, week.highest)
    lowest = Math.min(lowest, week.share)
  }
  expect(highest).toBeLessThanOrEqual(1)
  expect(lowest).toBeGreaterThanOrEqual(0.95)
})

test('the database counts the people of a portfolio as the simulation does, over all of its numbers', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const [ours, theirs] = [await company(app), await company(app)]
  const channelOf = (id: string, messaging_limit: string) => ({
    id: `channel of ${id}`,
    company_id: id,
    parent_account: 'waba-1',
    waba_id: null,
    messaging_limit
  })
  const note = (id: string, contacts: readonly string[]) =>
    app.db.company(id, trx => notePeople(trx, channelOf(id, 'TIER_4'), contacts))
  const read = (tier: string) => app.db.company(ours.id, trx => readPortfolio(trx, channelOf(ours.id, tier)))
  await note(ours.id, ['a', 'b'])
  await app.db.company(ours.id, trx => sql`update portfolio_people set at = now() - interval '23 hours'`.execute(trx))
  await note(theirs.id, ['b', 'c', 'd'])
  await app.db.company(theirs.id, trx => sql`update portfolio_people set at = now() - interval '1 hour'`.execute(trx))
  expect(await read('TIER_5')).toEqual({ limit: 5, used: 4, freeAt: null })
  const full = await read('TIER_4')
  expect(full.used).toBe(4)
  expect((Date.parse(full.freeAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(1, 1)
  const lower = await read('TIER_3')
  expect((Date.parse(lower.freeAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(23, 1)
  expect(await read('TIER_UNLIMITED')).toMatchObject({ limit: null, freeAt: null })
})

test.each([
  [null, 250],
  ['TIER_250', 250],
  ['TIER_2K', 2000],
  ['TIER_100K', 100_000],
  ['1234', 1234],
  ['TIER_NEVER_SEEN', 250],
  ['TIER_UNLIMITED', null]
])('Meta’s %s is a limit of %s', (tier, limit) => expect(portfolioLimit(tier)).toBe(limit))

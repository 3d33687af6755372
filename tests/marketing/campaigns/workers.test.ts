import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openApp } from '../../kit/app.ts'
import {
  consenting,
  moveCampaign,
  readCampaign,
  recipientsOf,
  sendingCompany,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'
import { kill, startWorkerProcess } from '../../kit/workers.ts'

const databaseUrl = await newDatabase()
const sink = await openSink(to => (to.startsWith('toma') ? 'takeAndCut' : to.startsWith('recusa') ? 'refuse' : 'take'))
const env = { DATABASE_URL: databaseUrl, SMTP_URL: sink.url }
const app = await openApp(env)

test('workers that are killed, and two that run at once, send nobody a second mail and lose nobody', async () => {
  const ours = await sendingCompany(app)
  const names = Array.from({ length: 200 }, (_, n) =>
    n % 40 === 0 ? `toma${n}` : n % 41 === 0 ? `recusa${n}` : `p${n}`
  )
  await consenting(
    app,
    ours,
    names.map(name => `${name}@${ours.domain}`)
  )
  // Slow enough to be killed in the middle.
  await app.db.company(ours.id, trx => sql`update email_senders set per_second = 30`.execute(trx))
  await app.db.everyCompany(trx => sql`update companies set plan = 'enterprise', trial_ends_at = null`.execute(trx))
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  for (const share of [0.2, 0.5]) {
    const workers = [startWorkerProcess(env), startWorkerProcess(env)]
    // A worker that was killed holds the lane until its lease ends.
    await expect.poll(() => sink.taken.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(share * names.length)
    await Promise.all(workers.map(kill))
  }
  startWorkerProcess(env)
  await expect.poll(async () => (await readCampaign(app, ours, id)).state, { timeout: 90_000 }).toBe('done')

  const rows = await recipientsOf(app, ours, id)
  expect(rows).toHaveLength(names.length)
  expect(rows.filter(({ state }) => ['pending', 'sending', 'deferred'].includes(state))).toEqual([])
  // The first mail of a company asks its founder to confirm the address.
  const taken = sink.taken.map(({ to }) => to).filter(to => to.endsWith(ours.domain))
  expect(new Set(taken).size, 'nobody got it twice').toBe(taken.length)
  // A mail that the server took is accepted or unknown, and one that it did not take is never accepted.
  const stateOf = new Map(rows.map(({ address, state }) => [address, state]))
  expect(taken.filter(to => !['accepted', 'unknown'].includes(stateOf.get(to) ?? ''))).toEqual([])
  const accepted = rows.filter(({ state }) => state === 'accepted').map(({ address }) => address)
  expect(accepted.filter(address => !taken.includes(address ?? ''))).toEqual([])
  const unknown = rows.filter(({ state }) => state === 'unknown')
  expect(unknown.every(({ reason }) => reason === 'worker' || reason === 'no_answer')).toBe(true)
  // Each killed worker leaves unknown only the mails under way, and those claimed to be next.
  expect(unknown.length).toBeLessThanOrEqual(10 + 2 * 16)
})

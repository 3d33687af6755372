import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { connect, deliver, profile, whatsapp, written } from '../../kit/webhooks.ts'
import { kill, startWorkerProcess } from '../../kit/workers.ts'

const url = await newDatabase()
const app = await openApp({ DATABASE_URL: url })

test('updates in random order, each five times, with the worker killed again and again: each once, and all explained', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const people = Array.from({ length: 20 }, (_, n) => `5511970000${String(100 + n)}`)
  const start = Date.now() - 3_600_000
  const messages = Array.from({ length: 400 }, (_, n) =>
    written(people[n % people.length] ?? '', `wamid.c${n}`, `Mensagem ${n}`, start + n * 1000)
  )
  const states = Array.from({ length: 60 }, (_, n) => ({
    id: `wamid.o${Math.floor(n / 3)}`,
    status: ['read', 'sent', 'delivered'][n % 3],
    timestamp: String(Math.floor(start / 1000) + n)
  }))
  const bodies = [
    // A fifth of them comes without a name; the names of the others change all the time.
    ...messages.map((message, n) =>
      whatsapp(channel.account, {
        messages: [message],
        contacts: n % 5 === 0 ? [] : [profile(message.from, `Cliente ${n % 7}`)]
      })
    ),
    ...states.map(state => whatsapp(channel.account, { statuses: [state] }))
  ]
  // A fixed shuffle: the same disorder at each run.
  const all = Array.from({ length: 5 }, () => bodies)
    .flat()
    .map((body, n) => ({ body, at: (n * 104_729) % 1_299_709 }))
    .sort((a, b) => a.at - b.at)

  let worker = startWorkerProcess({ DATABASE_URL: url })
  let delivering = true
  const killing = (async () => {
    while (delivering) {
      await sleep(1500)
      await kill(worker)
      worker = startWorkerProcess({ DATABASE_URL: url })
    }
  })()
  for (let n = 0; n < all.length; n += 16)
    for (const { statusCode } of await Promise.all(all.slice(n, n + 16).map(({ body }) => deliver(app, channel, body))))
      expect(statusCode).toBe(200)
  delivering = false
  await killing

  const waiting = async () => {
    const { rows } = await app.db.everyCompany(trx =>
      sql<{ n: number }>`select count(*)::integer as n from deliveries where processed_at is null`.execute(trx)
    )
    return rows[0]?.n
  }
  await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0)
  const { rows } = await app.db.everyCompany(trx =>
    sql<{
      messages: number
      conversations: number
      leads: number
      states: number
      outcomes: number
      disorder: number
    }>`select
      (select count(*)::integer from messages where company_id = ${ours.id}) as messages,
      (select count(*)::integer from conversations where company_id = ${ours.id}) as conversations,
      (select count(*)::integer from leads where company_id = ${ours.id}) as leads,
      (select count(*)::integer from message_statuses where company_id = ${ours.id}) as states,
      (select sum(updates)::integer from delivery_outcomes where company_id = ${ours.id}) as outcomes,
      (select count(*)::integer from (select text, lag(created_at) over w as before, created_at from messages
        where company_id = ${ours.id} window w as (partition by conversation_id order by substr(text, 10)::integer)) as o
        where before >= created_at) as disorder`.execute(trx)
  )
  expect(rows).toEqual([{ messages: 400, conversations: 20, leads: 20, states: 60, outcomes: 2300, disorder: 0 }])
})

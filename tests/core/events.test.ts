import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../services/core/db.ts'
import { announce, type EventRow, openEventHub } from '../../services/core/events.ts'
import type { Listener } from '../../services/core/signals.ts'
import { company, openApp, sendLead } from '../kit/app.ts'

const app = await openApp()

const snapshot = () =>
  app.db.everyCompany(async trx => {
    const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(trx)
    return rows[0]?.now ?? ''
  })

const noSignals: Listener = { on: () => () => {}, connected: () => true, dispatch: () => {}, close: async () => {} }

test('an event that comes while a reader catches up reaches it, once and in order', async () => {
  const ours = await company(app)
  let signal = () => {}
  let answered: (() => void) | undefined
  let mayGoOn = Promise.resolve()
  const slow: Db = {
    ...app.db,
    everyCompany: async work => {
      const release = answered
      answered = undefined
      const result = await app.db.everyCompany(work)
      if (release) {
        release()
        await mayGoOn
      }
      return result
    }
  }
  const listener: Listener = {
    on: (_prefix, callback) => {
      signal = () => callback('events')
      return () => {}
    },
    connected: () => true,
    dispatch: () => {},
    close: async () => {}
  }
  const hub = openEventHub(slow, listener, () => {})
  const follow = async (from?: string) => {
    const seen: unknown[] = []
    const event = (row: EventRow) => seen.push(row.data.leadId)
    await hub.follow(ours.id, from, { event, resync: () => seen.push('resync') })
    return seen
  }
  const send = async () => (await sendLead(app, ours.id)).json().id

  await send()
  const before = await snapshot()
  const missed = await send()
  const first = await follow()
  let goOn = () => {}
  mayGoOn = new Promise(resolve => (goOn = resolve))
  const hasRead = new Promise<void>(resolve => (answered = resolve))
  const second = follow(before)
  await hasRead
  const meanwhile = await send()
  await expect
    .poll(() => {
      signal()
      return first
    })
    .toEqual([meanwhile])
  goOn()
  const after = await send()
  signal()
  const seen = await second
  await expect
    .poll(() => {
      signal()
      return seen
    })
    .toEqual([missed, meanwhile, after])
  hub.close()
})

test('a transaction that takes long holds up its own events and nobody else’s', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  let signal = () => {}
  const listener = {
    ...noSignals,
    on: (_prefix: string, callback: (signal: string) => void) => {
      signal = () => callback('events')
      return () => {}
    }
  }
  const hub = openEventHub(app.db, listener, () => {})
  const seen: EventRow[] = []
  await hub.follow(ours.id, undefined, { event: row => seen.push(row), resync: () => {} })
  const delivered = () => {
    signal()
    return seen.map(({ data }) => data.late ?? data.leadId)
  }
  let finish = () => {}
  const finished = new Promise<void>(resolve => (finish = resolve))
  let started = () => {}
  const hasBegun = new Promise<void>(resolve => (started = resolve))
  const long = app.db.everyCompany(async trx => {
    await announce(trx, { companyId: theirs.id, kind: 'leads-changed', data: {} })
    await announce(trx, { companyId: ours.id, kind: 'leads-changed', data: { late: true } })
    started()
    await finished
  })
  await hasBegun
  const first = (await sendLead(app, ours.id)).json().id
  await expect.poll(() => delivered()).toEqual([first])
  finish()
  await long
  await expect.poll(() => delivered()).toEqual([first, true])

  // A reader that returns with the cursor of an event gets everything after it, and nothing twice.
  const again: EventRow[] = []
  const stop = await hub.follow(ours.id, seen[0]?.cursor, { event: row => again.push(row), resync: () => {} })
  expect(again.map(({ data }) => data.late)).toEqual([true])
  stop()
  const last: EventRow[] = []
  await hub.follow(ours.id, seen[1]?.cursor, { event: row => last.push(row), resync: () => {} })
  expect(last).toEqual([])
  hub.close()
})

test('the first event of all reaches who waits for it', async () => {
  const ours = await company(app)
  await app.db.everyCompany(trx => sql`delete from events`.execute(trx))
  let signal = () => {}
  const listener = {
    ...noSignals,
    on: (_prefix: string, callback: (signal: string) => void) => {
      signal = () => callback('events')
      return () => {}
    }
  }
  const hub = openEventHub(app.db, listener, () => {})
  const seen: string[] = []
  await hub.follow(ours.id, undefined, { event: row => seen.push(row.kind), resync: () => seen.push('resync') })
  await company(app)
  await app.db.everyCompany(trx => announce(trx, { companyId: ours.id, kind: 'leads-changed', data: {} }))
  signal()
  await expect.poll(() => seen).toEqual(['leads-changed'])
  hub.close()
})

test('after more events than are worth sending a reader reads everything again, and then goes on', async () => {
  const ours = await company(app)
  let signal = () => {}
  const listener = {
    ...noSignals,
    on: (_prefix: string, callback: (signal: string) => void) => {
      signal = () => callback('events')
      return () => {}
    }
  }
  let announced = Promise.resolve()
  const db: Db = {
    ...app.db,
    // A snapshot taken only at the repeated read would come after the events of that time.
    everyCompanyBatch: async batch => {
      await announced
      return app.db.everyCompanyBatch(batch)
    }
  }
  const hub = openEventHub(db, listener, () => {})
  const seen: unknown[] = []
  await hub.follow(ours.id, undefined, {
    event: row => seen.push(row.data.after),
    resync: () => {
      seen.push('resync')
      announced = app.db.everyCompany(trx =>
        announce(trx, { companyId: ours.id, kind: 'leads-changed', data: { after: true } })
      )
    }
  })
  await app.db.everyCompany(trx =>
    sql`insert into events (company_id, kind, data) select ${ours.id}, 'leads-changed', '{}'
      from generate_series(1, 2001)`.execute(trx)
  )
  signal()
  await expect.poll(() => seen[0]).toBe('resync')
  await announced
  signal()
  await expect.poll(() => seen[1]).toBe(true)
  await app.db.everyCompany(trx =>
    announce(trx, { companyId: ours.id, kind: 'leads-changed', data: { after: 'next' } })
  )
  signal()
  await expect.poll(() => seen.at(-1)).toBe('next')
  hub.close()
})

test.each([
  '',
  '1-2',
  'x',
  '1:2',
  '1:2:3,',
  '1:5:4,3',
  '1:5:7',
  '3:5:3,3',
  '5:4:',
  `1:2:${'3,'.repeat(9000)}3`,
  '1:9999999999999999999:',
  '9223372036854775807:9223372036854775807:'
])('a reader with the cursor %.30s reads everything again', async cursor => {
  const ours = await company(app)
  const hub = openEventHub(app.db, noSignals, () => {})
  let resyncs = 0
  await hub.follow(ours.id, cursor, { event: () => {}, resync: () => resyncs++ })
  expect(resyncs).toBe(1)
  hub.close()
})

test('what happened since a page was sent reaches it once, though no other reader has it yet', async () => {
  const ours = await company(app)
  const hub = openEventHub(app.db, noSignals, () => {})
  const follow = async (from?: string) => {
    const seen: unknown[] = []
    const event = (row: EventRow) => seen.push(row.data.leadId)
    await hub.follow(ours.id, from, { event, resync: () => seen.push('resync') })
    return seen
  }
  const first = await follow()
  const sent = await hub.now()
  const { id } = (await sendLead(app, ours.id)).json()
  const late = await follow(sent)
  await expect.poll(() => first).toEqual([id])
  expect(late).toEqual([id])
  hub.close()
})

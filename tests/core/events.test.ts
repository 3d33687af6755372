import { expect, test } from 'vitest'
import type { Db } from '../../services/core/db.ts'
import { type EventRow, openEventHub } from '../../services/core/events.ts'
import type { Listener } from '../../services/core/signals.ts'
import { company, openApp, sendLead } from '../support/app.ts'

const app = await openApp()

test('an event that comes while a reader catches up reaches it, once and in order', async () => {
  const ours = await company(app)
  let signal = () => {}
  let answered: (() => void) | undefined
  let mayGoOn = Promise.resolve()
  const slow: Db = {
    ...app.db,
    everyCompany: async work => {
      const tell = answered
      answered = undefined
      const result = await app.db.everyCompany(work)
      if (tell) {
        tell()
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

  const missed = await send()
  const first = await follow()
  let goOn = () => {}
  mayGoOn = new Promise(resolve => (goOn = resolve))
  const hasRead = new Promise<void>(resolve => (answered = resolve))
  const second = follow('0-0')
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

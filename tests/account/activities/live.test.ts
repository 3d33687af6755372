import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { announce } from '../../../services/core/events.ts'
import { company, openApp, sendLead, storedLead, type Tenant } from '../../kit/app.ts'
import { colleague, staff } from '../../kit/people.ts'
import { nothingFor } from '../../kit/quiet.ts'

const app = await openApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('events that come while the end of a stream waits for its reader are not written after it', async () => {
  const ours = await company(app)
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const requested = once(app.server, 'request')
  const reader = connect(port, '127.0.0.1').pause()
  reader.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ours.token}\r\n\r\n`)
  const [, response] = (await requested) as [unknown, ServerResponse]
  await expect.poll(() => response.headersSent).toBe(true)
  for (let written = 0; response.writableLength === 0 && written < 1000; written++) {
    response.write(`: ${' '.repeat(100_000)}\n\n`)
    await pass(1)
  }
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: ours.auth })
  vi.advanceTimersByTime(20_000)
  await expect.poll(() => response.writableEnded).toBe(true)
  expect(response.writableFinished).toBe(false)

  const errors: Error[] = []
  response.on('error', error => errors.push(error))
  for (let n = 0; n < 3; n++) {
    await sendLead(app, ours.id)
    await nothingFor(50, () => errors, [])
  }
  reader.destroy()
})

/** Follows the live events of a person after a cursor, by default from now on. */
async function follow(auth: { authorization: string }, cursor?: string) {
  const left = new AbortController()
  const headers = { ...auth, 'Last-Event-ID': cursor ?? (await app.events.now()) }
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: left.signal })
  expect(answer.status).toBe(200)
  let text = ''
  let over = false
  void (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
    over = true
  })().catch(() => {})
  return {
    text: () => text,
    events: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '')),
    over: () => over,
    end: () => left.abort()
  }
}

test('a new follower gets everything that happened since the page was sent, however long its transaction took', async () => {
  const ours = await company(app)
  let commit = () => {}
  const committed = new Promise<void>(resolve => (commit = resolve))
  const announced = Promise.withResolvers<void>()
  const long = app.db.company(ours.id, async trx => {
    await announce(trx, { companyId: ours.id, kind: 'leads-released', data: {} })
    announced.resolve()
    await committed
  })
  await announced.promise
  const before = await app.events.now()
  commit()
  await long
  await sendLead(app, ours.id)
  const early = await follow(ours.auth, before)
  const late = await follow(ours.auth)
  const count = (kind: string, { text }: typeof late) => text().split(`event: ${kind}\n`).length - 1
  await expect.poll(() => [count('leads-released', early), count('lead-created', early)]).toEqual([1, 1])
  await sendLead(app, ours.id, { name: 'Outra', email: 'outra@example.org', phone: '(11) 97777-0000' })
  await expect.poll(() => [count('leads-released', early), count('lead-created', early)]).toEqual([1, 2])
  await expect.poll(() => [count('leads-released', late), count('lead-created', late)]).toEqual([0, 1])
  for (const each of [late, early]) each.end()
})

const give = (leadId: string, ownerId: string | null) =>
  app.db.everyCompany(trx => trx.updateTable('leads').set({ owner_id: ownerId }).where('id', '=', leadId).execute())

/** An event of the company, as a feature announces it. */
const announceTo = (companyId: string, kind: string, data: Record<string, unknown>) =>
  app.db.company(companyId, trx => announce(trx, { companyId, kind, data } as Parameters<typeof announce>[1]))

const conversationsOf = (ours: Tenant, leadIds: string[]): Promise<string[]> =>
  app.db.company(ours.id, async trx => {
    const { rows } = await sql<{ id: string }>`
      with channel as (
        insert into channels (company_id, kind, verify_token) values (${ours.id}, 'whatsapp', 'x') returning id)
      insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind)
      select ${ours.id}, channel.id, 'whatsapp', lead, lead, 'wa_id'
      from channel, unnest(${leadIds}::text[]) with ordinality as given (lead, n) order by n returning id`.execute(trx)
    return rows.map(({ id }) => id)
  })

test('somebody who sees only some leads learns of the others that something changed, and not what', async () => {
  const ours = await company(app)
  const [own, ofTeam] = [
    await colleague(app, ours.id, { leadAccess: 'own' }),
    await colleague(app, ours.id, { leadAccess: 'team', team: 'sul' })
  ]
  const other = await colleague(app, ours.id, { leadAccess: 'own', team: 'sul' })
  const ids = await app.db.company(ours.id, trx =>
    trx
      .insertInto('leads')
      .values([own.id, other.id, null].map(owner_id => ({ ...storedLead(ours), name: 'Segredo', owner_id })))
      .returning('id')
      .execute()
  )
  const [mine = '', theirs = '', free = ''] = ids.map(({ id }) => id)
  const [myConversation = '', theirConversation = ''] = await conversationsOf(ours, [mine, theirs])

  const before = await app.events.now()
  const late = await follow(own.auth)
  const everything = await follow(ours.auth)
  for (const leadId of [theirs, free, mine]) {
    await announceTo(ours.id, 'lead-changed', { leadId })
    await announceTo(ours.id, 'lead-created', { leadId, activityId: `activity-${leadId}` })
    await announceTo(ours.id, 'appointment-changed', { appointmentId: `appointment-${leadId}`, leadId })
    await announceTo(ours.id, 'viewing', { leadId, employeeId: ours.userId })
    await announceTo(ours.id, 'mention', { leadId, noteId: `note-${leadId}`, employeeIds: [other.id] })
  }
  for (const conversationId of [theirConversation, myConversation]) {
    const leadId = conversationId === myConversation ? mine : theirs
    await announceTo(ours.id, 'conversation-changed', { conversationId, leadId })
    await announceTo(ours.id, 'conversation-presence', { conversationId, employeeId: ours.userId, typing: true })
  }
  for (const employeeId of [other.id, own.id]) await announceTo(ours.id, 'notification', { employeeId })
  await announceTo(ours.id, 'tags-changed', {})

  const bare = ['lead-changed', 'lead-created', 'appointment-changed'].map(kind => ({ kind }))
  const heard = [
    ...bare,
    ...bare,
    { kind: 'lead-changed', leadId: mine },
    { kind: 'lead-created', leadId: mine, activityId: `activity-${mine}` },
    { kind: 'appointment-changed', leadId: mine, appointmentId: `appointment-${mine}` },
    { kind: 'viewing', leadId: mine, employeeId: ours.userId },
    { kind: 'mention', leadId: mine, noteId: `note-${mine}`, employeeIds: [other.id] },
    { kind: 'conversation-changed' },
    { kind: 'conversation-changed', conversationId: myConversation, leadId: mine },
    { kind: 'conversation-presence', conversationId: myConversation, employeeId: ours.userId, typing: true },
    { kind: 'notification', employeeId: own.id },
    { kind: 'tags-changed' }
  ]
  await expect.poll(late.events).toEqual(heard)
  await expect.poll(() => everything.events().length).toBe(22)
  // As what was missed is read again.
  const early = await follow(own.auth, before)
  await expect.poll(early.events).toEqual(heard)
  for (const { text } of [late, early])
    for (const id of [theirs, free, theirConversation]) expect(text()).not.toContain(id)

  const colleagues = await follow(ofTeam.auth, before)
  await expect.poll(() => colleagues.events().at(-1)).toEqual({ kind: 'tags-changed' })
  expect(colleagues.text()).toContain(theirs)
  for (const id of [mine, free, myConversation]) expect(colleagues.text()).not.toContain(id)
  for (const each of [late, early, everything, colleagues]) each.end()
})

test('rights that change are those of an open stream too', async () => {
  const ours = await company(app)
  const bia = await colleague(app, ours.id)
  const leadId = (await sendLead(app, ours.id)).json().id
  const stream = await follow(bia.auth)
  await announceTo(ours.id, 'lead-changed', { leadId })
  await expect.poll(() => stream.events().at(-1)).toEqual({ kind: 'lead-changed', leadId })
  const payload = { role: 'viewer', leadAccess: 'own', team: null }
  const changed = await app.inject({ method: 'PUT', url: `/api/employees/${bia.id}`, headers: ours.auth, payload })
  expect(changed.statusCode).toBe(200)
  await expect.poll(() => stream.events().at(-1)).toEqual({ kind: 'team-changed' })
  await announceTo(ours.id, 'lead-changed', { leadId })
  await expect.poll(() => stream.events().at(-1)).toEqual({ kind: 'lead-changed' })
  await give(leadId, bia.id)
  await announceTo(ours.id, 'lead-changed', { leadId })
  await expect.poll(() => stream.events().at(-1)).toEqual({ kind: 'lead-changed', leadId })
  stream.end()
})

test('a stream ends with the session: at a sign-out, a deactivation and a suspension', async () => {
  // Without a heartbeat, at which a stream would end too. (Fake timers are moved on by `expect.poll`.)
  vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never)
  const ours = await company(app)
  const [bia, rui] = [await colleague(app, ours.id), await colleague(app, ours.id)]
  const [ofBia, ofRui, ofUs] = [await follow(bia.auth), await follow(rui.auth), await follow(ours.auth)]

  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bia.auth })
  await expect.poll(ofBia.over).toBe(true)
  expect([ofRui.over(), ofUs.over()]).toEqual([false, false])

  const deactivation = {
    method: 'POST',
    url: `/api/employees/${rui.id}/deactivate`,
    payload: { heirId: null }
  } as const
  expect((await app.inject({ ...deactivation, headers: ours.auth })).statusCode).toBeLessThan(300)
  await expect.poll(ofRui.over).toBe(true)
  expect(ofUs.over()).toBe(false)

  const admin = await staff(app, 'global_admin')
  const suspension = { method: 'POST', url: `/api/admin/companies/${ours.id}/suspend`, payload: { reason: 'Teste' } }
  const suspended = await app.inject({ ...suspension, method: 'POST', headers: admin.auth })
  expect(suspended.statusCode, suspended.body).toBeLessThan(300)
  await expect.poll(ofUs.over).toBe(true)
})

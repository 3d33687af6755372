import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Dashboard } from '../../../services/admin/admin/schema.ts'
import { guestAnswers } from '../../../services/calendar/appointments/mailAnswers.ts'
import { declinedText } from '../../../services/calendar/appointments/reply.ts'
import { appointmentTexts } from '../../../services/calendar/appointments/rules.ts'
import type { Db } from '../../../services/core/db.ts'
import { loopHeader, loopMark, type MailClaim } from '../../../services/core/mail.ts'
import { replyAddress } from '../../../services/platform/inboundMail/addresses.ts'
import { readAgain } from '../../../services/platform/inboundMail/handling.ts'
import { mayAnswer } from '../../../services/platform/inboundMail/kinds.ts'
import { noteAway } from '../../../services/platform/inboundMail/sources.ts'
import { storeMails } from '../../../services/platform/inboundMail/store.ts'
import { tidy } from '../../../services/platform/inboundMail/worker.ts'
import { company, openApp, sendLead, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailEnv, mailOf, openInbound, replyMail, replyOf } from '../../kit/inboundMail.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'
import { staff } from '../../kit/staff.ts'

const env = { DATABASE_URL: await newDatabase(), ...mailEnv }
const app = await openApp(env)
const config = testConfig(env)
const { receive, rows, processMails } = openInbound(app.db, config, [guestAnswers])

async function withGuest(status = 'requested') {
  const ours = await company(app, 'Padaria Central')
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const leadId = (await sendLead(app, ours.id)).json().id
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const payload = { title: 'Visita', start: '2030-06-05T17:00:00Z', end: '2030-06-05T18:00:00Z', status }
  const booked = await app.inject({
    method: 'POST',
    url,
    headers: ours.auth,
    payload: { ...payload, employeeId: companyEmployee.id, leadId }
  })
  const { id } = booked.json().data
  const state = async () => (await app.inject({ url: `${url}/${id}`, headers: ours.auth })).json().data
  return { ours, leadId, id, state, address: replyAddress(config, 'appointment', id) ?? '' }
}

test('a guest who accepts by their calendar program confirms the appointment, and who declines cancels it', async () => {
  const { id, state, address, leadId, ours } = await withGuest()
  const [mail] = await receive(replyMail(address, replyOf(id)))
  expect(mail).toMatchObject({
    state: 'handled',
    kind: 'ordinary',
    handled_by: 'appointments',
    outcome: 'accepted',
    sender: 'ada@example.com'
  })
  expect(await state()).toMatchObject({ status: 'confirmed' })
  const placed = await app.db.company(ours.id, trx => trx.selectFrom('mail_placements').selectAll().execute())
  expect(placed).toMatchObject([{ mail_id: mail?.id, lead_id: leadId }])

  const { sequence } = await app.db.company(ours.id, trx =>
    trx.selectFrom('appointments').select('sequence').where('id', '=', id).executeTakeFirstOrThrow()
  )
  const declined = replyOf(id, { partstat: 'DECLINED', sequence })
  // Exchange marks such an answer as sent by a program.
  const [second] = await receive(replyMail(address, declined, { 'Auto-Submitted': 'auto-generated' }))
  expect(second).toMatchObject({ state: 'handled', kind: 'automatic', outcome: 'declined' })
  expect(await state()).toMatchObject({ status: 'cancelled', reason: declinedText })
})

test('nobody else answers for a guest: another sender, a forged address, another appointment, somebody else’s answer', async () => {
  const { ours, leadId, id, state, address } = await withGuest()
  const other = await withGuest()
  const forged = address.replace(/.@/, address.includes('a@') ? 'b@' : 'a@')
  for (const [raw, expected] of [
    [replyMail(address, replyOf(id), { From: 'Eva <eva@example.com>' }), { state: 'handled', outcome: 'another' }],
    [replyMail(forged, replyOf(id)), { state: 'unclaimed' }],
    [replyMail('respostas@prosa.example', replyOf(id)), { state: 'unclaimed' }],
    [replyMail(other.address, replyOf(id)), { state: 'handled', outcome: 'another' }],
    [replyMail(address, replyOf(id, { attendee: 'eva@example.com' })), { state: 'handled', outcome: 'another' }],
    [replyMail(address, replyOf(id, { sequence: 7 })), { state: 'handled', outcome: 'noted' }]
  ] as const) {
    const [mail] = await receive(raw)
    expect(mail).toMatchObject(expected)
  }
  const notes = await app.db.company(ours.id, trx =>
    trx
      .selectFrom('notes')
      .select(['text', 'author_name'])
      .where('lead_id', '=', leadId)
      .orderBy('created_at')
      .execute()
  )
  expect(notes[0]).toMatchObject({
    text: expect.stringContaining('eva@example.com aceitou o convite "Visita". Nada mudou no agendamento.'),
    author_name: 'eva@example.com'
  })
  expect(await state()).toMatchObject({ status: 'requested' })
  expect(await other.state()).toMatchObject({ status: 'requested' })
})

test('a refusal from another address is applied by one press of the company, once', async () => {
  const { ours, id, state, address } = await withGuest('confirmed')
  const apply = () =>
    app.inject({
      method: 'POST',
      url: `/api/appointments/companies/${ours.id}/appointments/${id}/apply-refusal`,
      headers: ours.auth
    })
  const From = 'Eva <eva@example.com>'
  const declined = (headers: Record<string, string>, more = {}) =>
    replyMail(address, replyOf(id, { partstat: 'DECLINED', attendee: 'eva@example.com', ...more }), {
      From,
      ...headers
    })
  expect((await apply()).statusCode).toBe(409)
  await receive(declined({ 'Message-ID': '<r1@x>' }))
  expect(await state()).toMatchObject({ status: 'confirmed', refusedBy: 'eva@example.com' })
  // Another answer of theirs takes the refusal back.
  await receive(declined({ 'Message-ID': '<r2@x>' }, { partstat: 'ACCEPTED' }))
  expect(await state()).toMatchObject({ refusedBy: null })
  // A refusal of an earlier time says nothing about this one.
  await receive(declined({ 'Message-ID': '<r3@x>' }, { sequence: 7 }))
  expect(await state()).toMatchObject({ refusedBy: null })
  expect((await apply()).json()).toMatchObject({ message: appointmentTexts.refusalOutdated })
  await receive(declined({ 'Message-ID': '<r4@x>' }))
  for (const _ of [1, 2]) {
    const applied = await apply()
    expect([applied.statusCode, applied.json().data.status]).toEqual([200, 'cancelled'])
  }
  expect(await state()).toMatchObject({ reason: appointmentTexts.refusedByAnother, refusedBy: null })
  const move = (name: string) =>
    app.inject({
      method: 'POST',
      url: `/api/appointments/companies/${ours.id}/appointments/${id}/${name}`,
      headers: ours.auth,
      payload: {}
    })
  await move('restore')
  await move('cancel')
  const late = await apply()
  expect([late.statusCode, late.json().message]).toEqual([409, appointmentTexts.cancelled])
})

test('a time that somebody proposes is noted and shown, until the appointment has moved', async () => {
  const { ours, leadId, id, state, address } = await withGuest('confirmed')
  const start = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 5, 18))
  const local = (hour: number) => `${start.toISOString().slice(0, 10).replaceAll('-', '')}T${hour}0000`
  const counter = (lines: string[]) => {
    const [before = '', after = ''] = replyOf(id)
      .replace('METHOD:REPLY', 'METHOD:COUNTER')
      .split('DTSTART:20300605T170000Z')
    return before + lines.join('\r\n') + after
  }
  const zoned = counter([`DTSTART;TZID=America/Sao_Paulo:${local(15)}`, `DTEND;TZID=America/Sao_Paulo:${local(16)}`])
  const [mail] = await receive(replyMail(address, zoned, { 'Message-ID': '<c1@x>' }, 'Pode ser mais tarde?'))
  expect(mail).toMatchObject({ outcome: 'message' })
  const times = { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }
  const { proposal, version } = await state()
  expect({
    ...proposal,
    start: new Date(proposal.start).toISOString(),
    end: new Date(proposal.end).toISOString()
  }).toEqual({
    ...times,
    by: 'ada@example.com'
  })
  const { text } = await app.db.company(ours.id, trx =>
    trx.selectFrom('notes').select('text').where('lead_id', '=', leadId).executeTakeFirstOrThrow()
  )
  expect(text).toMatch(/Horário proposto: \d\d\/\d\d\/\d{4} às 15:00\.\n\nPode ser mais tarde\?/)
  const moved = await app.inject({
    method: 'PUT',
    url: `/api/appointments/companies/${ours.id}/appointments/${id}`,
    headers: ours.auth,
    payload: { ...times, version }
  })
  expect(moved.json().data).toMatchObject({ proposal: null })
  // A proposal for another appointment, one that repeats, and a broken one are words alone.
  const other = zoned.replace(id, 'a'.repeat(24))
  for (const [n, part] of [
    other,
    zoned.replace('SEQUENCE', 'RRULE:FREQ=DAILY\r\nSEQUENCE'),
    zoned.slice(0, 200)
  ].entries()) {
    await receive(replyMail(address, part, { 'Message-ID': `<c2${n}@x>` }, 'Pode?'))
    expect(await state()).toMatchObject({ proposal: null })
  }
})

test('what a guest writes to the invitation becomes a note of the lead, without what it quotes, and the person is notified', async () => {
  const { ours, leadId, address } = await withGuest('confirmed')
  const body =
    'Posso chegar 10 minutos depois?\r\n\r\nEm seg., 1 de jan. de 2029, Padaria <a@b.example> escreveu:\r\n> Olá, Ada.'
  const [mail] = await receive(mailOf({ To: `Padaria <${address.toUpperCase()}>`, 'Message-ID': '<2@x>' }, body))
  expect(mail).toMatchObject({ state: 'handled', outcome: 'message' })
  const { notes, notices } = await app.db.company(ours.id, async trx => ({
    notes: await trx.selectFrom('notes').select(['text', 'author_name']).where('lead_id', '=', leadId).execute(),
    notices: await trx.selectFrom('notifications').select('title').where('title', '=', 'Resposta ao convite').execute()
  }))
  expect(notes).toEqual([
    { text: 'Resposta por e-mail ao convite "Visita":\n\nPosso chegar 10 minutos depois?', author_name: 'Ada Souza' }
  ])
  expect(notices).toHaveLength(1)
  // An absence is no message.
  const [away] = await receive(mailOf({ To: address, Subject: 'Resposta automática: férias', 'Message-ID': '<3@x>' }))
  expect(away).toMatchObject({ state: 'unclaimed', kind: 'automatic' })
})

test('words beside a refusal are kept, and one that comes too late is reported', async () => {
  const { ours, leadId, id, state, address } = await withGuest('confirmed')
  const declined = replyOf(id, { partstat: 'DECLINED', sequence: 7 })
  const [late] = await receive(replyMail(address, declined, {}, 'Posso na quinta?'))
  expect(late).toMatchObject({ outcome: 'noted' })
  expect(await state()).toMatchObject({ status: 'confirmed' })
  // The standard text of a calendar program is nobody's words.
  const formula = 'Ada Souza has declined this invitation.'
  const [again] = await receive(replyMail(address, declined, { 'Message-ID': '<again@x>' }, formula))
  expect(again).toMatchObject({ outcome: 'noted' })
  const { notes, notices } = await app.db.company(ours.id, async trx => ({
    notes: await trx.selectFrom('notes').select('text').where('lead_id', '=', leadId).execute(),
    notices: await trx.selectFrom('notifications').select('title').where('title', '=', 'Resposta ao convite').execute()
  }))
  expect(notes).toEqual([{ text: 'Resposta por e-mail ao convite "Visita":\n\nPosso na quinta?' }])
  expect(notices.length).toBeGreaterThanOrEqual(2)
})

test('what somebody asked for on the page is confirmed by the company alone', async () => {
  const { ours, id, state, address } = await withGuest()
  await app.db.company(ours.id, trx =>
    trx.updateTable('appointments').set({ origin: 'page' }).where('id', '=', id).execute()
  )
  expect((await receive(replyMail(address, replyOf(id))))[0]).toMatchObject({ outcome: 'noted' })
  expect(await state()).toMatchObject({ status: 'requested' })
})

test('a long answer is kept up to its last whole character', async () => {
  const { ours, leadId, address } = await withGuest('confirmed')
  const [mail] = await receive(mailOf({ To: address, 'Message-ID': '<long@x>' }, '😀'.repeat(3000)))
  expect(mail).toMatchObject({ state: 'handled', outcome: 'message' })
  const notes = await app.db.company(ours.id, trx =>
    trx.selectFrom('notes').select('text').where('lead_id', '=', leadId).execute()
  )
  expect(notes[0]?.text).toHaveLength(5000)
})

test('a mail has its effects once, however often and by however many workers it is handled', async () => {
  const { ours, leadId, address } = await withGuest('confirmed')
  const raw = mailOf({ To: address, 'Message-ID': '<4@x>' }, 'Uma vez só')
  const before = (await rows()).length
  await Promise.all([1, 2, 3].map(() => storeMails(app.db, [{ source: 'port', raw, size: raw.length }])))
  const all = await rows()
  expect(all).toHaveLength(before + 1)
  const id = all.at(-1)?.id ?? ''
  await Promise.all([processMails([id]), processMails([id]), processMails([id])])
  // As a worker leaves it that is killed between the effects and the end.
  await app.db.everyCompany(trx =>
    trx.updateTable('inbound_mails').set({ state: 'waiting' }).where('id', '=', id).execute()
  )
  await processMails([id])
  await app.db.everyCompany(trx => readAgain(trx, [id]))
  await processMails([id])
  const notes = await app.db.company(ours.id, trx =>
    trx.selectFrom('notes').select('text').where('lead_id', '=', leadId).execute()
  )
  expect(notes).toHaveLength(1)
  expect((await rows()).at(-1)).toMatchObject({ state: 'handled', handled_by: 'appointments' })
})

test('who wrote a mail is known as soon as its effects are, for the jobs that they begin', async () => {
  const { id, address } = await withGuest()
  const senders: (string | null)[] = []
  const watched: Db = {
    ...app.db,
    company: async (scope, work) => {
      const result = await app.db.company(scope, work)
      senders.push(...(await rows()).filter(({ state }) => state === 'waiting').map(({ sender }) => sender))
      return result
    }
  }
  const { receive } = openInbound(watched, config, [guestAnswers])
  const [mail] = await receive(replyMail(address, replyOf(id)))
  expect(mail).toMatchObject({ state: 'handled', outcome: 'accepted' })
  expect(senders.at(-1)).toBe('ada@example.com')
})

test('mail that nobody recognised is kept, and taken by a feature that comes later', async () => {
  const [mail] = await receive(mailOf({ 'Message-ID': '<5@x>' }, 'Quero abrir um chamado'))
  expect(mail).toMatchObject({ state: 'unclaimed', kind: 'ordinary' })
  const taken: string[] = []
  const later: MailClaim = {
    name: 'later',
    claims: async ({ text }) => (text.includes('chamado') ? { companyId: null } : null),
    handle: async (_trx, { text }) => {
      taken.push(text)
      return 'opened'
    }
  }
  const next = openInbound(app.db, config, [guestAnswers, later])
  await app.db.everyCompany(trx => readAgain(trx, [mail?.id ?? '']))
  await Promise.all([next.processMails([mail?.id ?? '']), next.processMails([mail?.id ?? ''])])
  expect(taken).toEqual(['Quero abrir um chamado'])
  expect((await rows()).find(({ id }) => id === mail?.id)).toMatchObject({ state: 'handled', outcome: 'opened' })
})

test('a claim that fails leaves the mail waiting, with nothing done', async () => {
  const { ours, address } = await withGuest('confirmed')
  const failing: MailClaim = {
    name: 'failing',
    claims: async () => ({ companyId: ours.id }),
    handle: async () => {
      throw new Error('not now')
    }
  }
  const broken = openInbound(app.db, config, [failing])
  await expect(broken.receive(mailOf({ To: address, 'Message-ID': '<6@x>' }))).rejects.toThrow('not now')
  expect((await rows()).at(-1)).toMatchObject({ state: 'waiting' })
  const placed = await app.db.company(ours.id, trx => trx.selectFrom('mail_placements').selectAll().execute())
  expect(placed).toEqual([])
  await processMails([(await rows()).at(-1)?.id ?? ''])
  expect((await rows()).at(-1)).toMatchObject({ state: 'handled', outcome: 'message' })
})

test('a mail whose claim fails keeps none of the others from being handled', async () => {
  const { ours } = await withGuest()
  const picky: MailClaim = {
    name: 'picky',
    claims: async () => ({ companyId: ours.id }),
    handle: async (_trx, { messageId }) => {
      if (messageId?.includes('bad@x')) throw new Error('not this one')
      return 'message'
    }
  }
  const inbound = openInbound(app.db, config, [picky])
  const mails = ['bad@x', 'good1@x', 'good2@x'].map(id => mailOf({ 'Message-ID': `<${id}>` }))
  await expect(inbound.receive(...mails)).rejects.toThrow(/1 of 3 failed: mail .*not this one/)
  const three = (await rows()).slice(-3)
  expect(three.map(({ state }) => state).sort()).toEqual(['handled', 'handled', 'waiting'])
  await processMails(three.map(({ id }) => id))
})

test('two programs that answer each other stop at once', async () => {
  let answers = 0
  let n = 0
  const answering: MailClaim = {
    name: 'answering',
    claims: async () => ({ companyId: null }),
    handle: async (_trx, { kind }) => {
      if (!mayAnswer(kind)) return 'left'
      answers++
      return 'answered'
    }
  }
  const ours = openInbound(app.db, config, [answering])
  const say = (headers: Record<string, string>) => ours.receive(mailOf({ 'Message-ID': `<away-${n++}@x>`, ...headers }))
  await say({})
  await say({ 'Auto-Submitted': 'auto-replied' })
  await say({ Subject: 'Fora do escritório' })
  await say({ Precedence: 'auto_reply' })
  await say({ 'Return-Path': '<>' })
  expect(answers).toBe(1)
  // And our own mail is known wherever it comes back.
  for (const [name, value] of [
    [loopHeader, loopMark(config)],
    ['Message-ID', `<${'a'.repeat(24)}@localhost>`]
  ] as const) {
    const [mail] = await say({ [name]: value })
    expect(mail).toMatchObject({ state: 'loop', kind: 'loop', handled_by: null })
  }
  const hops = Array.from({ length: 60 }, () => 'Received: from a by b; Mon, 1 Jan 2029 00:00:00 +0000\r\n').join('')
  const [looped] = await ours.receive(Buffer.concat([Buffer.from(hops), mailOf({ 'Message-ID': '<7@x>' })]))
  expect(looped).toMatchObject({ state: 'loop' })
})

test('with an erased person go the mails that they wrote, and after a time those of everybody', async () => {
  const { ours, leadId, address } = await withGuest('confirmed')
  const marked = `palavra-${leadId}`
  const [mail] = await receive(mailOf({ To: address, 'Message-ID': `<${leadId}@x>` }, marked))
  const [stray] = await receive(mailOf({ 'Message-ID': `<stray-${leadId}@x>` }, `outra ${marked}`))
  expect(mail?.raw?.toString()).toContain(marked)
  const erased = await erase(app, ours, await askErasure(app, ours, { name: 'Ada Souza', email: 'ada@example.com' }))
  expect(erased.statusCode, erased.body).toBe(200)
  const left = (await rows()).filter(({ id }) => [mail?.id, stray?.id].includes(id))
  expect(left.map(({ raw, sender }) => [raw, sender])).toEqual([
    [null, null],
    [null, null]
  ])
  expect(await dump(ours.id, env.DATABASE_URL)).not.toContain('ada@example.com')

  const [old] = await receive(mailOf({ 'Message-ID': '<8@x>', From: 'x@example.com' }))
  const age = (days: number) =>
    app.db.everyCompany(trx =>
      sql`update inbound_mails set received_at = now() - ${days} * interval '1 day' where id = ${old?.id}`.execute(trx)
    )
  const state = async () => (await rows()).find(({ id }) => id === old?.id)
  await age(29)
  await tidy.inboundMails(app.db)
  expect((await state())?.raw).not.toBeNull()
  // Nobody has decided on it, so that it stays.
  await age(31)
  await tidy.inboundMails(app.db)
  expect((await state())?.raw).not.toBeNull()
  await app.db.everyCompany(trx => sql`update inbound_mails set decided_at = now() where id = ${old?.id}`.execute(trx))
  await tidy.inboundMails(app.db)
  expect(await state()).toMatchObject({ raw: null, sender: null, subject: null, state: 'unclaimed' })
  await age(401)
  await tidy.inboundMails(app.db)
  expect(await state()).toBeUndefined()
})

test('the staff see on their start page whether mail comes in, and how it is full; nobody without it does', async () => {
  const [boss, ours] = [await staff(app, 'global_admin'), await openApp({ ...env, INBOUND_SMTP_PORT: '2525' })]
  const read = async (from: typeof app) =>
    (await from.inject({ url: '/api/admin/dashboard', headers: boss.auth })).json<Dashboard>().health?.inbound
  expect(await read(app)).toBeNull()
  await noteAway(app.db, 'port', 'A porta 2525 não pode ser aberta.')
  await receive(mailOf({ 'Message-ID': '<9@x>' }, 'Quem cuida da minha conta?'))
  expect(await read(ours)).toMatchObject({
    sources: [{ name: 'port', connected: false, error: 'A porta 2525 não pode ser aberta.' }],
    open: expect.toSatisfy(n => n >= 1)
  })
  const ready = await ours.inject({ url: '/health/ready' })
  expect(ready.statusCode).toBe(200)
  expect(ready.body).not.toMatch(/e-mail|porta/)
})

import { expect, test } from 'vitest'
import { applyReply, declinedText, type Reply, readReply } from '../../../services/calendar/appointments/reply.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'

const text = (more: { method?: string; partstat?: string; uid?: string; lines?: string[] } = {}) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    `METHOD:${more.method ?? 'REPLY'}`,
    'BEGIN:VEVENT',
    'DTSTART:20300605T170000Z',
    'DTEND:20300605T180000Z',
    'DTSTAMP:20300101T000000Z',
    'ORGANIZER;CN=Padaria:mailto:padaria@example.com',
    `UID:${more.uid ?? 'a'.repeat(24)}@prosa`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${more.partstat ?? 'ACCEPTED'};CN=Ada`,
    ' Souza;X-NUM-GUESTS=0:mailto:Ada@Example.com',
    ...(more.lines ?? ['SEQUENCE:2']),
    'END:VEVENT',
    'END:VCALENDAR',
    ''
  ].join('\r\n')

test.each(['ACCEPTED', 'DECLINED', 'TENTATIVE'] as const)(
  'the answer %s is read, whatever breaks its lines',
  partstat => {
    const read = { uid: `${'a'.repeat(24)}@prosa`, partstat, sequence: 2, attendee: 'ada@example.com' }
    expect(readReply(text({ partstat }))).toEqual(read)
    expect(readReply(text({ partstat }).replaceAll('\r\n', '\n'))).toEqual(read)
  }
)

test.each([
  ['nothing', ''],
  ['a sentence', 'Aceito, obrigada!'],
  ['an invitation', text({ method: 'REQUEST' })],
  ['an answer that is none', text({ partstat: 'NEEDS-ACTION' })],
  ['no UID', text().replace(/UID:.*\r\n/, '')],
  ['two who answer', text({ lines: ['ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com'] })],
  ['two entries', text().replace('END:VCALENDAR', 'BEGIN:VEVENT\r\nUID:b\r\nEND:VEVENT\r\nEND:VCALENDAR')],
  ['a broken line', text({ lines: ['isto não é uma linha'] })],
  ['a part of a text', text().slice(0, 300)],
  ['a text without end', text({ lines: [`X-A:${'a'.repeat(70_000)}`] })],
  ['a card', 'BEGIN:VCARD\r\nMETHOD:REPLY\r\nEND:VCARD\r\n']
])('%s is no reply', (_, sent) => {
  expect(readReply(sent)).toBeNull()
})

test('who accepts confirms what was asked for, who declines cancels it, and nobody else does either', async () => {
  const app = await openApp()
  const [ours, theirs] = [await company(app), await company(app)]
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const leadId = (await sendLead(app, ours.id)).json().id
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const booked = await app.inject({
    method: 'POST',
    url,
    headers: ours.auth,
    payload: {
      title: 'Visita',
      start: '2030-06-05T17:00:00Z',
      end: '2030-06-05T18:00:00Z',
      employeeId: companyEmployee.id,
      leadId,
      status: 'requested'
    }
  })
  const { id } = booked.json().data
  const reply: Reply = { uid: `${id}@prosa`, partstat: 'ACCEPTED', sequence: 0, attendee: 'ada@example.com' }
  const apply = (change: Partial<Reply>, companyId = ours.id) =>
    app.db.company(companyId, trx => applyReply(trx, companyId, { ...reply, ...change }))
  const state = async () => (await app.inject({ url: `${url}/${id}`, headers: ours.auth })).json().data
  for (const change of [
    { uid: `${'f'.repeat(24)}@prosa` },
    { uid: 'x' },
    { attendee: 'outra@example.com' },
    { sequence: 1 },
    { partstat: 'TENTATIVE' as const }
  ])
    expect(await apply(change), JSON.stringify(change)).toBe(false)
  expect(await apply({}, theirs.id)).toBe(false)
  expect(await state()).toMatchObject({ status: 'requested' })
  expect(await apply({})).toBe(true)
  expect(await state()).toMatchObject({ status: 'confirmed', guestConfirmedAt: expect.any(String) })
  // Accepting the invitation to a confirmed appointment confirms the attendance.
  const move = { start: '2030-06-06T17:00:00Z', end: '2030-06-06T18:00:00Z', version: (await state()).version }
  await app.inject({ method: 'PUT', url: `${url}/${id}`, headers: ours.auth, payload: move })
  expect(await state()).toMatchObject({ guestConfirmedAt: null })
  expect(await apply({ sequence: 1 })).toBe(false)
  expect(await state()).toMatchObject({ guestConfirmedAt: null })
  expect(await apply({ sequence: 2 })).toBe(false)
  expect(await state()).toMatchObject({ status: 'confirmed', guestConfirmedAt: expect.any(String) })
  // An answer to an invitation from before the last change.
  expect(await apply({ partstat: 'DECLINED', sequence: 1 })).toBe(false)
  expect(await apply({ partstat: 'DECLINED', sequence: 2 })).toBe(true)
  expect(await state()).toMatchObject({ status: 'cancelled', reason: declinedText })
})

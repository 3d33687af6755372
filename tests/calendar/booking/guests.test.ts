import { expect, test } from 'vitest'
import type { Notification } from '../../../services/account/notifications/schema.ts'
import { firstName, shownGuest } from '../../../services/calendar/appointments/guestMails.ts'
import type { Appointment, BookableService } from '../../../services/calendar/appointments/schema.ts'
import { readAnswers } from '../../../services/calendar/booking/answers.ts'
import type { Booked, FreeDays } from '../../../services/calendar/booking/schema.ts'
import { ada, company, openApp, sendLead, type Tenant } from '../../kit/app.ts'

const app = await openApp()

type Answer = Booked & { status: number; message: string; errors?: Record<string, string> }

async function withService(service: object = {}) {
  const ours = await company(app)
  const ask = async <T>(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object): Promise<T> =>
    (await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })).json<T>()
  const { slug } = await ask<{ slug: string }>('PUT', '/api/booking', { active: true, confirms: true })
  const made = await ask<BookableService>('POST', '/api/appointments/services', {
    name: 'Consulta',
    minutes: 30,
    noticeMinutes: 0,
    capacity: 20,
    windowDays: 365,
    ...service
  })
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const { data } = (
    await app.inject({ url: `/public/booking/${slug}/slots?serviceId=${made.id}&from=${day(1)}&to=${day(20)}` })
  ).json<FreeDays>()
  const starts = data.flatMap(({ slots }) => slots).map(({ start }) => start)
  const book = async (n: number, more: object = {}): Promise<Answer> => {
    const payload = { ...ada, serviceId: made.id, start: starts[n], ...more }
    const answer = await app.inject({ method: 'POST', url: `/public/booking/${slug}`, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const appointments = async (who: Tenant = ours) =>
    (await app.inject({ url: `/api/appointments/companies/${ours.id}/appointments`, headers: who.auth })).json<{
      data: Appointment[]
    }>().data
  return { ours, ask, slug, service: made, book, appointments }
}

test('a child whom its mother books comes under its own name, and the mother stays as she was', async () => {
  const { ours, ask, book, appointments } = await withService()
  const marta = { name: 'Marta Lima', email: 'marta@example.com', phone: '11987654321' }
  expect((await book(0, { ...marta, message: 'Dor nas costas' })).status).toBe(201)
  expect((await book(1, { ...marta, name: 'Pedro (filho)', message: 'Primeira vez' })).status).toBe(201)
  expect((await book(2, { ...marta, guest: { name: '  Ana  ' }, message: 'Retorno' })).status).toBe(201)
  const all = await appointments()
  expect(all.map(({ leadName, guest, message }) => [leadName, guest?.name, message])).toEqual([
    ['Marta Lima', 'Marta Lima', 'Dor nas costas'],
    ['Marta Lima', 'Pedro (filho)', 'Primeira vez'],
    ['Marta Lima', 'Ana', 'Retorno']
  ])
  expect(all[1]?.guest).toEqual({ name: 'Pedro (filho)', email: 'marta@example.com', phone: '11987654321' })
  const leadId = all[0]?.leadId
  expect(new Set(all.map(each => each.leadId)).size).toBe(1)
  const lead = await ask('GET', `/api/leads/${leadId}`)
  expect(lead).toMatchObject({ name: 'Marta Lima', message: 'Dor nas costas' })
  const activities = await app.db.company(ours.id, trx => trx.selectFrom('activities').select('description').execute())
  expect(activities.map(({ description }) => description).join('\n')).toContain('Quem vem: Pedro (filho)')
  const notices = await ask<Notification[]>('GET', '/api/notifications')
  const bodies = JSON.stringify(notices)
  expect(bodies).toContain('com Pedro (filho)')
})

test('a form of somebody else with a known address leaves the message of the lead', async () => {
  const { ours, ask } = await withService()
  const send = (body: Record<string, unknown>) => sendLead(app, ours.id, body)
  await send({ message: 'Quero um orçamento' })
  const [{ id } = { id: '' }] = await ask<{ id: string }[]>('GET', '/api/leads')
  await send({ name: 'Bento', message: 'É para o meu filho' })
  expect(await ask('GET', `/api/leads/${id}`)).toMatchObject({ name: ada.name, message: 'Quero um orçamento' })
  await send({ message: 'Mudei de ideia' })
  expect(await ask('GET', `/api/leads/${id}`)).toMatchObject({ message: 'Mudei de ideia' })
})

test('a guest has three coming bookings whatever the spelling, and a contact twelve', async () => {
  const { book } = await withService()
  const names = ['José  Souza', 'jose souza', ' JOSÉ SOUZA ']
  for (const [n, name] of names.entries()) expect((await book(n, { guest: { name } })).status).toBe(201)
  const fourth = await book(3, { guest: { name: 'Jose Souza' } })
  expect([fourth.status, fourth.message]).toEqual([
    409,
    'Quem vem já tem 3 horários marcados. Cancele um deles para marcar outro.'
  ])
  for (let n = 0; n < 9; n++)
    expect((await book(n % 6, { guest: { name: `Pessoa ${'abcdefghi'[n]}` } })).status).toBe(201)
  const last = await book(7, { guest: { name: 'Mais uma' } })
  expect([last.status, last.message]).toEqual([
    409,
    'Este contato já tem 12 horários marcados. Cancele um deles para marcar outro.'
  ])
})

test('the questions of a service are asked and answered, each fault by its name', async () => {
  const questions = [
    { label: 'Convênio', type: 'select', required: true, options: ['Unimed', 'Particular'] },
    { label: 'Idade', type: 'number', required: false, options: [] },
    { label: 'Li as instruções', type: 'checkbox', required: true, options: [] }
  ]
  const { slug, service, book, appointments, ask } = await withService({ questions })
  const [plan = '', age = '', agreed = ''] = service.questions.map(({ id }) => id)
  const page = (await app.inject({ url: `/public/booking/${slug}` })).json<{ data?: unknown }>()
  expect(JSON.stringify(page)).toContain('Convênio')
  expect(await book(0)).toMatchObject({
    status: 400,
    errors: {
      [`answers.${plan}`]: 'Responda a esta pergunta.',
      [`answers.${agreed}`]: 'Marque esta opção para continuar.'
    }
  })
  const stranger = 'f'.repeat(24)
  expect(await book(0, { answers: { [plan]: 'SUS', [age]: 'dez', [agreed]: true, [stranger]: 'x' } })).toMatchObject({
    status: 400,
    errors: {
      [`answers.${plan}`]: 'Escolha uma das opções.',
      [`answers.${age}`]: 'Escreva um número.',
      [`answers.${stranger}`]: 'Esta pergunta não existe mais. Recarregue a página.'
    }
  })
  expect((await book(0, { answers: { [plan]: 'Unimed', [age]: '12', [agreed]: true } })).status).toBe(201)
  expect((await appointments())[0]?.answers).toEqual([
    { label: 'Convênio', value: 'Unimed' },
    { label: 'Idade', value: '12' },
    { label: 'Li as instruções', value: 'Sim' }
  ])
  // A question keeps its id when it is changed, and one of another service is none of this one.
  const changed = await ask<BookableService>('PUT', `/api/appointments/services/${service.id}`, {
    name: 'Consulta',
    minutes: 30,
    questions: [{ ...service.questions[1], label: 'Idade da criança' }]
  })
  expect(changed.questions).toMatchObject([{ id: age, label: 'Idade da criança' }])
  expect(
    await ask('PUT', `/api/appointments/services/${service.id}`, {
      name: 'Consulta',
      minutes: 30,
      questions: [{ label: 'Qual?', type: 'select', required: false, options: [] }]
    })
  ).toMatchObject({ errors: { questions: 'Dê opções para a pergunta “Qual?”.' } })
})

test('staff say who comes, and another lead comes in person', async () => {
  const { ours, ask, book, appointments } = await withService()
  await book(0, { guest: { name: 'Pedro' } })
  const [appointment] = await appointments()
  const change = (body: object, version: number) =>
    ask<{ data: Appointment }>('PUT', `/api/appointments/companies/${ours.id}/appointments/${appointment?.id}`, {
      ...body,
      version
    })
  const guest = { name: 'Pedro Lima', email: null, phone: '11 90000-0000' }
  const first = await change({ guest, message: 'Trazer exames' }, appointment?.version ?? 0)
  expect(first.data).toMatchObject({ guest, message: 'Trazer exames' })
  const { id: leadId } = await ask<{ id: string }>('POST', '/api/leads', { name: 'Bia', phone: '11955554444' })
  expect((await change({ leadId }, first.data.version)).data).toMatchObject({ leadName: 'Bia', guest: null })
})

test.each([
  ['Pedro (filho)', 'Pedro (filho)'],
  ['  Maria   Clara\n', 'Maria Clara'],
  ['ganhe dinheiro em www.golpe.example', null],
  ['https://golpe.example', null],
  ['ana@golpe.example', null],
  ['😀'.repeat(200), `${'😀'.repeat(60)}`],
  ['', null]
])('the guest %j stands in a mail as %j', (name, shown) => {
  const result = shownGuest(name)
  if (shown === null) expect(result).toBeNull()
  else expect(result?.replace('…', '')).toSatisfy((text: string) => shown.startsWith(text) && text.length > 0)
  expect(firstName(name).length).toBeLessThanOrEqual(40)
})

test('answers are read within bounds', () => {
  const question = { id: 'a'.repeat(24), label: 'Q', type: 'text' as const, required: false, options: [] }
  expect(readAnswers([question], {})).toEqual([])
  expect(() => readAnswers([question], { [question.id]: 'x'.repeat(501) })).toThrow()
  expect(readAnswers([{ ...question, type: 'date' }], { [question.id]: '2026-12-01' })).toEqual([
    { label: 'Q', value: '2026-12-01' }
  ])
  expect(() => readAnswers([{ ...question, type: 'date' }], { [question.id]: '2026-02-30' })).toThrow()
})

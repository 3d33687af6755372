import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { ChatAnswer, ChatCard } from '../../../services/assistant/chat/schema.ts'
import type { Appointment } from '../../../services/calendar/appointments/schema.ts'
import { saveService } from '../../../services/calendar/appointments/services.ts'
import { dayAt, momentOf } from '../../../services/core/zones/rules.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { ask, openChat } from '../../kit/chat.ts'
import { colleague } from '../../kit/people.ts'

const { app, peer } = await openChat()
const zone = 'America/Sao_Paulo'

beforeEach(() => {
  peer.fault = 'none'
})

type Who = Pick<Tenant, 'auth'>

/** The next Wednesday that is no holiday, in three weeks at the latest. */
const days = Array.from({ length: 21 }, (_, n) => dayAt(Date.now(), zone, n + 7))
const isOrdinary = (day: string) => new Date(day).getUTCDay() === 3 && !/-(12-25|01-01|04-21|11-20|09-07)$/.test(day)
const wednesday = days.find(isOrdinary) ?? ''
const said = wednesday.split('-').reverse().join('/')
const at = (hour: number) =>
  new Date(momentOf(Date.parse(`${wednesday}T00:00:00Z`) + hour * 3_600_000, zone)).toISOString().replace('.000', '')

/** Lia's answer where the model asks for this appointment. */
async function askAppointment(who: Who, wanted: object): Promise<ChatAnswer> {
  peer.reply = call =>
    call.messages.at(-1)?.role === 'user' && call.tools
      ? { calls: [{ name: 'book_appointment', arguments: { lead: 'Ada', ...wanted } }] }
      : `Resposta: ${call.messages.at(-1)?.content}`
  const answer = await ask(app, { message: 'Marca com a Ada', sessionId: randomUUID() }, who.auth)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function decide(who: Who, { cards, sessionId }: ChatAnswer, how = 'confirm'): Promise<ChatCard> {
  const url = `/api/chat/proposals/${cards[0]?.id}/${how}`
  const answer = await app.inject({ method: 'POST', url, headers: who.auth, payload: { sessionId } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function withLead() {
  const ours = await company(app)
  const { id: leadId } = (await sendLead(app, ours.id)).json<{ id: string }>()
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const appointments = async () => (await app.inject({ url, headers: ours.auth })).json<{ data: Appointment[] }>().data
  const book = (hour: number) =>
    app.inject({
      method: 'POST',
      url,
      headers: ours.auth,
      payload: { title: 'Segredo', start: at(hour), end: at(hour + 1), employeeId: companyEmployee.id }
    })
  return { ours, leadId, employeeId: companyEmployee.id, appointments, book }
}

test('an appointment is proposed, and booked once it is confirmed, as on the calendar', async () => {
  const { ours, leadId, employeeId, appointments } = await withLead()
  const answer = await askAppointment(ours, { when: `${said} às 10h`, title: 'Visita técnica', minutes: 90 })
  expect(answer.response).toBe('Posso fazer isto, se você confirmar: Marcar um horário com Ada Souza.')
  expect(answer.cards).toMatchObject([
    { kind: 'appointment', state: 'waiting', title: 'Marcar um horário com Ada Souza', leadId }
  ])
  expect(answer.cards[0]?.lines).toEqual([
    'Visita técnica',
    expect.stringMatching(/^.+, às 10h, por 1 h 30 min$/),
    'Com Pessoa de Teste'
  ])
  expect(await appointments()).toEqual([])

  const clicks = await Promise.all(Array.from({ length: 10 }, () => decide(ours, answer)))
  for (const click of clicks) expect(click).toMatchObject({ state: 'done', outcome: 'Horário marcado.' })
  expect(await appointments()).toMatchObject([
    {
      title: 'Visita técnica',
      start: at(10),
      end: at(11.5),
      employeeId,
      leadId,
      status: 'confirmed',
      origin: 'internal'
    }
  ])
  const lead = (await app.inject({ url: `/api/leads/${leadId}`, headers: ours.auth })).json()
  expect(lead.status).toBe('scheduled')
  const history = await app.inject({ url: `/api/companies/${ours.id}/activities?leadId=${leadId}`, headers: ours.auth })
  expect(history.json()[0]).toMatchObject({
    type: 'appointment',
    data: { actorName: 'Lia, a pedido de Pessoa de Teste' }
  })
})

test('a time that is taken is not proposed, and one that was taken meanwhile is not booked: the next free ones are offered', async () => {
  const { ours, appointments, book } = await withLead()
  const late = await askAppointment(ours, { when: `${said} às 14h` })
  expect(late.cards).toHaveLength(1)
  expect((await book(14)).statusCode).toBe(201)
  const end = await decide(ours, late)
  expect(end.state).toBe('failed')
  expect(end.outcome).toMatch(
    /^Esse horário acabou de ser reservado\. Os próximos livres: .*, às 15h; .*, às 15h30; .*, às 16h\.$/
  )
  expect(await decide(ours, late)).toEqual(end)
  const again = await askAppointment(ours, { when: `${said} às 14h30`, person: 'eu' })
  expect(again.cards).toEqual([])
  expect(again.response).toMatch(
    /Este horário já está tomado\. Os próximos livres: .*, às 15h; .*, às 15h30; .*, às 16h\./
  )
  expect(await appointments()).toMatchObject([{ title: 'Segredo' }])
})

test('a service brings its name, length and place, and a free colleague is found', async () => {
  const { ours, appointments, book } = await withLead()
  const bia = await colleague(app, ours.id, { role: 'agent' })
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ name: 'Bia Lima' }).where('id', '=', bia.userId).execute()
  )
  await app.db.company(ours.id, trx =>
    saveService(trx, ours.id, null, {
      name: 'Avaliação',
      minutes: 45,
      noticeMinutes: 0,
      channel: 'phone',
      location: 'Sala 2'
    })
  )
  await book(10)
  const answer = await askAppointment(ours, { when: `${said} às 10h`, service: 'avaliacao' })
  expect(answer.cards[0]?.lines).toEqual(['Avaliação', expect.stringMatching(/, às 10h, por 45 min$/), 'Com Bia Lima'])
  expect(await decide(ours, answer)).toMatchObject({ state: 'done' })
  expect((await appointments()).find(({ title }) => title === 'Avaliação')).toMatchObject({
    serviceName: 'Avaliação',
    employeeName: 'Bia Lima',
    channel: 'phone',
    location: 'Sala 2',
    end: at(10.75)
  })
})

test('what is unclear or past is asked for, and a time outside the hours is proposed with a word of that', async () => {
  const { ours } = await withLead()
  for (const [when, sentence] of [
    [said, 'Diga também a que horas.'],
    ['um dia desses', 'Não entendi quando é'],
    ['10/11/2020 às 10h', 'Este horário já passou'],
    ['30/02 às 10h', 'Este dia não existe no calendário.']
  ] as const) {
    const answer = await askAppointment(ours, { when })
    expect(answer.cards, when).toEqual([])
    expect(answer.response, when).toContain(sentence)
  }
  const night = await askAppointment(ours, { when: `${said} às 21h` })
  expect(night.cards[0]?.lines.at(-1)).toBe('Fora dos horários livres da agenda')
  expect(await decide(ours, night)).toMatchObject({ state: 'done' })
})

test('who may not book is not offered it, and loses a card whose right was taken away', async () => {
  const { ours, appointments } = await withLead()
  const agent = await colleague(app, ours.id, { role: 'agent', permissions: ['edit_leads', 'manage_calendar'] })
  const answer = await askAppointment(agent, { when: `${said} às 10h` })
  expect(answer.cards).toHaveLength(1)
  const change = { role: 'custom', permissions: ['edit_leads'], leadAccess: 'all', team: null }
  const url = `/api/employees/${agent.id}`
  const taken = await app.inject({ method: 'PUT', url, headers: ours.auth, payload: change })
  expect(taken.statusCode, taken.body).toBe(200)
  expect(await decide(agent, answer)).toMatchObject({
    state: 'failed',
    outcome: 'Você não tem permissão para fazer isso.'
  })
  expect((await askAppointment(agent, { when: `${said} às 10h` })).response).toContain(
    'Você não tem permissão para fazer isso.'
  )
  expect(await appointments()).toEqual([])
})

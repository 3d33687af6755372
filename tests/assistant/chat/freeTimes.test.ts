import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { whenWords } from '../../../services/assistant/chat/when.ts'
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

/** The free times that the provider gets for its call, and repeats. */
async function freeTimesFor(who: Who, times: object): Promise<string> {
  peer.reply = call =>
    call.messages.at(-1)?.role === 'user' && call.tools
      ? { calls: [{ name: 'find_free_times', arguments: times }] }
      : `Resposta: ${call.messages.at(-1)?.content}`
  const answer = await ask(app, { message: 'Que horários há?', sessionId: randomUUID() }, who.auth)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().response
}

/** The next Wednesday that is no holiday, in three weeks at the latest. */
const days = Array.from({ length: 21 }, (_, n) => dayAt(Date.now(), zone, n + 7))
const isOrdinary = (day: string) => new Date(day).getUTCDay() === 3 && !/-(12-25|01-01|04-21|11-20|09-07)$/.test(day)
const wednesday = days.find(isOrdinary) ?? ''
const said = wednesday.split('-').reverse().join('/')
const at = (hour: number) => new Date(momentOf(Date.parse(`${wednesday}T00:00:00Z`) + hour * 3_600_000, zone))

async function busyAtTen(ours: Tenant) {
  const leadId = (await sendLead(app, ours.id)).json().id
  const employeeId = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  const answer = await app.inject({
    method: 'POST',
    url: `/api/appointments/companies/${ours.id}/appointments`,
    headers: ours.auth,
    payload: { title: 'Segredo', start: at(10), end: at(11), employeeId, leadId }
  })
  expect(answer.statusCode, answer.body).toBe(201)
}

test('Lia lists the free times of a day that the calendar has, and nothing of what takes the others', async () => {
  const ours = await company(app)
  await busyAtTen(ours)
  const free = await freeTimesFor(ours, { day: said })
  expect(free).toContain(`Dia: ${whenWords(at(9), zone, Date.now()).replace(/, às 9h$/, '')}`)
  expect(free).toContain('Duração: 1 h')
  expect(free).toContain('Com Pessoa de Teste: 8h, 8h30, 9h, 11h, 13h, 13h30')
  expect(free).not.toContain('Segredo')
  expect(await freeTimesFor(ours, { day: said, minutes: 120, person: 'eu' })).toContain(
    'Com Pessoa de Teste: 8h, 13h, 13h30'
  )
})

test('where a day has none she gets the reason, and the next ones', async () => {
  const ours = await company(app)
  const sunday = days.find(day => new Date(day).getUTCDay() === 0) ?? ''
  const none = await freeTimesFor(ours, { day: sunday.split('-').reverse().join('/') })
  expect(none).toContain('Nenhum horário livre: Não há atendimento neste dia.')
  expect(none).toMatch(/Os próximos livres: .*, às 8h; .*, às 8h30; .*, às 9h/)
})

test('a service has its own length and people; what is not there is named, with what there is', async () => {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('appointment_services')
      .values({
        company_id: ours.id,
        name: 'Avaliação',
        minutes: 45,
        buffer_before: 0,
        buffer_after: 0,
        capacity: 1,
        notice_minutes: 0,
        window_days: 60,
        channel: 'phone'
      })
      .execute()
  )
  expect(await freeTimesFor(ours, { day: said, service: 'avaliacao' })).toContain('Duração: 45 min (Avaliação)')
  expect(await freeTimesFor(ours, { day: said, service: 'corte' })).toContain(
    'Não há o serviço “corte”. Os serviços são: Avaliação.'
  )
  expect(await freeTimesFor(ours, { day: said, person: 'Zé' })).toContain('Não há “Zé” na equipe.')
  expect(await freeTimesFor(ours, { day: 'um dia desses' })).toContain('Não entendi que dia é “um dia desses”.')
  expect(await freeTimesFor(ours, { day: '10/11/2020' })).toContain('Este dia já passou.')
  expect(await freeTimesFor(ours, {})).toContain('diga para qual dia')
})

test('somebody who sees only their own leads gets the times that others have taken', async () => {
  const ours = await company(app)
  const own = await colleague(app, ours.id, { leadAccess: 'own' })
  await busyAtTen(ours)
  const list = await app.inject({
    url: `/api/appointments/companies/${ours.id}/appointments?from=${wednesday}&to=${wednesday}`,
    headers: own.auth
  })
  expect(list.json().data).toEqual([])
  const free = await freeTimesFor(own, { day: said })
  expect(free).toContain(': 8h, 8h30, 9h, 11h,')
  expect(free).toContain(': 8h, 8h30, 9h, 9h30, 10h, 10h30, 11h,')
})

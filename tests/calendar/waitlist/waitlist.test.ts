import { expect, test } from 'vitest'
import type { BookingSettings } from '../../../services/calendar/booking/schema.ts'
import { notifyWaiting } from '../../../services/calendar/waitlist/notify.ts'
import type { Wait } from '../../../services/calendar/waitlist/schema.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)

/** A worker's look at who waits, as if the last one were long ago. */
async function look(): Promise<void> {
  await app.db.everyCompany(trx =>
    trx
      .updateTable('appointment_waits')
      .set({ checked_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute()
  )
  await notifyWaiting({ db: app.db, config: testConfig(env) })
}

const dayLength = 86_400_000
/** A Wednesday two weeks ahead. */
const wednesday = (() => {
  const today = Math.floor(Date.now() / dayLength) * dayLength
  return new Date(today + (((3 - new Date(today).getUTCDay() + 7) % 7) + 14) * dayLength).toISOString().slice(0, 10)
})()

async function clinic() {
  const ours = await company(app, 'Clínica Ipê')
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body ? answer.json() : undefined
  }
  await ask('PUT', '/api/booking', { active: true })
  const { slug }: BookingSettings = await ask('GET', '/api/booking')
  const service = await ask('POST', '/api/appointments/services', { name: 'Consulta', minutes: 60 })
  const block = await ask('POST', '/api/appointments/blocked-times', {
    employeeId: companyEmployee.id,
    start: `${wednesday}T03:00:00Z`,
    end: new Date(Date.parse(wednesday) + dayLength + 3 * 3_600_000).toISOString()
  })
  const person = { name: 'Marta Reis', email: 'marta@fora.example', phone: '11987654321', consentGiven: false }
  const wait = (more: object = {}) =>
    app.inject({
      method: 'POST',
      url: `/public/booking/${slug}/waitlist`,
      payload: { serviceId: service.id, from: wednesday, to: wednesday, ...person, ...more }
    })
  const mails = () =>
    app.db.company(ours.id, trx =>
      trx.selectFrom('mails').select(['to_address', 'subject', 'text']).where('subject', 'like', 'Abriu%').execute()
    )
  const list = async (): Promise<Wait[]> => (await ask('GET', '/api/appointments/waitlist')).data
  const free = () => ask('DELETE', `/api/appointments/blocked-times/${block.id}`)
  return { ours, ask, slug, service, wait, mails, list, free }
}

test('who waits for a full day hears once that a time is free, by a mail with the page', async () => {
  const { wait, mails, list, free, slug, service } = await clinic()
  const added = await wait()
  expect(added.statusCode, added.body).toBe(201)
  expect((await wait()).json().data.token).toBe(added.json().data.token)
  expect(await list()).toMatchObject([
    { leadName: 'Marta Reis', serviceName: 'Consulta', from: wednesday, notifiedAt: null }
  ])
  await look()
  expect(await mails()).toEqual([])
  await free()
  await Promise.all([look(), look()])
  await look()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to_address: 'marta@fora.example', subject: 'Abriu um horário: Consulta' })
  expect(mail?.text).toContain('Quem marcar primeiro fica com ele:')
  expect(mail?.text).toContain(`/agendar/${slug}?servico=${service.id}&dia=${wednesday}`)
  expect(await list()).toMatchObject([{ notifiedAt: expect.any(String) }])
})

test('a press leaves the list, and a link that was not made here does nothing', async () => {
  const { wait, mails, list, free } = await clinic()
  const { token } = (await wait()).json().data
  const leave = (which: string) => app.inject({ method: 'DELETE', url: `/public/booking/waitlist/${which}` })
  expect((await leave(`${token}x`)).statusCode).toBe(404)
  expect((await leave(token)).statusCode).toBe(204)
  expect((await leave(token)).statusCode).toBe(204)
  expect(await list()).toEqual([])
  await free()
  await look()
  expect(await mails()).toEqual([])
})

test('nobody waits for free times, past days, too long or too often', async () => {
  const { wait, free } = await clinic()
  const answerTo = async (more: object) => {
    const answer = await wait(more)
    return [answer.statusCode, answer.json().message ?? answer.json().success]
  }
  expect(await answerTo({ to: '2020-01-01' })).toEqual([400, 'O último dia vem antes do primeiro.'])
  expect(await answerTo({ from: '2020-01-01', to: '2020-01-02' })).toEqual([400, 'Estes dias já passaram.'])
  const far = new Date(Date.parse(wednesday) + 90 * dayLength).toISOString().slice(0, 10)
  expect(await answerTo({ to: far })).toEqual([400, 'Escolha no máximo 62 dias.'])
  expect(await answerTo({ email: 'marta' })).toEqual([400, 'Informe o e-mail: o aviso chega por ele.'])
  expect(await answerTo({ employeeId: 'f'.repeat(24) })).toEqual([
    400,
    'Esta pessoa não atende este serviço. Escolha outra.'
  ])
  await free()
  expect(await answerTo({})).toEqual([409, 'Há horários livres nestes dias. Escolha um deles.'])
})

test('who waits under a lead that is merged into another goes on waiting, and again apart', async () => {
  const { ask, wait, list } = await clinic()
  await wait()
  const [{ leadId: otherId } = { leadId: '' }] = await list()
  const { id: leadId } = await ask('POST', '/api/leads', { name: 'Marta R.', phone: '11900001111' })
  const { merge } = await ask('POST', `/api/leads/${leadId}/merge`, { otherId, fields: {} })
  expect((await list()).map(each => each.leadId)).toEqual([leadId])
  await ask('POST', `/api/merges/${merge.id}/undo`)
  expect((await list()).map(each => each.leadId)).toEqual([otherId])
})

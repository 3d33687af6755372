import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyPerson, warnOfTerms } from '../../../services/privacy/privacy/worker.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { colleague } from '../../kit/people.ts'
import { askErasure, privacyCall } from '../../kit/privacy.ts'

const app = await openApp()

const typed = {
  kind: 'correction',
  channel: 'email',
  name: 'Ada',
  email: 'ada@example.com',
  phone: '',
  receivedOn: '2026-01-05',
  details: 'Meu nome é Ada Lima'
}

const bell = async (who: Pick<Tenant, 'auth'>): Promise<string[]> =>
  (await app.inject({ url: '/api/notifications', headers: who.auth }))
    .json()
    .items.map(({ title, body }: { title: string; body: string }) => title + body)

test('the term counts from the day of receipt, doubles for a small agent, and not for the simplified access', async () => {
  const ours = await company(app)
  const due = async (more: object) => {
    const made = (await privacyCall(app, ours, 'POST', 'requests', { ...typed, ...more })).json()
    return { id: made.id, due: made.dueAt.slice(0, 10), left: made.daysLeft }
  }
  const correction = await due({})
  expect(correction.due).toBe('2026-01-20')
  expect(correction.left).toBeLessThan(0)
  const access = await due({ kind: 'access', simplified: true })
  await privacyCall(app, ours, 'PUT', 'settings', { smallAgent: true, retentionMonths: null })
  const list = (await privacyCall(app, ours, 'GET', 'requests')).json()
  expect(list.map(({ id, dueAt }: { id: string; dueAt: string }) => [id, dueAt.slice(0, 10)])).toEqual([
    [access.id, '2026-01-20'],
    [correction.id, '2026-02-04']
  ])
  const future = await privacyCall(app, ours, 'POST', 'requests', { ...typed, receivedOn: '2199-01-01' })
  expect([future.statusCode, future.json().errors]).toEqual([400, { receivedOn: 'A data não pode ser no futuro.' }])
})

test('a correction is applied field by field, and the person hears of the end', async () => {
  const ours = await company(app)
  const lead = (await sendLead(app, ours.id)).json().id
  const { id } = (await privacyCall(app, ours, 'POST', 'requests', typed)).json()
  await app.db.company(ours.id, trx =>
    sql`update privacy_requests set proposal = '{"name":"Ada Lima","phone":"11987650000"}' where id = ${id}`.execute(
      trx
    )
  )
  const applied = await privacyCall(app, ours, 'POST', `requests/${id}/correction`, { field: 'name', leadIds: [lead] })
  expect(applied.json().proposal).toEqual([
    { field: 'name', value: 'Ada Lima', applied: true },
    { field: 'phone', value: '11987650000', applied: false }
  ])
  const seen = (await app.inject({ url: `/api/leads/${lead}`, headers: ours.auth })).json()
  expect([seen.name, seen.phone]).toEqual(['Ada Lima', '11987654321'])
  const wrong = await privacyCall(app, ours, 'POST', `requests/${id}/correction`, { field: 'email', leadIds: [lead] })
  expect(wrong.statusCode).toBe(400)

  const refuse = (payload: object) => privacyCall(app, ours, 'POST', `requests/${id}/refuse`, payload)
  expect((await refuse({ refusal: 'other', text: ' ' })).json().errors).toEqual({ text: 'Explique o motivo.' })
  const refused = (await refuse({ refusal: 'legal', text: 'Nota fiscal emitida.' })).json()
  expect(refused).toMatchObject({ status: 'refused', refusal: 'legal', answer: 'Nota fiscal emitida.' })
  expect((await privacyCall(app, ours, 'POST', `requests/${id}/answer`, { text: '' })).statusCode).toBe(409)

  const context = { db: app.db, config: app.config, jobId: `answered ${id}` } as never
  await Promise.all(Array.from({ length: 3 }, () => notifyPerson.run({ companyId: ours.id, requestId: id }, context)))
  const [mail, ...more] = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').selectAll().where('company_id', '=', ours.id).execute()
  )
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to_address: 'ada@example.com', subject: 'Seu pedido a Empresa de Teste: correção' })
  expect(mail?.text).toMatch(/A lei obriga a guardar estes dados\.[\s\S]*Nota fiscal emitida\./)
  const actions = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select('action').orderBy('seq').execute()
  )
  expect(actions.map(({ action }) => action).filter(action => action.startsWith('privacy'))).toEqual([
    'privacy.request_typed',
    'privacy.correction_applied',
    'privacy.request_refused'
  ])
})

test('those who care for privacy hear of a request and again before its term, and nobody else', async () => {
  const ours = await company(app)
  const guard = await colleague(app, ours.id, { permissions: ['manage_privacy'] })
  const agent = await colleague(app, ours.id, { role: 'agent' })
  const { id } = await askErasure(app, ours, { name: 'Ada', email: 'ada@example.com' })
  expect(await bell(guard)).toEqual(['Pedido de privacidade: Exclusão'])
  // The person who typed it gets no notice.
  expect(await bell(ours)).toEqual([])
  await app.db.company(ours.id, trx =>
    sql`update privacy_requests set due_at = now() + interval '2 days' where id = ${id}`.execute(trx)
  )
  await Promise.all([warnOfTerms(app.db), warnOfTerms(app.db)])
  expect(await bell(guard)).toEqual([
    expect.stringMatching(/^Exclusão de dados: responda até \d\d\/\d\d$/),
    'Pedido de privacidade: Exclusão'
  ])
  expect(await bell(agent)).toEqual([])
  for (const path of ['requests', `requests/${id}`, 'settings', 'certificates/1'])
    expect((await privacyCall(app, agent, 'GET', path)).statusCode, path).toBe(403)
})

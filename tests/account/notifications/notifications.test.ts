import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendDigests } from '../../../services/account/notifications/digest.ts'
import { mailNotifications } from '../../../services/account/notifications/gathered.ts'
import { notificationKinds } from '../../../services/account/notifications/rules.ts'
import { sendWeeks } from '../../../services/leads/dashboard/weekMail.ts'
import { remindTasks } from '../../../services/leads/tasks/reminders.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { changePlan, join } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const config = testConfig(env)
await openWorker(config)

type Who = Pick<Tenant, 'auth'>
const call = (who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
const bell = async (who: Who) => (await call(who, 'GET', '/api/notifications')).json()
const titles = async (who: Who) => (await bell(who)).items.map(({ title }: { title: string }) => title)

async function team() {
  const ours = await company(app)
  await changePlan(app, ours.id, 'enterprise')
  const joined = await join(app, ours, { name: 'Bia', role: 'agent', leadAccess: 'own' })
  const { id } = (await call(joined, 'GET', '/api/auth/me')).json().companyEmployee
  return { ours, bia: { ...joined, id } }
}

const settings = (wanted: object = {}, more: object = {}) => ({
  media: {
    ...Object.fromEntries(notificationKinds.map(kind => [kind, { app: true, mail: true, digest: true }])),
    ...wanted
  },
  quietFrom: null,
  quietTo: null,
  digestHour: null,
  weekDay: null,
  ...more
})

const mails = (ours: Tenant, to: string) =>
  app.db.company(ours.id, trx =>
    trx.selectFrom('mails').select(['subject', 'text']).where('to_address', '=', to).orderBy('created_at').execute()
  )

test('a new lead notifies those who see it, once, and is unread until they read it', async () => {
  const { ours, bia } = await team()
  const { id } = (await sendLead(app, ours.id)).json()
  await expect.poll(() => titles(ours)).toEqual(['Novo lead'])
  expect(await bell(ours)).toMatchObject({
    unread: 1,
    items: [{ kind: 'lead_new', body: 'Ada Souza', link: `/leads/${id}`, readAt: null }]
  })
  expect(await titles(bia)).toEqual([])

  // Assigning the lead notifies Bia, and not the person who assigned it.
  await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  expect(await titles(bia)).toEqual(['Lead para você'])
  await sendLead(app, ours.id)
  await expect.poll(() => titles(bia)).toEqual(['Novo envio do formulário', 'Lead para você'])
  expect(await titles(ours)).toEqual(['Novo lead'])

  const [first] = (await bell(bia)).items
  expect((await call(bia, 'POST', '/api/notifications/read', { ids: [first.id] })).json().unread).toBe(1)
  expect((await call(bia, 'POST', '/api/notifications/read', {})).json().unread).toBe(0)
  // Another's notification is nobody's to mark.
  const [own] = (await bell(ours)).items
  await call(bia, 'POST', '/api/notifications/read', { ids: [own.id] })
  expect((await bell(ours)).unread).toBe(1)
})

test('each kind comes by the means that the person wants', async () => {
  const { ours, bia } = await team()
  const off = { app: false, mail: false, digest: false }
  await call(bia, 'PUT', '/api/notifications/settings', settings({ lead_assigned: off }))
  await call(ours, 'PUT', '/api/notifications/settings', settings({ lead_new: off }))
  expect((await call(bia, 'GET', '/api/notifications/settings')).json().media.lead_assigned).toEqual(off)
  const { id } = (await sendLead(app, ours.id)).json()
  const notices = () =>
    app.db.company(ours.id, trx => trx.selectFrom('notifications').select(['kind', 'shown', 'mail']).execute())
  const kinds = async () => (await notices()).map(({ kind }) => kind).sort()
  await expect.poll(kinds).toEqual(['lead_new'])
  await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  expect(await kinds()).toEqual(['lead_assigned', 'lead_new'])
  for (const { shown, mail } of await notices()) expect([shown, mail]).toEqual([false, false])
  expect([await titles(bia), await titles(ours)]).toEqual([[], []])
  // The admin wants no mail for each lead either.
  expect(await mails(ours, ours.email)).toEqual([])
})

test('what gathers for a person is one mail, after a moment, and not in quiet hours', async () => {
  const { ours, bia } = await team()
  await call(bia, 'PUT', '/api/notifications/settings', settings())
  for (const n of [1, 2, 3]) {
    const { id } = (
      await sendLead(app, ours.id, { name: `Lead ${n}`, email: `l${n}@x.co`, phone: `1191234567${n}` })
    ).json()
    await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  }
  const write = () => mailNotifications(app.db, config)
  const later = () =>
    app.db.company(ours.id, trx =>
      sql`update notifications set created_at = created_at - interval '3 minutes'`.execute(trx)
    )
  await write()
  expect(await mails(ours, bia.email)).toEqual([])
  await later()

  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'America/Sao_Paulo' }).format()
  )
  const quiet = (from: number, to: number) =>
    call(bia, 'PUT', '/api/notifications/settings', settings({}, { quietFrom: from % 24, quietTo: to % 24 }))
  // The next one begins before midnight or ends after it, whatever hour it is; the last ends with this hour's beginning.
  for (const [from, to] of [
    [hour, hour + 1],
    [hour + 2, hour + 1]
  ] as const) {
    await quiet(from, to)
    await write()
    expect(await mails(ours, bia.email)).toEqual([])
  }
  await quiet(hour + 1, hour)
  await Promise.all([write(), write()])
  const sent = await mails(ours, bia.email)
  expect(sent.map(({ subject }) => subject)).toEqual(['3 novidades'])
  expect(sent[0]?.text).toMatch(/Lead para você: Lead 1[\s\S]*Lead 3/)
  await write()
  expect(await mails(ours, bia.email)).toHaveLength(1)
})

test('nothing is mailed of a lead that the person does not see', async () => {
  const { ours, bia } = await team()
  const { id } = (await sendLead(app, ours.id)).json()
  await call(ours, 'POST', `/api/leads/${id}/notes`, { text: 'Segredo para Bia', mentions: [bia.id] })
  await app.db.company(ours.id, trx =>
    sql`update notifications set created_at = created_at - interval '6 minutes'`.execute(trx)
  )
  await mailNotifications(app.db, config)
  expect(await mails(ours, bia.email)).toEqual([])
  await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  const open = (active: boolean) =>
    app.db.everyCompany(trx => trx.updateTable('companies').set({ active }).where('id', '=', ours.id).execute())
  await open(false)
  await mailNotifications(app.db, config)
  expect(await mails(ours, bia.email)).toEqual([])
  await open(true)
  await mailNotifications(app.db, config)
  expect((await mails(ours, bia.email)).map(({ text }) => text)).toEqual([expect.stringContaining('Segredo para Bia')])
})

test('a task reminds its owner once, at its time', async () => {
  const { ours, bia } = await team()
  const { id } = (await sendLead(app, ours.id)).json()
  await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  const dueAt = new Date(Date.now() + 3600_000).toISOString()
  const add = (title: string, remindAt: string) =>
    call(ours, 'POST', '/api/tasks', { leadId: id, title, dueAt, remindAt, ownerId: bia.id })
  await add('Ligar de volta', new Date(Date.now() - 1000).toISOString())
  await add('Depois', dueAt)
  await Promise.all([remindTasks(app.db), remindTasks(app.db)])
  await remindTasks(app.db)
  expect((await titles(bia)).filter((title: string) => /Ligar|Depois/.test(title))).toEqual(['Ligar de volta'])
})

test('the mail of the day comes once a day, from its hour on, with what the day asks for', async () => {
  const { ours } = await team()
  await sendLead(app, ours.id)
  await call(ours, 'PUT', '/api/notifications/settings', settings({}, { digestHour: 0 }))
  await Promise.all([sendDigests(app.db, config), sendDigests(app.db, config)])
  await sendDigests(app.db, config)
  const digests = (await mails(ours, ours.email)).filter(({ subject }) => subject.startsWith('Seu dia'))
  expect(digests).toHaveLength(1)
  expect(digests[0]?.text).toMatch(/1 lead espera o primeiro contato/)
})

test('a task that is put off reminds again, as long before as it was to', async () => {
  const { ours, bia } = await team()
  const { id } = (await sendLead(app, ours.id)).json()
  await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  const now = Date.now()
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const made = await call(ours, 'POST', '/api/tasks', {
    leadId: id,
    title: 'Ligar de volta',
    dueAt: at(14),
    remindAt: at(-1),
    ownerId: bia.id
  })
  const reminders = async () => (await titles(bia)).filter((title: string) => title === 'Ligar de volta').length
  await remindTasks(app.db)
  expect(await reminders()).toBe(1)
  const putOff = (dueAt: string) => call(bia, 'PUT', `/api/tasks/${made.json().id}`, { dueAt })
  const later = (await putOff(at(24 * 60))).json()
  expect(Date.parse(later.dueAt) - Date.parse(later.remindAt)).toBe(15 * 60_000)
  await remindTasks(app.db)
  expect(await reminders()).toBe(1)
  const { dueAt, remindAt } = (await putOff(at(10))).json()
  await remindTasks(app.db)
  expect(await reminders()).toBe(2)
  // The form sends its times with whatever was changed.
  await call(bia, 'PUT', `/api/tasks/${made.json().id}`, { title: 'Ligar de volta', kind: 'visit', dueAt, remindAt })
  await remindTasks(app.db)
  expect(await reminders()).toBe(2)
})

const digestOf = async (ours: Tenant, to: string) => {
  await sendDigests(app.db, config)
  return (await mails(ours, to)).find(({ subject }) => subject.startsWith('Seu dia'))?.text ?? ''
}

test('the mail of the day lists every kind that is wanted there, by name and with a link, and nothing else', async () => {
  const { ours, bia } = await team()
  const { id } = (await sendLead(app, ours.id)).json()
  const assign = { lead_assigned: { app: false, mail: false, digest: true } }
  const no = { app: true, mail: false, digest: false }
  await call(bia, 'PUT', '/api/notifications/settings', settings({ ...assign, lead_new: no }, { digestHour: 0 }))
  await call(ours, 'PUT', '/api/notifications/settings', settings({ task_due: no }, { digestHour: 0 }))
  await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  await call(ours, 'POST', `/api/leads/${id}/notes`, { text: 'Veja o orçamento', mentions: [bia.id] })
  const soon = new Date(Date.now() + 1000).toISOString()
  await call(bia, 'POST', '/api/tasks', { leadId: id, title: 'Ligar de volta', dueAt: soon })
  const hers = await digestOf(ours, bia.email)
  expect(hers).toContain(`Lead para você: Ada Souza\n${config.publicUrl}/leads/${id}`)
  expect(hers).toMatch(/Pessoa de Teste mencionou você: Veja o orçamento/)
  expect(hers).toMatch(/Ligar de volta/)
  expect(hers).not.toMatch(/espera o primeiro contato/)
  expect(hers).toContain(`${config.publicUrl}/profile?aba=notificacoes`)
  const mine = await digestOf(ours, ours.email)
  expect(mine).toMatch(/1 lead espera o primeiro contato/)
  expect(mine).not.toMatch(/Ligar de volta|Lead para você|mencionou/)
})

test('the mail of the day counts what the person sees: all leads, those of the team or the own ones', async () => {
  const { ours, bia } = await team()
  const rui = await join(app, ours, { name: 'Rui', role: 'agent', leadAccess: 'team', team: 'Sul' })
  const ana = await join(app, ours, { name: 'Ana', role: 'agent', leadAccess: 'team', team: 'Sul' })
  const idOf = async (who: Who) => (await call(who, 'GET', '/api/auth/me')).json().companyEmployee.id
  const owners = [null, bia.id, await idOf(ana), await idOf(ana)]
  for (const [n, ownerId] of owners.entries()) {
    const lead = { name: `Lead ${n}`, email: `v${n}@x.co`, phone: `1191239876${n}` }
    const { id } = (await sendLead(app, ours.id, lead)).json()
    if (ownerId) await call(ours, 'PUT', `/api/leads/${id}`, { ownerId })
  }
  for (const who of [ours, bia, rui])
    await call(who, 'PUT', '/api/notifications/settings', settings({}, { digestHour: 0 }))
  expect(await digestOf(ours, ours.email)).toMatch(/4 leads esperam/)
  expect(await digestOf(ours, bia.email)).toMatch(/1 lead espera/)
  expect(await digestOf(ours, rui.email)).toMatch(/2 leads esperam/)
})

test('the mail of the week has the numbers of seven days against the seven before, of the leads that the person sees', async () => {
  const { ours, bia } = await team()
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ day: number }>`select extract(dow from now() at time zone 'America/Sao_Paulo')::integer as day`.execute(trx)
  )
  const weekDay = rows[0]?.day ?? 0
  for (const who of [ours, bia])
    await call(who, 'PUT', '/api/notifications/settings', settings({}, { weekDay, digestHour: 0 }))
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given, received_at, status_at, status, owner_id)
      select ${ours.id}, 'L' || n, 'form', false, at, at, case when n = 1 then 'converted' else 'new' end,
        case when n = 2 then ${bia.id} end
      from generate_series(0, 5) as n, lateral (select now() - n * interval '2 days' as at) as t`.execute(trx)
  )
  const weeks = async (to: string) => (await mails(ours, to)).filter(({ subject }) => subject.startsWith('Sua semana'))
  await Promise.all([sendWeeks(app.db, config), sendWeeks(app.db, config)])
  await sendWeeks(app.db, config)
  const [mine, ...more] = await weeks(ours.email)
  expect(more).toEqual([])
  expect(mine?.text).toMatch(/Leads recebidos: 3 \(antes: 2\)/)
  expect(mine?.text).toMatch(/Convertidos: 1 \(antes: 0\)/)
  expect(mine?.text).toMatch(/Vendas: 1 \(antes: 0\)\nValor vendido: R\$\s0,00/)
  expect(mine?.text).toMatch(/Taxa de conversão: 33,3% \(antes: 0%\)/)
  expect(mine?.text).toMatch(/\/dashboard\?from=\d{4}-\d\d-\d\d&to=/)
  expect((await weeks(bia.email))[0]?.text).toMatch(/Leads recebidos: 1 \(antes: 0\)/)

  await call(ours, 'PUT', '/api/notifications/settings', settings({}, { weekDay: (weekDay + 1) % 7 }))
  await sendWeeks(app.db, config)
  expect(await weeks(ours.email)).toHaveLength(1)
})

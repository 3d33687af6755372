import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteContact } from '../../../services/leads/leads/contacts.ts'
import { prepareNow } from '../../../services/marketing/campaigns/moves.ts'
import { enterSeries } from '../../../services/marketing/series/enter.ts'
import { nextDay, seriesTexts, tryTexts, valuesOn } from '../../../services/marketing/series/rules.ts'
import { ada, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  leaveBy,
  recipientsOf,
  type Sending,
  sendingCompany,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { publishFields } from '../../kit/forms.ts'
import { askErasure, erase } from '../../kit/privacy.ts'
import {
  callSeries,
  letPass,
  moveSeries,
  readSeries,
  sendAll,
  tryOn,
  workOffSeries,
  writeSeries,
  written
} from '../../kit/series.ts'
import { openSink } from '../../kit/sink.ts'
import { join } from '../../kit/team.ts'

const sink = await openSink(to => (to.startsWith('recusa') ? 'refuse' : 'take'))
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
const { db } = app

const takenOf = (ours: Sending) => sink.taken.filter(({ raw }) => raw.includes(`@${ours.domain}>`))
const gotBy = (ours: Sending, address: string) => takenOf(ours).filter(({ to }) => to === address)
const one = async (ours: Tenant, address: string) => (await consenting(app, ours, [address]))[0] as string
const run = (ours: Tenant, text: ReturnType<typeof sql>) => db.company(ours.id, trx => text.execute(trx))

const twoSteps = (ours: Sending) => ({
  steps: [
    { waitHours: 0, templateId: ours.templateId, subject: 'Primeira' },
    { waitHours: 48, templateId: ours.templateId, subject: 'Segunda' }
  ]
})

/** The outcome of each person in a step: the state, or the reason for which it was skipped. */
async function ends(ours: Tenant, stepId: string | undefined): Promise<Record<string, string>> {
  const rows = await recipientsOf(app, ours, stepId ?? '')
  return Object.fromEntries(rows.map(({ address, state, reason }) => [address?.split('@')[0] ?? '-', reason ?? state]))
}

test('a new lead gets each step once and in its time, and who was there before gets none', async () => {
  const ours = await sendingCompany(app)
  await one(ours, 'antes@pessoa.example')
  const { id, state } = await writeSeries(app, ours, twoSteps(ours))
  expect(state).toBe('off')
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toEqual([])
  expect((await moveSeries(app, ours, id, 'on')).state).toBe('on')
  await consenting(app, ours, ['ada@pessoa.example', 'bia@pessoa.example'])
  await run(
    ours,
    sql`insert into leads (company_id, name, email, source, consent_given) values
      (${ours.id}, 'Sem aceite', 'nao@pessoa.example', 'form', false), (${ours.id}, 'Sem e-mail', null, 'form', false)`
  )
  await run(
    ours,
    sql`insert into leads (company_id, name, email, source, consent_given, consents, imported_at)
      select company_id, 'Da planilha', 'planilha@pessoa.example', 'form', true, consents, now()
      from leads where email = 'ada@pessoa.example'`
  )
  // Whatever runs at once, and again.
  await Promise.all([1, 2, 3, 4].map(() => enterSeries(db, ours.id, id)))
  await workOffSeries(app, ours, id)
  await workOffSeries(app, ours, id)
  expect(
    takenOf(ours)
      .map(({ to }) => to)
      .sort()
  ).toEqual(['ada@pessoa.example', 'bia@pessoa.example'])
  const raw =
    gotBy(ours, 'ada@pessoa.example')[0]
      ?.raw.toString()
      .replace(/\r\n[ \t]+/g, ' ') ?? ''
  expect(raw).toMatch(/^Subject: Primeira\r$/m)
  expect(raw).toMatch(/^List-Unsubscribe: <http/m)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)

  const { steps, state: still } = await readSeries(app, ours, id)
  expect(still).toBe('on')
  expect(steps.map(({ counts }) => counts)).toEqual([{ accepted: 2, skipped: 2 }, {}])
  expect(await ends(ours, steps[0]?.id)).toEqual({
    ada: 'accepted',
    bia: 'accepted',
    nao: 'no_consent',
    '-': 'no_address'
  })

  await letPass(app, ours, id, 47)
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(2)
  await letPass(app, ours, id, 2)
  await workOffSeries(app, ours, id)
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(4)
  expect(gotBy(ours, 'bia@pessoa.example')[1]?.raw.toString()).toMatch(/^Subject: Segunda\r$/m)

  // Its steps are no campaigns that somebody sends.
  expect((await callCampaigns(app, ours, 'GET')).json()).toEqual([])
  for (const move of ['pause', 'cancel', 'send'])
    expect((await callCampaigns(app, ours, 'POST', `/${steps[0]?.id}/${move}`)).statusCode).toBe(404)
  expect((await callCampaigns(app, ours, 'DELETE', `/${steps[0]?.id}`)).statusCode).toBe(404)
})

test('a person who answers, was spoken with, was won, left or is gone gets no further step', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeSeries(app, ours, twoSteps(ours))
  await moveSeries(app, ours, id, 'on')
  const names = ['contato', 'formulario', 'ganho', 'saiu', 'bloqueado', 'lixo', 'funde', 'fica', 'recusa', 'segue']
  const ids = await consenting(
    app,
    ours,
    names.map(name => `${name}@pessoa.example`)
  )
  const idOf = (name: string) => ids[names.indexOf(name)] as string
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(names.length - 1)
  await letPass(app, ours, id, 49)

  await db.company(ours.id, trx =>
    noteContact(trx, ours.id, idOf('contato'), { channel: 'phone' }, { id: null, name: 'Rui' })
  )
  const form = await sendLead(app, ours.id, { email: 'formulario@pessoa.example' })
  expect(form.statusCode, form.body).toBe(201)
  await run(ours, sql`update leads set status = 'converted' where id = ${idOf('ganho')}`)
  await leaveBy(app, gotBy(ours, 'saiu@pessoa.example')[0]?.raw as Buffer)
  const blocked = await app.inject({
    method: 'POST',
    url: '/api/email/suppressions',
    headers: ours.auth,
    payload: { email: 'bloqueado@pessoa.example', note: 'Pediu por telefone' }
  })
  expect(blocked.statusCode, blocked.body).toBe(201)
  await db.company({ id: ours.id, deleted: true }, trx =>
    sql`update leads set deleted_at = now() where id = ${idOf('lixo')}`.execute(trx)
  )
  const merged = await app.inject({
    method: 'POST',
    url: `/api/leads/${idOf('fica')}/merge`,
    headers: ours.auth,
    payload: { otherId: idOf('funde'), fields: {} }
  })
  expect(merged.statusCode, merged.body).toBeLessThan(300)

  await workOffSeries(app, ours, id)
  await workOffSeries(app, ours, id)
  const { steps } = await readSeries(app, ours, id)
  const second = await ends(ours, steps[1]?.id)
  expect(second).toMatchObject({
    contato: 'answered',
    formulario: 'answered',
    ganho: 'status',
    bloqueado: 'blocked',
    fica: 'accepted',
    segue: 'accepted'
  })
  // People who left after the first mail, and a second lead of the same person, are no recipients at all.
  expect(Object.keys(second).sort()).toEqual(['bloqueado', 'contato', 'fica', 'formulario', 'ganho', 'segue'])
  expect(takenOf(ours)).toHaveLength(names.length - 1 + 2)
})

test('an erased person gets nothing more, and nothing of them stays in the ledger', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeSeries(app, ours, twoSteps(ours))
  await moveSeries(app, ours, id, 'on')
  const lead = (await sendLead(app, ours.id)).json().id
  await workOffSeries(app, ours, id)
  expect(takenOf(ours).map(({ to }) => to)).toEqual([ada.email])
  await letPass(app, ours, id, 49)
  await enterSeries(db, ours.id, id)
  await erase(app, ours, await askErasure(app, ours, { name: ada.name, email: ada.email }))
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(1)
  const { rows } = await run(
    ours,
    sql`select r.state, r.reason from campaign_recipients r join campaigns c on c.id = r.campaign_id
      where r.address is null and r.entrant is null and r.lead_id is null order by c.step`
  )
  expect(rows).toEqual([
    { state: 'accepted', reason: null },
    { state: 'skipped', reason: 'erased' }
  ])
  const left = await run(ours, sql`select from campaign_recipients where entrant = ${lead} or lead_id = ${lead}`)
  expect(left.rows).toEqual([])
})

test('who stops after they became due is judged when it is sent', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeSeries(app, ours)
  await moveSeries(app, ours, id, 'on')
  const [late, won, wrote] = await consenting(app, ours, ['tarde@p.example', 'ganhou@p.example', 'falou@p.example'])
  await enterSeries(db, ours.id, id)
  await run(ours, sql`update leads set status = 'lost' where id = ${won ?? ''}`)
  await run(
    ours,
    sql`update campaign_recipients set due_at = now() - interval '73 hours' where lead_id = ${late ?? ''}`
  )
  await db.company(ours.id, trx =>
    noteContact(trx, ours.id, wrote ?? '', { channel: 'whatsapp' }, { id: null, name: 'Rui' })
  )
  await sendAll(app, ours)
  const { steps } = await readSeries(app, ours, id)
  expect(await ends(ours, steps[0]?.id)).toEqual({ tarde: 'late', ganhou: 'status', falou: 'answered' })
  expect(takenOf(ours)).toEqual([])
})

test('a lead without contact for some days is asked again, but nobody who wrote last', async () => {
  const ours = await sendingCompany(app)
  const short = await callSeries(app, ours, 'POST', '', { ...written(ours), kind: 'follow_up' })
  expect(short.json().errors).toEqual({ 'steps.0.waitHours': seriesTexts.oneDay })
  const { id, stopStatuses } = await writeSeries(app, ours, {
    kind: 'follow_up',
    stopStatuses: ['scheduled'],
    steps: [{ waitHours: 72, templateId: ours.templateId, subject: 'Ainda tem interesse?' }]
  })
  expect([...stopStatuses].sort()).toEqual(['converted', 'lost', 'scheduled'])
  await moveSeries(app, ours, id, 'on')
  const [, spoken] = await consenting(app, ours, ['quieto@p.example', 'atendido@p.example'])
  await letPass(app, ours, id, 71)
  await db.company(ours.id, trx =>
    noteContact(trx, ours.id, spoken ?? '', { channel: 'phone' }, { id: null, name: 'Rui' })
  )
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toEqual([])
  await letPass(app, ours, id, 2)
  await workOffSeries(app, ours, id)
  expect(takenOf(ours).map(({ to }) => to)).toEqual(['quieto@p.example'])
  await letPass(app, ours, id, 71)
  await workOffSeries(app, ours, id)
  await workOffSeries(app, ours, id)
  expect(takenOf(ours).map(({ to }) => to)).toEqual(['quieto@p.example', 'atendido@p.example'])
})

test('a day of the year comes once a year, and 29 February on the 28th where there is none', async () => {
  expect(valuesOn('2027-03-05', false)).toEqual(['2027-03-05'])
  const plain = valuesOn('2027-02-28', true)
  expect(plain).toContain('1990-02-28')
  expect(plain).toContain('1992-02-29')
  expect(plain).not.toContain('1990-02-29')
  const leap = valuesOn('2028-02-28', true)
  expect(leap).not.toContain('1992-02-29')
  expect(valuesOn('2028-02-29', true)).toContain('1992-02-29')
  expect(valuesOn('2028-02-29', true)).not.toContain('1991-02-29')
  expect(nextDay('1992-02-29', true, '2027-01-01')).toBe('2027-02-28')
  expect(nextDay('1992-02-29', true, '2027-03-01')).toBe('2028-02-29')
  expect(nextDay('2026-02-01', false, '2027-03-01')).toBe(null)

  const ours = await sendingCompany(app)
  const refused = await callSeries(app, ours, 'POST', '', { ...written(ours), kind: 'date', field: 'nascimento' })
  expect(refused.json().errors).toEqual({ field: seriesTexts.field })
  await publishFields(app, ours, [{ name: 'nascimento', label: 'Nascimento', type: 'date' }])
  const old = await consenting(app, ours, ['hoje@p.example', 'ontem@p.example', 'amanha@p.example', 'sem@p.example'])
  const { id } = await writeSeries(app, ours, { kind: 'date', field: 'nascimento', reach: 'all' })
  await moveSeries(app, ours, id, 'on')
  // As if it had been switched on days ago, and its day had begun a minute ago.
  await run(ours, sql`update mail_series set on_since = now() - interval '9 days'`)
  const clock = sql`((now() - interval '9 hours 1 minute') at time zone 'UTC')`
  await db.everyCompany(trx => sql`update companies set time_zone = 'UTC' where id = ${ours.id}`.execute(trx))
  for (const [n, shift] of [0, 1, -1].entries())
    await run(
      ours,
      sql`update leads set custom = jsonb_build_object('nascimento',
        '1992' || to_char(${clock} - ${shift}::integer * interval '1 day', '-MM-DD')) where id = ${old[n] ?? ''}`
    )
  await workOffSeries(app, ours, id)
  await workOffSeries(app, ours, id)
  expect(takenOf(ours).map(({ to }) => to)).toEqual(['hoje@p.example'])
  const { steps } = await readSeries(app, ours, id)
  expect(Object.keys(await ends(ours, steps[0]?.id))).toEqual(['hoje'])
})

test('a series is paused, goes on, is changed and switched off, and keeps what it sent', async () => {
  const ours = await sendingCompany(app)
  const { id, version } = await writeSeries(app, ours, twoSteps(ours))
  const on = await moveSeries(app, ours, id, 'on')
  expect((await callSeries(app, ours, 'POST', `/${id}/on`)).statusCode).toBe(409)
  const change = (more: object) => callSeries(app, ours, 'PUT', `/${id}`, { ...written(ours), ...more })
  expect((await change({ version: on.version })).json().message).toBe(seriesTexts.on)
  await one(ours, 'ada@pessoa.example')
  await workOffSeries(app, ours, id)
  const paused = await moveSeries(app, ours, id, 'pause')
  expect(paused.state).toBe('paused')
  await one(ours, 'bia@pessoa.example')
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(1)
  expect((await change({ version })).json().code).toBe('STALE')
  // Another text, and a step in between.
  const [first, second] = paused.steps
  const more = { name: 'Bem-vindos', version: paused.version }
  const entered = [
    { id: first?.id, waitHours: 0, templateId: ours.templateId, subject: 'Outra primeira' },
    { waitHours: 1, templateId: ours.templateId, subject: 'No meio' },
    { id: second?.id, waitHours: 48, templateId: ours.templateId, subject: 'Segunda' }
  ]
  const changed = await change({ ...more, steps: entered })
  expect(changed.statusCode, changed.body).toBe(200)
  const ids = changed.json().steps.map((step: { id: string }) => step.id)
  expect([ids[0], ids[2]]).toEqual([first?.id, second?.id])
  await moveSeries(app, ours, id, 'on')
  await workOffSeries(app, ours, id)
  expect(gotBy(ours, 'ada@pessoa.example')).toHaveLength(1)
  expect(gotBy(ours, 'bia@pessoa.example')[0]?.raw.toString()).toMatch(/^Subject: Outra primeira\r$/m)
  await letPass(app, ours, id, 2)
  await enterSeries(db, ours.id, id)
  const off = await moveSeries(app, ours, id, 'off')
  expect(off.state).toBe('off')
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(2)
  expect(off.steps[1]?.counts).toEqual({ skipped: 2 })
  expect(await ends(ours, ids[1])).toEqual({ ada: 'off', bia: 'off' })
  // Switched on again it is for those who come then.
  await moveSeries(app, ours, id, 'on')
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)).toHaveLength(2)
  expect((await callSeries(app, ours, 'DELETE', `/${id}`)).statusCode).toBe(409)
  await moveSeries(app, ours, id, 'off')
  expect((await callSeries(app, ours, 'DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await callSeries(app, ours, 'GET', `/${id}`)).statusCode).toBe(404)
  expect(await ends(ours, ids[0])).toEqual({ ada: 'accepted', bia: 'accepted' })
})

test('links of mails that are out lead where they did after the template was changed', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeSeries(app, ours)
  await moveSeries(app, ours, id, 'on')
  await one(ours, 'ada@pessoa.example')
  await workOffSeries(app, ours, id)
  const linkOf = (address: string) => {
    const mail = gotBy(ours, address)[0]?.raw.toString().replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? ''
    return new URL(/href="([^"]+\/click\/[^"]+)"/.exec(mail)?.[1] ?? '').pathname
  }
  const leads = async (address: string) => (await app.inject({ url: linkOf(address) })).headers.location
  expect(await leads('ada@pessoa.example')).toBe('https://loja.example/oferta')
  await moveSeries(app, ours, id, 'pause')
  const template = (await app.inject({ url: `/api/email/templates/${ours.templateId}`, headers: ours.auth })).json()
  const text = JSON.stringify(template.body).replaceAll('https://loja.example/oferta', 'https://loja.example/nova')
  const { name, subject, preheader, version } = template
  const put = await app.inject({
    method: 'PUT',
    url: `/api/email/templates/${ours.templateId}`,
    headers: ours.auth,
    payload: { name, subject, preheader, version, body: JSON.parse(text) }
  })
  expect(put.statusCode, put.body).toBe(200)
  expect((await readSeries(app, ours, id)).steps[0]?.changed).toBe(true)
  expect((await moveSeries(app, ours, id, 'on')).steps[0]?.changed).toBe(false)
  await one(ours, 'bia@pessoa.example')
  await workOffSeries(app, ours, id)
  expect(await leads('bia@pessoa.example')).toBe('https://loja.example/nova')
  expect(await leads('ada@pessoa.example')).toBe('https://loja.example/oferta')
})

test('a template that a series needs is not deleted', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeSeries(app, ours)
  const remove = () =>
    app.inject({ method: 'DELETE', url: `/api/email/templates/${ours.templateId}`, headers: ours.auth })
  const refused = await remove()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'A sequência automática “Boas-vindas” usa este modelo. Escolha outro na sequência antes de excluir.'
  ])
  expect((await callSeries(app, ours, 'DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await remove()).statusCode).toBe(204)
})

test('refusals stop all steps together until somebody looked at them', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeSeries(app, ours, twoSteps(ours))
  await moveSeries(app, ours, id, 'on')
  await consenting(
    app,
    ours,
    Array.from({ length: 30 }, (_, n) => `recusa${n}@${ours.domain}`)
  )
  await workOffSeries(app, ours, id)
  const { state, problem, steps } = await readSeries(app, ours, id)
  expect([state, problem?.includes('muitos endereços foram recusados')]).toEqual(['paused', true])
  const { rows } = await run(ours, sql`select distinct state from campaigns where series_id = ${id}`)
  expect(rows).toEqual([{ state: 'paused' }])
  expect(steps[0]?.counts.rejected).toBeGreaterThanOrEqual(20)
  // Switched on again by a person: the earlier refusals do not stop it again.
  await moveSeries(app, ours, id, 'on')
  await one(ours, 'nova@pessoa.example')
  await workOffSeries(app, ours, id)
  expect(gotBy(ours, 'nova@pessoa.example')).toHaveLength(1)
})

test('a trial of a series shows what a lead would get, when, and why not', async () => {
  const ours = await sendingCompany(app)
  const before = await one(ours, 'antes@pessoa.example')
  const { id } = await writeSeries(app, ours, twoSteps(ours))
  const off = await tryOn(app, ours, id, before)
  expect(off).toMatchObject({ asIfNow: true, steps: [{ outcome: 'would' }, { outcome: 'would' }] })
  const hoursBetween = (a: string | null | undefined, b: string | null | undefined) =>
    (Date.parse(b ?? '') - Date.parse(a ?? '')) / 3_600_000
  expect(hoursBetween(off.steps[0]?.at, off.steps[1]?.at)).toBe(48)
  await moveSeries(app, ours, id, 'on')
  expect((await tryOn(app, ours, id, before)).steps).toMatchObject([
    { outcome: 'not', reason: tryTexts.before },
    { outcome: 'not', reason: tryTexts.previous }
  ])
  const [lead, won] = await consenting(app, ours, ['ada@pessoa.example', 'bia@pessoa.example'])
  expect((await tryOn(app, ours, id, lead ?? '')).steps.map(({ outcome }) => outcome)).toEqual(['would', 'would'])
  await enterSeries(db, ours.id, id)
  expect((await tryOn(app, ours, id, lead ?? '')).steps.map(({ outcome }) => outcome)).toEqual(['waiting', 'would'])
  await sendAll(app, ours)
  const tried = await tryOn(app, ours, id, lead ?? '')
  expect(tried.steps.map(({ outcome }) => outcome)).toEqual(['sent', 'would'])
  expect(hoursBetween(tried.steps[0]?.at, tried.steps[1]?.at)).toBe(48)
  await run(ours, sql`update leads set status = 'converted' where id = ${won ?? ''}`)
  expect((await tryOn(app, ours, id, won ?? '')).steps).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'not', reason: 'A situação do lead encerra a sequência' }
  ])
  // The real run matches the trial.
  await letPass(app, ours, id, 49)
  await workOffSeries(app, ours, id)
  expect(gotBy(ours, 'ada@pessoa.example')).toHaveLength(2)
  expect(gotBy(ours, 'bia@pessoa.example')).toHaveLength(1)
  const nobody = await callSeries(app, ours, 'POST', `/${id}/try`, { leadId: 'f'.repeat(24) })
  expect(nobody.json().message).toBe(seriesTexts.leadGone)
})

test('only who sees all leads changes a series, and another company sees none', async () => {
  const ours = await sendingCompany(app)
  const theirs = await sendingCompany(app)
  const { id } = await writeSeries(app, ours)
  expect((await callSeries(app, theirs, 'GET', `/${id}`)).statusCode).toBe(404)
  expect((await callSeries(app, theirs, 'POST', `/${id}/on`)).statusCode).toBe(404)
  expect((await callSeries(app, theirs, 'GET')).json()).toEqual([])
  const foreign = [{ waitHours: 0, templateId: ours.templateId, subject: '' }]
  expect((await callSeries(app, theirs, 'POST', '', { ...written(theirs), steps: foreign })).statusCode).toBe(400)
  const some = await join(app, ours, { role: 'custom', leadAccess: 'own', permissions: ['send_email'] })
  expect((await callSeries(app, some, 'POST', `/${id}/on`)).json().message).toBe(seriesTexts.notAll)
})

test('an older campaign of many does not keep a series waiting', async () => {
  const ours = await sendingCompany(app)
  await consenting(
    app,
    ours,
    Array.from({ length: 40 }, (_, n) => `lista${n}@pessoa.example`)
  )
  const campaign = await writeCampaign(app, ours)
  const { id } = await writeSeries(app, ours)
  await moveSeries(app, ours, id, 'on')
  await callCampaigns(app, ours, 'POST', `/${campaign.id}/send`)
  await prepareNow(db, app.config, ours.id, campaign.id)
  await one(ours, 'nova@pessoa.example')
  await workOffSeries(app, ours, id)
  expect(takenOf(ours)[0]?.to).toBe('nova@pessoa.example')
  expect(takenOf(ours)).toHaveLength(41)
})

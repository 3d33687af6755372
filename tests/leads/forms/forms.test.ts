import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { countSends } from '../../../services/leads/forms/funnel.ts'
import type { FormContent } from '../../../services/leads/forms/rules.ts'
import type { EditedForm, PublicForm } from '../../../services/leads/forms/schema.ts'
import { consentText } from '../../../services/leads/leads/rules.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { built } from '../../kit/built.ts'
import { colleague } from '../../kit/people.ts'
import { changePlan } from '../../kit/team.ts'

const app = await openApp()

const call = (who: Pick<Tenant, 'auth'>, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url: `/api/forms${url}`, headers: who.auth, ...(payload && { payload }) })

async function firstForm(who: Tenant): Promise<EditedForm> {
  const [{ id }] = (await call(who, 'GET', '')).json()
  return (await call(who, 'GET', `/${id}`)).json()
}

async function save(who: Tenant, form: EditedForm, content: Partial<FormContent>): Promise<number> {
  const body = { revision: form.revision, content: { ...form.draft, ...content } }
  const saved = await call(who, 'PUT', `/${form.id}/draft`, body)
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json().revision
}

/** Publishes the form of a company after a change. */
async function publish(who: Tenant, content: Partial<FormContent>): Promise<EditedForm> {
  const form = await firstForm(who)
  const revision = await save(who, form, content)
  const published = await call(who, 'POST', `/${form.id}/publish`, { revision })
  expect(published.statusCode, published.body).toBe(200)
  return firstForm(who)
}

const shown = async (who: Tenant, query: Record<string, string> = {}): Promise<PublicForm> =>
  (await app.inject({ url: `/public/companies/${who.id}/form`, query })).json()

test('a draft is seen by nobody until it is published, and an older version can be put back', async () => {
  const ours = await company(app)
  const form = await firstForm(ours)
  const revision = await save(ours, form, { title: 'Peça um orçamento' })
  expect((await shown(ours)).title).toBe('Fale conosco')
  expect((await call(ours, 'GET', '')).json()).toMatchObject([{ version: 1, changed: true }])

  expect((await call(ours, 'POST', `/${form.id}/publish`, { revision })).json()).toEqual({ version: 2 })
  await expect.poll(async () => (await shown(ours)).title).toBe('Peça um orçamento')
  const versions = (await call(ours, 'GET', `/${form.id}/versions`)).json()
  expect(versions).toMatchObject([
    { version: 2, title: 'Peça um orçamento', publishedBy: 'Pessoa de Teste' },
    { version: 1, title: 'Fale conosco' }
  ])

  const now = await firstForm(ours)
  const restored = await call(ours, 'POST', `/${form.id}/versions/1/restore`, { revision: now.revision })
  expect(restored.json()).toMatchObject({ draft: { title: 'Fale conosco' }, changed: true, version: 2 })
  expect((await shown(ours)).title).toBe('Peça um orçamento')
})

test('the second of two people who edit at once gets a conflict, and nothing of the first is lost', async () => {
  const ours = await company(app)
  const form = await firstForm(ours)
  await save(ours, form, { title: 'Primeira' })
  const late = { revision: form.revision, content: { ...form.draft, title: 'Segunda' } }
  const refused = await call(ours, 'PUT', `/${form.id}/draft`, late)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain('Pessoa de Teste alterou este formulário')
  expect((await call(ours, 'POST', `/${form.id}/publish`, { revision: form.revision })).statusCode).toBe(409)
  expect((await firstForm(ours)).draft.title).toBe('Primeira')
})

test.each<[string, (content: FormContent) => Partial<FormContent>, RegExp]>([
  ['without fields', () => ({ fields: [] }), /não tem campos/],
  ['without a phone', ({ fields }) => ({ fields: fields.filter(({ name }) => name !== 'phone') }), /telefone/],
  [
    'with a field in the place of what the form sends itself',
    ({ fields }) => ({ fields: [...fields, { id: 'x', name: 'source', label: 'X', type: 'text', required: false }] }),
    /nome interno/
  ],
  [
    'with an address that is not https',
    ({ settings }) => ({ settings: { ...settings, redirect: 'javascript:alert(1)' } }),
    /https/
  ]
])('a form %s is not published', async (_what, changed, why) => {
  const ours = await company(app)
  const form = await firstForm(ours)
  const revision = await save(ours, form, changed(form.draft))
  const refused = await call(ours, 'POST', `/${form.id}/publish`, { revision })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toMatch(why)
})

test('with each decision the text is kept that the visitor saw, also where another was published meanwhile', async () => {
  const ours = await company(app)
  const before = await shown(ours)
  const { draft } = await firstForm(ours)
  await publish(ours, {
    settings: { ...draft.settings, consent: 'Aceito receber ofertas', whatsapp: 'Aceito mensagens no WhatsApp' }
  })
  await expect.poll(async () => (await shown(ours)).settings.consent).toBe('Aceito receber ofertas')
  const after = await shown(ours)

  const old = { formId: before.id, formVersion: before.version, email: 'a@example.com', phone: '11911112222' }
  const fresh = { formId: after.id, formVersion: after.version, whatsappConsent: false, consentGiven: true }
  await sendLead(app, ours.id, old)
  await sendLead(app, ours.id, { ...fresh, name: 'Bia Lima', email: 'b@example.com', phone: '21933334444' })
  const kept = await app.db.company(ours.id, trx =>
    trx.selectFrom('consents').selectAll().orderBy('decided_at').orderBy('channels').execute()
  )
  expect(kept).toMatchObject([
    { channels: ['email', 'phone'], granted: true, text: consentText, form_version: 1, text_version: 1 },
    { channels: ['email', 'phone'], granted: true, text: 'Aceito receber ofertas', form_version: 2, text_version: 2 },
    { channels: ['whatsapp'], granted: false, text: 'Aceito mensagens no WhatsApp', form_version: 2, text_version: 2 }
  ])
})

test('another version of a form asks for what it asks, not for what was added since', async () => {
  const ours = await company(app)
  const before = await shown(ours)
  const { draft } = await firstForm(ours)
  const fields = [...draft.fields, { id: 'c', name: 'cidade', label: 'Cidade', type: 'text' as const, required: true }]
  await publish(ours, { fields })
  await expect.poll(async () => (await shown(ours)).fields.length).toBe(fields.length)
  const seen = { formId: before.id, formVersion: before.version }
  expect((await sendLead(app, ours.id, seen)).statusCode).toBe(201)
  const now = await sendLead(app, ours.id, { formId: before.id, formVersion: 2 })
  expect(now.json().errors).toEqual({ cidade: 'Este campo é obrigatório' })
})

test('answers fit their fields, and a field that is not shown asks nothing', async () => {
  const ours = await company(app)
  const { draft } = await firstForm(ours)
  const own = (name: string, type: FormContent['fields'][number]['type'], more = {}) =>
    ({ id: name, name, label: name, type, required: false, ...more }) as const
  await publish(ours, {
    fields: [
      ...draft.fields,
      own('doc', 'taxId'),
      own('cep', 'cep'),
      own('pessoas', 'number', { min: 2, max: 10 }),
      own('quando', 'date'),
      own('apelido', 'text', { min: 3 }),
      own('canal', 'radio', { options: ['Site', 'Outro'], required: true }),
      own('qual', 'text', { required: true, showIf: { field: 'canal', is: 'Outro' } }),
      own('termos', 'checkbox', { required: true })
    ],
    settings: { ...draft.settings, schedule: { ...draft.settings.schedule, days: ['2099-01-01'] } }
  })
  await expect.poll(async () => (await shown(ours)).version).toBe(2)
  const wrong = await sendLead(app, ours.id, {
    doc: '111.111.111-11',
    cep: '123',
    pessoas: '1',
    quando: '2026-02-30',
    apelido: 'ab',
    canal: 'Outro',
    termos: false,
    preferredDate: '2099-01-01'
  })
  expect(wrong.json().errors).toEqual({
    doc: 'CPF ou CNPJ inválido',
    cep: 'CEP inválido. Digite os 8 dígitos.',
    pessoas: 'Use um número a partir de 2.',
    quando: 'Data inválida.',
    apelido: 'Use pelo menos 3 caracteres.',
    qual: 'Este campo é obrigatório',
    termos: 'Este campo é obrigatório',
    preferredDate: 'Não atendemos neste dia. Escolha outra data.'
  })
  const right = { doc: '529.982.247-25', cep: '50030-230', pessoas: '4', canal: 'Site', termos: true }
  expect((await sendLead(app, ours.id, right)).statusCode).toBe(201)
})

test('what depends on a field that is not shown asks nothing, whatever the answer was', async () => {
  const ours = await company(app)
  const { draft } = await firstForm(ours)
  const own = (name: string, type: FormContent['fields'][number]['type'], more = {}) =>
    ({ id: name, name, label: name, type, required: false, ...more }) as const
  const fields = [
    ...draft.fields,
    own('imovel', 'select', { options: ['Compra', 'Venda'] }),
    own('financiado', 'checkbox', { showIf: { field: 'imovel', is: 'Compra' } }),
    own('entrada', 'number', { required: true, showIf: { field: 'financiado', is: 'false' } })
  ]
  await publish(ours, { fields })
  await expect.poll(async () => (await shown(ours)).version).toBe(2)
  expect((await sendLead(app, ours.id, { imovel: 'Venda' })).statusCode).toBe(201)
  const buyer = await sendLead(app, ours.id, { imovel: 'Compra' })
  expect(buyer.json().errors).toEqual({ entrada: 'Este campo é obrigatório' })
})

test('a condition that nobody can meet keeps a form from being published', async () => {
  const ours = await company(app)
  const { draft, id, revision } = await firstForm(ours)
  const fields = [
    ...draft.fields,
    { id: 'canal', name: 'canal', label: 'Canal', type: 'select', required: false, options: ['Site', 'Rádio'] },
    { id: 'qual', name: 'qual', label: 'Qual?', type: 'text', required: true, showIf: { field: 'canal', is: 'Outro' } }
  ]
  const kept = await call(ours, 'PUT', `/${id}/draft`, { revision, content: { ...draft, fields } })
  const answer = await call(ours, 'POST', `/${id}/publish`, { revision: kept.json().revision })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('Qual?: a condição pede a resposta “Outro”, que não está entre as opções.')
})

test('a second form has its own source and short address, gives its leads to its owner and notifies those whom it names', async () => {
  const ours = await company(app)
  const owner = await colleague(app, ours.id)
  const taken = await call(ours, 'POST', '', { name: 'Outro', source: 'form' })
  expect(taken.json().errors).toEqual({ source: 'Outro formulário já usa esta origem.' })
  const { id } = (await call(ours, 'POST', '', { name: 'Festa Junina', source: 'festa' })).json()
  const form: EditedForm = (await call(ours, 'GET', `/${id}`)).json()
  expect((await app.inject(`/f/${form.slug}`)).statusCode).toBe(404)

  const settings = { ...form.draft.settings, ownerId: owner.id, origins: ['https://loja.example'] }
  const revision = await save(ours, form, { title: 'Festa', settings })
  await call(ours, 'POST', `/${id}/publish`, { revision })
  const moved = await app.inject(`/f/${form.slug}?utm_source=cartaz&client=x`)
  expect(moved.statusCode).toBe(302)
  expect(moved.headers.location).toBe(`/leads/new?client=${ours.id}&source=festa&utm_source=cartaz`)
  expect(form.slug).toMatch(/^festa-junina-/)

  await expect.poll(async () => (await shown(ours, { source: 'festa' })).title).toBe('Festa')
  expect((await shown(ours, { form: form.slug })).id).toBe(id)
  expect((await shown(ours)).title).toBe('Fale conosco')
  expect(JSON.stringify(await shown(ours, { source: 'festa' }))).not.toMatch(/loja\.example|ownerId/)

  await sendLead(app, ours.id, { formId: id, formVersion: 1, source: 'festa' })
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(lead).toMatchObject({ source: 'festa', ownerId: owner.id })

  expect((await call(ours, 'DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await app.inject(`/f/${form.slug}`)).statusCode).toBe(404)
  expect((await call(ours, 'DELETE', `/${(await firstForm(ours)).id}`)).statusCode).toBe(409)
})

test('a plan may limit the forms', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'advanced')
  const limit = (forms: number | null) =>
    app.db.everyCompany(trx => trx.updateTable('plans').set({ forms }).where('key', '=', 'advanced').execute())
  await limit(1)
  const refused = await call(ours, 'POST', '', { name: 'Outro', source: 'outro' })
  await limit(3)
  const requests = [1, 2, 3, 4].map(n => call(ours, 'POST', '', { name: 'Outro', source: `outro-${n}` }))
  const answers = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
  await limit(null)
  expect(refused.json().message).toBe('Seu plano permite 1 formulário.')
  expect(answers.toSorted()).toEqual([201, 201, 403, 403])
  expect((await call(ours, 'POST', '', { name: 'Outro', source: 'outro' })).statusCode).toBe(201)
})

test('forms are edited with the permission for it, within the company, and a test keeps nothing', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const form = await firstForm(ours)
  const helper = await colleague(app, ours.id)
  expect((await call(helper, 'GET', '')).json()).toMatchObject([{ id: form.id }])
  expect((await call(helper, 'GET', `/${form.id}`)).statusCode).toBe(403)
  expect((await call(theirs, 'GET', `/${form.id}`)).statusCode).toBe(404)
  const draft = { revision: form.revision, content: form.draft }
  expect((await call(theirs, 'PUT', `/${form.id}/draft`, draft)).statusCode).toBe(404)

  const answers = { name: 'Ada', email: 'ada@example.com', phone: '11987654321', companyId: ours.id }
  expect((await call(ours, 'POST', `/${form.id}/test`, answers)).json()).toEqual({ success: true })
  expect((await call(ours, 'POST', `/${form.id}/test`, { ...answers, email: '' })).statusCode).toBe(400)
  expect((await app.inject({ url: '/api/leads', headers: ours.auth })).json()).toEqual([])
})

test('the funnel counts visits, starts, departures by field, sends and suspects of its days', async () => {
  const ours = await company(app)
  const form = await firstForm(ours)
  const report = (payload: object) =>
    app.inject({ method: 'POST', url: `/public/forms/${form.id}/events`, payload }).then(({ statusCode }) => statusCode)
  for (const kind of ['visit', 'visit', 'visit', 'start', 'start'])
    expect(await report({ kind, source: 'insta' })).toBe(204)
  await report({ kind: 'leave', source: 'insta', field: 'phone' })
  await report({ kind: 'leave', source: 'insta', field: 'ana@example.com' })
  await sendLead(app, ours.id, { formId: form.id, source: 'insta' })
  await sendLead(app, ours.id, {
    formId: form.id,
    source: 'insta',
    website: 'x',
    email: 'robo@example.com',
    phone: '11987650009'
  })
  expect(await report({ kind: 'espionage' })).toBe(400)

  const days = `from=2020-01-01&to=2099-01-01`
  expect((await call(ours, 'GET', `/${form.id}/funnel?${days}`)).json()).toEqual({
    visits: 3,
    starts: 2,
    sends: 2,
    suspects: 1,
    leaves: [
      { field: 'phone', label: 'Telefone', count: 1 },
      { field: '', label: '', count: 1 }
    ],
    sources: [{ source: 'insta', visits: 3, sends: 2 }]
  })
  const past = (await call(ours, 'GET', `/${form.id}/funnel?from=2020-01-01&to=2020-01-02`)).json()
  expect(past).toMatchObject({ visits: 0, sends: 0 })
})

test('the funnel of a form with very many sends reads those of its days by their index', async () => {
  const ours = await company(app)
  const { id } = await firstForm(ours)
  await sendLead(app, ours.id, { name: 'Ana', email: 'ana@example.com', phone: '11987650001' })
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(
    `insert into submissions (company_id, lead_id, form_id, answers, source, received_at)
     select l.company_id, l.id, case when n % 2 = 0 then $2 else 'another' end, '{}', 'site', now() - n * interval '1 hour'
     from leads l, generate_series(1, 10000) as n where l.company_id = $1`,
    [ours.id, id]
  )
  await owner.query('analyze submissions')
  await owner.end()
  const [first, next] = [3, 1].map(days => new Date(Date.now() - days * 86_400_000).toISOString()) as [string, string]
  const [found, plan] = await app.db.company(ours.id, async trx => {
    const sends = countSends(trx, id, first, next)
    return [await sends.execute(), await sends.explain('json')]
  })
  expect(found).toMatchObject([{ source: 'site', n: 24 }])
  expect(JSON.stringify(plan)).toMatch(
    /"submissions_by_form".*"Index Cond":"[^"]*form_id[^"]*received_at >=[^"]*received_at </
  )
})

test('only the pages of forms may be framed: by the sites that the company lists, else by any with https', async () => {
  await built()
  const web = await openApp({}, path.join(import.meta.dirname, '../../../dist/web'))
  const ours = await company(web)
  const ancestors = async (url: string) =>
    /frame-ancestors ([^;]+)/.exec(String((await web.inject(url)).headers['content-security-policy']))?.[1]
  const address = `/leads/new?client=${ours.id}`
  expect(await ancestors(address)).toBe(`'self' https:`)
  for (const url of ['/', '/login', '/contact', '/leads', '/form-editor', '/nada'])
    expect(await ancestors(url), url).toBe(`'none'`)

  const form = await firstForm(ours)
  const settings = {
    ...form.draft.settings,
    origins: ['https://Loja.Example', 'http://localhost:4000'],
    accent: '#ffee00'
  }
  const revision = await save(ours, form, { settings })
  await web.inject({
    method: 'POST',
    url: `/api/forms/${form.id}/publish`,
    headers: ours.auth,
    payload: { revision }
  })
  await expect.poll(() => ancestors(address)).toBe(`'self' https://loja.example http://localhost:4000`)
  const foreign = await call(ours, 'PUT', `/${form.id}/draft`, {
    revision: revision + 1,
    content: { ...form.draft, settings: { ...settings, origins: ['http://loja.example'] } }
  })
  expect(foreign.statusCode).toBe(400)
})

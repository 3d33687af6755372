import pino from 'pino'
import { expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { sendQueued } from '../../../services/messaging/conversations/sending.ts'
import { checkTemplate, readyMessageTemplates } from '../../../services/messaging/templates/rules.ts'
import type { Template, TemplatePreview } from '../../../services/messaging/templates/schema.ts'
import { syncConnected } from '../../../services/messaging/templates/sync.ts'
import { company, openApp, sendLead, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { changePlan } from '../../kit/team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken, autoStatuses: false })
atEnd(() => meta.close())
const env = {
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: meta.url,
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken
}
const app = await openApp(env)
const parts = { db: app.db, config: testConfig(env), log: pino({ level: 'silent' }) }
const product = await app.listen({ port: 0, host: '127.0.0.1' })
await meta.subscribe(`${product}/webhooks/whatsapp`)

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const path = '/api/whatsapp/templates'
const list = (filter: object) => `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
const ready = {
  name: 'retomar',
  language: 'pt_BR',
  category: 'utility',
  body: 'Olá, {{nome}}! Aqui é da {{empresa}}. Podemos continuar?'
}
const examples = { nome: 'Ana', empresa: 'Padaria' }
let people = 0

/** A company whose number is connected. */
async function connected() {
  const ours = await company(app, 'Padaria Central')
  await changePlan(app, ours.id, 'pro')
  const number = meta.addNumber()
  const ask = (method: Method, url: string, payload?: object) =>
    app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
  const call = async (method: Method, url: string, payload?: object) => {
    const answer = await ask(method, url, payload)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body ? answer.json() : undefined
  }
  await call('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, wabaId: number.waba, token: meta.token })
  await call('PATCH', '/api/whatsapp/settings/status', { active: true })
  const shown = (id: string): Promise<Template> => call('GET', `${path}/${id}`)
  const add = (name: string, more: object = {}) =>
    meta.templates.add({
      waba: number.waba,
      name,
      parameter_format: 'NAMED',
      components: [
        {
          type: 'BODY',
          text: ready.body,
          example: {
            body_text_named_params: Object.entries(examples).map(([param_name, example]) => ({ param_name, example }))
          }
        }
      ],
      ...more
    })
  const found = async (name: string): Promise<Template> => (await call('GET', list({ name })))[0]
  return { ours, number, ask, call, shown, add, found }
}

/** Works off what the provider reported. */
async function heard(): Promise<void> {
  await meta.settled()
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}

type Company = Awaited<ReturnType<typeof connected>>

async function lead({ ours, number }: Company, { consent = false, name = 'Conceição Araújo' } = {}) {
  const phone = `119${String(60_000_000 + ++people)}`
  const sent = await sendLead(app, ours.id, { name, phone, email: `p${people}@fora.example` })
  const id = sent.json<{ id: string }>().id
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('leads')
      .set({
        consents: JSON.stringify(consent ? { whatsapp: { state: 'granted', at: new Date().toISOString() } } : {})
      })
      .where('id', '=', id)
      .execute()
  )
  meta.customer({ name, phone: `+55${phone}`, number: number.id })
  return { id, phone: `55${phone}` }
}

test('a draft is written, refused, mended, approved and changed, and every step is seen at once', async () => {
  const { call, ask, shown, number } = await connected()
  const draft: Template = await call('POST', path, { ...ready, header: 'Oi', examples: { ...examples, nobody: 'x' } })
  expect(draft).toMatchObject({
    ...ready,
    status: 'draft',
    header: { type: 'text', text: 'Oi' },
    examples,
    previousCategory: null,
    rejectedReason: null,
    price: null
  })
  expect((await ask('POST', path, { ...ready, examples })).statusCode).toBe(409)
  expect(await call('POST', `${path}/${draft.id}/submit`)).toMatchObject({ status: 'pending' })
  expect((await ask('POST', `${path}/${draft.id}/submit`)).statusCode).toBe(409)
  expect((await ask('PUT', `${path}/${draft.id}`, { ...ready, examples })).statusCode).toBe(409)
  const theirs = meta.templates.all().find(({ waba }) => waba === number.waba)
  expect(theirs).toMatchObject({ name: 'retomar', category: 'UTILITY', parameter_format: 'NAMED' })

  meta.templates.decide(theirs?.id ?? '', 'REJECTED', 'TAG_CONTENT_MISMATCH')
  await heard()
  expect(await shown(draft.id)).toMatchObject({
    status: 'rejected',
    rejectedReason: expect.stringMatching(/categoria/)
  })

  await call('PUT', `${path}/${draft.id}`, { ...ready, body: `${ready.body} Até já.`, examples })
  expect(await call('POST', `${path}/${draft.id}/submit`)).toMatchObject({ status: 'pending' })
  meta.templates.decide(theirs?.id ?? '', 'APPROVED')
  meta.templates.changeQuality(theirs?.id ?? '', 'YELLOW')
  meta.templates.changeCategory(theirs?.id ?? '', 'MARKETING')
  await heard()
  expect(await shown(draft.id)).toMatchObject({
    status: 'approved',
    rejectedReason: null,
    quality: 'YELLOW',
    category: 'marketing',
    previousCategory: 'utility'
  })
  const { items } = await call('GET', '/api/notifications')
  expect(JSON.stringify(items)).toContain('de utilidade para divulgação')

  // The approved text is sent until the change is approved; and one change a day.
  await call('PUT', `${path}/${draft.id}`, {
    ...ready,
    category: 'marketing',
    body: 'Outro texto, {{nome}}, para todos.',
    examples
  })
  expect(await shown(draft.id)).toMatchObject({
    body: `${ready.body} Até já.`,
    draft: { body: expect.stringMatching(/^Outro/) }
  })
  const soon = await ask('POST', `${path}/${draft.id}/submit`)
  expect([soon.statusCode, soon.json().message]).toEqual([409, expect.stringMatching(/uma vez por dia/)])

  const copy: Template = await call('POST', `${path}/${draft.id}/copy`, {})
  expect(copy).toMatchObject({ name: 'retomar_copia', status: 'draft', body: expect.stringMatching(/^Outro/) })
  expect(await call('POST', `${path}/${draft.id}/copy`, { language: 'en_US' })).toMatchObject({
    name: 'retomar',
    language: 'en_US'
  })
  expect(await call('DELETE', `${path}/${draft.id}`)).toBeUndefined()
  expect(meta.templates.all().some(({ waba }) => waba === number.waba)).toBe(false)
  expect((await ask('GET', `${path}/${draft.id}`)).statusCode).toBe(404)
})

test.for([
  ['name', { name: 'Olá Mundo' }],
  ['language', { language: 'Português' }],
  ['category', { category: 'authentication' }],
  ['body', { body: '{{nome}}, tudo bem com você hoje?' }],
  ['body', { body: 'Olá, tudo bem com você, {{nome}}!' }],
  ['body', { body: 'a'.repeat(1025) }],
  ['body', { body: 'Olá {{1}} e {{nome}}, tudo bem com vocês hoje?' }],
  ['body', { body: 'Olá {{2}}, tudo bem com você hoje?' }],
  ['body', { body: 'Olá, {{Nome}}, tudo bem com você?' }],
  ['body', { body: 'Oi {{nome}} {{empresa}} tudo bem com vocês hoje?' }],
  ['header', { header: 'a'.repeat(61) }],
  ['header', { header: { type: 'image' } }],
  ['footer', { footer: 'Até {{dia}}' }],
  ['examples.nome', { examples: { empresa: 'Padaria' } }],
  ['examples.nome', { examples: { ...examples, nome: 'Ana\nMaria' } }],
  ['buttons', { buttons: [1, 2, 3].map(n => ({ type: 'url', text: `Site ${n}`, url: 'https://a.example' })) }],
  [
    'buttons',
    {
      buttons: [
        { type: 'reply', text: 'Sim' },
        { type: 'reply', text: 'sim ' }
      ]
    }
  ],
  ['buttons.0', { buttons: [{ type: 'url', text: 'Site', url: 'https://wa.me/5511' }] }],
  ['buttons.0', { buttons: [{ type: 'phone', text: 'Ligar', phone: '11 98765' }] }]
] as const)('a rule is said by the field %s: %j', ([field, wrong]) => {
  const [right] = readyMessageTemplates
  const template = {
    ...right,
    ...ready,
    header: null,
    footer: null,
    buttons: [],
    examples,
    ...wrong
  } as never as Parameters<typeof checkTemplate>[0] & { header: unknown }
  const header =
    typeof template.header === 'string' ? { type: 'text' as const, text: template.header } : template.header
  expect(Object.keys(checkTemplate({ ...template, header } as never))).toContain(field)
})

test('the ready ones break no rule', () => {
  expect(readyMessageTemplates).toHaveLength(5)
  for (const template of readyMessageTemplates) expect(checkTemplate({ ...template, language: 'pt_BR' })).toEqual({})
})

test('the list follows every page, keeps drafts, archives what is gone, and is found by its filters', async () => {
  const us = await connected()
  const { ours, call, add, found, number } = us
  for (let n = 0; n < 130; n++) add(`aviso_${n}`, n % 2 === 0 ? {} : { category: 'MARKETING', status: 'PAUSED' })
  const numbered = add('lembrete', {
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Lembrete' },
      { type: 'BODY', text: 'Oi, {{1}}: até {{2}} então.', example: { body_text: [['Ana', 'amanhã']] } },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}', example: ['https://a.example/x'] },
          { type: 'COPY_CODE', text: 'Copiar', example: 'PROMO' }
        ]
      }
    ]
  })
  const draft: Template = await call('POST', path, { ...ready, examples })
  const mine: Template = await call('POST', path, {
    ...ready,
    name: 'aviso_0',
    examples,
    body: 'Meu rascunho, {{nome}}, ainda não enviado.'
  })
  expect(await call('POST', `${path}/sync`)).toMatchObject({ templates: 131 })
  const page = await us.ask('GET', `${path}?range=${encodeURIComponent('[0,9]')}`)
  expect(page.headers['content-range']).toBe('templates 0-9/132')
  expect(await found('lembrete')).toMatchObject({
    status: 'approved',
    header: { type: 'text', text: 'Lembrete' },
    examples: { 1: 'Ana', 2: 'amanhã', link: 'x', codigo: 'PROMO' },
    buttons: [{ type: 'url', url: 'https://a.example/{{link}}' }, { type: 'copy' }]
  })
  expect(await us.shown(draft.id)).toMatchObject({ status: 'draft' })
  expect(await us.shown(mine.id)).toMatchObject({ status: 'approved', draft: { body: expect.stringMatching(/^Meu/) } })
  expect(
    await call('GET', list({ status: 'paused', category: 'marketing', q: 'AVISO_12', language: 'pt_BR' }))
  ).toHaveLength(5)
  expect((await us.ask('GET', list({ status: { not: 'text' } }))).statusCode).toBe(400)

  meta.templates.all().splice(meta.templates.all().indexOf(numbered), 1)
  await syncConnected({ db: app.db, config: parts.config }, ours.id)
  expect(await found('lembrete')).toMatchObject({
    status: 'archived',
    rejectedReason: expect.stringMatching(/apagado/)
  })
  // A webhook of a template that nobody knows is taken, and changes nothing.
  const stranger = add('de_fora', { waba: number.waba })
  meta.templates.decide(stranger.id, 'REJECTED', 'SCAM')
  await heard()
  expect(await found('de_fora')).toBeUndefined()
})

test('a closed conversation is reopened, and a lead who never wrote is written to', async () => {
  const us = await connected()
  const { ours, ask, call, add, found } = us
  add('retomar')
  add('novidades', { category: 'MARKETING' })
  await call('POST', `${path}/sync`)
  const [utility, marketing] = [await found('retomar'), await found('novidades')]
  const ana = await lead(us)
  const preview: TemplatePreview = await call('GET', `${path}/${utility.id}/preview?leadId=${ana.id}`)
  expect(preview).toEqual({
    header: null,
    text: 'Olá, Conceição Araújo! Aqui é da Padaria Central. Podemos continuar?',
    footer: null,
    buttons: [],
    values: { nome: 'Conceição Araújo', empresa: 'Padaria Central' },
    missing: [],
    price: null,
    basis: {
      kind: 'request',
      text: expect.stringMatching(/^pediu contato pelo formulário em \d/),
      at: expect.any(String)
    },
    refused: null
  })
  const start = { channel: 'whatsapp', leadId: ana.id, templateId: utility.id }
  const missing = await ask('POST', '/api/conversations', { ...start, values: { nome: 'Ana', empresa: ' \n' } })
  expect([missing.statusCode, missing.json().errors]).toEqual([
    400,
    { 'values.empresa': 'Falta preencher {{empresa}}.' }
  ])
  const long = await ask('POST', '/api/conversations', {
    ...start,
    values: { ...preview.values, nome: 'a'.repeat(2000) }
  })
  expect([long.statusCode, Object.keys(long.json().errors)]).toEqual([400, ['values.nome']])
  const started = await ask('POST', '/api/conversations', { ...start, values: preview.values })
  expect(started.statusCode, started.body).toBe(201)
  const conversation = started.json<Conversation>()
  expect(conversation).toMatchObject({ leadId: ana.id, channel: 'whatsapp', lastKind: 'template', status: 'waiting' })
  expect(
    (await ask('POST', '/api/conversations', { ...start, templateId: marketing.id, values: preview.values })).json()
  ).toMatchObject({
    code: 'SEM_CONSENTIMENTO'
  })

  const channelId = (
    await app.db.company(ours.id, trx => trx.selectFrom('channels').select('id').executeTakeFirstOrThrow())
  ).id
  await sendQueued(parts, ours.id, channelId)
  expect(meta.sent.at(-1)).toMatchObject({ type: 'template', text: preview.text, category: 'utility', to: ana.phone })

  // In the closed conversation, twice by one key: one message, with what it was allowed by.
  const messages = `/api/conversations/${conversation.id}/messages`
  expect((await ask('POST', messages, { text: 'Oi' })).json()).toMatchObject({ code: 'JANELA_FECHADA' })
  const payload = { kind: 'template', templateId: utility.id, values: { ...preview.values, nome: 'Dona  Ana\n' } }
  const twice = await Promise.all(
    [1, 2].map(() =>
      app.inject({
        method: 'POST',
        url: messages,
        headers: { ...ours.auth, 'idempotency-key': 'one-and-the-same' },
        payload
      })
    )
  )
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const [first, second] = twice.map(answer => answer.json<Message>())
  expect(second?.id).toBe(first?.id)
  expect(first).toMatchObject({
    kind: 'template',
    text: 'Olá, Dona Ana! Aqui é da Padaria Central. Podemos continuar?',
    data: { basis: { kind: 'request' }, templateId: utility.id }
  })
  expect((await ask('POST', messages, { ...payload, templateId: marketing.id })).json()).toMatchObject({
    code: 'SEM_CONSENTIMENTO'
  })
  const bela = await lead(us, { consent: true, name: 'Bela' })
  const granted: TemplatePreview = await call('GET', `${path}/${marketing.id}/preview?leadId=${bela.id}`)
  expect(granted).toMatchObject({
    refused: null,
    basis: { kind: 'consent', text: expect.stringMatching(/^autorizou em/) }
  })
  const allowed = { channel: 'whatsapp', leadId: bela.id, templateId: marketing.id, values: granted.values }
  const newOne = await ask('POST', '/api/conversations', allowed)
  expect(newOne.statusCode).toBe(201)
  // Taken back a moment before its turn, consent holds for what waits to be sent.
  await call('POST', `/api/leads/${bela.id}/consents`, { channel: 'whatsapp', granted: false, evidence: 'Ligou' })
  const before = meta.sent.length
  await sendQueued(parts, ours.id, channelId)
  expect(meta.sent.filter(({ to }) => to === bela.phone)).toEqual([])
  expect(meta.sent.length).toBeGreaterThan(before) // the other person's message goes on
  const [unsent] = await call('GET', `/api/conversations/${newOne.json<Conversation>().id}/messages`)
  expect(unsent).toMatchObject({
    status: 'failed',
    failure: 'A pessoa deixou de autorizar mensagens antes do envio.'
  })

  // The last used is found first; one that is not approved now says so.
  const used = await call('GET', `${path}?sort=${encodeURIComponent('["usedAt","DESC"]')}`)
  expect(used.map(({ name }: Template) => name)).toEqual(['novidades', 'retomar'])
  const theirs = meta.templates.all().find(({ name, waba }) => name === 'retomar' && waba === us.number.waba)
  meta.templates.decide(theirs?.id ?? '', 'PAUSED')
  await heard()
  const paused = await ask('POST', messages, payload)
  expect([paused.statusCode, paused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'MODELO_PAUSED', message: expect.stringMatching(/pausado/) })
  ])
  const nobody = await ask('POST', '/api/conversations', { ...start, leadId: '0'.repeat(24), values: {} })
  expect(nobody.statusCode).toBe(404)
})

test.for([
  [{ code: 190 }, /token/],
  ['status500', /Meta/],
  ['html', /Meta/],
  [{ code: 100, subcode: 2388024 }, /já tem um modelo/]
] as const)('a submission that the provider answers with %j leaves the draft as it was', async ([how, said]) => {
  const { call, ask, shown } = await connected()
  const draft: Template = await call('POST', path, { ...ready, examples })
  meta.failNext({ how: (typeof how === 'object' ? { details: 'refused', ...how } : how) as never })
  const answer = await ask('POST', `${path}/${draft.id}/submit`)
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringMatching(said)])
  expect(await shown(draft.id)).toMatchObject({ status: 'draft' })
  expect(await call('POST', `${path}/${draft.id}/submit`)).toMatchObject({ status: 'pending' })
})

test('without a connected channel drafts are kept, and nothing is submitted', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const ask = (method: Method, url: string, payload?: object) =>
    app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
  const added = await ask('POST', path, { ...ready, examples })
  expect(added.statusCode, added.body).toBe(201)
  expect((await ask('POST', `${path}/${added.json().id}/submit`)).json()).toMatchObject({ code: 'CHANNEL_OFF' })
  expect((await ask('DELETE', `${path}/${added.json().id}`)).statusCode).toBe(204)
})

import { expect, test } from 'vitest'
import type { MailBody } from '../../../services/marketing/mailTemplates/rules.ts'
import type { MailKit, MailPreview, MailTemplate } from '../../../services/marketing/mailTemplates/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { publishFields } from '../../kit/forms.ts'
import { changePlan, join } from '../../kit/team.ts'

const app = await openApp()

const body: MailBody = {
  format: 1,
  accent: '#0f766e',
  blocks: [{ id: 'a', type: 'heading', text: 'Olá, {{ primeiro_nome | default: "você" }}', align: 'left' }]
}
const mail = { name: 'Boas-vindas', subject: 'Oi, {{ nome }}', preheader: '', body }

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  app.inject({ method, url: `/api/email/templates${path}`, headers: who.auth, ...(payload && { payload }) })

const add = async (who: Tenant, more: object = {}): Promise<MailTemplate> =>
  (await call(who, 'POST', '', { ...mail, ...more })).json()

test('a template is written, listed, changed and deleted, and no other company sees it', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const made = await add(ours, { name: '  Boas  vindas ' })
  expect(made).toMatchObject({ name: 'Boas vindas', version: 1, body, updatedBy: 'Pessoa de Teste' })
  await add(ours, { name: 'Aniversário' })
  const list = await call(ours, 'GET', `?sort=["name","ASC"]&range=[0,0]`)
  expect(list.headers['content-range']).toBe('templates 0-0/2')
  expect(list.json().map(({ name }: MailTemplate) => name)).toEqual(['Aniversário'])
  expect(list.json()[0]).not.toHaveProperty('body')
  const changed = await call(ours, 'PUT', `/${made.id}`, { ...mail, subject: 'Outro', version: 1 })
  expect(changed.json()).toMatchObject({ subject: 'Outro', version: 2 })

  expect((await call(theirs, 'GET')).json()).toEqual([])
  for (const answer of [
    await call(theirs, 'GET', `/${made.id}`),
    await call(theirs, 'PUT', `/${made.id}`, { ...mail, version: 2 }),
    await call(theirs, 'DELETE', `/${made.id}`)
  ])
    expect(answer.statusCode).toBe(404)
  expect((await call(ours, 'DELETE', `/${made.id}`)).statusCode).toBe(204)
  expect((await call(ours, 'DELETE', `/${made.id}`)).statusCode).toBe(404)
  const audited = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select('action').where('object_id', '=', made.id).orderBy('seq').execute()
  )
  expect(audited.map(({ action }) => action.split('.')[1])).toEqual(['created', 'changed', 'deleted'])
})

test('the second of two people who change the same version gets a conflict', async () => {
  const ours = await company(app)
  const { id } = await add(ours)
  const answers = await Promise.all(
    ['Um', 'Dois'].map(subject => call(ours, 'PUT', `/${id}`, { ...mail, subject, version: 1 }))
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json()).toMatchObject({ code: 'STALE', message: expect.stringContaining('Alguém mudou este modelo') })
})

test('a body that mails do not have is refused with the block at fault', async () => {
  const ours = await company(app)
  const doc = (...content: object[]) => ({ id: 'b', type: 'text', doc: { type: 'doc', content } })
  const wrong: [object, string][] = [
    [{ id: 'b', type: 'html', html: '<b>x</b>' }, 'formato aceito'],
    [{ ...body.blocks[0], text: 'x'.repeat(151) }, 'Bloco 1 (Título)'],
    [doc({ type: 'codeBlock', content: [] }), 'Bloco 1 (Texto)'],
    [doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'style' }] }] }), 'Bloco 1 (Texto)'],
    [doc(...Array(2).fill({ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(6000) }] })), 'longo demais'],
    [{ id: 'b', type: 'divider', evil: true }, 'Bloco 1 (Linha)'],
    [
      { id: 'b', type: 'picture', src: `/email-pictures/${'0'.repeat(24)}/${'0'.repeat(24)}`, alt: '', link: '' },
      'outra empresa'
    ]
  ]
  for (const [block, message] of wrong) {
    const answer = await call(ours, 'POST', '', { ...mail, body: { ...body, blocks: [block] } })
    expect(answer.statusCode, message).toBe(400)
    expect(answer.json().message).toContain(message)
  }
  const many = Array.from({ length: 61 }, (_, n) => ({ id: `b${n}`, type: 'divider' }))
  expect((await call(ours, 'POST', '', { ...mail, body: { ...body, blocks: many } })).json().message).toContain(
    'até 60'
  )
  const twice = await call(ours, 'POST', '', { ...mail, body: { ...body, blocks: [body.blocks[0], body.blocks[0]] } })
  expect(twice.statusCode).toBe(400)
  const link = await call(ours, 'POST', '/preview', { subject: '', preheader: '', body: { ...body, accent: 'red;}' } })
  expect(link.statusCode).toBe(400)
})

test('a preview is the mail of a lead that the person sees, or of an example', async () => {
  const ours = await company(app, 'Padaria Central')
  await publishFields(app, ours, [
    { name: 'cidade', label: 'Cidade', type: 'text' },
    { name: 'Cidade_', label: 'Cidade de novo', type: 'text' },
    { name: 'empresa_', label: 'Onde trabalha', type: 'text' },
    { name: 'ano', label: 'Ano', type: 'number' },
    { name: 'descadastro', label: 'Sair', type: 'text' }
  ])
  const leadId = (
    await sendLead(app, ours.id, {
      cidade: 'Recife',
      Cidade_: '',
      empresa_: 'Padaria do Zé',
      ano: 2019,
      descadastro: 'https://mau.example'
    })
  ).json().id
  const draft = {
    subject: 'Oi, {{ primeiro_nome }} de {{ cidade }}',
    preheader: '',
    body: { ...body, blocks: [...body.blocks, { id: 'b', type: 'button', text: 'Ir', link: '', align: 'left' }] }
  }
  const preview = async (who: Tenant, more: object = {}) =>
    (await call(who, 'POST', '/preview', { ...draft, ...more })).json<MailPreview>()
  const real = await preview(ours, { leadId })
  expect(real).toMatchObject({ subject: 'Oi, Ada de Recife', person: 'Ada Souza', bytes: Buffer.byteLength(real.html) })
  expect(real.html).toContain('Olá, Ada')
  expect(real.html).not.toContain('mau.example')
  expect(real.text).toContain('CNPJ')
  expect(real.warnings).toContainEqual({ text: 'Botão sem link.', block: 'b' })
  // A field never shows what the footer or a common variable says, nor the other way round.
  const own = { subject: '{{ campo_empresa }} {{ empresa }} {{ ano }} {{ descadastro }}' }
  expect((await preview(ours, { leadId, ...own })).subject).toBe(
    'Padaria do Zé Padaria Central 2019 https://mau.example'
  )
  expect((await preview(ours)).subject).toBe('Oi, Maria de [Cidade]')

  const kit = (await call(ours, 'GET', '/kit')).json<MailKit>()
  expect(kit.variables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['primeiro_nome', 'cidade', 'campo_empresa', 'descadastro'])
  )
  expect(kit.ready).toHaveLength(5)

  await changePlan(app, ours.id, 'enterprise')
  const narrow = await join(app, ours, { role: 'custom', permissions: ['send_email'], leadAccess: 'own' } as never)
  expect((await call(narrow, 'POST', '/preview', { ...draft, leadId })).statusCode).toBe(404)
  expect((await call(await company(app), 'POST', '/preview', { ...draft, leadId })).statusCode).toBe(404)
  const agent = await join(app, ours, { role: 'agent' })
  expect((await call(agent, 'GET')).statusCode).toBe(403)
})

test('a picture is taken by its content and shown to anybody who got the mail', async () => {
  const ours = await company(app)
  const send = (payload: Buffer) =>
    app.inject({
      method: 'POST',
      url: '/api/email/pictures',
      headers: { ...ours.auth, 'content-type': 'application/octet-stream' },
      payload
    })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64'
  )
  const { src } = (await send(png)).json()
  const shown = await app.inject({ url: src })
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' })
  expect(shown.rawPayload.equals(png)).toBe(true)
  expect((await app.inject({ url: src.replace(ours.id, '0'.repeat(24)) })).statusCode).toBe(404)
  for (const wrong of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('%PDF-1.4 x')])
    expect((await send(wrong)).statusCode).toBe(400)
  expect((await send(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]))).statusCode).toBe(413)
  const block = { id: 'p', type: 'picture', src, alt: 'Pão', link: '' }
  const answer = await call(ours, 'POST', '/preview', {
    subject: 'x',
    preheader: '',
    body: { ...body, blocks: [block] }
  })
  expect(answer.json().html).toContain(`src="${app.config.publicUrl}${src}"`)
})

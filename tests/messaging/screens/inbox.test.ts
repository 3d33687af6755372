import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, type Tenant } from '../../kit/app.ts'
import { goodToken } from '../../kit/graph.ts'
import { customerWrites, inboxCompany, openInboxSite } from '../../kit/inbox.ts'
import { boxOf, check, openAs, browserTest as test, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'
import { deliver, whatsapp, written } from '../../kit/webhooks.ts'

const site = await openInboxSite()
const { app, graph } = site

const ada = { number: '5511987654321', name: 'Ada Souza' }
const rows = (page: Page) => page.getByRole('region', { name: 'Conversas' }).getByRole('listitem')
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })
const box = (page: Page, name = 'Ada Souza') => page.getByRole('textbox', { name: `Mensagem para ${name}` })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row'))

const rowsOfReport = async (page: Page) => {
  await page.reload()
  await page.getByRole('button', { name: 'Doutor dos canais' }).click()
  await page.getByText('novidades recebidas').waitFor()
  return page
    .getByRole('listitem')
    .filter({ hasText: /processadas|repetidas/ })
    .allTextContents()
}

const messagesOf = async (ours: Tenant, id: string) =>
  (await app.inject({ url: `/api/conversations/${id}/messages`, headers: ours.auth })).json<Message[]>()
const conversationOf = async (ours: Tenant, id: string) =>
  (await app.inject({ url: `/api/conversations/${id}`, headers: ours.auth })).json<Conversation>()
const sentTexts = (from: number) => graph.sent.slice(from).map(({ body }) => (body.text as { body: string }).body)

test('a message appears without a reload, is answered by keyboard, and its states are shown as they come', async () => {
  const { ours, channel } = await inboxCompany(app)
  const page = await openAs(site, ours, '/whatsapp')
  await page.getByText('Nenhuma conversa aqui').waitFor()
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi!', 'Vocês abrem hoje?'] })
  await rows(page).getByText('Vocês abrem hoje?').waitFor()
  await rows(page).getByText('espera desde agora').waitFor()
  await rows(page).getByText('2 não lidas').waitFor()

  await page.locator('body').press('j')
  expect(await focusedRow(page)).toBe(id)
  await page.keyboard.press('Enter')
  await log(page).getByText('Vocês abrem hoje?').waitFor()
  await expect.poll(async () => (await conversationOf(ours, id)).unread).toBe(0)
  expect(await focusedRow(page), 'the list keeps the focus').toBe(id)
  const before = graph.sent.length
  await page.keyboard.press('r')
  await expect.poll(() => focused(page)).toBe('Mensagem para Ada Souza')
  await page.keyboard.type('Sim,')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('até as 18h.')
  await page.keyboard.press('Enter')
  await log(page).getByText('até as 18h.').waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('')
  await log(page).getByText('Aceita').waitFor()
  expect(sentTexts(before)).toEqual(['Sim,\naté as 18h.'])

  const [answer] = await app.db.everyCompany(trx =>
    trx
      .selectFrom('messages')
      .select('external_id')
      .where('conversation_id', '=', id)
      .where('direction', '=', 'out')
      .execute()
  )
  const status = (name: string) => ({
    id: answer?.external_id,
    status: name,
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: ada.number
  })
  for (const [name, word] of [
    ['delivered', 'Entregue'],
    ['read', 'Lida']
  ] as const) {
    await deliver(app, channel, whatsapp(channel.account, { statuses: [status(name)] }))
    await log(page).getByText(word, { exact: true }).waitFor()
  }
})

test('one answers to a message, writes a note for the team, resolves and takes that back', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Quanto custa o bolo?', 'E a torta?'] })
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  const before = graph.sent.length
  await page.getByRole('button', { name: 'Responder a: Quanto custa o bolo?' }).click()
  await page.getByText('Em resposta a Ada Souza').waitFor()
  await box(page).fill('O bolo sai por R$ 80.')
  await box(page).press('Enter')
  await log(page).getByRole('button', { name: 'Em resposta a: Quanto custa o bolo?' }).waitFor()
  await page.getByText('Em resposta a Ada Souza').waitFor({ state: 'detached' })

  await log(page).getByText('Aceita').waitFor()
  await log(page).focus()
  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: 'Nota sobre Ada Souza' })
  await expect.poll(() => focused(page)).toBe('Nota sobre Ada Souza')
  await note.fill('Pediu desconto da última vez.')
  await note.press('Enter')
  await log(page).getByText('Nota da equipe').waitFor()
  await log(page).getByText('Pediu desconto da última vez.').waitFor()
  await expect.poll(() => sentTexts(before)).toEqual(['O bolo sai por R$ 80.'])

  await log(page).focus()
  await page.keyboard.press('e')
  await page.getByText('Conversa resolvida').waitFor()
  await expect.poll(async () => (await conversationOf(ours, id)).status).toBe('resolved')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('button', { name: 'Resolver conversa' }).waitFor()
  await expect.poll(async () => (await conversationOf(ours, id)).status).not.toBe('resolved')

  await page.getByRole('button', { name: 'Adiar conversa' }).click()
  await page.getByRole('menuitem', { name: 'Amanhã às 9h' }).click()
  await page
    .getByText(/^.*Adiada até/)
    .first()
    .waitFor()
  // The screen shows it before the server has it.
  await expect.poll(async () => (await conversationOf(ours, id)).status).toBe('snoozed')
})

test('what does not reach the server waits, and is sent automatically, once and in order, also after a reload', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  const before = graph.sent.length
  // The server has the first message, but its answer is lost; of the second it hears nothing.
  let [reachable, attempts] = [false, 0]
  await page.route('**/messages', async route => {
    if (route.request().method() !== 'POST' || reachable) return route.continue()
    if (attempts++ === 0) await route.fetch()
    return route.abort()
  })
  for (const text of ['Bom dia, Ada!', 'Tudo bem?']) {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
  const waiting = () => log(page).getByText('Aguardando conexão').count()
  await expect.poll(waiting).toBe(2)
  await page.reload()
  await expect.poll(waiting).toBe(2)
  reachable = true
  await expect.poll(() => sentTexts(before)).toEqual(['Bom dia, Ada!', 'Tudo bem?'])
  await expect.poll(waiting).toBe(0)
  expect(
    (await messagesOf(ours, id)).filter(({ direction, kind }) => direction === 'out' && kind === 'text')
  ).toHaveLength(2)
})

test('a refusal of the provider says why, and the message is sent again on purpose', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  graph.faults = [{ code: 131026, status: 400 }]
  await box(page).fill('Olá')
  await box(page).press('Enter')
  await log(page).getByText('o número não tem WhatsApp', { exact: false }).waitFor()
  await log(page).getByText('Código da Meta: 131026.').waitFor()
  await log(page).getByRole('button', { name: 'Enviar de novo' }).click()
  await log(page).getByText('Aceita').waitFor()
})

test('a number that Meta blocks says so to who writes, and to who configures the channels', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const page = await openAs(site, ours, `/whatsapp/${id}`, views['phone dark'])
  graph.faults = [{ code: 131031, status: 400 }]
  await box(page).fill('Olá')
  await box(page).press('Enter')
  await page.getByRole('alert').getByText('bloque', { exact: false }).first().waitFor()
  const titles = async () =>
    (await app.inject({ url: '/api/notifications', headers: ours.auth }))
      .json<{ items: { title: string }[] }>()
      .items.map(({ title }) => title)
  expect(await titles()).toContain('O WhatsApp parou de enviar')
  await page.goto('/whatsapp?aba=configuracao')
  await page.getByText('Bloqueado', { exact: true }).waitFor()
})

test('where the window is closed or the channel off, the composer says why and what is possible instead', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id, leadId } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  await app.db.everyCompany(trx =>
    sql`update conversations set window_ends_at = now() - interval '1 hour' where id = ${id}`.execute(trx)
  )
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  await page.getByText('A janela de 24 horas fechou.', { exact: false }).waitFor()
  await expect.poll(() => box(page).count()).toBe(0)
  await expect
    .poll(() => page.getByRole('link', { name: 'Abrir no WhatsApp' }).getAttribute('href'))
    .toMatch(/^https:\/\/wa\.me\/5511987654321\?/)
  await page.getByRole('button', { name: 'Ligar amanhã às 9h' }).click()
  await page.getByText('Tarefa criada').waitFor()
  const tasks = await app.inject({ url: `/api/tasks?leadId=${leadId}`, headers: ours.auth })
  expect(tasks.json()).toMatchObject([{ title: 'Ligar para Ada Souza', kind: 'call' }])

  await app.inject({
    method: 'PATCH',
    url: '/api/whatsapp/settings/status',
    headers: ours.auth,
    payload: { active: false }
  })
  await page.reload()
  await page.getByText('O canal está desligado.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  await page.getByRole('textbox', { name: 'Nota sobre Ada Souza' }).waitFor()
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Configuração' }).click()
  await page.getByText('Configurado, desligado').waitFor()
  await page.getByRole('button', { name: 'Ligar canal' }).click()
  await page.getByText('Canal ligado').waitFor()
})

test('the composer closes at the moment at which the window does, and says what is free of charge', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  await app.db.everyCompany(trx =>
    sql`update conversations set window_ends_at = now() + interval '55 seconds', free_until = now() + interval '71 hours'
      where id = ${id}`.execute(trx)
  )
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  await page.clock.install()
  await page.reload()
  await page.getByText('Janela aberta por menos de 1 min').waitFor()
  await page.getByText('Sem custo por mais 2 dias').waitFor()
  await page.clock.fastForward(60_000)
  await page.getByText('A janela de 24 horas fechou.', { exact: false }).waitFor()
  await page.getByText('modelos aprovados saem sem custo', { exact: false }).waitFor()
})

test('the labels of a lead are changed by keyboard, seen by colleagues at once, and filter the list', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  await customerWrites(app, ours, channel, { number: '5511912345678', name: 'Rui Melo', texts: ['Olá'] })
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const [page, hers] = await Promise.all([
    openAs(site, ours, `/whatsapp/${id}`, { width: 1440, height: 900, scheme: 'light' }),
    openAs(site, bia, '/whatsapp')
  ])
  await rows(hers).getByText('Ada Souza').waitFor()
  await log(page).getByText('Oi', { exact: true }).waitFor()
  await log(page).focus()
  await page.keyboard.press('l')
  await expect.poll(() => focused(page)).toBe('Etiquetas')
  await page.keyboard.type('Festa')
  await page.keyboard.press('Enter')
  await rows(page).filter({ hasText: 'Ada Souza' }).getByText('Festa').waitFor()
  await rows(hers).filter({ hasText: 'Ada Souza' }).getByText('Festa').waitFor()
  await hers.getByRole('combobox', { name: 'Etiqueta' }).selectOption('Festa')
  await expect.poll(() => rows(hers).count()).toBe(1)
  await rows(hers).getByText('Ada Souza').waitFor()
  await hers.reload()
  await rows(hers).getByText('Ada Souza').waitFor()
  await expect.poll(() => hers.getByRole('combobox', { name: 'Etiqueta' }).inputValue()).toMatch(/^[0-9a-f]{24}$/)
  await page.keyboard.press('Backspace')
  await hers.getByText('Nada encontrado').waitFor()

  const phone = await openAs(site, ours, `/whatsapp/${id}`, views['phone light'])
  await log(phone).getByText('Oi', { exact: true }).waitFor()
  await log(phone).focus()
  await phone.keyboard.press('l')
  await expect.poll(() => focused(phone)).toBe('Etiquetas')
})

test('a conversation is put off, given away, left waiting or unread by keyboard', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  await log(page).getByText('Oi', { exact: true }).waitFor()
  await expect.poll(async () => (await conversationOf(ours, id)).unread).toBe(0)
  await log(page).focus()
  await page.keyboard.press('a')
  await page.getByRole('menuitem', { name: 'Ficar com a conversa' }).press('Enter')
  await expect.poll(async () => (await conversationOf(ours, id)).assigneeName).toBe('Pessoa de Teste')
  await page.locator('[role=menu]').waitFor({ state: 'detached' })
  await log(page).focus()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Aguardar o cliente' }).press('Enter')
  await page.getByText(/^Conversa aguardando o cliente/).waitFor()
  await expect.poll(async () => (await conversationOf(ours, id)).status).toBe('waiting')
  await page.locator('[role=menu]').waitFor({ state: 'detached' })
  await log(page).focus()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Deixar como não lida' }).press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/whatsapp')
  await expect.poll(async () => (await conversationOf(ours, id)).unread).toBe(1)
  await page.getByRole('combobox', { name: 'Situação' }).selectOption('Aguardando')
  await rows(page).getByText('1 não lida').waitFor()
})

test('whatever a customer writes is shown as text', async () => {
  const { ours, channel } = await inboxCompany(app)
  const texts = [
    '<img src=x onerror="document.title=1"><b>oi</b>',
    'abc \u202e txt.exe',
    '{{nome}} [x](javascript:alert(1))'
  ]
  const { id } = await customerWrites(app, ours, channel, { ...ada, name: '<i>Ada</i>', texts })
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  for (const text of texts) await log(page).getByText(text, { exact: true }).waitFor()
  await expect.poll(() => log(page).locator('.text :is(img, b, a)').count()).toBe(0)
  await expect.poll(() => rows(page).locator('i').count()).toBe(0)
  await page.getByRole('heading', { name: '<i>Ada</i>' }).waitFor()
})

test('who came by an advertisement is known by it, in the conversation and on the page of the lead', async () => {
  const { ours, channel } = await inboxCompany(app)
  const referral = { source_id: '120', source_type: 'ad', headline: 'Bolos para festas', body: 'Peça até sexta' }
  const message = { ...written(ada.number, 'wamid.advertised', 'Quanto custa?'), referral }
  const order = {
    ...written(ada.number, 'wamid.order', ''),
    type: 'order',
    order: { product_items: [{ quantity: 1 }, { quantity: 2 }] }
  }
  await deliver(app, channel, whatsapp(channel.account, { messages: [message, order] }))
  const page = await openAs(site, ours, '/whatsapp', views['phone dark'])
  await rows(page).getByRole('link').first().click()
  await log(page).getByText('Veio do anúncio “Bolos para festas”').waitFor()
  await log(page).getByText('Fez um pedido de 2 itens').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  await page.goto(`/leads/${lead.id}`)
  await page.getByRole('button', { name: 'Origem e consentimentos' }).click()
  await page.getByText('Peça até sexta').waitFor()
})

test('a word of a message is found in every state, shown with the word marked, and opened at that message', async () => {
  const { ours, channel } = await inboxCompany(app)
  const texts = ['O endereço é Rua das Flores, 7', ...Array.from({ length: 120 }, (_, n) => `Recado número ${n}`)]
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts })
  await customerWrites(app, ours, channel, { number: '5511911112222', name: 'Bia Lima', texts: ['Gosto de flores'] })
  const resolved = await app.inject({
    method: 'PATCH',
    url: `/api/conversations/${id}`,
    headers: ours.auth,
    payload: { status: 'resolved' }
  })
  expect(resolved.statusCode).toBe(200)

  const page = await openAs(site, ours, '/whatsapp', views['desktop dark'])
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar conversas' })
  const states = (page: Page) => page.getByRole('combobox', { name: 'Situação' })
  await search(page).fill('rua das flores')
  await rows(page).getByText('Rua', { exact: true }).waitFor()
  expect(await rows(page).locator('mark').allTextContents()).toEqual(['Rua', 'das', 'Flores'])
  await expect.poll(() => states(page).locator(':checked').textContent()).toBe('Todas')
  expect(await accessibilityFaults(page)).toEqual([])

  const isInSight = async (page: Page) => {
    const message = log(page).getByText('O endereço é Rua das Flores, 7')
    await message.waitFor()
    const [inner, outer] = [await boxOf(message), await boxOf(log(page))]
    return inner.top >= outer.top && inner.bottom <= outer.bottom
  }
  await rows(page).getByRole('link').first().click()
  await expect.poll(() => isInSight(page)).toBe(true)
  await page.getByRole('button', { name: 'Ir para o fim' }).waitFor()

  // Beside an open conversation every folder is in sight.
  await page.setViewportSize({ width: 1440, height: 900 })
  const folders = page.getByRole('group', { name: 'Pastas' })
  for (const folder of await folders.getByRole('button').all())
    expect((await boxOf(folder)).right).toBeLessThanOrEqual((await boxOf(folders)).right)

  // The address shows a colleague the same, list and message.
  const { pathname, search: parameters } = new URL(page.url())
  expect(pathname).toBe(`/whatsapp/${id}`)
  const colleague = await openAs(site, await join(app, ours), `${pathname}${parameters}`)
  await expect.poll(() => isInSight(colleague)).toBe(true)
  await expect.poll(() => search(colleague).inputValue()).toBe('rua das flores')

  await states(page).selectOption('Abertas')
  await page.getByText('Nada encontrado').waitFor()
  await page.reload()
  await page.getByText('Nada encontrado').waitFor()
  await states(page).selectOption('Todas')
  await search(page).fill('(11) 98765-4321')
  await rows(page).getByText('Ada Souza').waitFor()
  await search(page).fill('flores')
  // Both were written in one moment, so that either may stand first.
  await expect
    .poll(async () => (await rows(page).locator('mark').allTextContents()).sort())
    .toEqual(['Flores', 'flores'])
  await page.getByRole('button', { name: 'Não lidas', exact: true }).click()
  await expect.poll(() => rows(page).locator('mark').allTextContents()).toEqual(['flores'])
  expect(new URL(page.url()).searchParams.get('pasta')).toBe('nao-lidas')
})

test('two who answer the same person see each other, and are warned before both do', async () => {
  const { ours, channel } = await inboxCompany(app)
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const [mine, hers] = await Promise.all([ours, bia].map(who => openAs(site, who, `/whatsapp/${id}`)))
  if (!mine || !hers) throw new Error('no page')
  await mine.getByText('Bia também está vendo').waitFor()
  await box(hers).pressSequentially('Oi, Ada')
  await mine.getByText('Bia está digitando…').waitFor()
  const before = graph.sent.length
  await box(mine).fill('Bom dia')
  await box(mine).press('Enter')
  await mine.getByText('Bia Lima está digitando nesta conversa.', { exact: false }).waitFor()
  expect(graph.sent.length).toBe(before)
  await hers.getByText('Pessoa está digitando…').waitFor()
  await box(hers).press('Enter')
  await hers.getByRole('button', { name: 'Enviar assim mesmo' }).click()
  await log(mine).getByText('Oi, Ada').waitFor()
  await mine.getByRole('button', { name: 'Enviar assim mesmo' }).click()
  await expect.poll(() => sentTexts(before)).toEqual(['Oi, Ada', 'Bom dia'])
})

test('a draft waits for its person and its conversation', async () => {
  const { ours, channel } = await inboxCompany(app)
  const first = await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const second = await customerWrites(app, ours, channel, { number: '5511912345678', name: 'Rui Melo', texts: ['Olá'] })
  const page = await openAs(site, ours, `/whatsapp/${first.id}`)
  await box(page).fill('Ainda não pronto')
  await rows(page)
    .getByRole('link', { name: /Rui Melo/ })
    .click()
  await box(page, 'Rui Melo').waitFor()
  await expect.poll(() => box(page, 'Rui Melo').inputValue()).toBe('')
  expect(page.url()).toContain(second.id)
  await page.reload()
  await rows(page)
    .getByRole('link', { name: /Ada Souza/ })
    .click()
  await expect.poll(() => box(page).inputValue()).toBe('Ainda não pronto')
})

test('on a phone the list and the conversation are two screens', async () => {
  const { ours, channel } = await inboxCompany(app)
  await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  const page = await openAs(site, ours, '/whatsapp', { ...views['phone light'], touch: true } as never)
  await rows(page)
    .getByRole('link', { name: /Ada Souza/ })
    .tap()
  await box(page).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Conversas' }).isVisible()).toBe(false)
  await box(page).fill('Olá!')
  await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
  await log(page).getByText('Aceita').waitFor()
  await page.getByRole('button', { name: 'Sobre Ada Souza' }).tap()
  await page
    .getByRole('dialog', { name: 'Sobre Ada Souza' })
    .getByRole('link', { name: 'Ada Souza', exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Fechar', exact: true }).tap()
  await page.getByRole('link', { name: 'Voltar às conversas' }).tap()
  await rows(page).getByText('Equipe: Olá!').waitFor()
  await expect.poll(() => log(page).count()).toBe(0)
})

test('older messages come as one goes up, what is read stays in its place, and a button leads back', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Mensagem nova'] })
  await app.db.everyCompany(trx =>
    sql`insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, created_at)
      select company_id, conversation_id, channel_id, lead_id, 'in', 'text', 'Linha ' || n, created_at - n * interval '1 minute'
      from messages, generate_series(1, 180) n where conversation_id = ${id}`.execute(trx)
  )
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  await log(page).getByText('Linha 49', { exact: true }).waitFor()
  const top = () => log(page).evaluate(element => element.scrollTop)
  const line = log(page).getByText('Linha 45', { exact: true })
  // The log may go back to its end in the frame of the scroll: a hand would scroll again.
  const before = await line.evaluate(async element => {
    const scroller = element.closest('[role=log]') as HTMLElement
    for (;;) {
      scroller.scrollTo(0, 200)
      const { top } = element.getBoundingClientRect()
      for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
      if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight > 100) return top
    }
  })
  await log(page).getByText('Linha 99', { exact: true }).waitFor()
  const after = await line.evaluate(element => element.getBoundingClientRect().top)
  expect(Math.abs(after - before)).toBeLessThan(3)
  expect(await top()).toBeGreaterThan(1000)
  await customerWrites(app, ours, channel, { ...ada, texts: ['Mais uma'] })
  await page.getByRole('button', { name: '1 mensagem nova' }).click()
  await expect.poll(() => log(page).getByText('Mais uma').isVisible()).toBe(true)
  await page.getByRole('button', { name: '1 mensagem nova' }).waitFor({ state: 'detached' })
})

test('what is read stays in its place where older messages come before what was left out is drawn again', async () => {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Mensagem nova'] })
  // An id that ends with 20 has a block of messages begin there: of the first page two stand in a block at the top.
  await app.db.everyCompany(async trx => {
    await sql`update messages set id = left(id, 22) || '21' where conversation_id = ${id}`.execute(trx)
    await sql`insert into messages (id, company_id, conversation_id, channel_id, lead_id, direction, kind, text, created_at)
      select left(md5(id || n), 22) || case n when 47 then '20' else '21' end, company_id, conversation_id, channel_id,
        lead_id, 'in', 'text', 'Linha ' || n, created_at - n * interval '1 minute'
      from messages, generate_series(1, 120) n where conversation_id = ${id}`.execute(trx)
  })
  const page = await openAs(site, ours, '/whatsapp')
  await page.addInitScript(() => {
    const originalFetch = window.fetch
    window.fetch = async (...args) => {
      const answer = await originalFetch(...args)
      if (String(args[0]).includes('before=')) await new Promise(done => Object.assign(window, { letOlderCome: done }))
      return answer
    }
  })
  await page.goto(`/whatsapp/${id}`)
  await log(page).getByText('Linha 49', { exact: true }).waitFor()
  // Once it was shown, what is far away is left out, and its room kept.
  await expect.poll(() => log(page).locator('.settled').count()).toBe(2)
  await log(page).evaluate(element => element.scrollTo(0, 200))
  await page.waitForFunction(() => 'letOlderCome' in window)
  await log(page).evaluate(async element => {
    element.scrollTo(0, element.scrollHeight)
    for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame)
  })
  const line = log(page).getByText('Linha 45', { exact: true })
  const before = await line.evaluate(element => {
    const scroller = element.closest('[role=log]') as HTMLElement
    scroller.scrollTo(0, 200)
    scroller.dispatchEvent(new Event('scroll', { bubbles: true }))
    ;(window as unknown as { letOlderCome(): void }).letOlderCome()
    return element.getBoundingClientRect().top
  })
  await log(page).getByText('Linha 99', { exact: true }).waitFor()
  await page.evaluate(async () => {
    for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame)
  })
  const after = await line.evaluate(element => element.getBoundingClientRect().top)
  expect(Math.abs(after - before)).toBeLessThan(3)
})

test('only the conversations in sight are drawn and read, of many thousand', async () => {
  const { ours, channel } = await inboxCompany(app)
  await customerWrites(app, ours, channel, { ...ada, texts: ['Oi'] })
  await app.db.everyCompany(trx =>
    sql`insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind, last_message_at, last_text, last_kind, last_direction)
      select company_id, channel_id, channel, lead_id, '55119' || lpad(n::text, 8, '0'), 'wa_id', last_message_at - n * interval '1 minute', 'Texto ' || n, 'text', 'in'
      from conversations, generate_series(1, 5000) n where company_id = ${ours.id}`.execute(trx)
  )
  const page = await openAs(site, ours, '/whatsapp')
  await rows(page).getByText('Texto 5', { exact: true }).waitFor()
  const list = page.getByRole('region', { name: 'Conversas' }).locator('ul').locator('..')
  // There is more to scroll to each time that the end is near.
  const shown = (text: string) => rows(page).getByText(text, { exact: true }).isVisible()
  for (const n of [60, 200, 400]) {
    const reached = async () => {
      await list.evaluate((element, top) => element.scrollTo(0, top), 76 * n)
      return shown(`Texto ${n + 2}`)
    }
    await expect.poll(reached).toBe(true)
    await expect.poll(() => rows(page).count()).toBeLessThan(40)
  }
})

test('who connects a number is led step by step, and the secrets are never shown again', async () => {
  const ours = await company(app)
  const page = await openAs(site, ours, '/whatsapp')
  await page.getByRole('link', { name: 'Conectar o WhatsApp' }).click()
  await page.getByText('Não configurado').waitFor()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Digite os números, sem espaços.').waitFor()
  await page.getByLabel('Identificação do número (phone number ID)').fill(`1${String(Date.now()).padStart(14, '0')}`)
  await page.getByLabel('Token de acesso').fill(goodToken)
  await page.getByLabel('Chave secreta do aplicativo').fill('0123456789abcdef0123')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Salvo, termina em 6789.', { exact: false }).waitFor()
  await expect.poll(() => page.getByLabel('Token de acesso').inputValue()).toBe('')
  await page.getByText('A conexão funciona.', { exact: false }).waitFor()
  await expect
    .poll(() => page.getByLabel('URL de callback', { exact: true }).inputValue())
    .toMatch(/\/webhooks\/whatsapp$/)
  await expect.poll(() => page.getByLabel('Token de verificação', { exact: true }).inputValue()).not.toBe('')
  await page.getByRole('button', { name: 'Ligar canal' }).click()
  await page.getByText('Ativo', { exact: true }).waitFor()
  expect(await page.content()).not.toContain('EAAG-secret-token')

  await check(page.getByRole('checkbox', { name: 'Segunda-feira' }))
  await page.getByLabel('Segunda-feira, das').fill('09:00')
  await page.getByLabel('Mensagem fora do horário').fill('Voltamos às 9h.')
  await page.getByRole('button', { name: 'Salvar horário' }).click()
  await page.getByText('Horário salvo').waitFor()
  const settings = (await app.inject({ url: '/api/whatsapp/settings', headers: ours.auth })).json()
  expect(settings).toMatchObject({
    businessHours: [{ day: 1, from: '09:00', to: '18:00' }],
    awayMessage: 'Voltamos às 9h.'
  })
})

test('the doctor of a channel says what it found, what came, and works it off again', async () => {
  const { ours, channel } = await inboxCompany(app)
  await customerWrites(app, ours, channel, { ...ada, texts: ['Oi', 'Tudo bem?'] })
  const page = await openAs(site, ours, '/whatsapp?aba=configuracao', views['phone light'])
  await page.getByRole('button', { name: 'Doutor dos canais' }).click()
  await page.getByText('A Meta aceita o token.').waitFor()
  await page.getByText('2 novidades recebidas').waitFor()
  await page.getByText('2 processadas').waitFor()
  await page.getByRole('button', { name: 'Reprocessar' }).click()
  await page.getByText('1 aviso volta à fila').waitFor()
  await expect.poll(() => rowsOfReport(page)).toEqual(['2 repetidas, já guardadas'])
  await page.getByText('1 aviso volta à fila').waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])
})

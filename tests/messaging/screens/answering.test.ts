import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { type Kept, recordsLike } from '../../kit/recordings.ts'
import { boxOf, openAs, openSite, browserTest as test, views } from '../../kit/site.ts'
import { changePlan, join } from '../../kit/team.ts'
import { deliver } from '../../kit/webhooks.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken })
atEnd(() => meta.close())
const site = await openSite({
  META_GRAPH_URL: meta.url,
  INSTAGRAM_GRAPH_URL: meta.url,
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken,
  INSTAGRAM_APP_SECRET: appSecret
})
const { app } = site
for (const kind of ['whatsapp', 'instagram'] as const)
  await meta.subscribe(`${site.url}/webhooks/${kind}`, verifyToken, kind)

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Mensagem para Ada Souza' })

/** A customer has written to a company by a channel. */
async function inTalk(kind: 'whatsapp' | 'instagram' = 'whatsapp', view = views['desktop light']) {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const post = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
    const answer = await app.inject({ method, url, headers: ours.auth, payload })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const own = kind === 'whatsapp' ? meta.addNumber() : meta.addAccount({ subscribed: ['messages'] })
  if (kind === 'whatsapp') {
    await post('POST', '/api/whatsapp/settings', { phoneNumberId: own.id, token: meta.token })
    await post('PATCH', '/api/whatsapp/settings/status', { active: true })
  } else {
    await post('POST', '/api/instagram/config', { accountId: own.id, token: meta.tokens.issue(own.id) })
    await post('POST', '/api/instagram/config', { active: true })
  }
  const customer =
    kind === 'whatsapp'
      ? meta.customer({ name: 'Ada Souza', phone: '+55 11 98765-4321', number: own.id })
      : meta.instagramCustomer({ name: 'Ada Souza', username: 'ada.souza', account: own.id })
  customer.text('Onde fica a loja?')
  const list = async () => (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  await expect.poll(async () => (await list())[0]?.name).toBe('Ada Souza')
  const [conversation] = await list()
  const path = kind === 'whatsapp' ? '/whatsapp' : '/instagram-messages'
  const page = await openAs(site, ours, `${path}/${conversation?.id}`, view)
  await log(page).getByText('Onde fica a loja?').waitFor()
  const read = async () =>
    (await app.inject({ url: `/api/conversations/${conversation?.id}/messages`, headers: ours.auth })).json<Message[]>()
  const waba = 'waba' in own ? own.waba : ''
  return { ours, customer, page, read, thread: customer.person.thread, waba }
}

/** The recording is at least so many seconds long, up to nine. A single exact second is missed by a slow machine. */
const hasRecorded = (seconds: number) => new RegExp(`Gravando (0:0[${seconds}-9]|0:[1-5]|[1-9])`)

for (const [view, channel] of [
  ['desktop light', 'whatsapp'],
  ['phone dark', 'whatsapp'],
  ['desktop light', 'instagram']
] as const)
  test(`a voice note is recorded in the page and heard by the customer: ${channel}, ${view}`, async () => {
    const { page, thread } = await inTalk(channel, views[view])
    await page.getByRole('button', { name: 'Gravar um áudio' }).click()
    const bar = page.getByRole('group', { name: 'Gravação de áudio' })
    await bar.getByText(hasRecorded(1)).waitFor()
    await bar.getByRole('button', { name: 'Descartar o áudio' }).click()
    await box(page).waitFor()
    expect(thread.filter(({ from }) => from === 'business')).toEqual([])

    await page.getByRole('button', { name: 'Gravar um áudio' }).click()
    await bar.getByText(hasRecorded(2)).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await bar.getByRole('button', { name: 'Enviar o áudio' }).click()
    await log(page).locator('audio').waitFor()
    await expect.poll(() => thread.findLast(({ from }) => from === 'business')?.kind).toBe('audio')
    const [sent] = meta.sent.filter(({ person }) => person?.thread === thread)
    if (channel === 'whatsapp') expect(sent?.body).toMatchObject({ audio: { voice: true } })
    // It has a length and can be played, which a cut or empty file has not.
    const seconds = () =>
      log(page)
        .locator('audio')
        .evaluate((element: HTMLMediaElement) => element.duration)
    await expect.poll(seconds).toBeGreaterThan(1)
  })

const firefoxOgg = { file: 'firefox.ogg', type: 'audio/ogg;codecs=opus' }
const firefoxWebm = { file: 'firefox.webm', type: 'audio/webm;codecs=opus' }
const webkit = { file: 'webkit.mp4', type: 'audio/mp4;codecs=mp4a.40.2' }
const stoppedAtOnce: Kept[] = [
  { ...firefoxOgg, file: 'firefox-stopped.ogg' },
  { ...firefoxWebm, file: 'firefox-stopped.webm' },
  { ...webkit, file: 'webkit-stopped.mp4' }
]

/** Records what another browser did, for a second by the clock. */
async function recordKept(page: Page, kept: Kept): Promise<Locator> {
  await recordsLike(page, kept)
  await page.getByRole('button', { name: 'Gravar um áudio' }).click()
  const bar = page.getByRole('group', { name: 'Gravação de áudio' })
  await bar.getByText(hasRecorded(1)).waitFor()
  await bar.getByRole('button', { name: 'Enviar o áudio' }).click()
  return bar
}

for (const channel of ['whatsapp', 'instagram'] as const)
  test(`what Firefox and Safari record becomes what the channel takes, or is said to be without sound: ${channel}`, async () => {
    const { page, thread, read } = await inTalk(channel)
    const knowsAac = await page.evaluate(async () => {
      const config = { codec: 'mp4a.40.2', sampleRate: 44_100, numberOfChannels: 1 }
      return (await AudioDecoder.isConfigSupported(config)).supported === true
    })
    const opus = { type: 'audio/ogg; codecs=opus', size: [7000, 10_000] }
    const aac = { type: 'audio/aac', size: [7000, 10_000] }
    const plain = { type: 'audio/wav', size: [60_000, 80_000] }
    const ofOpus = channel === 'whatsapp' ? opus : plain
    const cases = [
      [firefoxOgg, ofOpus],
      [firefoxWebm, ofOpus],
      [webkit, channel === 'whatsapp' && knowsAac ? opus : aac]
    ] as const
    for (const [n, [kept, becomes]] of cases.entries()) {
      await recordKept(page, kept)
      const stored = async () => (await read()).filter(({ kind }) => kind === 'audio') // the newest first
      await expect.poll(async () => (await stored()).length, { message: kept.file }).toBe(n + 1)
      await expect.poll(() => log(page).locator('audio').count(), { message: kept.file }).toBe(n + 1)
      const file = (await stored())[0]?.file
      expect(file, kept.file).toMatchObject({ state: 'kept', type: becomes.type })
      const [least = 0, largest = 0] = becomes.size
      expect(file?.size, kept.file).toBeGreaterThan(least)
      expect(file?.size, kept.file).toBeLessThan(largest)
      const player = log(page).locator('audio').last()
      const seconds = () => player.evaluate((element: HTMLMediaElement) => element.duration)
      await expect.poll(seconds, { message: kept.file }).toBeGreaterThan(1.8)
      expect(await seconds(), kept.file).toBeLessThan(2.6)
      await expect.poll(() => thread.filter(({ from }) => from === 'business').length).toBe(n + 1)
      expect(thread.at(-1)?.kind, kept.file).toBe('audio')
      const { body } = meta.sent.findLast(({ person }) => person?.thread === thread) ?? {}
      if (channel === 'whatsapp')
        expect((body as { audio: object }).audio, 'only Opus is a voice message').toEqual({
          id: expect.any(String),
          ...(becomes === opus && { voice: true })
        })
    }
    for (const kept of stoppedAtOnce) {
      const bar = await recordKept(page, kept)
      await bar.getByText('O áudio saiu sem som. Descarte, confira o microfone e grave de novo.').waitFor()
      await bar.getByRole('button', { name: 'Descartar o áudio' }).click()
      await box(page).waitFor()
    }
    expect(thread.filter(({ from }) => from === 'business').length).toBe(cases.length)
  })

test('forbidding the microphone shows what to do, and nothing is sent', async () => {
  const { page, thread } = await inTalk()
  await page.evaluate(() => {
    // The fake microphone is always allowed: this is how a browser says no.
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Gravar um áudio' }).click()
  await page.getByText('Permita o microfone nas configurações').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Enviar o áudio' }).isEnabled()).toBe(false)
  await page.getByRole('button', { name: 'Descartar o áudio' }).click()
  await box(page).fill('Rua das Flores, 10')
  await box(page).press('Enter')
  await expect.poll(() => thread.at(-1)?.text).toBe('Rua das Flores, 10')
})

test('a reaction, a place and marked words reach the customer, and are shown as such', async () => {
  const { page, thread } = await inTalk()
  const question = log(page).locator('[data-message]').filter({ hasText: 'Onde fica a loja?' })
  await question.hover()
  await question.getByRole('button', { name: 'Reagir a: Onde fica a loja?' }).click()
  await page.getByRole('button', { name: 'Reagir com ❤️' }).click()
  await question.getByRole('img', { name: 'Sua empresa reagiu com ❤️' }).waitFor()
  await expect.poll(() => thread[0]?.reactions?.business).toBe('❤️')
  await question.hover()
  await question.getByRole('button', { name: 'Reagir a: Onde fica a loja?' }).click()
  await page.getByRole('button', { name: 'Retirar a reação ❤️' }).click()
  await expect.poll(() => thread[0]?.reactions?.business).toBe('')

  await box(page).fill('Fica aqui:')
  await page.getByRole('button', { name: 'Anexar e mais' }).click()
  await page.getByRole('menuitem', { name: 'Localização' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar localização' })
  await dialog.getByRole('textbox', { name: 'Nome do lugar' }).fill('Padaria Central')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await dialog.getByText('Cole o link do lugar no mapa').waitFor()
  await dialog.getByRole('textbox', { name: 'Link do mapa ou coordenadas' }).fill('-23.5614, -46.6559')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await log(page).getByRole('link', { name: 'Ver no mapa' }).waitFor()
  await expect.poll(() => thread.at(-1)).toMatchObject({ kind: 'location', text: 'Padaria Central' })
  // The unsent text is still there.
  await expect.poll(() => box(page).inputValue()).toBe('Fica aqui:')
  await box(page).fill('Abre às *7h*: https://padaria.example')
  await box(page).press('Enter')
  await log(page).locator('strong', { hasText: '7h' }).waitFor()
  const link = log(page).getByRole('link', { name: 'https://padaria.example' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    'https://padaria.example/',
    'noopener noreferrer'
  ])
})

test('large pictures are gone through by the arrows, in their order', async () => {
  const { customer, page } = await inTalk()
  for (const caption of ['Primeira', 'Segunda', 'Terceira']) customer.image({ caption })
  const small = log(page).getByRole('button', { name: /^Ver grande: / })
  const names = () => small.evaluateAll(all => all.map(each => each.getAttribute('aria-label')))
  await expect.poll(names).toEqual(['Ver grande: Primeira', 'Ver grande: Segunda', 'Ver grande: Terceira'])
  await small.nth(1).click()
  const large = (name: string) => page.getByRole('dialog', { name }).getByRole('img', { name })
  await large('Segunda').waitFor()
  // The keys are the dialog's once it has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') != null)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await large('Terceira').waitFor()
  await page.keyboard.press('ArrowRight')
  await large('Terceira').waitFor()
  await page.getByRole('button', { name: 'Foto anterior' }).click()
  await page.keyboard.press('ArrowLeft')
  await large('Primeira').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

for (const [name, view] of [
  ['a desktop', views['desktop light']],
  ['a phone', views['phone dark']]
] as const)
  test(`pictures sent in one go are one album on ${name}`, async () => {
    const { customer, page } = await inTalk('whatsapp', view)
    customer.image({ caption: 'Nossa festa' })
    for (let n = 0; n < 4; n++) customer.image({ caption: '' })
    const album = log(page).getByRole('list', { name: 'Álbum com 5 fotos' })
    await expect.poll(() => album.getByRole('img').count()).toBe(5)
    await log(page).getByText('Nossa festa').waitFor()
    await expect
      .poll(() => album.getByRole('img').evaluateAll(all => all.every(each => (each as HTMLImageElement).complete)))
      .toBe(true)
    await album.getByRole('button').nth(2).click()
    const large = page.getByRole('dialog')
    await large.getByRole('img').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

test('a story that is answered is quoted above the words', async () => {
  const { customer, page } = await inTalk('instagram')
  if (!('storyReply' in customer)) throw new Error('a customer of Instagram')
  customer.storyReply('Quero um destes')
  const answer = log(page).locator('[data-message]').filter({ hasText: 'Quero um destes' })
  await answer.getByText('Respondeu ao seu story').waitFor()
  await answer.locator('.story').getByRole('img').waitFor()
})

test('a block that Meta reports is said where one would write, and so is its end', async () => {
  const { page, waba } = await inTalk()
  const report = async (state: string, time: number) => {
    const value = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state } }
    const entry = [{ id: waba, time, changes: [{ field: 'account_update', value }] }]
    const body = { object: 'whatsapp_business_account', entry }
    expect((await deliver(app, { kind: 'whatsapp', secret: appSecret }, body)).statusCode).toBe(200)
  }
  const now = Math.floor(Date.now() / 1000)
  await report('DISABLE', now)
  await page.getByText('A Meta desativou a conta do WhatsApp Business').waitFor()
  await report('REINSTATE', now + 1)
  await box(page).waitFor()
})

for (const view of ['desktop light', 'phone dark'] as const)
  test(`a person of Instagram has face and @name in the inbox and on the lead: ${view}`, async () => {
    const { page } = await inTalk('instagram', views[view])
    const face = (where: Locator) =>
      expect
        .poll(() => where.locator('.face img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    const head = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Ada Souza' }) })
    await face(head)
    await head.getByText('@ada.souza').waitFor()
    const path = new URL(page.url()).pathname
    await page.goto(`${site.url}/instagram-messages`)
    await face(page.getByRole('link', { name: /Ada Souza/ }).first())
    await page.goto(`${site.url}/leads`)
    await page.getByRole('link', { name: 'Ada Souza', exact: true }).click()
    const facts = page.getByRole('button', { name: /^Dados do lead/ })
    if (view === 'phone dark') await facts.click()
    const contact = page.getByRole('region', { name: 'Contato' })
    await face(contact)
    expect(await accessibilityFaults(page)).toEqual([])
    await contact.getByRole('link', { name: '@ada.souza' }).click()
    await page.waitForURL(`**${path}`)
  })

test('what is unread is counted beside the words of the menu, never over its sign, and read out once', async () => {
  const { customer, page } = await inTalk()
  await page.goto(`${site.url}/leads`)
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  customer.text('E abrem no domingo?')
  for (const [width, height, scheme] of [
    [1280, 900, 'light'],
    [1000, 800, 'dark'],
    [360, 740, 'light']
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    const entry = page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: /^WhatsApp\s+1 conversa não lida$/ })
    await entry.waitFor()
    const [sign, count] = [await boxOf(entry.locator('svg')), await boxOf(entry.locator('.count > :first-child'))]
    // The drawn part of the sign has room within its box on a phone.
    const drawn = { left: sign.left + (sign.width - 24) / 2, right: sign.right - (sign.width - 24) / 2 }
    const apart = count.left >= drawn.right || count.right <= drawn.left || count.top >= sign.bottom
    expect(apart, JSON.stringify({ width, sign, count })).toBe(true)
    expect(count.right).toBeLessThanOrEqual((await boxOf(entry)).right)
  }
  expect(await accessibilityFaults(page)).toEqual([])
})

test('WhatsApp in the list of leads leads to the conversation of those who have written, while the number is on', async () => {
  const { ours, page } = await inTalk()
  await sendLead(app, ours.id, { name: 'Beto Calado', phone: '(11) 97777-0000' })
  await page.goto(`${site.url}/leads`)
  await page.getByRole('link', { name: 'Conversar com Beto Calado no WhatsApp' }).waitFor()
  await page.getByRole('link', { name: 'Responder a Ada Souza no WhatsApp' }).click()
  await log(page).getByText('Onde fica a loja?').waitFor()
  const off = { method: 'PATCH', url: '/api/whatsapp/settings/status', headers: ours.auth } as const
  expect((await app.inject({ ...off, payload: { active: false } })).statusCode).toBe(200)
  await page.goto(`${site.url}/leads`)
  await page.getByRole('link', { name: 'Conversar com Ada Souza no WhatsApp' }).waitFor()
})

test('who answers from the list of those who wait has the cursor in the box', async () => {
  const { page } = await inTalk()
  await page.goto(`${site.url}/dashboard`)
  await page.getByRole('link', { name: 'Responder a Ada Souza' }).click()
  await log(page).getByText('Onde fica a loja?').waitFor()
  await expect.poll(() => box(page).evaluate(element => element === document.activeElement)).toBe(true)
})

test('somebody who may only answer keeps quick replies of their own, in the conversation', async () => {
  const { ours } = await inTalk()
  await app.inject({
    method: 'POST',
    url: '/api/quick-replies',
    headers: ours.auth,
    payload: { shortcut: 'horario', text: 'Das 7h às 19h.' }
  })
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const [conversation] = (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  const page = await openAs(site, bia, `/whatsapp/${conversation?.id}`)
  await box(page).fill('/')
  await page.getByRole('button', { name: 'Editar respostas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Respostas rápidas' })
  await dialog.getByText('Das 7h às 19h.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Apagar /horario' }).count()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Atalho' }).fill('bia')
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Aqui é a {{primeiro_nome_atendente}}.')
  await dialog.getByRole('button', { name: 'Acrescentar' }).click()
  await dialog.getByText('só para mim').waitFor()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await box(page).fill('/bi')
  await page.getByRole('option', { name: '/bia · minha' }).click()
  await expect.poll(() => box(page).inputValue()).toBe('Aqui é a Bia.')
})

/** Where the person stands beside the conversation. */
const wide = { width: 1440, height: 900, scheme: 'light' } as const

test('the green button of a lead who has written leads to the conversation, not out of the product', async () => {
  const { page } = await inTalk('whatsapp', wide)
  await page
    .getByRole('region', { name: 'Sobre Ada Souza' })
    .getByRole('link', { name: 'Ada Souza', exact: true })
    .click()
  await page.waitForURL('**/leads/*')
  await page.locator('main').getByRole('link', { name: 'WhatsApp', exact: true }).click()
  await log(page).getByText('Onde fica a loja?').waitFor()
})

test('the person of a conversation is said to be somebody else, and taken back', async () => {
  const { ours, page } = await inTalk('whatsapp', wide)
  const leads = async () =>
    (await app.inject({ url: '/api/leads', headers: ours.auth })).json<{ name: string; id: string }[]>().length
  expect(await leads()).toBe(1)
  await page.getByRole('button', { name: 'É outra pessoa' }).click()
  await page.getByText('A conversa agora é de um lead novo').waitFor()
  expect(await leads()).toBe(2)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(leads).toBe(1)
})

test('contacts, orders, forms, polls, advertisements and groups are shown as what they are', async () => {
  const { customer, page } = await inTalk()
  if (!('listReply' in customer)) throw new Error('a customer of WhatsApp')
  const phones = ['+55 11 4002-8922', '+55 11 98888-7777'].map(phone => ({ phone, type: 'CELL' }))
  customer.raw('contacts', [
    { name: { formatted_name: 'Rui Encanador' }, org: { company: 'Rui Reparos' }, phones },
    { name: { formatted_name: 'Lia Pintora' }, phones: [], emails: [{ email: 'lia@example.com' }] }
  ])
  const item = (product_retailer_id: string, quantity: number, item_price: number) => ({
    ...{ product_retailer_id, quantity, item_price, currency: 'BRL' }
  })
  customer.order([item('BOLO-01', 2, 45.5), item('VELA-7', 1, 9)], 'Para sábado')
  customer.raw('interactive', {
    type: 'nfm_reply',
    nfm_reply: {
      name: 'flow',
      body: 'Sent',
      response_json: '{"flow_token":"x1","tamanho":"Grande","data_da_festa":"12/12"}'
    }
  })
  customer.unsupported('poll_creation')
  customer.text('Vi vocês', {
    referral: {
      source_url: 'https://fb.example/anuncio',
      source_type: 'ad',
      source_id: '120',
      headline: 'Bolos para festas',
      body: 'Peça até sexta',
      ctwa_clid: 'clid-1'
    }
  })
  customer.fromBusiness('Respondi pelo celular')
  const shown = (text: string) => log(page).getByText(text).first().waitFor()
  for (const text of ['Rui Encanador', 'Rui Reparos', '+55 11 4002-8922', '+55 11 98888-7777', 'lia@example.com'])
    await shown(text)
  const lines = log(page).getByRole('list', { name: 'Itens do pedido' }).getByRole('listitem')
  await expect
    .poll(async () => (await lines.allInnerTexts()).map(text => text.replace(/\s+/g, ' ')))
    .toEqual(['2 × BOLO-01 R$ 91,00', '1 × VELA-7 R$ 9,00', 'Total R$ 100,00'])
  await shown('Grande')
  await shown('data da festa')
  await shown('Respondeu ao formulário')
  await expect.poll(() => log(page).getByText('Sent', { exact: true }).count()).toBe(0)
  await expect.poll(() => log(page).getByText('x1').count()).toBe(0)
  await shown('Mandou uma enquete, que o canal não mostra aqui.')
  await shown('Veio do anúncio “Bolos para festas”')
  await expect
    .poll(() => log(page).getByRole('link', { name: 'Ver o anúncio' }).getAttribute('href'))
    .toBe('https://fb.example/anuncio')
  await log(page)
    .locator('[data-message]')
    .filter({ hasText: 'Respondi pelo celular' })
    .getByText('Pelo aplicativo')
    .first()
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

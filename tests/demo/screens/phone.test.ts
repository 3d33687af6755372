import { sql } from 'kysely'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { hashPassword } from '../../../services/account/auth/passwords.ts'
import { demoAccount } from '../../../services/demo/accounts.ts'
import { fillDemo } from '../../../services/demo/demo.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { png } from '../../kit/peers/meta/samples.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { boxOf, openAs, openSite, browserTest as test, views, visit } from '../../kit/site.ts'
import { changePlan } from '../../kit/team.ts'

const meta = await startMeta({ appSecret: 'secret-of-the-meta-app', verifyToken: 'token-of-the-test' })
atEnd(() => meta.close())
const site = await openSite({
  DATABASE_URL: await newDatabase(),
  DEMO_PROVIDER_URL: meta.url,
  META_GRAPH_URL: meta.url,
  META_APP_SECRET: 'secret-of-the-meta-app',
  META_VERIFY_TOKEN: 'token-of-the-test',
  INSTAGRAM_GRAPH_URL: meta.url,
  INSTAGRAM_APP_ID: '998877665544',
  INSTAGRAM_APP_SECRET: 'secret-of-the-meta-app'
})
for (const channel of ['whatsapp', 'instagram'] as const)
  await meta.subscribe(`${site.url}/webhooks/${channel}`, undefined, channel)

/** A company with a number and an account of its own at the provider. */
async function connected() {
  const ours = await company(site.app)
  await changePlan(site.app, ours.id, 'pro')
  const [number, account] = [meta.addNumber(), meta.addAccount()]
  const post = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
    const answer = await site.app.inject({ method, url, headers: ours.auth, payload })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await post('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, token: meta.token })
  await post('PATCH', '/api/whatsapp/settings/status', { active: true })
  await post('POST', '/api/instagram/config', { accountId: account.id, token: meta.tokens.issue(account.id) })
  await post('POST', '/api/instagram/config', { active: true })
  return { ours, number, account }
}

test('the people of a demonstration are offered by name, and signed in as with one click', async () => {
  // There must be no company yet.
  const { app, url } = await openSite({ DATABASE_URL: await newDatabase(), DEMO_PROVIDER_URL: meta.url })
  const offered = async () => (await app.inject({ url: '/login' })).body.includes('Entrar na demonstração')
  expect(await offered()).toBe(false)
  expect(await fillDemo(app.db, app.config)).toBe(true)
  await expect.poll(offered).toBe(true)
  const { page, problems } = await visit(url, views['phone light'])
  await page.goto('/login')
  expect(await accessibilityFaults(page)).toEqual([])
  await expect.poll(() => page.getByRole('button', { name: /Proprietária|Gerente|Atendente|Contador/ }).count()).toBe(4)
  await page.getByRole('button', { name: demoAccount.name }).click()
  await page.waitForURL('**/dashboard')
  expect(problems).toEqual([])

  // A changed password is the one that the button signs in with.
  const changed = await hashPassword('another password')
  await app.db.everyCompany(trx =>
    sql`update users set password_hash = ${changed} where email = ${demoAccount.email}`.execute(trx)
  )
  await expect.poll(async () => (await app.inject({ url: '/login' })).body.includes(demoAccount.name)).toBe(false)
  expect(await offered()).toBe(true)
})

test('a new company connects to the demonstration in one click, and answers beside the telephone of the customer', async () => {
  const ours = await company(site.app)
  await changePlan(site.app, ours.id, 'pro')
  const page = await openAs(site, ours, '/whatsapp', { width: 1360, height: 900, scheme: 'light' })
  await page.getByRole('button', { name: 'Conectar à Demonstração' }).click()
  await page.getByRole('region', { name: 'Conversas' }).getByText('Ana Beatriz Souza').waitFor()
  await page.getByRole('heading', { name: 'WhatsApp', exact: true }).waitFor()
  await page.getByText('Demonstração', { exact: true }).first().waitFor()
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Telefone do cliente' }).waitFor()
  await page.getByRole('link', { name: 'Fazer o papel do cliente' }).click()
  const side = page.getByRole('region', { name: 'O que a empresa vê de Ana Beatriz Souza' })
  await side.getByRole('button', { name: 'Anexar e mais' }).click()
  await page.getByRole('menuitem', { name: 'Botões ou lista' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Texto da mensagem' }).fill('Que dia?')
  await dialog.getByRole('textbox', { name: 'Opção 1' }).fill('Sábado')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  const phone = phoneOf(page, 'Ana Beatriz Souza')
  await phone.getByRole('button', { name: 'Sábado' }).click()
  await side.getByRole('log', { name: 'Mensagens' }).getByText('Sábado (escolhida)').waitFor()
  await phone.getByRole('button', { name: 'Mais do telefone' }).click()
  await page.getByRole('menuitem', { name: 'Mandar onde está' }).click()
  await side.getByRole('link', { name: 'Ver no mapa' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.setViewportSize({ width: 1280, height: 900 })
  const whole = (part: Element) => part.scrollWidth <= part.clientWidth
  expect(await side.getByRole('button', { name: 'Resolver conversa' }).evaluate(whole)).toBe(true)
  expect(await side.getByRole('heading', { name: 'Ana Beatriz Souza' }).evaluate(whole)).toBe(true)
})

test('the phone that is shown is that of the customer whose conversation is open', async () => {
  const { ours, number } = await connected()
  meta.customer({ name: 'Ana Souza', phone: '+55 11 98765-4321', number: number.id })
  meta.customer({ name: 'Beto Lima', phone: '+55 11 98765-4322', number: number.id })
  const page = await openAs(site, ours, '/demo/telefone')
  await page.getByRole('button', { name: /^Beto Lima/ }).click()
  await page.getByRole('textbox', { name: 'Mensagem de Beto Lima' }).fill('Oi')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Ver a caixa da empresa' }).click()
  await page.getByRole('region', { name: 'Conversas' }).getByText('Beto Lima').click()
  await page.getByRole('log', { name: 'Mensagens' }).getByText('Oi', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Fazer o papel do cliente' }).click()
  await page.getByRole('region', { name: 'Telefone de Beto Lima' }).waitFor()
})

/** The width of a loaded picture, in pixels. */
const sizeOf = (picture: Locator) => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)

/** Plays a sound or a film without being heard, and says whether it went on. */
const plays = (player: Locator) =>
  player.evaluate(async (element: HTMLMediaElement) => {
    element.muted = true
    await element.play()
    return new Promise<boolean>(resolve => {
      element.ontimeupdate = () => element.currentTime > 0 && resolve(true)
    })
  })

test('every kind of message is tried by the phone alone, seen and heard on both sides', async () => {
  const { ours, number } = await connected()
  meta.customer({ name: 'Ana Souza', phone: '+55 11 98765-4321', number: number.id })
  const page = await openAs(site, ours, '/demo/telefone', { width: 1360, height: 900, scheme: 'light' })
  const phone = phoneOf(page, 'Ana Souza')
  await phone.getByRole('textbox', { name: 'Mensagem de Ana Souza' }).fill('Oi')
  await page.keyboard.press('Enter')
  const side = page.getByRole('region', { name: 'O que a empresa vê de Ana Souza' })
  const thread = side.getByRole('log', { name: 'Mensagens' })
  await thread.getByText('Oi', { exact: true }).waitFor()
  const does = async (what: string) => {
    await phone.getByRole('button', { name: 'Mais do telefone' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await does('Mandar um vídeo')
  await phone.getByLabel('🎬 Vídeo').waitFor()
  // Browsers without the codecs of telephones offer it to be saved.
  const knows = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.42C00A"')
  )
  if (knows) {
    expect(await plays(phone.getByLabel('🎬 Vídeo'))).toBe(true)
    await thread.locator('video').waitFor()
    expect(await plays(thread.locator('video'))).toBe(true)
  } else await thread.getByText('Vídeo: não pôde ser aberto aqui.').waitFor()
  await phone.getByRole('button', { name: 'Mandar um áudio' }).click()
  await phone.getByLabel('🎤 Áudio').waitFor()
  expect(await plays(phone.getByLabel('🎤 Áudio'))).toBe(true)
  for (const [what, seen] of [
    ['Mandar um contato', 'Rui Encanador'],
    ['Fazer um pedido do catálogo', '2 × BOLO-01'],
    ['Responder a um formulário', 'data da festa'],
    ['Chegar por um anúncio', 'Veio do anúncio “Bolos para festas”']
  ] as const) {
    await does(what)
    await thread.getByText(seen).first().waitFor()
  }
  // A group has a conversation of its own.
  await does('Escrever em um grupo')
  const inGroup = async () =>
    (await site.app.inject({ url: '/api/conversations', headers: ours.auth })).body.includes('Alguém do grupo')
  await expect.poll(inGroup).toBe(true)
  await does('Mandar várias fotos')
  await expect.poll(() => phone.getByRole('img', { name: '📷 Foto' }).count()).toBe(3)
  await expect.poll(() => thread.locator('img.picture').count()).toBe(3)

  await side.getByRole('textbox', { name: 'Mensagem para Ana Souza' }).fill('O *bolo* sai hoje')
  await page.keyboard.press('Enter')
  await phone.locator('strong').getByText('bolo').waitFor()
  await side.locator('input[type=file]').setInputFiles({ name: 'torta.png', mimeType: 'image/png', buffer: png() })
  await expect.poll(() => side.getByRole('button', { name: 'Enviar mensagem' }).isEnabled()).toBe(true)
  await side.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect.poll(() => phone.getByRole('img', { name: '📷 Foto' }).count()).toBe(4)
  await expect.poll(() => sizeOf(phone.getByRole('img', { name: '📷 Foto' }).last())).toBe(320)
  expect(await accessibilityFaults(page)).toEqual([])
})

test.for(['whatsapp', 'instagram'] as const)('the head of the list has room for its parts: %s', async channel => {
  const { ours } = await connected()
  const path = channel === 'whatsapp' ? '/whatsapp' : '/instagram-messages'
  for (const view of ['desktop light', 'phone dark']) {
    const page = await openAs(site, ours, path, views[view])
    const list = page.getByRole('region', { name: 'Conversas' })
    const chips = list.getByRole('group', { name: 'Pastas' })
    const below = await boxOf(list.getByRole('combobox', { name: 'Etiqueta' }))
    expect((await boxOf(chips.getByRole('button').last())).right, view).toBeLessThanOrEqual(below.right + 0.5)
    const sign = await boxOf(list.getByText('Demonstração', { exact: true }))
    const link = await boxOf(list.getByRole('link', { name: 'Fazer o papel do cliente' }))
    expect(Math.abs(sign.top + sign.height / 2 - link.top - link.height / 2), `${view}: in one line`).toBeLessThan(4)
  }
})

const phoneOf = (page: Page, name: string) => page.getByRole('region', { name: `Telefone de ${name}` })

for (const view of ['desktop light', 'phone dark'] as const)
  test(`a new user plays a customer and answers as the company: ${view}`, async () => {
    const { ours, number, account } = await connected()
    meta.customer({ name: 'Ana Souza', phone: '+55 11 98765-4321', number: number.id })
    meta.instagramCustomer({ name: 'Camila Ferreira', username: 'camila', account: account.id })
    const page = await openAs(site, ours, '/whatsapp', views[view])
    await page.getByRole('link', { name: 'Fazer o papel do cliente' }).click()
    const phone = phoneOf(page, 'Ana Souza')
    await phone.getByRole('textbox', { name: 'Mensagem de Ana Souza' }).fill('Vocês abrem hoje?')
    await page.keyboard.press('Enter')
    await phone.getByText('Vocês abrem hoje?').waitFor()
    await phone.getByRole('button', { name: 'Mandar uma foto' }).click()
    await expect.poll(() => sizeOf(phone.getByRole('img', { name: '📷 Foto' }))).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Ver a caixa da empresa' }).click()
    await page.getByRole('region', { name: 'Conversas' }).getByText('Ana Souza').click()
    await page.getByRole('textbox', { name: 'Mensagem para Ana Souza' }).fill('Sim, até as 18h.')
    await page.getByRole('textbox', { name: 'Mensagem para Ana Souza' }).press('Enter')
    await page.getByRole('log', { name: 'Mensagens' }).getByText('Sim, até as 18h.').waitFor()

    await page.goto('/demo/telefone')
    await phone.getByText('Sim, até as 18h.').waitFor()
    await phone.getByText('vista').first().waitFor()
    // Its messages are at their end; the page is where it begins.
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await phone.getByRole('button', { name: 'Curtir a última resposta' }).click()
    await phone.getByText('❤️').waitFor()
    await phone.getByRole('button', { name: 'Apagar a última mensagem' }).click()
    await phone.getByText('Mensagem apagada').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('link', { name: 'Ver a caixa da empresa' }).click()
    await page.getByRole('region', { name: 'Conversas' }).getByText('Ana Souza').click()
    await page.getByRole('log', { name: 'Mensagens' }).getByText('apagada', { exact: false }).waitFor()
    await page.goto('/demo/telefone')

    await page.getByRole('button', { name: /^Camila Ferreira/ }).click()
    const other = phoneOf(page, 'Camila Ferreira')
    await other.getByRole('textbox', { name: 'Mensagem de Camila Ferreira' }).fill('Amei! Ainda tem?')
    await other.getByRole('button', { name: 'Responder a um story' }).click()
    await other.getByText('Resposta ao story').waitFor()
    await page.getByRole('link', { name: 'Ver a caixa da empresa' }).click()
    await page.getByRole('region', { name: 'Conversas' }).getByText('Camila Ferreira').waitFor()

    await page.goto('/demo/telefone')
    await page.getByRole('button', { name: 'Outro cliente' }).click()
    await page.getByLabel('Nome do cliente').fill('Zé da Padaria')
    await page.getByRole('button', { name: 'Criar cliente' }).click()
    await phoneOf(page, 'Zé da Padaria').getByText('Escreva a primeira mensagem.').waitFor()
  })

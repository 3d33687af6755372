import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { company } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startClamd } from '../../kit/peers/clamd.ts'
import { voice } from '../../kit/peers/meta/samples.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { film, sound } from '../../kit/recordings.ts'
import { amr, mp3Sound, png, wav } from '../../kit/samples.ts'
import { openAs, openSite, browserTest as test } from '../../kit/site.ts'
import { changePlan } from '../../kit/team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken })
atEnd(() => meta.close())
const virus = Buffer.from('the bytes of a virus')
const clamd = await startClamd(virus, 'Win.Test.Virus')
atEnd(() => clamd.close())
const site = await openSite({
  META_GRAPH_URL: meta.url,
  INSTAGRAM_GRAPH_URL: meta.url,
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken,
  INSTAGRAM_APP_SECRET: appSecret,
  CLAMD_URL: clamd.url
})
const { app } = site
for (const kind of ['whatsapp', 'instagram'] as const)
  await meta.subscribe(`${site.url}/webhooks/${kind}`, verifyToken, kind)

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })

/** A company whose number is at the provider; a customer of it has written. */
async function onWhatsapp() {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const number = meta.addNumber()
  const post = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    app.inject({ method, url, headers: ours.auth, payload })
  const settings = { phoneNumberId: number.id, wabaId: number.waba, token: meta.token }
  expect((await post('POST', '/api/whatsapp/settings', settings)).json()).toMatchObject({ problem: null })
  expect((await post('PATCH', '/api/whatsapp/settings/status', { active: true })).statusCode).toBe(200)
  const customer = meta.customer({ name: 'Ada Souza', phone: '+55 11 98765-4321', number: number.id })
  customer.text('Oi')
  return { ours, customer, ...(await opened(ours, '/whatsapp')) }
}

async function onInstagram() {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const account = meta.addAccount({ subscribed: ['messages'] })
  const settings = { accountId: account.id, token: meta.tokens.issue(account.id) }
  const url = '/api/instagram/config'
  await app.inject({ method: 'POST', url, headers: ours.auth, payload: settings })
  const on = await app.inject({ method: 'POST', url, headers: ours.auth, payload: { active: true } })
  expect(on.statusCode, on.body).toBe(200)
  const customer = meta.instagramCustomer({ name: 'Ada Souza', username: 'ada.souza', account: account.id })
  customer.text('Oi')
  return { ours, customer, ...(await opened(ours, '/instagram-messages')) }
}

async function opened(ours: Awaited<ReturnType<typeof company>>, path: string) {
  const list = async () => (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  await expect.poll(async () => (await list()).length).toBe(1)
  const [conversation] = await list()
  const page = await openAs(site, ours, `${path}/${conversation?.id}`)
  await log(page).getByText('Oi', { exact: true }).waitFor()
  return { page }
}

/** Plays what is there from its middle on, and says how far it came. */
const plays = (page: Page, index: number, kind = 'audio') =>
  log(page)
    .locator(kind)
    .nth(index)
    .evaluate(async (element: HTMLMediaElement) => {
      element.muted = true
      await element.play()
      const start = element.currentTime
      await new Promise<void>(resolve => {
        element.ontimeupdate = () => element.currentTime > start && resolve()
        element.onended = () => resolve()
      })
      return element.currentTime > 0
    })

test('whatever sound a customer sends is played in the page, in parts, or offered to be saved', async () => {
  const { customer, page } = await onWhatsapp()
  const parts: number[] = []
  page.on('response', answer => {
    if (answer.url().includes('/api/conversations/files/')) parts.push(answer.status())
  })
  const recorded = { webm: await sound(page, 'audio/webm'), m4a: await sound(page, 'audio/mp4') }
  const sounds = [
    ['ogg', voice(), 'audio/ogg; codecs=opus'],
    ['webm', recorded.webm, 'audio/webm'],
    ['mp3', mp3Sound(3), 'audio/mpeg'],
    ['m4a', recorded.m4a, 'audio/mp4'],
    ['wav', wav(3), 'audio/wav']
  ] as const
  for (const [, bytes, type] of sounds) customer.audio({ bytes, type })
  await expect.poll(() => log(page).locator('audio').count()).toBe(sounds.length)
  for (const [n, [name]] of sounds.entries()) expect(await plays(page, n), name).toBe(true)
  expect(new Set(parts)).toEqual(new Set([206]))

  customer.audio({ bytes: amr(2), type: 'audio/amr' })
  await log(page).getByText('Áudio: não toca neste navegador.').waitFor()
  const saved = page.waitForEvent('download')
  await log(page).getByRole('button', { name: 'Baixar' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.amr$/)
})

test('a file with a virus is said to be blocked, and there is nothing to open', async () => {
  const { customer, page } = await onWhatsapp()
  customer.document({ bytes: Buffer.concat([Buffer.from('lista '), virus]), type: 'text/plain', name: 'lista.txt' })
  await log(page).getByText('Arquivo bloqueado: vírus Win.Test.Virus.').waitFor()
  expect(
    await log(page)
      .getByRole('button', { name: /Baixar/ })
      .count()
  ).toBe(0)
  const infected = { name: 'nota.txt', mimeType: 'text/plain', buffer: virus }
  await page.locator('input[type=file]').setInputFiles([infected])
  const tray = page.getByRole('list', { name: 'Arquivos para enviar' })
  await tray.getByText('Arquivo bloqueado: vírus Win.Test.Virus.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Enviar mensagem' }).isEnabled()).toBe(false)
})

test('what Instagram brings is shown by its kind, and files go out by an address that it can fetch', async () => {
  const { customer, page } = await onInstagram()
  customer.image({ bytes: png, type: 'image/png' })
  customer.audio({ bytes: wav(2), type: 'audio/wav' })
  customer.video({ bytes: await film(page), type: 'video/webm' })
  customer.document({ name: 'pedido.pdf' })
  customer.storyReply('Que lindo!')
  customer.storyMention()
  customer.share('ig_reel')
  customer.sticker()
  customer.ephemeral()
  await expect.poll(() => log(page).locator('img.picture').count()).toBe(4)
  await expect
    .poll(() =>
      log(page)
        .locator('img.picture')
        .evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 0))
    )
    .toBe(true)
  expect(await plays(page, 0)).toBe(true)
  expect(await plays(page, 0, 'video')).toBe(true)
  for (const words of [
    'Que lindo!',
    'Respondeu ao seu story',
    'Mencionou você no story',
    'Compartilhou uma publicação'
  ])
    await log(page).getByText(words).waitFor()
  await log(page).getByText('❤️').waitFor()
  await log(page)
    .getByRole('button', { name: /^Baixar/ })
    .waitFor()
  await log(page).getByText('Mandou uma mídia de visualização única').waitFor()

  const before = meta.sent.length
  await page.locator('input[type=file]').setInputFiles([
    { name: 'torta.png', mimeType: 'image/png', buffer: png },
    { name: 'recado.wav', mimeType: 'audio/wav', buffer: wav(2) }
  ])
  const button = page.getByRole('button', { name: 'Enviar mensagem' })
  await expect.poll(() => button.isEnabled()).toBe(true)
  await page.getByRole('textbox', { name: /^Mensagem para / }).fill('A de hoje')
  await button.click()
  await expect.poll(() => meta.sent.length - before).toBe(3)
  await expect.poll(() => log(page).locator('img.picture').count()).toBe(5)
  await expect.poll(() => log(page).locator('audio').count()).toBe(2)
  expect(await plays(page, 1)).toBe(true)
  const addresses = meta.sent.slice(before).flatMap(each => {
    const { attachment } = (each.body.message ?? {}) as { attachment?: { type: string; payload: { url: string } } }
    return attachment ? [[attachment.type, new URL(attachment.payload.url).pathname]] : []
  })
  expect(addresses.map(([type]) => type)).toEqual(['image', 'audio'])
  for (const [, address] of addresses) expect((await fetch(site.url + address)).status).toBe(200)
})

test('a company chooses whether its customers see that it read them', async () => {
  const { ours, customer, page } = await onWhatsapp()
  const isRead = (id: string) => meta.reads.some(({ messageId }) => messageId === id)
  const { id: first } = customer.text('Está aí?')
  await expect.poll(() => isRead(first)).toBe(true)
  const settings = await openAs(site, ours, '/whatsapp?aba=configuracao')
  const receipts = settings.getByRole('switch', { name: 'Confirmar leitura' })
  await expect.poll(() => receipts.isChecked()).toBe(true)
  await receipts.click()
  await settings.getByText('Leitura não será confirmada').waitFor()
  await settings.reload()
  await expect.poll(() => receipts.isChecked()).toBe(false)
  const { id: unconfirmed } = customer.text('Leu?')
  await log(page).getByText('Leu?').waitFor()
  const unread = async () =>
    (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()[0]?.unread
  await expect.poll(unread).toBe(0)
  await receipts.click()
  await settings.getByText('Leitura será confirmada').waitFor()
  const { id: confirmed } = customer.text('E agora?')
  await expect.poll(() => isRead(confirmed)).toBe(true)
  expect(isRead(unconfirmed)).toBe(false)
})

test('the customer sees on the phone that somebody writes', async () => {
  const { customer, page } = await onWhatsapp()
  const typed = () => meta.reads.filter(({ typing }) => typing).length
  const before = typed()
  await page.getByRole('textbox', { name: 'Mensagem para Ada Souza' }).pressSequentially('Bom dia')
  await expect.poll(typed).toBe(before + 1)
  expect(customer.person.businessTypingUntil).toBeGreaterThan(Date.now())
})

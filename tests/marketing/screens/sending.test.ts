import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { customerWrites, inboxCompany, openInboxSite } from '../../kit/inbox.ts'
import { film } from '../../kit/recordings.ts'
import { html, pdf, png, wav, webm } from '../../kit/samples.ts'
import { openAs, browserTest as test } from '../../kit/site.ts'
import { deliver, whatsapp, written } from '../../kit/webhooks.ts'

const site = await openInboxSite()
const { app, graph } = site

const ada = { number: '5511987650011', name: 'Ada Souza' }
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Mensagem para Ada Souza' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar mensagem' })
const tray = (page: Page) => page.getByRole('list', { name: 'Arquivos para enviar' })
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files)

const shownTexts = async (items: Locator) => (await items.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())

async function inTalk() {
  const { ours, channel } = await inboxCompany(app)
  const { id } = await customerWrites(app, ours, channel, { ...ada, texts: ['Me manda a foto?'] })
  const page = await openAs(site, ours, `/whatsapp/${id}`)
  await box(page).waitFor()
  return { ours, channel, id, page, sentBefore: graph.sent.length }
}

test('files are chosen, looked at, taken away and sent, each as a message of its own', async () => {
  const { page, sentBefore } = await inTalk()
  await choose(page, [
    { name: 'torta.png', mimeType: 'image/png', buffer: png },
    { name: 'cardápio.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'engano.pdf', mimeType: 'application/pdf', buffer: pdf }
  ])
  await expect.poll(() => tray(page).getByRole('listitem').count()).toBe(3)
  await expect.poll(() => tray(page).locator('img').getAttribute('src')).toMatch(/^data:image\/png/)
  await tray(page).getByRole('button', { name: 'Tirar engano.pdf' }).click()
  await box(page).fill('A torta de hoje')
  await expect.poll(() => sendButton(page).isEnabled()).toBe(true)
  await box(page).press('Enter')
  await tray(page).waitFor({ state: 'detached' })
  await log(page).getByRole('img', { name: 'A torta de hoje' }).waitFor()
  await log(page).getByText('cardápio.pdf').waitFor()
  await expect.poll(() => log(page).getByText('Aceita').count()).toBe(2)
  expect(graph.sent.slice(sentBefore).map(({ body }) => body)).toMatchObject([
    { type: 'image', image: { caption: 'A torta de hoje' } },
    { type: 'document', document: { filename: 'cardápio.pdf' } }
  ])
  await log(page).getByRole('button', { name: 'Ver grande: A torta de hoje' }).click()
  await page.getByRole('dialog', { name: 'A torta de hoje' }).getByRole('img').waitFor()
})

test('what the channel does not take is said before anything is uploaded, and after by what is in it', async () => {
  const { page } = await inTalk()
  let uploads = 0
  await page.route('**/files?*', route => {
    uploads++
    return route.continue()
  })
  await choose(page, [{ name: 'gravação.webm', mimeType: 'audio/webm', buffer: webm }])
  await tray(page).getByText('Converta o arquivo e envie de novo.').waitFor()
  expect(uploads).toBe(0)
  await expect.poll(() => sendButton(page).isEnabled()).toBe(false)
  await tray(page).getByRole('button', { name: 'Tirar gravação.webm' }).click()
  await choose(page, [{ name: 'foto.png', mimeType: 'image/png', buffer: html }])
  await tray(page).getByText('Converta o arquivo e envie de novo.').waitFor()
  expect(uploads).toBe(1)
})

test('files are pasted and dropped', async () => {
  const { page } = await inTalk()
  const give = (type: 'paste' | 'drop') =>
    box(page).evaluate(
      (element, { type, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], `${type}.png`, { type: 'image/png' }))
        const more = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...more, clipboardData: data })
            : new DragEvent('drop', { ...more, dataTransfer: data })
        )
      },
      { type, base64: png.toString('base64') }
    )
  await give('paste')
  await tray(page).getByText('paste.png').waitFor()
  await give('drop')
  await tray(page).getByText('drop.png').waitFor()
})

test('sounds and films that a customer sends play in the page, and may be sought in', async () => {
  const { channel, page } = await inTalk()
  graph.files.set('9001', { bytes: wav(20), type: 'audio/wav' })
  graph.files.set('9002', { bytes: await film(page), type: 'video/webm' })
  const base = (id: string) => written(ada.number, `wamid.play.${id}.${channel.account}`, '')
  await deliver(
    app,
    channel,
    whatsapp(channel.account, {
      messages: [
        { ...base('1'), type: 'audio', audio: { id: '9001', mime_type: 'audio/wav' } },
        { ...base('2'), type: 'video', video: { id: '9002', mime_type: 'video/webm' } }
      ]
    })
  )
  for (const kind of ['audio', 'video']) {
    const player = log(page).locator(kind)
    await player.waitFor()
    await player.evaluate(async (element: HTMLMediaElement) => {
      element.muted = true
      await element.play()
    })
    const readyState = () => player.evaluate((element: HTMLMediaElement) => element.readyState)
    await expect.poll(readyState).toBeGreaterThanOrEqual(3)
    await expect.poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0)
  }
  const at = await log(page)
    .locator('audio')
    .evaluate(async (element: HTMLMediaElement) => {
      element.pause()
      await new Promise(resolve => {
        element.onseeked = resolve
        element.currentTime = 15
      })
      return element.currentTime
    })
  expect(at).toBe(15)
})

test('a quick reply is made, found after a slash, filled in, and never sent with braces', async () => {
  const { page, sentBefore } = await inTalk()
  await box(page).fill('/')
  await page.getByText('Ainda não há respostas rápidas.').waitFor()
  await page.getByRole('button', { name: 'Editar respostas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Respostas rápidas' })
  for (const [shortcut, text] of [
    ['oi', 'Olá, {{primeiro_nome}}! Aqui é {{atendente}}.'],
    ['preco', 'O preço é {{valor}}.'],
    ['obrigado', 'Obrigado, {{nome}}!']
  ] as const) {
    await dialog.getByLabel('Atalho').fill(shortcut)
    await dialog.getByLabel('Texto').fill(text)
    await dialog.getByRole('button', { name: 'Acrescentar' }).click()
    await dialog.getByText(`/${shortcut}`, { exact: true }).waitFor()
  }
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await dialog.waitFor({ state: 'detached' })

  await box(page).fill('')
  await box(page).pressSequentially('/')
  await expect.poll(() => page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option').count()).toBe(3)
  await box(page).press('ArrowDown')
  await box(page).press('ArrowDown')
  await box(page).press('Enter')
  await expect.poll(() => box(page).inputValue()).toBe('O preço é {{valor}}.')
  await page.getByText('Falta preencher {{valor}} antes de enviar.').waitFor()
  const marked = () =>
    box(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
  await expect.poll(marked, { message: 'one types over what is missing' }).toBe('{{valor}}')
  await box(page).press('End')
  await box(page).press('Enter')
  await expect.poll(marked).toBe('{{valor}}')
  await expect.poll(() => box(page).getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => sendButton(page).isEnabled()).toBe(false)
  await page.keyboard.type('R$ 80')
  await expect.poll(() => box(page).inputValue()).toBe('O preço é R$ 80.')
  await expect.poll(() => sendButton(page).isEnabled()).toBe(true)

  await box(page).fill('')
  await box(page).pressSequentially('/oi')
  await expect.poll(() => page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option').count()).toBe(1)
  await box(page).press('Enter')
  await expect.poll(() => box(page).inputValue()).toBe('Olá, Ada! Aqui é Pessoa de Teste.')
  await box(page).press('Enter')
  await log(page).getByText('Aceita').waitFor()
  expect(graph.sent.slice(sentBefore).map(({ body }) => body.text)).toMatchObject([
    { body: 'Olá, Ada! Aqui é Pessoa de Teste.' }
  ])
})

test('a question with buttons is sent, and the answer says what was chosen', async () => {
  const { channel, page, sentBefore } = await inTalk()
  await page.getByRole('button', { name: 'Anexar e mais' }).click()
  await page.getByRole('menuitem', { name: 'Botões ou lista' }).click()
  const dialog = page.getByRole('dialog', { name: 'Botões ou lista' })
  await dialog.getByLabel('Texto da mensagem').fill('Quando você vem buscar?')
  await dialog.getByRole('textbox', { name: 'Opção 1' }).fill('De manhã')
  await dialog.getByRole('textbox', { name: 'Opção 2' }).fill('De manhã')
  await dialog.getByText('Cada opção precisa de um texto diferente.').waitFor()
  await dialog.getByRole('textbox', { name: 'Opção 2' }).fill('À tarde')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await log(page).getByRole('list', { name: 'Botões' }).getByText('À tarde').waitFor()
  await log(page).getByText('Aceita').waitFor()
  expect(graph.sent.at(sentBefore)?.body).toMatchObject({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Quando você vem buscar?' },
      action: { buttons: [{ reply: { title: 'De manhã' } }, { reply: { id: 'button-2', title: 'À tarde' } }] }
    }
  })
  const reply = { type: 'button_reply', button_reply: { id: 'button-2', title: 'À tarde' } }
  const message = {
    ...written(ada.number, `wamid.choice.${channel.account}`, ''),
    type: 'interactive',
    interactive: reply
  }
  await deliver(app, channel, whatsapp(channel.account, { messages: [message] }))
  await log(page).getByText('Escolheu').waitFor()
  const options = log(page).getByRole('list', { name: 'Botões' }).getByRole('listitem')
  await expect.poll(() => shownTexts(options)).toEqual(['De manhã', 'À tarde (escolhida)'])
})

test('a list shows its options in the thread, and the one that the customer answered with', async () => {
  const { channel, id, page } = await inTalk()
  await page.getByRole('button', { name: 'Anexar e mais' }).click()
  await page.getByRole('menuitem', { name: 'Botões ou lista' }).click()
  const dialog = page.getByRole('dialog', { name: 'Botões ou lista' })
  await dialog.getByRole('button', { name: 'Lista de até 10' }).click()
  await dialog.getByLabel('Texto da mensagem').fill('Qual sabor?')
  await dialog.getByLabel('Texto do botão que abre a lista').fill('Ver sabores')
  await dialog.getByRole('textbox', { name: 'Opção 1', exact: true }).fill('Limão')
  await dialog.getByRole('textbox', { name: 'Detalhe da opção 1 (se quiser)' }).fill('com merengue')
  await dialog.getByRole('textbox', { name: 'Opção 2', exact: true }).fill('Coco')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await log(page).getByText('Ver sabores').waitFor()
  await page.getByRole('region', { name: 'Conversas' }).getByText('Equipe: Qual sabor?').waitFor()
  await log(page).getByText('Aceita').waitFor()
  const [sent] = await app.db.everyCompany(trx =>
    trx
      .selectFrom('messages')
      .select('external_id')
      .where('conversation_id', '=', id)
      .where('direction', '=', 'out')
      .execute()
  )
  const reply = { type: 'list_reply', list_reply: { id: 'row-1', title: 'Limão', description: 'com merengue' } }
  const message = {
    ...written(ada.number, `wamid.listed.${channel.account}`, ''),
    context: { from: channel.account, id: sent?.external_id },
    type: 'interactive',
    interactive: reply
  }
  await deliver(app, channel, whatsapp(channel.account, { messages: [message] }))
  const options = log(page).getByRole('list', { name: 'Lista Ver sabores' }).getByRole('listitem')
  await expect.poll(() => shownTexts(options)).toEqual(['Limão (escolhida) com merengue', 'Coco'])
  await log(page).getByRole('button', { name: 'Em resposta a: Qual sabor?' }).waitFor()
  expect(await log(page).getByText('Escolheu').count(), 'the question is quoted').toBe(0)
})

import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { chatTexts, noticeTexts } from '../../../services/assistant/chat/rules.ts'
import type { ChatHistoryItem } from '../../../services/assistant/chat/schema.ts'
import { keyTexts, openAiIntegration } from '../../../services/assistant/integrations/rules.ts'
import type { Integration } from '../../../services/assistant/integrations/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { info, openAssistant } from '../../kit/peers/assistant.ts'
import { staff } from '../../kit/people.ts'
import { nothingFor } from '../../kit/quiet.ts'
import {
  boxOf,
  openSite,
  type SignedIn,
  signIn,
  browserTest as test,
  uncheck,
  type View,
  views,
  visit
} from '../../kit/site.ts'

const site = await openSite()
const assistant = await openAssistant(site.url)
const { state } = assistant
const initial = structuredClone(state)

let client: SignedIn
let employee: SignedIn
let globalAdmin: SignedIn

beforeAll(async () => {
  ;[client, employee, globalAdmin] = await Promise.all([
    company(site.app, 'Padaria Central'),
    staff(site.app, 'employee'),
    staff(site.app, 'global_admin')
  ])
})
beforeEach(() => void Object.assign(state, structuredClone(initial)))
afterAll(() => assistant.close())

async function open(path = '/', { as, view }: { as?: SignedIn; view?: View | undefined } = {}) {
  const { page, context, problems } = await visit(assistant.url, view)
  if (as) await signIn(site, context, as)
  await page.goto(path)
  return {
    page,
    chat: page.getByRole('dialog', { name: 'Lia, assistente virtual' }),
    input: inputOf(page),
    [Symbol.asyncDispose]: async () => {
      await context.close()
      expect(problems).toEqual([])
    }
  }
}

// Pages have a field of this name too.
const inputOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Lia, assistente virtual' }).getByRole('textbox', { name: 'Mensagem' })

/** By the keyboard: the button is out of the way where it would cover words of a small screen. */
const openChat = (page: Page) => page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')

async function say(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text)
  await page.keyboard.press('Enter')
}

const fits = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog')].every(
      box => box.scrollWidth <= box.clientWidth + 1
    )
  )

test('a visitor is greeted, asks one of five questions and gets an answer with its sources', async () => {
  await using visitor = await open()
  const { page, chat, input } = visitor
  await page.getByRole('button', { name: 'Falar com a IA' }).click()
  await chat.getByText('Como posso ajudar?').waitFor()
  expect(await chat.getByRole('list').getByRole('button').allTextContents()).toEqual(info.questions)
  await expect.poll(() => page.getByRole('button', { name: 'Histórico de conversas' }).count()).toBe(0)

  await chat.getByRole('button', { name: 'Quanto custa cada plano?' }).click()
  await chat.getByText('Lia está digitando...').first().waitFor()
  await expect.poll(() => input.isDisabled()).toBe(true)
  await chat.getByRole('button', { name: 'Resposta útil' }).waitFor()
  await expect.poll(() => chat.getByRole('list').getByRole('button').count()).toBe(0)
  await expect.poll(() => chat.locator('strong').last().textContent()).toBe('quatro planos')
  await expect
    .poll(() => chat.getByRole('link', { name: 'https://example.com/planos' }).getAttribute('rel'))
    .toContain('noopener')
  await chat.getByText('Fontes: Planos e preços').waitFor()
  await expect.poll(() => chat.locator('[aria-live=polite]').textContent()).toContain('Lia: Há quatro planos')
  expect(await input.evaluate(field => field === document.activeElement)).toBe(true)

  const [question] = state.questions
  expect(question).toMatchObject({ message: 'Quanto custa cada plano?', context: [], path: '/api/chat/stream' })
  const stored = () => page.evaluate(() => localStorage.getItem('chatSessionId'))
  expect(await stored()).toBe(question?.sessionId)

  await chat.getByRole('button', { name: 'Resposta útil' }).click()
  await expect.poll(() => state.feedback).toEqual([{ feedback: 'up' }])
  await chat.getByRole('button', { name: 'Falar com uma pessoa' }).click()
  const form = chat.getByRole('form', { name: 'Falar com uma pessoa' })
  await form.getByRole('button', { name: 'Pedir contato' }).click()
  await form.getByText('Este campo é obrigatório').first().waitFor()
  expect(state.persons).toEqual([])
  expect(await accessibilityFaults(page)).toEqual([])
  const contact = { name: 'Ada Souza', email: 'ada@example.com', phone: '11 98765-4321' }
  await form.getByRole('textbox', { name: 'Nome' }).fill(contact.name)
  await form.getByRole('textbox', { name: 'E-mail' }).fill(contact.email)
  await form.getByRole('textbox', { name: 'Telefone' }).fill(contact.phone)
  await page.keyboard.press('Enter')
  await chat.getByText('Avisamos a equipe.').first().waitFor()
  expect(state.persons).toEqual([{ sessionId: question?.sessionId, contact }])
  await expect.poll(() => form.count()).toBe(0)

  await chat.getByRole('button', { name: 'Nova conversa' }).click()
  await expect.poll(() => chat.getByRole('list').getByRole('button').count()).toBe(5)
  expect(await stored()).not.toBe(question?.sessionId)
})

test('Enter sends, shift and Enter does not, and nothing is no message', async () => {
  await using visitor = await open('/contact')
  const { page, input, chat } = visitor
  await openChat(page)
  await input.fill('   ')
  await page.keyboard.press('Enter')
  await expect.poll(() => chat.getByRole('button', { name: 'Enviar' }).isDisabled()).toBe(true)
  await input.fill('um')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('dois')
  expect(state.questions).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => state.questions.map(({ message }) => message)).toEqual(['um\ndois'])
  await expect.poll(() => input.inputValue()).toBe('')
})

test('the red dot comes after five seconds, and never again once it was opened', async () => {
  await using visitor = await open('/contact')
  const { page } = visitor
  const dot = () =>
    page.evaluate(() => {
      const { visibility, content } = getComputedStyle(document.querySelector('#chat button') as Element, '::after')
      return content !== 'none' && visibility === 'visible'
    })
  expect(await dot()).toBe(false)
  await nothingFor(1000, dot, false)
  await expect.poll(dot).toBe(true)
  await openChat(page)
  await page.getByRole('dialog').waitFor()
  await expect.poll(dot).toBe(false)
  await page.reload()
  await nothingFor(5300, dot, false)
})

test('on a wide screen it stands beside the page, which stays in use, and Esc closes it', async () => {
  await using person = await open('/leads', { as: client })
  const { page, chat, input } = person
  await openChat(page)
  await input.waitFor()
  const overlap = async () => (await boxOf(page.getByRole('main'))).right - (await boxOf(chat)).left
  await expect.poll(overlap).toBeLessThanOrEqual(1)
  expect(await chat.evaluate(box => box.matches(':modal'))).toBe(false)
  expect(await input.evaluate(field => field === document.activeElement)).toBe(true)
  // The page answers to the mouse, and Esc there is the page's own.
  await page.getByRole('link', { name: 'Equipe' }).first().click()
  await page.getByRole('heading', { name: 'Equipe', level: 1 }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => chat.isVisible()).toBe(true)
  await input.focus()
  await page.keyboard.press('Escape')
  await chat.waitFor({ state: 'detached' })
  // The page takes its room back in the moment after.
  await expect.poll(async () => (await boxOf(page.getByRole('main'))).width).toBeGreaterThan(1000)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Abrir a assistente virtual')
})

test.for(['light', 'dark'] as const)('beside the page it is no modal and has no faults of access, %s', async scheme => {
  await using person = await open('/dashboard', { as: client, view: { width: 1440, height: 900, scheme } })
  const { page, chat, input } = person
  await openChat(page)
  state.reply = { status: 503, body: { message: chatTexts.keyMissing, articles: [article] } }
  await say(page, 'Como convido?')
  await chat.getByText('Fontes: Como convidar a equipe').waitFor()
  await expect.poll(() => chat.getAttribute('aria-modal')).toBe(null)
  expect(await accessibilityFaults(page)).toEqual([])
  // Tab leaves it at its end, for the page.
  await input.focus()
  for (let stop = 0; stop < 20 && (await chat.evaluate(box => box.contains(document.activeElement))); stop++)
    await page.keyboard.press('Tab')
  expect(await chat.evaluate(box => box.contains(document.activeElement))).toBe(false)
})

const article = { id: 'a'.repeat(24), title: 'Como convidar a equipe', body: 'Abra a página Equipe.' }

test('without the provider the articles answer, and what is missing is said once', async () => {
  await using person = await open('/dashboard', { as: client })
  const { page, chat } = person
  await openChat(page)
  state.reply = { status: 503, body: { message: chatTexts.keyMissing, articles: [article] } }
  await say(page, 'Como convido?')
  await chat.getByText('Erro de configuração').waitFor()
  await chat.getByText('Abra a página Equipe.').first().waitFor()
  await chat.getByText('Fontes: Como convidar a equipe').waitFor()
  const links = await chat.getByRole('listitem').getByRole('link').allTextContents()
  expect(links).toEqual(['Leads', 'Formulário', 'Contato'])

  state.reply = { status: 503, body: { message: chatTexts.keyMissing } }
  await say(page, 'E xyz?')
  await chat.getByText(chatTexts.noArticle).last().waitFor()
  await expect.poll(() => chat.getByText(chatTexts.withoutProvider).locator('visible=true').count()).toBe(1)
  // A missing key is not the question's fault, and asking again would not help.
  await expect.poll(() => chat.getByText('Sem resposta.').count()).toBe(0)
})

test('what it offers to be asked goes by the person and the page', async () => {
  const offered = async (path: string, as?: SignedIn) => {
    await using person = await open(path, as && { as })
    await openChat(person.page)
    const list = person.chat.getByRole('list', { name: 'Sugestões de perguntas' }).getByRole('button')
    await list.first().waitFor()
    return await list.allTextContents() // before it is closed
  }
  const all = await Promise.all([
    offered('/contact'),
    offered('/dashboard', client),
    offered('/employees', client),
    offered('/admin', employee)
  ])
  expect(new Set(all.map(each => each[0])).size).toBe(4)
  for (const each of all) expect(new Set(each).size).toBe(5)
})

test('the keyboard alone opens it, stays in it, and finds its way back', async () => {
  await using visitor = await open('/contact', { view: { width: 900, height: 900, scheme: 'light' } })
  const { page, chat, input } = visitor
  await page.getByRole('button', { name: 'Abrir a assistente virtual' }).focus()
  await page.keyboard.press('Enter')
  await chat.getByRole('button', { name: 'O que a Prosa faz?' }).waitFor()
  expect(await input.evaluate(field => field === document.activeElement)).toBe(true)
  for (let stop = 0; stop < 14; stop++) {
    await page.keyboard.press('Tab')
    expect(await chat.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await chat.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Abrir a assistente virtual'
  )
})

test('an answer that breaks off is asked for again with the same key', async () => {
  await using visitor = await open('/contact')
  const { page, chat } = visitor
  await openChat(page)
  state.reply = 'cut'
  await say(page, 'Olá')
  await chat.getByText('Resposta inteira.').first().waitFor()
  const [first, second] = state.questions
  expect([first?.path, second?.path]).toEqual(['/api/chat/stream', '/api/chat'])
  expect(first?.key).toBeTruthy()
  expect(second?.key).toBe(first?.key)
})

test('a message that failed is kept, and asked again as a new one', async () => {
  await using visitor = await open('/contact')
  const { page, chat } = visitor
  await openChat(page)
  state.reply = { status: 429, body: { message: 'Aguarde um minuto.' } }
  await say(page, 'Olá')
  await chat.getByRole('alert').getByText(chatTexts.trouble).waitFor()
  await chat.getByText('Aguarde um minuto.').waitFor()
  await expect.poll(() => chat.getByText(chatTexts.trouble).count()).toBe(2)

  state.reply = { text: 'Agora sim.' }
  await chat.getByRole('button', { name: 'Tentar novamente' }).click()
  await chat.getByText('Agora sim.').first().waitFor()
  const [first, second] = state.questions
  expect(second?.message).toBe(first?.message)
  expect(second?.key).not.toBe(first?.key)
  expect(second?.context).toEqual([])
  await expect.poll(() => chat.getByRole('button', { name: 'Tentar novamente' }).count()).toBe(0)
})

test.for([
  { status: 504, body: {} },
  { status: 504, failure: 'x' }
])('a time-out shows its banner and an apology: %o', async reply => {
  await using visitor = await open('/contact')
  const { page, chat } = visitor
  await openChat(page)
  state.reply = reply as typeof state.reply
  await say(page, 'Olá')
  await chat.getByRole('alert').getByText(chatTexts.expired).waitFor()
  await chat.getByText(chatTexts.trouble).waitFor()
  await chat.getByRole('button', { name: 'Fechar aviso' }).click()
  await expect.poll(() => chat.getByText(chatTexts.expired).count()).toBe(0)
})

const missingKey = { status: 503, body: { message: chatTexts.keyMissing } }

test('a problem of the configuration is shown to all, and its remedy to nobody without rights', async () => {
  for (const [path, as] of [
    ['/contact', undefined],
    ['/dashboard', client],
    ['/admin', employee],
    ['/profile', globalAdmin]
  ] as const) {
    await using person = await open(path, as && { as })
    const { page, chat } = person
    await openChat(page)
    state.reply = missingKey
    await say(page, 'Olá')
    await chat.getByText(chatTexts.configuration).waitFor()
    await chat.getByText(chatTexts.keyMissing).waitFor()
    expect(await chat.getByText('Ir para Integrações').count(), path).toBe(0)
    expect(await chat.getByText('Configurar API agora').count(), path).toBe(0)
  }
})

const item = (sessionId: string, day: number, message: string, response: string): ChatHistoryItem => ({
  id: day.toString(16).padStart(24, '0'),
  sessionId,
  timestamp: `2026-11-${day}T15:00:00Z`,
  message,
  response,
  notice: null,
  isBot: true,
  feedback: null,
  cards: []
})

test('an answer that is not whole says so, now and when it is read again', async () => {
  const notice = noticeTexts.length
  state.reply = { text: 'Um dois', notice }
  state.history = [{ ...item('sessao-cortada', 10, 'Curta?', ''), notice }]
  await using person = await open('/', { as: client })
  const { page, chat } = person
  await openChat(page)
  await say(page, 'Conte')
  await chat.getByText(notice, { exact: true }).waitFor()
  expect(await chat.getByRole('button', { name: 'Tentar novamente' }).count()).toBe(0)
  await chat.getByRole('button', { name: 'Histórico de conversas' }).click()
  await chat.getByText('Curta?').first().waitFor()
  await chat.getByText(notice, { exact: true }).waitFor()
})

test('a client finds earlier conversations, goes on with one and deletes one', async () => {
  state.history = [item('sessao-velha', 10, 'Velha?', 'Sim.'), item('sessao-nova-9', 20, 'Nova?', 'Também.')]
  await using person = await open('/dashboard', { as: client })
  const { page, chat } = person
  await openChat(page)
  await chat.getByText('Pessoa de Teste').waitFor()
  await chat.getByText('Cliente', { exact: true }).waitFor()
  await chat.getByRole('button', { name: 'Histórico de conversas' }).click()
  const list = chat.getByRole('navigation', { name: 'Conversas' }).getByRole('button')
  await chat.getByText('Também.').waitFor()
  expect(await list.allTextContents()).toEqual(['Nova?20/11/2026 12:00', 'Velha?10/11/2026 12:00'])
  await expect.poll(() => list.first().getAttribute('aria-current')).toBe('true')

  await list.last().click()
  await chat.getByText('Sim.').waitFor()
  await chat.getByRole('button', { name: 'Continuar conversa' }).click()
  const confirm = page.getByRole('alertdialog', { name: chatTexts.continueConversation })
  await confirm.getByRole('button', { name: 'Continuar' }).click()
  await chat.getByRole('textbox', { name: 'Mensagem' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('chatSessionId'))).toBe('sessao-velha')
  await say(page, 'E agora?')
  await expect
    .poll(() => state.questions[0])
    .toMatchObject({ sessionId: 'sessao-velha', context: [{ content: 'Velha?' }, {}] })

  await chat.getByRole('button', { name: 'Histórico de conversas' }).click()
  await chat.getByText('Também.').waitFor()
  await chat.getByRole('button', { name: 'Excluir conversa' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(() => list.count()).toBe(1)
  expect(state.history.map(({ sessionId }) => sessionId)).toEqual(['sessao-velha'])
})

test('a history that is empty or away says so', async () => {
  state.historyFails = true
  await using person = await open('/dashboard', { as: client })
  const { page, chat } = person
  await openChat(page)
  const history = chat.getByRole('button', { name: 'Histórico de conversas' })
  await history.click()
  await chat.getByText(chatTexts.historyFailed).waitFor()
  state.historyFails = false
  await chat.getByRole('button', { name: 'Tentar novamente' }).click()
  await chat.getByText(chatTexts.noConversation).waitFor()

  state.history = [item('sessao-nova-9', 20, 'Nova?', 'Também.')]
  state.messagesFail = true
  await history.click()
  await history.click()
  await chat.getByText(chatTexts.messagesFailed).waitFor()
  state.messagesFail = false
  await chat.getByRole('button', { name: 'Tentar novamente' }).click()
  await chat.getByText('Também.').waitFor()
})

test('a global admin sets the key from the banner, once it works', async () => {
  await using person = await open('/admin', { as: globalAdmin })
  const { page, chat } = person
  await openChat(page)
  await chat.getByText('Funcionário', { exact: true }).waitFor()
  state.reply = missingKey
  await say(page, 'Olá')
  await expect
    .poll(() => chat.getByRole('link', { name: 'Ir para Integrações' }).getAttribute('href'))
    .toBe('/admin/integrations')
  await chat.getByRole('button', { name: 'Configurar API agora' }).click()

  const dialog = page.getByRole('dialog', { name: 'Configurar a chave de API da OpenAI' })
  const key = dialog.getByRole('textbox', { name: 'Chave de API' })
  const [save, tryIt] = [
    dialog.getByRole('button', { name: 'Salvar' }),
    dialog.getByRole('button', { name: 'Testar conexão' })
  ]
  await tryIt.click()
  await dialog.getByText(keyTexts.emptyTest).waitFor()
  await save.click()
  await dialog.getByText(keyTexts.blank, { exact: true }).waitFor()

  state.test = { success: false, message: '' }
  await key.fill('sk-errada')
  await save.click()
  await dialog.getByText(keyTexts.testFailed).waitFor()
  await expect.poll(() => save.isDisabled()).toBe(true)
  expect(state.saved).toEqual([])

  state.test = { success: true, message: '' }
  await key.fill('sk-certa')
  await expect.poll(() => save.isDisabled()).toBe(false)
  await tryIt.click()
  await dialog.getByText(keyTexts.testSucceeded).waitFor()
  state.reply = { text: 'Tudo certo.' }
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await chat.getByText(keyTexts.saved).waitFor()
  expect(state.tested).toHaveLength(3)
  expect(state.saved).toEqual([
    {
      method: 'POST',
      path: '/api/admin/integrations',
      body: { ...openAiIntegration, status: 'active', config: { apiKey: 'sk-certa' } }
    }
  ])
  const before = state.questions.length
  await expect.poll(() => state.questions.length).toBe(before + 1)
  await chat.getByText('Tudo certo.').first().waitFor()
})

const openAi: Integration = {
  ...openAiIntegration,
  id: 'c'.repeat(24),
  _id: 'c'.repeat(24),
  status: 'active',
  configured: true,
  last4: '9f3a',
  config: { apiKey: '••••9f3a' },
  baseUrl: null,
  model: 'gpt-5-mini',
  monthlyTokenCap: 2_000_000,
  tokensThisMonth: 1_712_345,
  checkedAt: '2026-11-20T14:03:00Z',
  checkError: chatTexts.noCredit,
  refusedParameters: ['max_completion_tokens', 'stream_options'],
  thinksFirst: true,
  updatedAt: '2026-11-20T14:03:00Z'
}

test('the integrations show how they are, are switched off, and take a new key', async () => {
  state.integrations = [structuredClone(openAi)]
  await using person = await open('/admin/integrations', { as: globalAdmin })
  const { page, chat } = person
  const card = page.getByRole('region', { name: 'OpenAI' })
  for (const fact of [
    'termina em 9f3a',
    'max_completion_tokens, stream_options',
    '20/11/2026 11:03',
    chatTexts.noCredit,
    '1.712.345 de 2.000.000',
    'gpt-5-mini'
  ])
    await card.getByText(fact).waitFor()
  await card.getByRole('switch', { name: 'OpenAI ativa' }).click()
  await card.getByText('Inativa').waitFor()

  await card.getByRole('button', { name: 'Modelo e limite de OpenAI' }).click()
  await page.getByLabel('Limite de tokens por mês').fill('500')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => state.saved.length).toBe(2)

  await card.getByRole('button', { name: 'Configurar OpenAI' }).click()
  await page.getByRole('textbox', { name: 'Chave de API' }).fill('sk-nova')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(keyTexts.saved).waitFor()
  const path = `/api/admin/integrations/${openAi.id}`
  expect(state.saved).toEqual([
    { method: 'PATCH', path: `${path}/status`, body: { status: 'inactive' } },
    { method: 'PUT', path, body: { config: { baseUrl: null, model: 'gpt-5-mini', monthlyTokenCap: 500 } } },
    { method: 'PUT', path, body: { config: { apiKey: 'sk-nova' } } }
  ])
  await chat.getByText('Está tudo funcionando?').waitFor()
})

test('the knowledge base is written, changed and cut', async () => {
  await using person = await open('/admin/articles', { as: globalAdmin })
  const { page } = person
  await page.getByText('Nenhum artigo ainda').waitFor()
  await page.getByRole('link', { name: 'Novo artigo' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => page.getByText('Este campo é obrigatório').count()).toBe(2)
  await page.getByLabel('Título').fill('Horários')
  await page.getByLabel('Texto').fill('Das 8h às 18h.')
  await uncheck(page.getByLabel('Funcionários'))
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('link', { name: 'Horários' }).click()
  expect(state.articles).toMatchObject([{ title: 'Horários', audiences: ['visitor', 'client'], active: true }])
  await page.getByRole('switch', { name: 'Em uso' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Fora de uso').waitFor()
  await page.getByRole('link', { name: 'Horários' }).click()
  await page.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Nenhum artigo ainda').waitFor()
})

test('staff without the right see neither the integrations nor the knowledge base', async () => {
  await using person = await open('/admin', { as: employee })
  const { page } = person
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Integrações' }).count()).toBe(0)
  for (const path of ['/admin/integrations', '/admin/articles']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: /^(Integrações|Base de conhecimento)$/ }).count()).toBe(0)
  }
})

test.for(['desktop light', 'phone dark', 'narrow'])('%s: nothing is out of reach or out of the screen', async name => {
  const view = views[name] ?? { width: 320, height: 568, scheme: 'light' as const }
  state.history = [item('sessao-velha', 10, 'Uma pergunta que é longa demais para uma linha só?', 'Sim.')]
  state.integrations = [structuredClone(openAi)]
  await using person = await open('/admin/integrations', { as: globalAdmin, view })
  const { page, chat } = person
  const look = async (what: string) => {
    expect(await accessibilityFaults(page), what).toEqual([])
    expect(await fits(page), what).toBe(true)
  }
  await page.getByRole('region', { name: 'OpenAI' }).waitFor()
  await look('integrations')
  await openChat(page)
  await chat.getByRole('list').getByRole('button').first().click()
  await chat.getByRole('button', { name: 'Resposta útil' }).waitFor()
  state.reply = missingKey
  await say(page, 'Olá')
  await chat.getByText('Configurar API agora').waitFor()
  await look('conversation')
  await chat.getByText('Configurar API agora').click()
  await page.getByRole('button', { name: 'Testar conexão' }).click()
  await look('key')
  await page.keyboard.press('Escape')
  await chat.getByRole('button', { name: 'Histórico de conversas' }).click()
  await chat.getByText('Sim.').waitFor()
  await look('history')
  await chat.getByRole('button', { name: 'Continuar conversa' }).click()
  await page.getByRole('alertdialog').waitFor()
  await look('confirmation')
})

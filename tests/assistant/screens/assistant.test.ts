import { beforeAll, expect } from 'vitest'
import { keyTexts } from '../../../services/assistant/integrations/rules.ts'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import { company } from '../../kit/app.ts'
import { openProvider, saveKey } from '../../kit/chat.ts'
import { atEnd } from '../../kit/end.ts'
import { goodKey } from '../../kit/peers/openai.ts'
import { openSite, browserTest as test, views, visit, visitAs } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'

const peer = await openProvider()
const site = await openSite({ OPENAI_BASE_URL: peer.url, OPENAI_MODEL: 'small' })
const admin = await staff(site.app, 'global_admin', [], 'Ana Administração')
const integration = await saveKey(site.app, admin)
beforeAll(() => site.app.db.everyCompany(createOwnCompany))

const visitAsAdmin = () => visitAs(site, admin)

async function openChat(page: Awaited<ReturnType<typeof visit>>['page'], text: string) {
  await page.getByRole('button', { name: 'Abrir a assistente virtual' }).press('Enter')
  const chat = page.getByRole('dialog', { name: 'Lia, assistente virtual' })
  await chat.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await page.keyboard.press('Enter')
  return chat
}

test('a visitor who asks for a person opens a ticket', async () => {
  const visitor = await visit(site.url, views['phone light'])
  await visitor.page.goto('/')
  const chat = await openChat(visitor.page, 'Quero falar com alguém <b>já</b>')
  await chat.getByText('Resposta: Quero falar').last().waitFor()
  await chat.getByRole('button', { name: 'Falar com uma pessoa' }).click()
  await chat.getByRole('textbox', { name: 'Nome' }).fill('Ada Souza')
  await chat.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
  await chat.getByRole('textbox', { name: 'Telefone' }).fill('11 98765-4321')
  await chat.getByRole('button', { name: 'Pedir contato' }).click()
  await chat.getByText('Pedido registrado.').last().waitFor()

  const tickets = await site.app.db.everyCompany(trx =>
    trx.selectFrom('tickets').selectAll().where('requester_email', '=', 'ada@example.com').execute()
  )
  expect(tickets).toMatchObject([{ requester_name: 'Ada Souza', requester_email: 'ada@example.com', placed: false }])
})

test('a client on the contact page opens a request without typing who they are', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const { page, problems } = await visitAs(site, ours, views['phone light'])
  await page.goto('/contact')
  await page.getByRole('heading', { name: 'Abra um chamado' }).waitFor()
  await page.getByRole('button', { name: 'Abrir chamado' }).click()
  await page.getByText('Este campo é obrigatório').waitFor()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Não consigo importar a planilha')
  await page.getByRole('button', { name: 'Abrir chamado' }).click()
  await page.getByRole('heading', { name: 'Mensagem recebida' }).waitFor()
  await page.getByRole('link', { name: 'Voltar ao início' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Escrever com outros dados' }).click()
  await page.getByRole('button', { name: 'Enviar mensagem' }).waitFor()
  expect(problems).toEqual([])
})

test('the stored key is tried, and an assistant that is off says so, to who can switch it on with the way there', async () => {
  const { page } = await visitAsAdmin()
  await page.goto('/admin/integrations')
  const card = page.getByRole('region', { name: 'OpenAI' })
  await card.getByRole('button', { name: 'Testar OpenAI' }).click()
  await page.getByText(keyTexts.testSucceeded).waitFor()
  peer.fault = 'key'
  await card.getByRole('button', { name: 'Testar OpenAI' }).click()
  await card.getByText(keyTexts.testFailed).waitFor()
  peer.fault = 'none'
  await expect.poll(() => page.textContent('body')).not.toContain(goodKey)

  // The other tests need the assistant, whichever comes first.
  const url = `/api/admin/integrations/${integration.id}/status`
  atEnd(() => site.app.inject({ method: 'PATCH', url, headers: admin.auth, payload: { status: 'active' } }))
  await card.getByRole('switch', { name: 'OpenAI ativa' }).click()
  await card.getByText('Inativa').waitFor()
  const own = await openChat(page, 'Oi')
  await own.getByRole('alert').getByText('Erro de configuração').waitFor()
  await own.getByRole('link', { name: 'Ir para Integrações' }).waitFor()

  const visitor = await visit(site.url)
  await visitor.page.goto('/')
  const chat = await openChat(visitor.page, 'Oi')
  await chat.getByText('Assistente desativado').waitFor()
  await expect.poll(() => chat.getByRole('link', { name: 'Ir para Integrações' }).count()).toBe(0)
  await expect.poll(() => chat.textContent()).not.toMatch(/OpenAI|chave/i)

  const none = { method: 'POST' as const, headers: admin.auth }
  const unknown = `/api/admin/integrations/${'f'.repeat(24)}/test`
  expect((await site.app.inject({ ...none, url: unknown })).statusCode).toBe(404)
  const { json } = await site.app.inject({ ...none, url: `/api/admin/integrations/${integration.id}/test` })
  expect(json()).toEqual({ success: true, message: keyTexts.testSucceeded })
})

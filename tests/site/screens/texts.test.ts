import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { storeKey } from '../../../web/src/assistant/chat/key.ts'
import { findCompany } from '../../../web/src/shell/company.ts'
import { sendLead } from '../../../web/src/site/lead/api.ts'
import { loadForm } from '../../../web/src/site/lead/loadForm.ts'
import { ada, company, type Tenant } from '../../kit/app.ts'
import { browserTest, openSite, visit, visitAs } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'

const site = await openSite()
let ours: Tenant

beforeAll(async () => {
  ours = await company(site.app, 'Padaria Central')
  // The browser's own modules, with the addresses that a page would complete.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(site.url + path, init))
})
afterAll(() => vi.unstubAllGlobals())

const { signal } = new AbortController()
const form = (company: string) => loadForm(company, new URLSearchParams(), signal)

test.each([
  ['', 'ID da empresa ou CNPJ é necessário'],
  ['11.222.333/0001-99', 'Empresa não encontrada com este ID ou CNPJ'],
  ['0123456789abcdef01234567', 'Empresa não encontrada com este ID ou CNPJ'],
  ['padaria', 'Formato de ID ou CNPJ inválido']
])('a form that is asked for by "%s" is refused: %s', async (named, message) => {
  await expect(form(named)).rejects.toThrow(message)
})

test('the API says what a form is asked for by', async () => {
  const answer = await site.app.inject({ url: '/public/companies/%20/form' })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'ID da empresa ou CNPJ é necessário'])
})

test('a company whose CNPJ cannot be looked up says so', async () => {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  try {
    await expect(form(ours.cnpj)).rejects.toThrow('Falha ao verificar empresa por CNPJ')
    await expect(form(ours.id)).rejects.toThrow('Ocorreu um erro ao processar sua solicitação.')
  } finally {
    vi.stubGlobal('fetch', fetch)
  }
})

test('a company is not read without its id', async () => {
  await expect(findCompany('', signal)).rejects.toThrow('ID da empresa não fornecido')
})

test('a lead without a company needs a CNPJ, one with an empty company its id', async () => {
  const send = (lead: object) => sendLead({ key: crypto.randomUUID(), lead: { ...ada, ...lead }, text: '' } as never)
  await expect(send({})).rejects.toThrow('CNPJ válido é obrigatório')
  await expect(send({ cnpj: '11.222' })).rejects.toThrow('CNPJ válido é obrigatório')
  await expect(send({ companyId: '' })).rejects.toThrow('ID da empresa é obrigatório.')
  await expect(send({ cnpj: ours.cnpj })).resolves.toHaveProperty('id')
})

browserTest('a look-up that fails without a word says what to do', async () => {
  const { page } = await visit(site.url)
  await page.route('**/api/companies/verify-cnpj/*', route => route.fulfill({ status: 502, body: '<html>' }))
  await page.goto('/leads/new')
  await page.getByRole('textbox').first().fill(ours.cnpj)
  await page.getByRole('button', { name: 'Buscar Empresa' }).click()
  await page.getByText('Erro ao verificar empresa. Tente novamente.').waitFor()
})

test('an empty key is refused where it would be saved', async () => {
  const { auth } = await staff(site.app, 'global_admin')
  await expect(storeKey('  ')).rejects.toThrow(/^A chave de API não pode estar em branco\.$/)
  const payload = { name: 'OpenAI', description: 'x', icon: 'x', status: 'active', config: { apiKey: '  ' } }
  const answer = await site.app.inject({ method: 'POST', url: '/api/admin/integrations', headers: auth, payload })
  expect(answer.json().message).toBe('A chave de API não pode estar em branco.')
  const tried = { method: 'POST', url: '/api/chat/test-connection', headers: auth, payload: { apiKey: ' ' } } as const
  expect((await site.app.inject(tried)).json().message).toBe(
    'Por favor, insira uma chave de API para testar a conexão.'
  )
})

browserTest('an empty key is refused by the dialog, in its own words', async () => {
  const { page } = await visitAs(site, await staff(site.app, 'global_admin'))
  await page.goto('/admin/integrations')
  await page.getByRole('button', { name: 'Configurar' }).first().click()
  const dialog = page.getByRole('dialog', { name: /chave de API/ })
  await dialog.getByLabel('Chave de API').fill('  ')
  await dialog.getByRole('button', { name: 'Testar conexão' }).click()
  await dialog.getByText('Por favor, insira uma chave de API para testar a conexão.').waitFor()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('A chave de API não pode estar em branco', { exact: true }).waitFor()
})

browserTest('a key that is too short to show its end is a key all the same', async () => {
  const who = await staff(site.app, 'global_admin')
  const payload = { name: 'Correio', description: 'x', icon: 'x', status: 'active', config: { apiKey: 'curta' } }
  await site.app.inject({ method: 'POST', url: '/api/admin/integrations', headers: who.auth, payload })
  const { page } = await visitAs(site, who)
  await page.goto('/admin/integrations')
  const card = page.getByRole('region', { name: 'Correio' })
  await card.getByText('Configurada', { exact: true }).waitFor()
  await expect.poll(() => card.getByText('guardada').count()).toBe(1)
  await expect.poll(() => card.getByText('nenhuma').count()).toBe(0)
})

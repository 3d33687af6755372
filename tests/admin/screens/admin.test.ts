import type { Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, newCnpj } from '../../kit/app.ts'
import { openSite, browserTest as test, views, visit } from '../../kit/site.ts'
import { type Staff, staff } from '../../kit/staff.ts'

const site = await openSite()

async function signIn(page: Page, { email, password }: Pick<Staff, 'email' | 'password'>, to: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(to)
}

test('a manager creates a company, its admin is invited, and a second one with its CNPJ leads to the first', async () => {
  const manager = await staff(site.app, 'manager', [], 'Gerente Ana')
  const { page, context, problems } = await visit(site.url)
  await signIn(page, manager, '**/admin')
  await page.getByRole('link', { name: 'Empresas', exact: true }).first().click()
  await page.getByRole('link', { name: 'Nova empresa' }).click()
  const cnpj = newCnpj()
  const fill = async (name: string) => {
    await page.getByLabel('Nome', { exact: false }).first().fill(name)
    await page.getByLabel('CNPJ').fill(cnpj)
    await page.getByLabel('Nome da pessoa').fill('Bia Prado')
    await page.getByLabel('E-mail da pessoa').fill(`bia-${Date.now()}@example.com`)
    await page.getByRole('button', { name: 'Criar empresa' }).click()
  }
  await fill('Oficina do Bairro')
  await page.waitForURL(/companies\/[0-9a-f]{24}\?aba=users/)
  await page.getByText('Empresa criada e convite enviado').waitFor()
  await page.getByText('Convite enviado', { exact: true }).waitFor()
  await page.getByText('Bia Prado').waitFor()

  await page.goto('/admin/companies/new')
  await fill('Outra Oficina')
  await page.getByRole('alert').getByText('Este CNPJ já é da empresa Oficina do Bairro.').waitFor()
  await page.getByRole('link', { name: 'Abrir' }).click()
  await page.getByRole('heading', { name: 'Oficina do Bairro' }).waitFor()
  for (const hidden of ['Funcionários', 'Configurações', 'Registros'])
    await expect.poll(() => page.getByRole('link', { name: hidden }).count()).toBe(0)
  await page.goto('/admin/logs')
  await page.getByText('Acesso negado').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a company that is suspended loses its people at once, who read why nothing is there, until it is taken back', async () => {
  const [admin, ours] = await Promise.all([staff(site.app, 'global_admin'), company(site.app, 'Padaria Suspensa')])
  const [client, office] = await Promise.all([visit(site.url, views['phone light']), visit(site.url)])
  await signIn(client.page, ours, '**/dashboard')
  await client.page.goto('/leads')
  await client.page.getByText('Nenhum lead ainda').waitFor()
  await signIn(office.page, admin, '**/admin')
  await office.page.goto(`/admin/companies/${ours.id}`)
  await office.page.getByRole('button', { name: 'Suspender' }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Falta de pagamento')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await office.page.getByText('Empresa suspensa').first().waitFor()

  // Waits for the page to leave on its own: a navigation in that moment would race with it.
  await client.page.waitForURL('**/login')
  await client.page.getByRole('textbox', { name: 'E-mail' }).fill(ours.email)
  await client.page.locator('[name=password]').fill(ours.password)
  await client.page.getByRole('button', { name: 'Entrar' }).click()
  await client.page.getByRole('heading', { name: 'Sua empresa está suspensa' }).waitFor()
  const form = await visit(site.url)
  await form.page.goto(`/leads/new?client=${ours.id}`)
  await form.page.getByText('A empresa informada não foi encontrada no sistema.').waitFor()

  await office.page.getByRole('button', { name: 'Reativar' }).click()
  await office.page.getByText('Empresa reativada').waitFor()
  await client.page.getByRole('button', { name: 'Verificar novamente' }).click()
  await client.page.getByText('Nenhum lead ainda').waitFor()
  expect([...client.problems, ...office.problems]).toEqual([])
  await Promise.all([client.context.close(), office.context.close(), form.context.close()])
})

test('staff read a company for a while, and the company sees who and why', async () => {
  const [admin, ours] = await Promise.all([
    staff(site.app, 'employee', [], 'Caio do Suporte'),
    company(site.app, 'Padaria Atendida')
  ])
  const [client, office] = await Promise.all([visit(site.url), visit(site.url)])
  await signIn(office.page, admin, '**/admin')
  await office.page.goto(`/admin/companies/${ours.id}?aba=support`)
  await office.page.getByLabel('Motivo').fill('Chamado 42')
  await office.page.getByRole('button', { name: 'Iniciar acesso' }).click()
  await office.page.getByText('A empresa ainda não recebeu leads.').waitFor()
  await signIn(client.page, ours, '**/dashboard')
  await client.page.getByRole('button', { name: 'Atividades recentes' }).click()
  await client.page.getByText('Acesso de suporte de Caio do Suporte: Chamado 42, por 30 minutos').waitFor()
  await office.page.getByRole('button', { name: 'Encerrar' }).click()
  await office.page.getByRole('button', { name: 'Iniciar acesso' }).waitFor()
  await expect.poll(() => office.page.getByRole('button', { name: 'Suspender' }).count()).toBe(0)
  await Promise.all([client.context.close(), office.context.close()])
})

test('a setting is changed and taken back with the keyboard alone', async () => {
  const admin = await staff(site.app, 'global_admin')
  const { page, context, problems } = await visit(site.url)
  await signIn(page, admin, '**/admin')
  await page.goto('/admin/settings?aba=trial')
  const days = page.getByLabel('Dias de teste grátis')
  await days.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('21')
  await page.keyboard.press('Enter')
  await page.getByText('Configurações salvas').waitFor()
  await expect.poll(async () => (await site.app.settings()).trialDays).toBe(21)
  await page.getByRole('button', { name: 'Desfazer' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Alteração desfeita').waitFor()
  await expect.poll(() => page.getByLabel('Dias de teste grátis').inputValue()).toBe('14')
  expect(problems).toEqual([])
  await context.close()
})

test('staff read at the page of Instagram how the installation is connected, who may not read it does not', async () => {
  const [admin, other] = await Promise.all([staff(site.app, 'global_admin'), staff(site.app, 'employee')])
  const { page, context } = await visit(site.url)
  await signIn(page, admin, '**/admin')
  await page.goto('/instagram-messages')
  await page.getByText(`${site.app.config.publicUrl}/webhooks/instagram`).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.route('**/api/instagram/admin/config', route => route.fulfill({ status: 403, json: { message: 'Não' } }))
  await page.reload()
  await page.getByRole('alert').getByText('Falha ao buscar configurações administrativas do Instagram').waitFor()
  await page.unroute('**/api/instagram/admin/config')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByText('Contas ligadas').waitFor()
  await context.close()

  const second = await visit(site.url)
  await signIn(second.page, other, '**/admin')
  await second.page.goto('/instagram-messages')
  await second.page.getByRole('link', { name: 'Voltar ao início' }).waitFor()
  await expect.poll(() => second.page.getByText('URL de callback').count()).toBe(0)
  expect(second.problems).toEqual([])
  await second.context.close()
})

test('everyone is kept to their own area, and the page without a guard asks nothing of the server before a sign-in', async () => {
  const [admin, ours] = await Promise.all([staff(site.app, 'employee'), company(site.app)])
  const { page, context } = await visit(site.url)
  const calls: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  await page.goto('/admin')
  await page.waitForURL('**/login')
  await page.goto('/instagram-messages')
  await page.getByText('Entre na sua conta para ver as mensagens da sua empresa.').waitFor()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await page.getByRole('link', { name: 'Entrar' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ours.email)
  await page.locator('[name=password]').fill(ours.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('O Instagram ainda não está conectado').waitFor()
  await page.goto('/admin/companies')
  await page.waitForURL('**/dashboard')
  await context.close()

  const other = await visit(site.url)
  await signIn(other.page, admin, '**/admin')
  await other.page.goto('/leads')
  await other.page.waitForURL('**/admin')
  await other.context.close()
})

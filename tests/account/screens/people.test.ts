import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { company, newCnpj, sendLead } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { colleague } from '../../kit/people.ts'
import { openSite, browserTest as test, visit, visitAs } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'

const site = await openSite()

test('the public inputs take digits alone until the first company with letters in its CNPJ is registered', async () => {
  const before = await visit(site.url)
  await before.page.goto('/leads/new')
  const digitsOnly = before.page.getByRole('textbox', { name: 'CNPJ' })
  await digitsOnly.pressSequentially('12abc34501de35')
  // The page wakes up when it is touched, and puts what was typed until then through its mask.
  await expect.poll(() => digitsOnly.inputValue()).toBe('12.345.013/5')

  const signup = {
    name: 'Ana',
    email: `${randomBytes(6).toString('hex')}@example.com`,
    password: 'cavalo azul 42',
    companyName: 'Alfa Numérica',
    cnpj: '12.ABC.345/01DE-35'
  }
  const made = await site.app.inject({ method: 'POST', url: '/api/auth/signup', payload: signup })
  expect(made.statusCode).toBe(201)
  const letters = async () => (await site.app.settings()).alphanumericCnpj
  await expect.poll(letters).toBe(true)

  // A page says what was known when it was asked for, and asks again for the next.
  const sent = async () => (await site.app.inject('/leads/new')).body
  await expect.poll(sent).toContain('"alphanumericCnpj":true')
  const { page, problems } = await visit(site.url)
  await page.goto('/leads/new')
  const input = page.getByRole('textbox', { name: 'CNPJ' })
  await input.pressSequentially('12abc34501de3')
  await expect.poll(() => page.getByRole('button', { name: 'Buscar Empresa' }).isDisabled()).toBe(true)
  await input.press('x')
  await input.press('5')
  await expect.poll(() => input.inputValue()).toBe('12.ABC.345/01DE-35')
  await page.getByRole('button', { name: 'Buscar Empresa' }).click()
  await page.getByText('Empresa encontrada: Alfa Numérica').waitFor()
  await page.getByText('Agendamento').first().waitFor()
  await expect.poll(() => page.locator('[name=cnpj]').inputValue()).toBe('12.ABC.345/01DE-35')
  expect(problems).toEqual([])

  // Staff who turn it off again are not overruled by the next such company.
  const admin = await staff(site.app, 'global_admin')
  const off = { method: 'PUT' as const, url: '/api/admin/settings', headers: admin.auth }
  expect((await site.app.inject({ ...off, payload: { alphanumericCnpj: false } })).statusCode).toBe(200)
  const second = { ...signup, email: `${randomBytes(6).toString('hex')}@example.com`, cnpj: '00000000E08G12' }
  expect((await site.app.inject({ method: 'POST', url: '/api/auth/signup', payload: second })).statusCode).toBe(201)
  expect((await site.app.inject({ url: off.url, headers: admin.auth })).json().alphanumericCnpj).toBe(false)
})

test('who signs up a company that is here already asks its admins for access, and learns nothing of them', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const { page, problems } = await visit(site.url)
  const email = `${randomBytes(6).toString('hex')}@example.com`
  await page.goto('/signup')
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Rui http://golpe.example')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('[name=password]').fill('cavalo azul 42')
  await page.getByRole('textbox', { name: 'Nome da empresa' }).fill('Padaria')
  await page.getByRole('textbox', { name: 'CNPJ' }).fill(ours.cnpj)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByRole('button', { name: 'Pedir acesso ao administrador' }).click()
  await page.getByText('Pedido enviado').waitFor()
  await expect.poll(() => page.textContent('body')).not.toContain(ours.email)
  await expect.poll(async () => (await mailsTo(site.app, ours.email))[0]?.subject).toContain('Pedido de acesso')
  const [mail] = await mailsTo(site.app, ours.email)
  expect(mail?.text).toContain(email)
  expect(mail?.text).not.toContain('golpe.example')
  expect(problems).toEqual([])

  // An unknown company gets the same answer, and the same person asks in vain again.
  const ask = (cnpj: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/auth/signup/access-requests',
      payload: { name: 'Rui', email, cnpj }
    })
  const [registered, unknown] = [await ask(ours.cnpj), await ask(newCnpj())]
  expect([registered.statusCode, registered.body]).toEqual([202, unknown.body])
})

test('a change of the own rights is felt in the open browser', async () => {
  const ours = await company(site.app, 'Oficina do Bairro')
  const lead = (await sendLead(site.app, ours.id)).json().id
  const viewer = await colleague(site.app, ours.id, { role: 'viewer' })
  const { page } = await visitAs(site, viewer)
  await page.goto(`/leads/${lead}`)
  await page.getByRole('heading', { name: 'Ada Souza' }).waitFor()
  const status = page.getByRole('group', { name: 'Situação do lead' })
  await expect.poll(() => status.count()).toBe(0)
  const change = (role: string) =>
    site.app.inject({
      method: 'PUT',
      url: `/api/employees/${viewer.id}`,
      headers: ours.auth,
      payload: { role, leadAccess: 'all', team: null }
    })
  expect((await change('agent')).statusCode).toBe(200)
  await status.waitFor()
  await change('viewer')
  await status.waitFor({ state: 'detached' })
})

test('the profile of staff stands in the staff’s own frame', async () => {
  const manager = await staff(site.app, 'manager', ['view_logs'])
  const { page, problems } = await visitAs(site, manager)
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Perfil' }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Principal' }).first()
  await menu.getByRole('link', { name: 'Registros' }).waitFor()
  await expect.poll(() => menu.getByRole('link', { name: 'Leads' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Empresa' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await menu.getByRole('link', { name: 'Empresas' }).click()
  await page.getByRole('heading', { name: 'Empresas' }).waitFor()
  expect(problems).toEqual([])
})

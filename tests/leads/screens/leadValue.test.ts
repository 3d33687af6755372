import type { Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { sendLead } from '../../kit/app.ts'
import { unfold } from '../../kit/dashboard.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { browserTest as test, views } from '../../kit/site.ts'

const { app, withLead, api, open } = await openLeadSite()

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const headOf = async (page: Page, name: string) => plain(await column(page, name).getByRole('heading').textContent())

test('a value is entered on the page of the lead, and only from then on the rest speaks of values', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, '/leads')
  await page.getByRole('columnheader', { name: 'Situação' }).waitFor()
  await expect.poll(() => page.getByRole('columnheader', { name: 'Valor' }).count()).toBe(0)
  await page.goto(url)
  await page.getByRole('button', { name: 'Editar Valor' }).click()
  const field = page.getByRole('textbox', { name: 'Valor' })
  await field.pressSequentially('1500')
  await expect.poll(() => field.inputValue()).toBe('1.500')
  await field.pressSequentially(',5')
  await field.press('Enter')
  await page.getByRole('button', { name: /Editar Valor: R\$\s1\.500,50/ }).waitFor()
  expect((await api(ours, 'GET', `/api/leads/${id}`)).valueCents).toBe(150_050)

  await page.getByRole('button', { name: 'Editar Valor' }).click()
  await field.fill('9999999999')
  await field.press('Enter')
  await page.getByText('Digite um valor em reais').waitFor()
  await field.fill('R$ 2.000')
  await field.press('Enter')
  await page.getByRole('button', { name: /Editar Valor: R\$\s2\.000,00/ }).waitFor()
  await page
    .getByText(/R\$\s1\.500,50/)
    .first()
    .waitFor() // in the timeline, with its former value
  await page.goto('/leads')
  await page.getByRole('columnheader', { name: 'Valor' }).waitFor()
  await page.getByRole('cell', { name: 'R$ 2.000,00' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the board sums its columns, a move moves the value at once, and a won lead is asked for it', async () => {
  const { ours, id } = await withLead()
  const other = (
    await sendLead(app, ours.id, { name: 'Bia Lima', email: 'bia@example.com', phone: '11977776666' })
  ).json()
  await api(ours, 'PUT', `/api/leads/${id}`, { valueCents: 3_400_000 })
  await api(ours, 'PUT', `/api/leads/${other.id}`, { valueCents: 50_000 })
  const { page, context, problems } = await open(ours, '/leads?view=board')
  await column(page, 'Novo').waitFor()
  await expect.poll(() => headOf(page, 'Novo')).toBe('Novo2 · R$ 34.500,00')
  expect(await headOf(page, 'Perdido')).toBe('Perdido0')

  await page.getByRole('button', { name: 'Mover Bia Lima para' }).click()
  await page.getByRole('menuitem', { name: 'Convertido' }).click()
  await expect.poll(() => headOf(page, 'Convertido')).toBe('Convertido1 · R$ 500,00')
  const valueField = page.getByRole('textbox', { name: 'Bia Lima foi convertido. Qual foi o valor?' })
  await expect.poll(() => valueField.inputValue()).toBe('500,00')
  expect(await accessibilityFaults(page)).toEqual([])
  // Won already, whatever is answered.
  expect((await api(ours, 'GET', `/api/leads/${other.id}`)).status).toBe('converted')
  await valueField.fill('')
  await valueField.pressSequentially('750')
  await valueField.press('Enter')
  await expect.poll(() => headOf(page, 'Convertido')).toBe('Convertido1 · R$ 750,00')

  // Somebody else's change comes by a live event.
  await api(ours, 'PUT', `/api/leads/${id}`, { valueCents: 100 })
  await expect.poll(() => headOf(page, 'Novo')).toBe('Novo1 · R$ 1,00')
  expect(problems).toEqual([])
  await context.close()
})

test('the list is filtered by value, and the dashboard opens what it sums', async () => {
  const { ours, id } = await withLead()
  await sendLead(app, ours.id, { name: 'Bia Lima', email: 'bia@example.com', phone: '11977776666' })
  await api(ours, 'PUT', `/api/leads/${id}`, { valueCents: 90_000 })
  const { page, context, problems } = await open(ours, '/leads')
  await page.getByRole('link', { name: 'Bia Lima', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.locator('summary', { hasText: 'Valor' }).click()
  await page.getByRole('textbox', { name: 'Valor, de' }).pressSequentially('500')
  await page.getByRole('button', { name: /Tirar filtro Valor: a partir de R\$\s500,00/ }).waitFor()
  await page.getByRole('link', { name: 'Bia Lima', exact: true }).waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto('/dashboard')
  await unfold(page)
  const panel = page.getByRole('region', { name: 'Valor', exact: true })
  await panel.getByRole('link', { name: 'R$ 900,00' }).click()
  await page.getByRole('link', { name: /Ada/ }).first().waitFor()
  expect(page.url()).toContain('valueFrom')
  expect(problems).toEqual([])
  await context.close()
})

test('a lead is typed in with its value on a phone', async () => {
  const { ours } = await withLead()
  const { page, context, problems } = await open(ours, '/leads', views['phone light'])
  await page.getByRole('button', { name: 'Novo lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo lead' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Caio Reis')
  await dialog.getByRole('textbox', { name: 'Telefone' }).fill('11955554444')
  await dialog.getByRole('textbox', { name: 'Valor estimado' }).pressSequentially('1200')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: /^Dados do lead/ }).click()
  await page.getByRole('button', { name: /Editar Valor: R\$\s1\.200,00/ }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

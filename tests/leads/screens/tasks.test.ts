import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Tenant } from '../../kit/app.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { browserTest as test, type View } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, api, open } = await openLeadSite()

const hour = 3_600_000
const now = Date.now()
const inHours = (hours: number) => new Date(now + hours * hour).toISOString()

const addTask = (ours: Tenant, leadId: string, title: string, more: object = {}) =>
  api(ours, 'POST', '/api/tasks', { leadId, title, dueAt: inHours(24), ...more })

const next = (page: Page) => page.getByRole('region', { name: 'Próxima ação' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

test('a task is due by the clock of the company, wherever the device is', async () => {
  const { ours, id, url } = await withLead()
  const record = { name: 'Padaria Central', email: null, phone: null, address: null, industry: null }
  await api(ours, 'PUT', `/api/companies/${ours.id}`, { ...record, timeZone: 'America/Manaus' })
  const zone = async () => (await api(ours, 'GET', '/api/auth/me')).companyTimeZone
  await expect.poll(zone).toBe('America/Manaus')
  const tokyo: View = { width: 1280, height: 900, scheme: 'light', zone: 'Asia/Tokyo' }
  const { page, context, problems } = await open(ours, url, tokyo)
  await next(page).getByRole('button', { name: 'Agendar contato' }).click()
  await page.getByRole('menuitem', { name: 'Amanhã às 9h' }).click()
  await next(page).getByText('Entrar em contato').waitFor()
  const [morning] = await api(ours, 'GET', `/api/tasks?leadId=${id}`)
  expect(new Date(morning.dueAt).toISOString()).toMatch(/T13:00:00/) // Manaus is four hours behind UTC

  await page.getByRole('tab', { name: 'Tarefa' }).click()
  await expect.poll(() => page.getByLabel('Prazo').inputValue()).toMatch(/T09:00$/)
  await page.getByText('No horário da empresa: Amazonas').waitFor()
  await page.getByLabel('Prazo').fill('2031-03-10T14:30')
  await page.getByRole('button', { name: 'Criar tarefa' }).click()
  await next(page).getByText('10/03/2031 14:30').waitFor()
  const [, later] = await api(ours, 'GET', `/api/tasks?leadId=${id}`)
  expect(new Date(later.dueAt).toISOString()).toBe('2031-03-10T18:30:00.000Z')
  await page.getByLabel('Prazo').fill('2020-03-10T14:30')
  await page.getByText('Este prazo já passou.').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a task is done by keyboard, which goes on to the next one, and can be taken back', async () => {
  const { ours, id, url } = await withLead()
  await addTask(ours, id, 'Ligar')
  await addTask(ours, id, 'Enviar a proposta', { dueAt: inHours(48) })
  const { page, context, problems } = await open(ours, url)
  await page.getByRole('checkbox', { name: 'Concluir Ligar' }).press('Space')
  await page.getByText('Tarefa concluída: Ligar').first().waitFor()
  await page.getByRole('checkbox', { name: 'Concluir Ligar' }).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Concluir Enviar a proposta')
  await page.keyboard.press('Space')
  await page.getByText('Este lead não tem próxima ação.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.textContent ?? ''))
    .toMatch(/^Próxima ação/)

  // Until then the button is the first task's.
  await page.getByText('Tarefa concluída: Enviar a proposta').first().waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('checkbox', { name: 'Concluir Enviar a proposta' }).waitFor()
  await page.getByRole('button', { name: 'Excluir Enviar a proposta' }).press('Enter')
  await page.getByText('Este lead não tem próxima ação.').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('checkbox', { name: 'Concluir Enviar a proposta' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a task is changed where it stands, and the keyboard stays with it', async () => {
  const { ours, id, url } = await withLead()
  await join(app, ours, { name: 'Bia Lima' })
  const dueAt = inHours(24)
  const remindAt = new Date(Date.parse(dueAt) - hour).toISOString()
  await addTask(ours, id, 'Ligar', { dueAt, remindAt })
  const { page, context, problems } = await open(ours, url)
  await page.getByRole('button', { name: 'Mudar Ligar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mudar a tarefa' })
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Lembrete' }).textContent()).toBe('1 hora antes')
  await dialog.getByRole('textbox', { name: 'O que fazer' }).fill('Enviar a proposta')
  await dialog.getByLabel('Prazo').fill('2031-03-10T14:30')
  await dialog.getByRole('combobox', { name: 'Responsável' }).click()
  await page.getByRole('option', { name: 'Bia Lima' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await next(page).getByText('10/03/2031 14:30').waitFor()
  await expect.poll(() => focused(page)).toBe('Mudar Enviar a proposta')
  const [task] = await api(ours, 'GET', `/api/tasks?leadId=${id}`)
  expect(task).toMatchObject({ title: 'Enviar a proposta', ownerName: 'Bia Lima' })
  expect(new Date(task.remindAt).toISOString()).toBe('2031-03-10T16:30:00.000Z')
  expect(problems).toEqual([])
  await context.close()
})

test('a deleted task is taken back as the same one', async () => {
  const { ours, id, url } = await withLead()
  const task = await addTask(ours, id, 'Ligar')
  const { page, context, problems } = await open(ours, url)
  await next(page).getByRole('button', { name: 'Excluir Ligar' }).click()
  await page.getByText('Este lead não tem próxima ação.').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await next(page).getByText('Ligar', { exact: true }).waitFor()
  expect(await api(ours, 'GET', `/api/tasks?leadId=${id}`)).toEqual([task])
  expect(problems).toEqual([])
  await context.close()
})

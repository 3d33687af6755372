import type { Page } from 'playwright'
import { expect } from 'vitest'
import { dayAt } from '../../../services/core/zones/rules.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import type { Tenant } from '../../kit/app.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { browserTest as test, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, api, open } = await openLeadSite()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const dayOf = (at: string) => dayAt(Date.parse(at), 'America/Sao_Paulo')
const today = () => dayOf(inDays(0))

const addTask = (ours: Tenant, leadId: string, title: string, days: number, more: object = {}) =>
  api(ours, 'POST', '/api/tasks', { leadId, title, dueAt: inDays(days), ...more })

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const dueOf = async (ours: Tenant, title: string): Promise<string> =>
  (await api(ours, 'GET', '/api/tasks')).find((task: { title: string }) => task.title === title)?.dueAt

test('the tasks of a person stand by day, and are done, moved and given away from the list', async () => {
  const { ours, id } = await withLead()
  await join(app, ours, { name: 'Bia Lima' })
  await addTask(ours, id, 'Ligar', -2)
  await addTask(ours, id, 'Enviar a proposta', 1)
  await addTask(ours, id, 'Visitar', 20)
  const { page, context, problems } = await open(ours, '/dashboard')
  await page.getByRole('link', { name: 'Tarefas' }).first().click()
  await group(page, 'Atrasadas')
    .getByText(/atrasada/)
    .first()
    .waitFor()
  await group(page, 'Amanhã').getByRole('link', { name: 'Enviar a proposta' }).waitFor()
  await group(page, 'Depois').getByRole('link', { name: 'Visitar' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Mover Visitar' }).click()
  await page.getByRole('menuitem', { name: /^Amanhã/ }).click()
  await group(page, 'Amanhã').getByRole('link', { name: 'Visitar' }).waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await group(page, 'Depois').getByRole('link', { name: 'Visitar' }).waitFor()

  // For a moment it may stand in the list that it leaves, too.
  await group(page, 'Depois').getByRole('button', { name: 'Mover Visitar' }).click()
  await page.getByRole('menuitem', { name: 'Escolher o dia' }).click()
  await page.getByLabel('Novo dia').fill('2031-03-10')
  await page.getByRole('button', { name: 'Mover', exact: true }).click()
  await expect.poll(async () => dayOf(await dueOf(ours, 'Visitar'))).toBe('2031-03-10')

  await page.getByRole('button', { name: 'Passar Visitar' }).click()
  await page.getByRole('menuitem', { name: /^Bia Lima/ }).click()
  await page.getByRole('link', { name: 'Visitar' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Da equipe' }).click()
  await group(page, 'Depois').getByText('· Bia Lima').first().waitFor()

  await page.getByRole('link', { name: 'Minhas' }).click()
  await page.getByRole('checkbox', { name: 'Concluir Ligar' }).click()
  await page.getByRole('link', { name: 'Ligar', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Concluídas' }).click()
  await page.getByRole('checkbox', { name: 'Reabrir Ligar' }).click()
  await page.getByText('Nada concluído ainda').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('all overdue tasks are moved to today at once, and back', async () => {
  const { ours, id } = await withLead()
  for (const title of ['Um', 'Dois', 'Três']) await addTask(ours, id, title, -3)
  const { page, context, problems } = await open(ours, '/tasks')
  await page.getByRole('button', { name: 'Mover todas para hoje' }).click()
  await page.getByText('3 tarefas movidas para hoje').waitFor()
  await group(page, 'Hoje').getByRole('link', { name: 'Dois' }).waitFor()
  expect(dayOf(await dueOf(ours, 'Um'))).toBe(today())
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await group(page, 'Atrasadas').getByRole('link', { name: 'Dois' }).waitFor()

  // A colleague's new task comes by a live event.
  await addTask(ours, id, 'Quatro', 1)
  await group(page, 'Amanhã').getByRole('link', { name: 'Quatro' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the keyboard goes through the tasks, and on to the next one where a task goes', async () => {
  const { ours, id, url } = await withLead()
  await addTask(ours, id, 'Um', -3)
  await addTask(ours, id, 'Dois', -2)
  await addTask(ours, id, 'Três', 9)
  const { page, context, problems } = await open(ours, '/tasks')
  // Each group has a read of its own.
  for (const name of ['Um', 'Dois', 'Três']) await page.getByRole('link', { name, exact: true }).waitFor()
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('Um')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe('Dois')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.getByRole('link', { name: 'Um', exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Dois')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: /^Amanhã/ }).press('Enter')
  await group(page, 'Amanhã').getByRole('link', { name: 'Dois' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await page.getByRole('menu', { name: /^Passar/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Três' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${url}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Três' }).waitFor()
  await page.keyboard.press('?')
  await page.getByText('Passar para outra pessoa').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone a task is created and done by thumb, and nothing is wider than the screen', async () => {
  const { ours } = await withLead()
  const phone = { width: 360, height: 740, scheme: 'light', touch: true } as const
  const { page, context, problems } = await open(ours, '/tasks', phone)
  await page.getByText('Nenhuma tarefa para você').waitFor()
  await page.getByRole('button', { name: 'Criar a primeira tarefa' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Nova tarefa' })
  await dialog.getByRole('combobox', { name: 'Lead' }).fill('Ada')
  await page.getByRole('option', { name: /Ada/ }).tap()
  await dialog.getByRole('textbox', { name: 'O que fazer' }).fill('Enviar a proposta com todos os anexos combinados')
  await dialog.getByRole('button', { name: 'Criar tarefa' }).tap()
  await page.getByRole('link', { name: /Enviar a proposta/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const sizes = await page
    .locator('[data-row] button:visible, [data-row] label:visible')
    .evaluateAll(all => all.map(each => Math.min(each.clientWidth, each.clientHeight)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('checkbox', { name: /^Concluir/ }).tap()
  await page.getByText('Nenhuma tarefa para você').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

for (const view of ['desktop light', 'phone dark'] as const)
  test(`the person of a task is called and written to from the list: ${view}`, async () => {
    const { ours, id } = await withLead()
    await addTask(ours, id, 'Enviar a proposta revista com os novos prazos', 1)
    const { page, context, problems } = await open(ours, '/tasks', views[view])
    const tasks = group(page, 'Amanhã')
    const call = tasks.getByRole('link', { name: 'Ligar para Ada Souza' })
    await expect.poll(() => call.getAttribute('href')).toMatch(/^tel:\+55/)
    const whatsapp = tasks.getByRole('link', { name: 'Conversar com Ada Souza no WhatsApp' })
    await expect.poll(() => whatsapp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/55/)
    // On a phone all of the words open the lead, but nothing lies upon the two ways.
    await call.click({ trial: true })
    await whatsapp.click({ trial: true })
    await tasks.getByRole('link', { name: /^Enviar a proposta/ }).click({ trial: true })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { matches } from '../../web/src/shell/command/commands.ts'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { browserTest, openSite, uncheck, visitAs } from '../kit/site.ts'
import { staff } from '../kit/staff.ts'

const site = await openSite()
let ours: Tenant

beforeAll(async () => {
  ours = await company(site.app, 'Padaria Central')
  await sendLead(site.app, ours.id)
  await sendLead(site.app, ours.id, { name: 'Érica Prado', email: 'erica@example.com', phone: '21912345678' })
})

test.each([
  ['configuracoes', 'Configurações', undefined, true],
  ['caixa teste', 'Caixa de saída de teste', undefined, true],
  ['senha', 'Perfil', 'conta senha', true],
  ['figurações', 'Configurações', undefined, false],
  ['caixa perdida', 'Caixa de saída de teste', undefined, false]
])('"%s" looks for "%s" (%s): %s', (search, label, words, found) => {
  expect(matches({ label, ...(words && { words }) }, search)).toBe(found)
})

const search = (page: Page) => page.getByRole('combobox', { name: /páginas e ações$/ })

browserTest(
  'a lead is found from anywhere by the keyboard alone, and is there again among the recent ones',
  async () => {
    const { page, context, problems } = await visitAs(site, ours)
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Painel' }).waitFor()
    await page.keyboard.press('Control+k')
    await search(page).waitFor()
    await page.keyboard.type('erica')
    await page.getByRole('option', { name: 'Érica Prado', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Érica Prado' }).waitFor()
    const way = page.getByRole('navigation', { name: 'Você está em' })
    await expect.poll(() => way.textContent()).toBe('LeadsÉrica Prado')
    await way.getByRole('link', { name: 'Leads' }).click()

    await page.waitForURL('**/leads')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    const recent = page.getByRole('group', { name: 'Recentes' }).getByRole('option')
    await expect.poll(() => recent.allInnerTexts()).toEqual([expect.stringContaining('Érica Prado')])
    await search(page).fill('tema escuro')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(problems).toEqual([])
    await context.close()
  }
)

browserTest('letters open pages, but not while somebody writes, and not where they are turned off', async () => {
  const { page, context } = await visitAs(site, ours)
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  await page.keyboard.type('gl')
  await page.waitForURL('**/leads')
  const field = page.getByRole('searchbox', { name: 'Buscar leads' })
  await field.waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
  await page.keyboard.type('ge?')
  await expect.poll(() => field.inputValue()).toBe('ge?')
  expect(new URL(page.url()).pathname).toBe('/leads')

  await field.blur()
  await page.keyboard.press('?')
  await uncheck(page.getByRole('switch', { name: 'Usar atalhos de uma tecla' }))
  await page.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.type('gp?')
  await page.keyboard.press('Control+k')
  await search(page).waitFor()
  await expect.poll(() => page.getByRole('dialog', { name: 'Atalhos do teclado' }).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/leads')
  await context.close()
})

browserTest('staff find companies and what they may do, and nothing else', async () => {
  const { page, context } = await visitAs(site, await staff(site.app, 'employee', ['view_logs']))
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  await page.keyboard.press('Control+k')
  await search(page).fill('padaria')
  await page.getByRole('option', { name: 'Padaria Central' }).first().waitFor()
  await search(page).fill('regis')
  await page.getByRole('option', { name: 'Registros' }).waitFor()
  await search(page).fill('nova empresa')
  await page.getByText('Nada encontrado').waitFor()
  await context.close()
})

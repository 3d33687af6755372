import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company, sendLead } from '../../kit/app.ts'
import { openAs, openSite, browserTest as test, views } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'
import { join } from '../../kit/team.ts'

const site = await openSite()
const { app } = site

/** Opens every list of choices of the page with the mouse, and works it with the keyboard. */
async function chooseByKeys(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog')
  const place = (await dialog.count()) > 0 ? dialog : page.locator('body')
  const lists = place.locator('[role=combobox][aria-haspopup=listbox]:not([aria-disabled=true]):visible')
  await lists.first().waitFor()
  const count = await lists.count()
  for (let n = 0; n < count; n++) {
    const list = lists.nth(n)
    await list.click()
    const options = page.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('option')
    const before = await page.evaluate(() => document.activeElement?.textContent)
    if ((await options.count()) > 1) {
      await page.keyboard.press('ArrowDown')
      expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe(before)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  return count
}

/** How the lists of a page come into sight, where they are not there from the beginning. */
const steps: Record<string, (page: Page) => Promise<void>> = {
  '/dashboard': async () => {},
  '/employees': async () => {},
  '/profile': async () => {},
  '/profile?aba=notificacoes': async () => {},
  '/company': async () => {},
  '/tasks?aba=equipe': async () => {},
  '/privacy-requests?aba=prazos': async () => {},
  '/form-editor': page => page.getByRole('tab', { name: 'Funil' }).click(),
  '/leads': async page => {
    await page.getByRole('button', { name: 'Novo lead' }).first().click()
    await page.getByRole('dialog').getByLabel('Responsável').waitFor()
  },
  '/leads/import': async page => {
    const buffer = Buffer.from('Nome;E-mail;Celular;Nota\r\nAda;ada@example.com;11 98765-4321;VIP\r\n')
    await page.getByLabel('Arquivo').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('De onde vem esta lista?').waitFor()
  }
}

test.for(Object.entries(steps))('lists of %s opened with the mouse obey the keyboard', async ([path, show]) => {
  const ours = await company(app, 'Padaria Central')
  await join(app, ours, { name: 'Rui Prado' })
  await sendLead(app, ours.id, {})
  const page = await openAs(site, ours, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await show(page)
  expect(await chooseByKeys(page)).toBeGreaterThan(0)
})

test('the order of the leads on a phone obeys the keyboard', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, {})
  const page = await openAs(site, ours, '/leads', views['phone light'])
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await page.getByRole('dialog').waitFor()
  expect(await chooseByKeys(page)).toBeGreaterThan(0)
})

test('lists on the page of a lead obey the keyboard', async () => {
  const ours = await company(app)
  await join(app, ours, { name: 'Rui Prado' })
  const { id } = (await sendLead(app, ours.id, {})).json()
  const page = await openAs(site, ours, `/leads/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await chooseByKeys(page)).toBeGreaterThan(0)
})

test.for(['/admin/companies', '/admin/companies/new', '/admin/logs'])(
  'lists of %s opened with the mouse obey the keyboard',
  async path => {
    const page = await openAs(site, await staff(app, 'global_admin'), path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (path === '/admin/employees')
      await page
        .getByRole('button', { name: /Convidar/ })
        .first()
        .click()
    expect(await chooseByKeys(page)).toBeGreaterThan(0)
  }
)

test('menus opened with the mouse follow the arrows, and Esc gives the focus back', async () => {
  const ours = await company(app)
  await join(app, ours, { name: 'Rui Prado' })
  const page = await openAs(site, ours, '/employees')
  for (const name of ['Ações para Rui Prado', 'Sua conta']) {
    const button = page.getByRole('button', { name }).first()
    await button.click()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    const active = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
    const before = await active()
    await page.keyboard.press('ArrowDown')
    expect(await active()).not.toBe(before)
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })
    expect(await button.evaluate(each => each === document.activeElement)).toBe(true)
  }
})

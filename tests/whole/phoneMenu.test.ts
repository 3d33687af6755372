import { expect } from 'vitest'
import { accessibilityFaults } from '../kit/accessibility.ts'
import { company } from '../kit/app.ts'
import { boxOf, openAs, openSite, browserTest as test, type View, views } from '../kit/site.ts'

const site = await openSite()
const phone = views['phone light'] as View

test('on a phone four places are in sight, and every other is behind one more', async () => {
  const page = await openAs(site, await company(site.app), '/dashboard', phone)
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link').first().waitFor()
  expect(await menu.getByRole('link').allTextContents()).toEqual(['Painel', 'Leads', 'WhatsApp', 'Tarefas'])
  expect(await menu.evaluate(bar => bar.scrollWidth <= bar.clientWidth)).toBe(true)

  await menu.getByRole('button', { name: 'Mais' }).click()
  const sheet = page.getByRole('navigation', { name: 'Mais páginas' })
  await sheet.getByRole('link', { name: 'Calendário' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect
    .poll(() => menu.getByRole('button', { name: 'Mais' }).evaluate(b => b === document.activeElement))
    .toBe(true)

  await page.keyboard.press('Enter')
  await sheet.getByRole('link', { name: 'Equipe' }).click()
  await page.getByRole('heading', { name: 'Equipe', level: 1 }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await menu.getByRole('button', { name: 'Mais' }).click()
  await page.getByRole('dialog', { name: 'Mais' }).getByRole('button', { name: 'Falar com a IA' }).click()
  await page.getByRole('dialog', { name: 'Lia, assistente virtual' }).waitFor()
})

test('on the narrowest phone no word of the menu runs into the next', async () => {
  const page = await openAs(site, await company(site.app), '/dashboard', { ...phone, width: 320 })
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link').first().waitFor()
  const cut = await menu
    .locator('> *')
    .evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth).length)
  expect(cut).toBe(0)
})

test('on a phone the colours are changed in the menu of the person', async () => {
  const page = await openAs(site, await company(site.app), '/dashboard', phone)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Usar tema escuro' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('the reminder to confirm the e-mail is one line, says all where it is pressed, and is put away for the day', async () => {
  const ours = await company(site.app)
  await site.app.db.everyCompany(trx =>
    trx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', ours.userId).execute()
  )
  const page = await openAs(site, ours, '/dashboard', phone)
  const banner = page.getByRole('region', { name: 'Confirme seu e-mail' })
  await banner.waitFor()
  expect((await boxOf(banner)).height).toBeLessThan(56)
  await banner.getByRole('button', { expanded: false }).click()
  await expect.poll(async () => (await boxOf(banner)).height).toBeGreaterThan(56)
  await banner.getByRole('button', { name: 'Lembrar amanhã' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => banner.count()).toBe(0)
})

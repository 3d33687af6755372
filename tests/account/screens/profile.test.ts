import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company } from '../../kit/app.ts'
import { openAs, openSite, browserTest as test, views } from '../../kit/site.ts'

const site = await openSite()

const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('each section of the profile has an address, and what was typed into one is not lost in another', async () => {
  const ours = await company(site.app)
  const page = await openAs(site, ours, '/profile')
  const menu = page.getByRole('navigation', { name: 'Seções do perfil' })
  const name = page.getByRole('textbox', { name: 'Nome' })
  await name.fill('Ada Lovelace')
  await menu.getByText('Não salvo').waitFor()

  await menu.getByRole('link', { name: 'Privacidade' }).click()
  await section(page, 'Privacidade').waitFor()
  expect(new URL(page.url()).search).toBe('?aba=privacidade')
  await section(page, 'Dados').waitFor({ state: 'hidden' })
  await page.goBack()
  await section(page, 'Dados').waitFor()
  await expect.poll(() => name.inputValue()).toBe('Ada Lovelace')

  // The browser asks before unsaved changes are lost.
  const dialog = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await dialog
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect.poll(() => name.inputValue()).toBe('Ada Lovelace')

  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await menu.getByText('Não salvo').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('Ada Lovelace')
  await page.context().close()
})

test('links of older mails lead to the notifications', async () => {
  const ours = await company(site.app)
  const page = await openAs(site, ours, '/profile#notificacoes')
  await section(page, 'Notificações').waitFor()
  expect(new URL(page.url()).search).toBe('?aba=notificacoes')
  await page.context().close()
})

test('on a phone the sections are chosen from a list', async () => {
  const ours = await company(site.app)
  const page = await openAs(site, ours, '/profile?aba=acessos', views['phone light'])
  await section(page, 'Sessões ativas').waitFor()
  await page.getByRole('combobox', { name: 'Seção' }).click()
  await page.getByRole('option', { name: 'Notificações' }).click()
  await section(page, 'Notificações').waitFor()
  expect(new URL(page.url()).search).toBe('?aba=notificacoes')
  await page.context().close()
})

test('nothing of the profile moves while it comes', async () => {
  const ours = await company(site.app)
  const page = await openAs(site, ours, '/profile')
  for (const [key, last] of Object.entries({
    dados: page.getByRole('button', { name: 'Trocar e-mail' }),
    seguranca: page.getByRole('button', { name: 'Ativar', exact: true }),
    acessos: page.getByText('Ainda não há acessos registrados.'),
    notificacoes: page.getByRole('combobox', { name: 'Silêncio desde' })
  })) {
    await page.goto(`/profile?aba=${key}`)
    await last.waitFor()
    const shift = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          let sum = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          // Buffered entries are delivered before the second frame.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        })
    )
    expect(shift, key).toBeLessThanOrEqual(0.02)
  }
  await page.context().close()
})

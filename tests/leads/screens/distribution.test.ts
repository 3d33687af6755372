import type { Page } from 'playwright'
import { expect } from 'vitest'
import { openLeadSite } from '../../kit/leads.ts'
import { check, browserTest as test, uncheck, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, api, open } = await openLeadSite()

const panel = (page: Page) => page.getByRole('region', { name: 'Distribuição de novos leads' })

async function add(page: Page, name: string) {
  await panel(page).getByRole('combobox', { name: 'Acrescentar pessoa' }).click()
  await page.getByRole('option', { name }).click()
}

test('changes that are not saved outlive another page, and closing the tab asks', async () => {
  const { ours } = await withLead()
  await join(app, ours, { name: 'Bia Lima' })
  await join(app, ours, { name: 'Caio Leitor', role: 'viewer' })
  const { page, context, problems } = await open(ours, '/employees', views['phone light'])
  await check(panel(page).getByRole('radio', { name: /^Rodízio/ }))
  await panel(page).getByRole('combobox', { name: 'Acrescentar pessoa' }).click()
  await page.getByRole('option', { name: 'Bia Lima' }).waitFor()
  await expect.poll(() => page.getByRole('option', { name: 'Caio Leitor' }).count()).toBe(0)
  await page.getByRole('option', { name: 'Bia Lima' }).click()

  await page.getByRole('link', { name: 'Painel', exact: true }).first().click()
  await page.waitForURL('**/dashboard')
  await page.goBack()
  await panel(page).getByText('Mudanças ainda não salvas.').waitFor()
  const dialogOpened = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await dialogOpened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded
  await panel(page).getByText('1. Bia Lima').waitFor()
  await panel(page).getByRole('button', { name: 'Salvar distribuição' }).click()
  await page.getByText('Distribuição salva').waitFor()
  await panel(page).getByText('Mudanças ainda não salvas.').waitFor({ state: 'detached' })
  expect(await api(ours, 'GET', '/api/distribution')).toMatchObject({ mode: 'turns', members: [{ away: false }] })
  expect(problems).toEqual([])
  await context.close()
})

test('saving what a colleague has changed meanwhile shows the conflict, with a choice', async () => {
  const { ours } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima', role: 'manager' })
  const { page, context, problems } = await open(ours, '/employees')
  // Hers is not announced: where it is, there is nothing left to press, which the second half shows.
  await context.route('**/api/events', route => route.abort())
  await page.reload()
  await check(panel(page).getByRole('radio', { name: /^Rodízio/ }))
  await add(page, 'Bia Lima')
  const me = (await api(bia, 'GET', '/api/auth/me')).companyEmployee.id
  const hers = { mode: 'least', members: [{ employeeId: me, away: true, maxOpen: 5 }], fallbackId: null }
  await api(bia, 'PUT', '/api/distribution', hers)
  await panel(page).getByRole('button', { name: 'Salvar distribuição' }).click()
  const warning = panel(page).getByRole('alert')
  await warning.getByText('Outra pessoa mudou a distribuição enquanto você editava.', { exact: false }).waitFor()
  expect(await api(ours, 'GET', '/api/distribution')).toEqual(hers)
  await panel(page).getByText('1. Bia Lima').waitFor()
  await warning.getByRole('button', { name: 'Carregar a mais recente' }).click()
  await expect
    .poll(() =>
      panel(page)
        .getByRole('radio', { name: /^Menos ocupado/ })
        .isChecked()
    )
    .toBe(true)
  await expect.poll(() => panel(page).getByRole('checkbox', { name: 'Ausente' }).isChecked()).toBe(true)

  await context.unroute('**/api/events')
  await page.reload()
  await uncheck(panel(page).getByRole('checkbox', { name: 'Ausente' }))
  await api(bia, 'PUT', '/api/distribution', { ...hers, mode: 'turns' })
  await warning.getByRole('button', { name: 'Salvar a minha' }).click()
  await page.getByText('Distribuição salva').waitFor()
  expect(await api(ours, 'GET', '/api/distribution')).toMatchObject({ mode: 'least', members: [{ away: false }] })
  expect(problems).toEqual([])
  await context.close()
})

import { expect } from 'vitest'
import type { Funnel } from '../../../services/leads/funnels/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { openAs, openSite, browserTest as test } from '../../kit/site.ts'

const site = await openSite()
const { app } = site

const read = async (who: Tenant): Promise<Funnel[]> =>
  (await app.inject({ url: '/api/funnels', headers: who.auth })).json()

test('a funnel is made, its board moves a lead, and it is deleted with its leads elsewhere', async () => {
  const ours = await company(app)
  const person = { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321' }
  const { id } = (await sendLead(app, ours.id, person)).json<{ id: string }>()
  const page = await openAs(site, ours, '/funnels')
  await page.getByRole('button', { name: 'Novo funil' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome do funil').fill('Obras')
  await dialog.getByLabel('Etapa 1').fill('Visita')
  await dialog.getByRole('button', { name: 'Descer Visita' }).click()
  await dialog.getByRole('button', { name: 'Subir Visita' }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Salvar funil' }).click()
  await page.getByRole('heading', { name: 'Obras' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const [, funnel] = await read(ours)
  expect(funnel?.steps.map(({ name }) => name)).toEqual(['Visita', 'Proposta', 'Ganho', 'Perdido'])

  await page.goto(`${site.url}/leads/${id}`)
  await page.getByRole('button', { name: 'Outro funil' }).click()
  await page.getByRole('menuitem', { name: 'Visita' }).click()
  const steps = page.getByRole('group', { name: 'Situação do lead' })
  await steps.getByRole('button', { name: 'Visita', pressed: true }).waitFor()
  await page.getByText('Situação alterada').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto(`${site.url}/leads?view=board`)
  await page.getByLabel('Funil', { exact: true }).click()
  await page.getByRole('option', { name: 'Obras' }).click()
  const column = (name: string) => page.getByRole('region', { name })
  await column('Visita').getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  expect(new URL(page.url()).search).toContain(funnel?.id)
  await column('Visita').getByRole('button', { name: 'Mover Ada Souza para...' }).click()
  await page.getByRole('menuitem', { name: 'Proposta' }).click()
  await column('Proposta').getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto(`${site.url}/funnels`)
  await page.getByRole('button', { name: 'Excluir o funil Obras' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir funil' }).click()
  await page.getByText('A etapa "Proposta" tem 1 lead. Escolha para onde ele vai.').waitFor()
  await page.getByLabel('Para onde vão os leads de Proposta').click()
  await page.getByRole('option', { name: 'Em contato (Funil padrão)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir funil' }).click()
  await page.getByText('Funil excluído').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Obras' }).count()).toBe(0)
  const lead = (await app.inject({ url: `/api/leads/${id}`, headers: ours.auth })).json()
  expect(lead).toMatchObject({ status: 'contacted', statusKind: 'open', funnelId: ours.id })
})

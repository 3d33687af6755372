import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { openAs, openSite, browserTest as test } from '../../kit/site.ts'

const site = await openSite()
const { app } = site

let sent = 0
/** A new lead that was won for so many cents, on a day or today. */
async function won(who: Tenant, valueCents: number, soldOn?: string): Promise<string> {
  sent++
  const person = { name: `Cliente ${sent}`, email: `c${sent}@example.com`, phone: `119${81_000_000 + sent}` }
  const { id } = (await sendLead(app, who.id, person)).json<{ id: string }>()
  const payload = { status: 'converted', valueCents, ...(soldOn && { soldOn }) }
  const saved = await app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: who.auth, payload })
  expect(saved.statusCode, saved.body).toBe(200)
  return id
}

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const monthsAgo = (months: number): string => {
  const [year = 0, month = 0] = today().split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7)
}

test('the panel says what was sold, and its figures open the sales that make them', async () => {
  const ours = await company(app)
  await won(ours, 150_000)
  await won(ours, 50_000)
  const page = await openAs(site, ours, '/dashboard?period=month')
  const group = page.getByRole('region', { name: 'Vendidos' })
  await group.getByRole('link', { name: /Valor vendido\s*R\$\s*2\.000,00/ }).click()
  await page.getByRole('heading', { name: 'Vendas', level: 1 }).waitFor()
  const rows = page.getByRole('table', { name: 'Vendas' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await accessibilityFaults(page)).toEqual([])
  await rows.nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: /Cliente \d+/, level: 1 }).waitFor()
})

test('targets are set for the company and a person, and say what is missing', async () => {
  const ours = await company(app)
  await won(ours, 250_000)
  const page = await openAs(site, ours, '/sales')
  await page.getByRole('button', { name: 'Definir metas' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Empresa' }).getByLabel('Valor').fill('10.000,00')
  await dialog.getByRole('button', { name: 'Salvar metas' }).click()
  await page.getByText(/R\$\s*2\.500,00 de R\$\s*10\.000,00 \(25\s*%\)/).waitFor()
  await page.getByText(/Faltam R\$\s*7\.500,00/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a month is closed and reopened by who administers, and a sale cannot be dated into a closed one', async () => {
  const ours = await company(app)
  const month = monthsAgo(1)
  await app.inject({
    method: 'PUT',
    url: '/api/sales/settings',
    headers: ours.auth,
    payload: { closingDay: null }
  })
  const id = await won(ours, 30_000, `${month}-10`)
  const page = await openAs(site, ours, `/sales?month=${month}`)
  await page.getByText('Mês aberto').waitFor()
  await page.getByRole('button', { name: 'Fechar o mês' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar', exact: true }).click()
  await page.getByText('Mês fechado', { exact: true }).first().waitFor()
  await page.goto(`${site.url}/leads/${id}`)
  await page.getByRole('button', { name: /^Editar Data da venda/ }).click()
  await page.getByLabel('Data da venda', { exact: true }).fill(today())
  await page.getByRole('button', { name: 'Salvar Data da venda' }).click()
  await page
    .getByText(/está fechado\. Use uma data de um mês aberto/)
    .first()
    .waitFor()
  await page.goto(`${site.url}/sales?month=${month}`)
  await page.getByRole('button', { name: 'Reabrir o mês' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reabrir', exact: true }).click()
  await page.getByText('Mês aberto').waitFor()
})

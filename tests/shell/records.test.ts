import { beforeAll, expect, test } from 'vitest'
import { readLead } from '../../web/src/leads/leads/record.ts'
import { readCompanyRecord } from '../../web/src/shell/company.ts'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { browserTest, openSite, visitAs } from '../kit/site.ts'

test('a lead is read under either name of its id, with what an answer leaves out', () => {
  expect(readLead({ _id: 'a' })).toMatchObject({ id: 'a', _id: 'a', name: 'Sem nome', status: 'new', email: null })
  expect(readLead({ id: 'b', name: ' ' })).toMatchObject({ id: 'b', _id: 'b', name: 'Sem nome' })
})

test('a company is read under either name of its id, its sector as industry', () => {
  expect(readCompanyRecord({ _id: 'a', name: 'Padaria', sector: 'Comércio' })).toMatchObject({
    id: 'a',
    name: 'Padaria',
    industry: 'Comércio'
  })
  expect(readCompanyRecord({ id: 'b', name: 'x', industry: 'Oficina', sector: 'y' }).industry).toBe('Oficina')
})

const site = await openSite()
let ours: Tenant
beforeAll(async () => {
  ours = await company(site.app)
  await sendLead(site.app, ours.id)
})

browserTest('the list, the board and the palette lead to a lead of which only _id is known', async () => {
  const { page } = await visitAs(site, ours)
  const onlyUnderscore = (record: Record<string, unknown>) => {
    const { id: _, ...rest } = record
    return rest
  }
  let id = ''
  await page.route(/\/api\/leads(\/board)?\?/, async route => {
    const response = await route.fetch()
    const json = await response.json()
    if (Array.isArray(json)) id ||= json[0]?._id ?? json[0]?.leads?.[0]?._id ?? ''
    const without = json.map((each: { leads?: Record<string, unknown>[] }) =>
      each.leads ? { ...each, leads: each.leads.map(onlyUnderscore) } : onlyUnderscore(each)
    )
    await route.fulfill({ response, json: without })
  })
  await page.goto('/leads')
  const link = page.getByRole('link', { name: 'Ada Souza' }).first()
  await link.waitFor()
  await expect.poll(() => link.getAttribute('href')).toBe(`/leads/${id}`)
  await page.goto('/leads?layout=board')
  await expect.poll(() => link.getAttribute('href')).toBe(`/leads/${id}`)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Ada')
  await page.getByRole('option', { name: /Ada Souza/ }).click()
  await page.waitForURL(`**/leads/${id}`)
})

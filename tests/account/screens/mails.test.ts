import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { boxOf, browserTest as test, views } from '../../kit/site.ts'

const { app, withLead, open } = await openLeadSite()

test('on a phone the address and the state of a mail have one line each', async () => {
  const { ours } = await withLead()
  const to = `${'endereco-muito-comprido'.repeat(3)}@padaria-central.example`
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('mails')
      .values({
        company_id: ours.id,
        job_id: 'long',
        to_address: to,
        subject: 'Novo lead',
        text: 'Olá',
        status: 'kept'
      })
      .execute()
  )
  const { page, context, problems } = await open(ours, '/mails', views['phone light'])
  const row = page.getByRole('link', { name: new RegExp(to) })
  const [address, state] = [row.getByText(`Para ${to}`), row.getByText('Guardado')]
  for (const part of [address, state]) expect((await boxOf(part)).height).toBeLessThan(32)
  expect((await boxOf(row)).right).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

import { expect, test } from 'vitest'
import { openLeadSite } from '../../kit/leads.ts'
import { check, views, visit } from '../../kit/site.ts'

const site = await openLeadSite()

test('a number of another country is shown as people there write it, and its links go there', async () => {
  const { ours, url } = await site.withLead({ name: 'Ida Berg', phone: '+47 22 12 34 56' })
  for (const [address, view] of [
    ['/leads', views['desktop light']],
    ['/leads', views['phone light']],
    [url, views['desktop light']]
  ] as const) {
    const { page, context } = await site.open(ours, address, view)
    await page.getByText('+47 22 12 34 56').filter({ visible: true }).first().waitFor()
    if (address === url) await page.locator('a[href^="https://wa.me/4722123456"]').first().waitFor()
    await context.close()
  }
})

test('the public form takes a number of another country as it is typed', async () => {
  const { ours } = await site.withLead()
  const { page, context } = await visit(site.url)
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.locator('[name=name]').fill('Ida Berg')
  await page.locator('[name=email]').fill('ida@berg.example')
  await page.locator('[name=phone]').pressSequentially('+47 22 12 34 56')
  await page.locator('[name=email]').focus()
  expect(await page.locator('[name=phone]').inputValue()).toBe('+47 22 12 34 56')
  await check(page.getByLabel('Concordo em receber'))
  const sent = page.waitForRequest(request => request.url().endsWith('/api/leads/public'))
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ phone: '004722123456' })
  await expect
    .poll(async () => {
      const leads = await site.api(ours, 'GET', '/api/leads')
      return leads.find(({ name }: { name: string }) => name === 'Ida Berg')?.phone
    })
    .toBe('+4722123456')
  await context.close()
})

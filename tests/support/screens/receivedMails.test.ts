import { expect } from 'vitest'
import { storeMails } from '../../../services/platform/inboundMail/store.ts'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { leaveMail, mailEnv } from '../../kit/inboundMail.ts'
import { openAs, openSite, browserTest as test, views } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'

const site = await openSite(mailEnv)
const { app } = site
await app.db.everyCompany(createOwnCompany)

const body = [
  '--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nBom dia, segue a nota fiscal do pedido 1.234.\r\n\r\nAda',
  '--b1\r\nContent-Type: application/xml; name="nfe.xml"\r\nContent-Disposition: attachment; filename="nfe.xml"',
  'Content-Transfer-Encoding: base64\r\n\r\nPG5mZS8+',
  '--b1--\r\n'
].join('\r\n')
const mixed = { 'Content-Type': 'multipart/mixed; boundary=b1', Cc: 'Contabilidade <contas@example.com>' }

test('staff find a mail that nothing took, read it whole, and make a ticket of it or decide that nothing is to be done', async () => {
  await leaveMail(app.db, { Subject: 'Nota fiscal do pedido 1.234', ...mixed }, body)
  await leaveMail(app.db, { Subject: 'Promoção imperdível', From: 'Loja <ofertas@loja.example>' })
  await storeMails(app.db, [
    { source: 'mailbox', raw: null, size: 31_000_000, place: { mailbox: 'INBOX', uidValidity: 1, uid: 7 } }
  ])
  const agent = await staff(app, 'employee')
  const page = await openAs(site, agent, '/admin', views['desktop light'])
  await page.getByText('3 e-mails recebidos esperam uma decisão').click()
  const list = page.getByRole('list', { name: 'E-mails recebidos' })
  await list.getByRole('link').nth(2).waitFor()
  await page
    .getByRole('link', { name: /E-mails.*3 e-mails à espera/ })
    .first()
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Buscar e-mails').fill('ofertas@')
  await expect.poll(() => list.getByRole('link').count()).toBe(1)
  await list.getByRole('link', { name: 'Promoção imperdível' }).click()
  await page.getByText('Remetente não confirmado').waitFor()
  await page.getByRole('button', { name: 'Nada a fazer' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Nada a fazer' }).count()).toBe(0)

  await page.goto('/admin/mails-in')
  await list.getByRole('link', { name: 'Nota fiscal do pedido 1.234' }).click()
  await page.getByText('Bom dia, segue a nota fiscal').waitFor()
  await page.getByText('Contabilidade <contas@example.com>').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'nfe.xml' }).click()
  expect((await saved).suggestedFilename()).toBe('nfe.xml')
  await page.getByRole('button', { name: 'Virar chamado' }).click()
  await page.waitForURL(/\/admin\/tickets\/[0-9a-f]{24}$/)
  await page.getByText('Bom dia, segue a nota fiscal').waitFor()
  await page.getByText('A resposta vai por e-mail para ada@example.com').waitFor()

  const phone = await openAs(site, agent, '/admin/mails-in', views['phone dark'])
  await phone.getByRole('list', { name: 'E-mails recebidos' }).getByRole('link').click()
  await phone.getByText('ficou na caixa de entrada').waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
  await phone.close()
  await page.close()
})

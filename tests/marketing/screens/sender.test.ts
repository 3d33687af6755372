import { expect } from 'vitest'
import type { SenderSettings } from '../../../services/marketing/senders/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startDns } from '../../kit/peers/dns.ts'
import { check, openAs, openSite, browserTest as test, uncheck, type View, views } from '../../kit/site.ts'
import { openMailServer } from '../senders/servers.ts'

const dns = await startDns()
atEnd(dns.close)
dns.zone.set('spf.prosa.example', ['v=spf1 ip4:127.0.0.1 -all'])
const smtp = await openMailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
const site = await openSite({
  DNS_SERVERS: dns.address,
  SPF_INCLUDE: 'spf.prosa.example',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`
})

test('somebody sets the sender up, proves the domain step by step, and tries it', async () => {
  const ours = await company(site.app, 'Padaria Central')
  dns.zone.set('padaria.example', ['v=spf1 mx -all'])
  const page = await openAs(site, ours, '/email')
  await page.getByRole('heading', { level: 1, name: 'E-mail' }).waitFor()
  await page.getByRole('link', { name: 'Remetente', exact: true }).click()
  await page.getByText('diga quem envia e comprove', { exact: false }).waitFor()

  await page.getByLabel('Nome do remetente').fill('Padaria Central')
  await page.getByLabel('E-mail do remetente').fill('padaria@gmail.com')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Endereços de gmail.com não servem', { exact: false }).waitFor()
  await page.getByLabel('E-mail do remetente').fill('contato@padaria.example')
  const preview = page.getByRole('figure', { name: 'Como aparece para o cliente' })
  await expect.poll(() => preview.textContent()).toMatch(/Padaria Central.*contato@padaria\.example/s)
  await page.reload() // what was typed stays
  await expect.poll(() => page.getByLabel('E-mail do remetente').inputValue()).toBe('contato@padaria.example')
  await page.getByRole('button', { name: 'Salvar' }).click()

  const card = (name: RegExp) => page.getByRole('region', { name })
  const spf = card(/^SPF/)
  await spf.getByText('Precisa de ajuste').waitFor()
  await spf.getByText('v=spf1 mx -all', { exact: true }).waitFor()
  await expect
    .poll(() => spf.getByLabel('Valor do registro SPF').first().inputValue())
    .toBe('v=spf1 mx include:spf.prosa.example -all')
  await card(/^DKIM/).getByText('Falta criar').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(/^DMARC/)
    .getByRole('button', { name: 'Copiar Valor do registro DMARC' })
    .click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('v=DMARC1; p=none')

  const { sender } = (await site.app.inject({ url: '/api/email/sender', headers: ours.auth })).json<SenderSettings>()
  for (const { name, strings } of sender?.records ?? []) dns.zone.set(name, [strings])
  await page.getByRole('button', { name: 'Verificar agora' }).click()
  await page.getByText('Domínio padaria.example comprovado', { exact: false }).waitFor()
  await expect.poll(() => page.getByText('Tudo certo').count()).toBe(3)
  await page.getByRole('button', { name: 'Enviar teste' }).click()
  await page.getByText('O servidor aceitou o e-mail', { exact: false }).waitFor()

  await uncheck(page.getByLabel('Contar cliques e aberturas'))
  await page.getByRole('button', { name: 'Salvar' }).click()
  const tracking = async () =>
    (await site.app.inject({ url: '/api/email/sender', headers: ours.auth })).json<SenderSettings>().sender?.tracking
  await expect.poll(tracking).toBe(false)
  await page.getByText('250 OK queued as 4bXYZ').waitFor()
  const ofSender = smtp.taken.filter(({ from }) => from === 'contato@padaria.example')
  expect(ofSender.map(({ to }) => to)).toEqual([[ours.email]])

  // Lost records are seen without asking, and a phone shows all of it.
  dns.zone.delete('_dmarc.padaria.example')
  await site.app.inject({ method: 'POST', url: '/api/email/sender/check', headers: ours.auth })
  await page.getByText('ainda não está comprovado', { exact: false }).waitFor()
  const phone = views['phone dark'] as View
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  await check(page.getByLabel('Usar meu servidor'))
  await page.getByRole('textbox', { name: 'Servidor', exact: true }).fill('smtp.provedor.example')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

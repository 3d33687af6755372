import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead } from '../../kit/app.ts'
import { importFile } from '../../kit/imports.ts'
import { mailsTo } from '../../kit/mails.ts'
import { openSite, browserTest as test, views, visit, visitAs } from '../../kit/site.ts'

const site = await openSite()

/** From the public form by the mailed link to the page of one's own data. */
async function openOwnData(page: Page, client: string, email: string): Promise<void> {
  await page.goto(`/leads/new?client=${client}`)
  await page.goto((await page.getByRole('link', { name: 'Meus dados' }).getAttribute('href')) ?? '')
  await page.getByLabel('E-mail ou telefone').fill(email)
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await page.getByText('Se este contato estiver nos cadastros').waitFor()
  await expect.poll(() => mailsTo(site.app, email)).toHaveLength(1)
  const [mail] = await mailsTo(site.app, email)
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { pathname, search, hash } = new URL(link)
  await page.goto(pathname + search + hash)
  await page.getByRole('button', { name: 'Ver meus dados' }).click()
  await page.getByRole('heading', { name: 'Seus dados em Padaria Central' }).waitFor()
}

test('a person sees, downloads, withdraws and asks for erasure on the phone, and the team erases them for good', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const email = 'rita@example.com'
  await sendLead(site.app, ours.id, { name: 'Rita Prado', email, phone: '11955554444', message: 'Bolo para sábado' })

  const { page, problems } = await visit(site.url, views['phone light'])
  await openOwnData(page, ours.id, email)
  expect(new URL(page.url()).hash).toBe('')
  await page.getByText('Bolo para sábado').first().waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar meus dados' }).click()
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.leads[0]).toMatchObject({ name: 'Rita Prado', phone: '11955554444' })
  await page.getByRole('button', { name: 'Retirar E-mail' }).click()
  await page.getByText('Você não autorizou').waitFor()
  // A reload is no new link.
  await page.reload()
  await page.getByRole('button', { name: 'Pedir exclusão' }).click()
  await page.getByRole('button', { name: 'Confirmar pedido de exclusão' }).click()
  await page.getByText('Em aberto').waitFor()
  expect(problems).toEqual([])

  const { page: desk, problems: wrong } = await visitAs(site, ours, views['desktop light'])
  await desk.goto('/dashboard')
  await desk.getByRole('link', { name: 'Privacidade' }).first().click()
  await desk.getByText('Faltam 15 dias').waitFor()
  await desk.getByRole('link', { name: 'Rita Prado' }).click()
  const erase = desk.getByRole('button', { name: 'Excluir para sempre' })
  await expect.poll(() => erase.isDisabled()).toBe(true)
  await desk.getByLabel('Digite EXCLUIR para confirmar').fill('excluir')
  await erase.click()
  await desk.getByRole('heading', { name: 'Certificado nº 000001' }).waitFor()
  await desk.getByText('Ocorrências encontradas: 0.').waitFor()
  expect(await desk.getByText('o certificado está como foi emitido').count()).toBe(1)
  await desk.goto('/leads')
  await desk.getByText('Nenhum lead ainda').waitFor()
  expect(wrong).toEqual([])

  const { run } = await importFile(site.app, ours, `Nome;E-mail\r\nRita;${email}\r\nBia;bia@example.com`)
  expect(run?.counts).toMatchObject({ created: 1, error: 1 })
  // The page that was open shows nothing of it any more.
  await page.reload()
  await page.getByText('Seu acesso terminou').waitFor()
})

test('a person reads moments and numbers as people write them, and asks to correct what has no field of its own', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const email = 'zeca@example.com'
  const touch = { first: { page: 'https://padaria.example/', at: '2026-11-22T12:38:30.315Z' } }
  await sendLead(site.app, ours.id, { name: 'Zeca', email, phone: '11955553333', cnpj: ours.cnpj, touch })

  const { page, problems } = await visit(site.url, views['phone dark'])
  await openOwnData(page, ours.id, email)
  await page.getByText('22/11/2026 09:38').waitFor()
  expect(await page.getByRole('main').textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/)
  expect(await page.getByRole('main').textContent()).not.toContain(ours.cnpj)

  await page.getByRole('button', { name: 'Corrigir' }).click()
  await page.getByLabel('Outra correção').fill('Apaguem a minha mensagem')
  await page.getByRole('button', { name: 'Enviar correção' }).click()
  await page.getByText('Em aberto').waitFor()
  const heading = page.getByRole('heading', { name: 'Seus dados em Padaria Central' })
  expect(await heading.evaluate(it => it === document.activeElement)).toBe(true)
  const [request] = (await site.app.inject({ url: '/api/privacy/requests', headers: ours.auth })).json()
  expect(request).toMatchObject({ kind: 'correction', details: 'Apaguem a minha mensagem' })
  expect(problems).toEqual([])
})

test('a person objects to a use of their data on the phone, the team answers in time, and the person hears of it', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const email = 'olga@example.com'
  await sendLead(site.app, ours.id, { name: 'Olga Prado', email, phone: '11955553333' })
  const { page, problems } = await visit(site.url, views['phone light'])
  await openOwnData(page, ours.id, email)
  await page.getByRole('button', { name: 'Opor-me a um uso' }).click()
  await page.getByRole('button', { name: 'Enviar oposição' }).click()
  await page.getByText('Diga a que você se opõe.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('A que você se opõe e por quê?').fill('Não quero receber ofertas')
  await page.getByRole('button', { name: 'Enviar oposição' }).click()
  await page.getByText('Oposição', { exact: true }).waitFor()
  await page.getByText('Em aberto').waitFor()

  const { page: desk, problems: wrong } = await visitAs(site, ours, views['desktop light'])
  await desk.goto('/privacy-requests')
  await desk.getByText('Faltam 15 dias').waitFor()
  await desk.getByRole('link', { name: 'Olga Prado' }).click()
  await desk.getByText('Não quero receber ofertas').waitFor()
  await desk.getByRole('button', { name: 'Marcar como atendido' }).click()
  await desk.getByLabel('Resposta').fill('Você não recebe mais ofertas.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Marcar como atendido' }).click()
  await desk.getByText('Pedido marcado como atendido').waitFor()
  await expect
    .poll(async () => (await mailsTo(site.app, email))[0]?.subject)
    .toBe('Seu pedido a Padaria Central: oposição')
  await page.reload()
  await page.getByText('Você não recebe mais ofertas.').waitFor()
  await page.getByText('Atendido').waitFor()
  expect([...problems, ...wrong]).toEqual([])
})

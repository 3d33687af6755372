import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { asVisitorsDo, openSite, browserTest as test, views, visitAs } from '../../kit/site.ts'

const app = { id: '998877665544', secret: 'secret-of-the-instagram-app' }
const meta = await startMeta({
  appSecret: 'secret-of-the-meta-app',
  verifyToken: 'token-of-the-test',
  instagramAppSecret: app.secret,
  instagramAppId: app.id,
  consent: 'page'
})
atEnd(() => meta.close())

// The whole browser: its headless shell does not let a test answer what a redirection leads to.
asVisitorsDo()
const site = await openSite({
  INSTAGRAM_GRAPH_URL: meta.url,
  INSTAGRAM_LOGIN_URL: meta.url,
  INSTAGRAM_API_URL: meta.url,
  INSTAGRAM_APP_ID: app.id,
  INSTAGRAM_APP_SECRET: app.secret
})

/** The address under which the product is known is not the one where the test runs. */
const bringBack = (page: Page) =>
  page.route(`${site.app.config.publicUrl}/**`, route => {
    const { pathname, search } = new URL(route.request().url())
    return route.fulfill({ status: 302, headers: { location: site.url + pathname + search } })
  })

const settings = '/instagram-messages?aba=configuracao'

for (const name of ['desktop light', 'phone dark'] as const)
  test(`an account is connected at Instagram, once its owner allows it: ${name}`, async () => {
    const ours = await company(site.app)
    const { page, problems } = await visitAs(site, ours, views[name])
    await bringBack(page)
    await page.goto(settings)
    await page.getByText('Ou use um aplicativo seu na Meta').waitFor()
    await page.getByRole('button', { name: 'Conectar com Instagram' }).click()
    await page.getByRole('link', { name: 'Não permitir' }).click()
    await page.getByText('Você não permitiu o acesso no Instagram. Nada foi conectado.').waitFor()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('link', { name: 'Permitir', exact: true }).click()
    await page.getByText('Instagram conectado').waitFor()
    await page.getByText('empresa.demo').first().waitFor()
    expect(new URL(page.url()).search).toBe('?aba=configuracao')
    await page.getByRole('button', { name: 'Desligar canal' }).click()
    await page.getByText('Canal desligado').waitFor()
    // Signing in is arranged on every page of the context, and Instagram's has no storage.
    expect(problems.filter(text => !text.includes("'localStorage'"))).toEqual([])
  })

test('what cannot be read or saved of the account is shown as such', async () => {
  const ours = await company(site.app)
  const { page } = await visitAs(site, ours, views['desktop light'])
  const broken = (path: string) =>
    page.route(path, route => route.fulfill({ status: 500, json: { message: 'Ocorreu um erro.' } }))
  await broken('**/api/instagram/settings')
  await page.goto(settings)
  await page.getByText('Falha ao buscar configurações do Instagram').waitFor()
  await page.unroute('**/api/instagram/settings')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByText('Ou use um aplicativo seu na Meta').click()
  await page.getByLabel('Identificação da conta profissional').fill('17841400000000000')
  await broken('**/api/instagram/config')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Falha ao salvar configuração do Instagram').waitFor()
})

import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { openSite, type SignedIn, browserTest as test, visitAs } from '../kit/site.ts'
import { staff } from '../kit/staff.ts'

const site = await openSite()
let ours: Tenant

beforeAll(async () => {
  ours = await company(site.app)
  await sendLead(site.app, ours.id)
})

async function open(path: string, who: SignedIn = ours): Promise<Page> {
  const { page } = await visitAs(site, who)
  await page.goto(path)
  return page
}

const banner = 'Você está sem conexão. O que aparece aqui pode estar desatualizado.'

test('without a connection the screens say so, and load when it is back', async () => {
  const page = await open('/leads')
  await page.getByText('Ada Souza').first().waitFor()
  await page.context().setOffline(true)
  await page.getByText(banner).waitFor()
  await page.getByRole('link', { name: 'Painel' }).first().click()
  await page.getByRole('heading', { name: 'Falha ao carregar o painel' }).waitFor()
  await page.getByText('Assim que ela voltar, carregamos de novo.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Recebidos' }).waitFor()
  await page.getByText(banner).waitFor({ state: 'detached' })
  await page.context().close()
})

test('a page whose script cannot be fetched for lack of a connection says so, and the menu goes on working', async () => {
  const page = await open('/admin', await staff(site.app, 'global_admin'))
  await page.getByText('Saúde').waitFor()
  await page.context().setOffline(true)
  // As a page that is not reloaded for a new version, which it would be once a minute.
  await page.evaluate(() => sessionStorage.setItem('reloadedAt', String(Date.now())))
  await page.getByRole('link', { name: 'Registros' }).first().click()
  await page.getByRole('heading', { name: 'Você está sem conexão' }).waitFor()
  await page.getByRole('link', { name: 'Painel' }).first().click()
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  await page.context().close()
})

test('a fault of ours has a number and details to paste, which hold nothing personal', async () => {
  const page = await open('/dashboard')
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const json = { code: 'internal', message: 'Ocorreu um erro ao processar sua solicitação.', requestId: '0a1b2c3d-7' }
  await page.route('**/api/employees?*', route => route.fulfill({ status: 500, json }))
  await page.goto('/employees?filter=%7B%22q%22%3A%22ada%22%7D')
  await page.getByText('0a1b2c3d-7').waitFor()
  await page.getByRole('button', { name: 'Copiar detalhes' }).click()
  await page.getByRole('button', { name: 'Detalhes copiados' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Código do erro: 0a1b2c3d-7')
  expect(copied).toContain('/employees\n')
  expect(copied).not.toContain('ada')
  await page.context().close()
})

test('what a person may not read is said without an offer to try again', async () => {
  const page = await open('/dashboard')
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  const json = { code: 'forbidden', message: 'Você não tem permissão para ver isto.', requestId: 'x' }
  await page.route('**/api/profile', route => route.fulfill({ status: 403, json }))
  await page.goto('/profile')
  await page.getByText(json.message).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Tentar novamente' }).count()).toBe(0)
  await page.context().close()
})

test('who asks for a public page gets a page, also when it fails', async () => {
  const strict = await openSite({ RATE_LIMIT_FACTOR: '0.1' })
  const send = () =>
    strict.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: ''
    })
  let answer = await send()
  for (let n = 0; answer.statusCode !== 429 && n < 100; n++) answer = await send()
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toContain('Algo deu errado')
  expect(answer.body).toContain('Muitas solicitações.')
})

test('a tooltip waits 700 ms, and the next one comes at once within 300 ms', async () => {
  const page = await open('/dashboard')
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  const theme = page.getByRole('button', { name: 'Usar tema escuro' })
  const account = page.getByRole('button', { name: 'Sua conta' })
  const shown = () => page.getByRole('tooltip').allTextContents()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const wait = (ms: number) => page.clock.runFor(ms)

  await theme.hover()
  await wait(650)
  expect(await shown()).toEqual([])
  await wait(100)
  expect(await shown()).toEqual(['Usar tema escuro'])
  await page.mouse.move(400, 700)
  await wait(250)
  await account.hover()
  await wait(50)
  expect(await shown()).toContain('Sua conta')

  await page.mouse.move(400, 700)
  await wait(400)
  await theme.hover()
  await wait(650)
  expect(await shown()).toEqual([])
  await page.context().close()
})

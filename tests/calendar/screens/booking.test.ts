import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Appointment } from '../../../services/calendar/appointments/schema.ts'
import { dayAt } from '../../../services/core/zones/rules.ts'
import { monthName } from '../../../web/src/site/booking/words.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { ada, company, type Tenant } from '../../kit/app.ts'
import { check, openSite, browserTest as test, views, visit } from '../../kit/site.ts'

const { app, url } = await openSite()

const ask = async <T>(who: Tenant, method: 'GET' | 'PUT' | 'POST', path: string, payload?: object): Promise<T> =>
  (await app.inject({ method, url: path, headers: who.auth, ...(payload && { payload }) })).json<T>()

async function withPage(names = ['Visita técnica', 'Conversa por vídeo']) {
  const ours = await company(app)
  for (const name of names)
    await ask(ours, 'POST', '/api/appointments/services', { name, minutes: 60, noticeMinutes: 0, windowDays: 150 })
  const { slug } = await ask<{ slug: string }>(ours, 'PUT', '/api/booking', {
    active: true,
    welcome: 'Escolha um horário.'
  })
  const path = `/api/appointments/companies/${ours.id}/appointments`
  const booked = async () => (await ask<{ data: Appointment[] }>(ours, 'GET', path)).data
  return { ours, slug, booked }
}

async function fillIn(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Nome Completo').fill(name)
  await page.getByLabel(/^E-mail/).fill(email)
  await page.getByLabel(/^Telefone/).fill(ada.phone)
}

test.each([
  ['desktop light', views['desktop light']],
  ['phone dark', views['phone dark']]
])('a visitor books, moves and cancels a time without an account: %s', async (_name, view) => {
  const { slug, booked } = await withPage()
  const { page, context, problems } = await visit(url, view)
  await page.goto(`/agendar/${slug}`)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: /Visita técnica/ }).click()
  await page.getByText('Horários no fuso da empresa: Horário Padrão de Brasília.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: /Próximo mês/ }).click()
  await page
    .getByRole('link', { name: /, \d+ horários$/ })
    .nth(3)
    .click()
  await page.locator('ul a', { hasText: '14:00' }).click()
  await page.getByText(/das 14:00 às 15:00/).waitFor()
  await fillIn(page, ada.name, ada.email)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Agendar' }).click()
  await page.getByRole('button', { name: 'Continuar sem receber notificações' }).click()
  await page.getByRole('heading', { name: 'Horário marcado' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const [appointment] = await booked()
  expect(appointment).toMatchObject({ leadName: ada.name, origin: 'page', status: 'confirmed' })

  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Adicionar à minha agenda' }).getAttribute('href')) ?? ''
  )
  expect(await file.text()).toContain(`DTSTART:${appointment?.start.replace(/[-:]|\.\d+/g, '')}`)

  await page.getByRole('link', { name: 'Abrir o link do meu horário' }).click()
  await page.getByRole('button', { name: 'Confirmar presença' }).click()
  await page.getByText('Presença confirmada').first().waitFor()
  await page.getByRole('link', { name: 'Remarcar' }).click()
  await page.locator('ul a').first().click()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Remarcar para/ }).click()
  await page.getByText('Horário remarcado').waitFor()
  expect((await booked())[0]?.start).not.toBe(appointment?.start)
  await page.getByRole('button', { name: 'Cancelar horário' }).click()
  await page.getByRole('button', { name: 'Desfazer o cancelamento' }).waitFor()
  expect((await booked())[0]?.status).toBe('cancelled')
  expect(problems).toEqual([])
  await context.close()
})

test('where no time is free for months, the first month that has one is opened: by an old link, by the service, and to move a time', async () => {
  const { ours, slug } = await withPage(['Corte', 'Barba'])
  const today = dayAt(Date.now(), 'America/Sao_Paulo')
  const [year = 0, month = 1] = today.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
  const closed = { employeeId: null, firstDay: today, lastDay, name: 'Reforma', hours: [] }
  await ask(ours, 'POST', '/api/appointments/special-days', closed)
  const after = monthName(new Date(Date.UTC(year, month + 1, 15)).toISOString().slice(0, 7))

  const { page, context, problems } = await visit(url)
  await page.goto(`/agendar/${slug}?mes=2020-01`)
  await page.getByRole('link', { name: /Barba/ }).click()
  await page.getByRole('heading', { name: after, exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: after, exact: true }).waitFor()
  await page.locator('ul a').first().click()
  await fillIn(page, ada.name, ada.email)
  await page.getByRole('button', { name: 'Agendar' }).click()
  await page.getByRole('button', { name: 'Continuar sem receber notificações' }).click()
  await page.getByRole('link', { name: 'Abrir o link do meu horário' }).click()
  await page.getByRole('link', { name: 'Remarcar' }).click()
  await page.getByRole('heading', { name: after, exact: true }).waitFor()
  await page.getByRole('link', { name: /Mês anterior/ }).click()
  await page.getByText('Não há horários livres neste mês.').waitFor()
  await page.goBack()
  await page.locator('ul a').first().click()
  await page.getByRole('button', { name: /^Remarcar para/ }).click()
  await page.getByText('Horário remarcado').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the later of two visitors on one time chooses among the next free ones, and keeps what they typed', async () => {
  const { slug, booked } = await withPage(['Corte'])
  const fill = async (name: string) => {
    const visitor = await visit(url)
    const { page } = visitor
    await page.goto(`/agendar/${slug}`)
    await page.locator('ul a').first().click()
    await fillIn(page, name, `${name.toLowerCase()}@example.com`)
    await check(page.getByLabel(/Concordo/))
    return visitor
  }
  const [first, second] = [await fill('Ana'), await fill('Bia')]
  await first.page.getByRole('button', { name: 'Agendar' }).click()
  await first.page.getByRole('heading', { name: 'Horário marcado' }).waitFor()
  await second.page.getByRole('button', { name: 'Agendar' }).click()
  const refused = second.page.getByRole('alert').filter({ hasText: 'Estes são os próximos horários livres' })
  await refused.getByRole('link').first().click()
  await refused.waitFor({ state: 'detached' })
  await expect.poll(() => second.page.getByLabel('Nome Completo').inputValue()).toBe('Bia')
  await second.page.getByRole('button', { name: 'Agendar' }).click()
  await second.page.getByRole('heading', { name: 'Horário marcado' }).waitFor()
  expect((await booked()).map(({ leadName }) => leadName)).toEqual(['Ana', 'Bia'])
  for (const { problems, context } of [first, second]) {
    expect(problems).toEqual([])
    await context.close()
  }
})

test('without JavaScript a time is booked and cancelled by links and forms', async () => {
  const { slug, booked } = await withPage(['Corte'])
  const { context: other } = await visit(url)
  const context = await other.browser()?.newContext({ baseURL: url, javaScriptEnabled: false, locale: 'pt-BR' })
  const page = await context?.newPage()
  if (!page) throw new Error('no browser')
  await page.goto(`/agendar/${slug}`)
  await page.locator('ul a').first().click()
  await page.getByLabel('Nome Completo').fill(ada.name)
  await page.getByLabel(/^E-mail/).fill(ada.email)
  await page.getByRole('button', { name: 'Agendar' }).click()
  await page.getByText('Telefone é obrigatório.').first().waitFor()
  await expect.poll(() => page.getByLabel('Nome Completo').inputValue()).toBe(ada.name)
  await page.getByLabel(/^Telefone/).fill(ada.phone)
  await page.getByRole('button', { name: 'Agendar' }).click()
  await page.getByRole('heading', { name: 'Horário marcado' }).waitFor()
  await page.getByRole('link', { name: 'Abrir o link do meu horário' }).click()
  await page.getByRole('button', { name: 'Cancelar horário' }).click()
  await page.getByRole('button', { name: 'Desfazer o cancelamento' }).waitFor()
  expect((await booked())[0]).toMatchObject({ status: 'cancelled', leadName: ada.name })
  await context?.close()
  await other.close()
})

test('a visitor in another zone reads whose clock it is', async () => {
  const { slug } = await withPage(['Corte'])
  const { page, context } = await visit(url, { ...(views['desktop light'] as object), zone: 'Europe/Lisbon' } as never)
  await page.goto(`/agendar/${slug}`)
  await page.mouse.move(20, 20)
  await page.getByText(/No seu fuso \(.*\) são outros/).waitFor()
  await context.close()
})

test('a page that is closed, and a link that was changed, say so', async () => {
  const { ours, slug } = await withPage()
  await ask(ours, 'PUT', '/api/booking', { active: false })
  const { page, context } = await visit(url)
  await page.goto(`/agendar/${slug}`)
  await page.getByText('Esta empresa não recebe agendamentos por aqui no momento.').waitFor()
  await page.goto('/agendamento/abc.def.ghi')
  await page.getByText('Link de agendamento inválido. Confira se ele foi copiado por inteiro.').waitFor()
  await context.close()
})

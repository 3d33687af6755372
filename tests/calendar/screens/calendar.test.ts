import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { appointmentToken } from '../../../services/calendar/appointments/links.ts'
import type { Appointment } from '../../../services/calendar/appointments/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import type { Tenant } from '../../kit/app.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { boxOf, check, browserTest as test, uncheck, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, api, open } = await openLeadSite()

// A Wednesday far ahead, and times of São Paulo on it.
const day = '2030-06-05'
const time = (at: string) => new Date(`${day}T${at}:00-03:00`).toISOString().replace('.000Z', 'Z')

const path = (who: Tenant) => `/api/appointments/companies/${who.id}/appointments`
const me = async (who: Tenant): Promise<string> => (await api(who, 'GET', '/api/auth/me')).companyEmployee.id

async function book(who: Tenant, from: string, to: string, more: object = {}): Promise<Appointment> {
  const wanted = { title: 'Visita', start: time(from), end: time(to), employeeId: await me(who), ...more }
  return (await api(who, 'POST', path(who), wanted)).data
}
const booked = async (who: Tenant): Promise<Appointment[]> => (await api(who, 'GET', path(who))).data

const entry = (page: Page, name: string | RegExp) => page.locator('.appointment').filter({ hasText: name })

/** Drags an entry by a number of half hours, as far as the grid has them. */
/** The place of a part that has come to rest: the page scrolls to the present hour once it is drawn. */
async function restingBox(part: Locator): Promise<DOMRect> {
  let last = await boxOf(part)
  await expect
    .poll(async () => {
      const before = last
      last = await boxOf(part)
      return [last.x - before.x, last.y - before.y]
    })
    .toEqual([0, 0])
  return last
}

async function drag(page: Page, moved: Locator, halfHours: number, days = 0): Promise<void> {
  await moved.scrollIntoViewIfNeeded()
  const box = await restingBox(moved)
  const halfHour = box.height / 2
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 10, { steps: 3 })
  await page.mouse.move(x + days * (box.width + 4), y + halfHours * halfHour, { steps: 10 })
  await page.mouse.up()
}

const chosenTime = (page: Page) => page.getByLabel('Início')

test('a time is booked with a lead, opened by the keyboard, moved by dragging, and back', async () => {
  const { ours } = await withLead({ name: 'Ana Souza' })
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`)
  await page.getByRole('button', { name: 'Novo compromisso' }).click()
  const form = page.getByRole('dialog', { name: 'Novo compromisso' })
  await form.getByRole('combobox', { name: 'Lead' }).fill('ana')
  await page.getByRole('option', { name: /Ana Souza/ }).click()
  await form.getByLabel('Início').fill(`${day}T14:00`)
  await form.getByRole('group', { name: 'Horários livres' }).getByRole('button', { name: '14:00' }).waitFor()
  await form.getByRole('button', { name: 'Marcar' }).click()
  await page.getByText('Compromisso marcado').waitFor()
  await form.waitFor({ state: 'detached' })
  const [first] = await booked(ours)
  expect(first).toMatchObject({ start: time('14:00'), end: time('15:00'), leadName: 'Ana Souza', status: 'confirmed' })
  expect(await accessibilityFaults(page)).toEqual([])

  await entry(page, 'Ana Souza').focus()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: /Compromisso com Ana Souza/ })
  await opened.getByText('quarta-feira, 5 de junho de 2030, das 14:00 às 15:00').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })

  await drag(page, entry(page, 'Ana Souza'), 3)
  await page.getByText('Remarcado para quarta-feira, 5 de junho, 15:30').waitFor()
  expect((await booked(ours))[0]).toMatchObject({ start: time('15:30'), end: time('16:30') })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(async () => (await booked(ours))[0]?.start).toBe(time('14:00'))
  expect(problems).toEqual([])
  await context.close()
})

test('an entry that is dragged onto a taken time goes back, and the refusal is shown', async () => {
  const { ours } = await withLead()
  await book(ours, '10:00', '11:00', { title: 'Primeiro' })
  await book(ours, '14:00', '15:00', { title: 'Segundo' })
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`)
  await entry(page, 'Segundo').waitFor()
  const before = await boxOf(entry(page, 'Segundo'))
  await drag(page, entry(page, 'Segundo'), -7)
  await page.getByText('Esse horário acabou de ser reservado').waitFor()
  await expect.poll(async () => (await boxOf(entry(page, 'Segundo'))).y).toBe(before.y)
  expect((await booked(ours)).map(({ start }) => start)).toEqual([time('10:00'), time('14:00')])
  expect(problems).toEqual([])
  await context.close()
})

test('the later of two people who book one time is offered the next free ones', async () => {
  const { ours } = await withLead()
  const fill = async () => {
    const visitor = await open(ours, `/calendar?dia=${day}`)
    await visitor.page.getByRole('button', { name: 'Novo compromisso' }).click()
    await chosenTime(visitor.page).fill(`${day}T09:00`)
    return visitor
  }
  const [one, two] = [await fill(), await fill()]
  await one.page.getByRole('button', { name: 'Marcar' }).click()
  await one.page.getByText('Compromisso marcado').waitFor()
  await entry(one.page, 'Compromisso').waitFor()

  await two.page.getByRole('button', { name: 'Marcar' }).click()
  const refused = two.page.getByRole('alert').filter({ hasText: 'Esse horário acabou de ser reservado' })
  await refused.getByRole('button').first().waitFor()
  expect(await refused.getByRole('button').allInnerTexts()).toEqual(
    ['10:00', '10:30', '11:00'].map(at => `quarta-feira, 5 de junho, ${at}`)
  )
  await refused.getByRole('button').first().click()
  await expect.poll(() => chosenTime(two.page).inputValue()).toBe(`${day}T10:00`)
  await two.page.getByRole('button', { name: 'Marcar' }).click()
  await two.page.getByText('Compromisso marcado').waitFor()
  // The other browser follows by a live event.
  await expect.poll(() => entry(one.page, 'Compromisso').count()).toBe(2)
  for (const { problems, context } of [one, two]) {
    expect(problems).toEqual([])
    await context.close()
  }
})

test('the wish of a lead stands in the calendar until it is placed, with one click or by dragging', async () => {
  const { ours, id } = await withLead({ name: 'Bia Lima' })
  const answer = await api(ours, 'PUT', `/api/leads/${id}`, {
    preferredDate: '2030-06-06',
    preferredPeriod: 'afternoon'
  })
  expect(answer.preferredDate).toBe('2030-06-06')
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`)
  await page.locator('.request', { hasText: 'Bia Lima (tarde)' }).click()
  await expect.poll(() => chosenTime(page).inputValue()).toBe('2030-06-06T13:00')
  await page.getByRole('button', { name: 'Marcar' }).click()
  await page.getByText('Compromisso marcado').waitFor()
  await page.locator('.request').waitFor({ state: 'detached' })
  expect((await api(ours, 'GET', `/api/leads/${id}`)).status).toBe('scheduled')
  expect(problems).toEqual([])
  await context.close()
})

test('a request is confirmed, an appointment is cancelled and had back, and what took place is closed', async () => {
  const { ours, id } = await withLead({ name: 'Ana Souza' })
  await book(ours, '10:00', '11:00', { leadId: id, status: 'requested' })
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`)
  await entry(page, 'Pendente: ').click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Compromisso confirmado').waitFor()
  await expect.poll(async () => (await api(ours, 'GET', `/api/leads/${id}`)).status).toBe('scheduled')

  await entry(page, 'Ana Souza').click()
  await page.getByRole('button', { name: 'Desmarcar' }).click()
  await page.getByRole('dialog', { name: 'Desmarcar o compromisso?' }).getByLabel('Motivo (opcional)').fill('Férias')
  await page.getByRole('button', { name: 'Desmarcar' }).click()
  await page.getByText('Compromisso cancelado').waitFor()
  await entry(page, 'Ana Souza').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await entry(page, 'Ana Souza').waitFor()

  // An appointment that has not begun cannot be marked as missed.
  await entry(page, 'Ana Souza').click()
  await page.getByRole('button', { name: 'Alterar' }).waitFor()
  expect(await page.getByRole('button', { name: 'Não compareceu' }).count()).toBe(0)
  const past = { start: '2024-06-05T14:00:00Z', end: '2024-06-05T15:00:00Z' }
  const over = { title: 'Visita', leadId: id, employeeId: await me(ours), ...past }
  const { data } = await api(ours, 'POST', path(ours), over)
  await page.goto(`/calendar?dia=2024-06-05&compromisso=${data.id}`)
  await page.getByRole('button', { name: 'Não compareceu' }).click()
  await page.getByText('Falta registrada').waitFor()
  await entry(page, 'Não compareceu: Ana Souza').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('hours, days off, blocked times and services decide what is free', async () => {
  const { ours } = await withLead()
  const { page, context, problems } = await open(ours, '/calendar')
  await page.getByRole('link', { name: 'Configuração' }).click()
  await uncheck(page.getByRole('checkbox', { name: 'Quarta-feira' }))
  await page.getByRole('button', { name: 'Salvar horário' }).click()
  await page.getByText('Horário salvo').waitFor()
  await page.getByRole('button', { name: 'Adicionar serviço' }).click()
  const service = page.getByRole('dialog')
  await service.getByLabel('Nome').fill('Consulta')
  await service.getByLabel('Duração (minutos)').fill('30')
  await service.getByLabel('Preço (R$)').fill('150,00')
  await service.getByRole('button', { name: 'Salvar serviço' }).click()
  await page.getByText('Consulta', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Adicionar dia' }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Aniversário da cidade')
  await page.getByLabel('Primeiro dia').fill('2030-06-06')
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await page.getByText(/06\/06\/2030 · Toda a equipe · Fechado/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto(`/calendar?dia=${day}`)
  await page.getByText('Aniversário da cidade').first().waitFor()
  await page.getByRole('button', { name: 'Novo compromisso' }).click()
  await chosenTime(page).fill(`${day}T10:00`)
  await page.getByText('Nenhum horário livre: ').waitFor()
  await chosenTime(page).fill('2030-06-06T10:00')
  await page.getByText('Nenhum horário livre: Aniversário da cidade').waitFor()
  await chosenTime(page).fill('2030-06-07T10:00')
  await page.getByRole('group', { name: 'Horários livres' }).getByRole('button', { name: '10:00' }).waitFor()
  // A service is offered for so many days ahead.
  await page.getByRole('combobox', { name: 'Serviço' }).click()
  await page.getByRole('option', { name: 'Consulta · 30 min' }).click()
  await page.getByText('Nenhum horário livre: Só é possível marcar até').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test.each([320, 360])('on a phone %i wide, hours with a break are within reach', async width => {
  const { ours } = await withLead()
  const view = { width, height: 740, scheme: 'light' } as const
  const { page, context, problems } = await open(ours, '/calendar?aba=configuracao', view)
  const add = page.getByRole('button', { name: 'Adicionar horário: Segunda-feira' })
  await add.click()
  await page.getByLabel('Segunda-feira, das').nth(1).fill('18:30')
  const end = page.getByLabel('Segunda-feira, às').nth(1)
  await end.fill('23:59')
  await page.getByText('O horário até 23:59 vai até a meia-noite.').waitFor()
  const remove = page.getByRole('button', { name: 'Excluir horário: Segunda-feira, das 18:30' })
  const form = await boxOf(page.locator('form').filter({ has: add }))
  for (const part of [end, remove, add]) {
    const { left, right } = await boxOf(part)
    expect(left).toBeGreaterThanOrEqual(form.left)
    expect(right).toBeLessThanOrEqual(form.right)
  }

  await page.getByRole('button', { name: 'Adicionar dia' }).click()
  await check(page.getByLabel('Atender em outro horário'))
  await page.getByLabel('Às', { exact: true }).fill('23:59')
  await expect.poll(() => page.getByText('O horário até 23:59 vai até a meia-noite.').count()).toBe(2)
  expect((await boxOf(page.getByLabel('Às', { exact: true }))).right).toBeLessThanOrEqual(form.right)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('a change of an appointment shows its own time among the free ones, and reports where a time is not free', async () => {
  const { ours } = await withLead()
  const { id } = await book(ours, '14:00', '15:00')
  await book(ours, '16:00', '17:00')
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}&compromisso=${id}`)
  await page.getByRole('button', { name: 'Alterar' }).click()
  const free = page.getByRole('group', { name: 'Horários livres' })
  await free.getByRole('button', { name: '14:00', pressed: true }).waitFor()
  // Between two of those that are offered.
  await chosenTime(page).fill(`${day}T14:45`)
  await free.getByRole('button', { name: '14:30' }).waitFor()
  expect(await page.getByText('fora dos horários livres').count()).toBe(0)
  await chosenTime(page).fill(`${day}T16:30`)
  await page.getByText('16:30 está fora dos horários livres').waitFor()
  await chosenTime(page).fill(`${day}T11:30`)
  await page.getByText('11:30 está fora dos horários livres').waitFor()
  await page.getByLabel('Duração').click()
  await page.getByRole('option', { name: '30 min', exact: true }).click()
  await page.getByText('fora dos horários livres').waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('who works alone sees in the calendar what is blocked, without choosing whose day it is', async () => {
  const { ours } = await withLead()
  const blocked = { employeeId: await me(ours), start: time('10:00'), end: time('11:00'), reason: 'Dentista' }
  await api(ours, 'POST', '/api/appointments/blocked-times', blocked)
  const { page, context } = await open(ours, `/calendar?dia=${day}`)
  await page.getByText('Dentista').waitFor()
  await context.close()
})

test('the calendar shows that a guest has confirmed', async () => {
  const { ours, id } = await withLead({ name: 'Ana Souza' })
  const { id: appointmentId } = await book(ours, '10:00', '11:00', { leadId: id })
  const { secret } = app.config
  const token = appointmentToken(secret, ours.id, appointmentId)
  const { page, context } = await open(ours, `/calendar?dia=${day}`)
  await entry(page, 'Ana Souza').waitFor()
  expect(
    (await app.inject({ method: 'POST', url: `/public/appointments/${token}/confirm`, payload: {} })).statusCode
  ).toBe(200)
  await entry(page, '✓ Ana Souza').click()
  await page.getByText(/^Confirmada pela pessoa em /).waitFor()
  await context.close()
})

test('times are those of the company, wherever the device is', async () => {
  const { ours } = await withLead()
  await book(ours, '10:00', '11:00')
  const view = { ...views['desktop light'], zone: 'America/New_York' } as (typeof views)[string]
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`, view)
  await entry(page, '10:00').click()
  await page.getByText('das 10:00 às 11:00').waitFor()
  await page.getByRole('button', { name: 'Alterar' }).click()
  await expect.poll(() => chosenTime(page).inputValue()).toBe(`${day}T10:00`)
  await page.getByText(/^No horário da empresa/).waitFor()
  await chosenTime(page).fill(`${day}T16:00`)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await entry(page, '16:00').waitFor()
  // Shown before the server has it.
  await expect.poll(async () => (await booked(ours))[0]?.start).toBe(time('16:00'))
  expect(problems).toEqual([])
  await context.close()
})

test('who may not change the calendar sees it, and opens what stands there', async () => {
  const { ours } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima', role: 'viewer' })
  await book(ours, '10:00', '11:00')
  const { page, context, problems } = await open(bia, `/calendar?dia=${day}`)
  await entry(page, 'Visita').click()
  await page
    .getByRole('dialog', { name: /Visita/ })
    .getByRole('button', { name: 'Fechar' })
    .click()
  await expect.poll(() => page.getByRole('button', { name: 'Novo compromisso' }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('a lead that becomes Agendado is booked at once, and its page shows when', async () => {
  const { ours, url } = await withLead({ name: 'Ana Souza' })
  const { page, context, problems } = await open(ours, url)
  const steps = page.getByRole('group', { name: 'Situação do lead' })
  await steps.getByRole('button', { name: 'Agendado' }).click()
  const form = page.getByRole('dialog', { name: 'Agendar com Ana Souza' })
  await form.getByLabel('Início').fill(`${day}T10:00`)
  await form.getByRole('button', { name: 'Marcar' }).click()
  await page.getByRole('button', { name: /Compromisso com Ana Souza 05\/06\/2030/ }).click()
  await page.getByRole('dialog', { name: /Compromisso com Ana Souza/ }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test.each(Object.entries(views))('every view is legible and free of faults: %s', async (_name, view) => {
  const { ours, id } = await withLead({ name: 'Ana Souza' })
  await join(app, ours, { name: 'Bia Lima' })
  await book(ours, '10:00', '11:00', { leadId: id })
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`, view)
  for (const name of ['Semana', 'Mês', 'Lista', 'Dia']) {
    await page.getByRole('group', { name: 'Mostrar' }).getByRole('button', { name }).click()
    await page
      .getByText(/Ana Souza/)
      .first()
      .waitFor()
    // A fault that only shows while one view gives way to another does not count.
    await expect.poll(() => accessibilityFaults(page), { message: name }).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, name).toBeLessThanOrEqual(0)
  }
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone a week has columns that can be read, and stands at the chosen day', async () => {
  const { ours, id } = await withLead({ name: 'Ana Souza' })
  await book(ours, '10:00', '11:00', { leadId: id })
  const { page, context, problems } = await open(ours, `/calendar?ver=semana&dia=${day}`, views['phone light'])
  await entry(page, 'Ana Souza').waitFor()
  const { left, right, width } = await boxOf(entry(page, 'Ana Souza'))
  expect(width).toBeGreaterThan(80)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(360)
  const hour = await boxOf(page.locator('.hour').filter({ hasText: '10:00' }))
  expect(hour.left).toBeGreaterThanOrEqual(0)
  expect(hour.right).toBeLessThan(left)

  // The name of a holiday does not lie on its number.
  await page.goto('/calendar?ver=mes&dia=2030-11-04')
  const holiday = page.getByText('Proclamação da República')
  await holiday.waitFor({ state: 'attached' })
  expect((await boxOf(holiday)).width).toBeLessThanOrEqual(1)

  await page.goto(`/calendar?ver=lista&dia=${day}`)
  for (const words of ['5 de junho', 'quarta-feira']) {
    const head = page.getByText(words, { exact: true })
    await head.waitFor()
    // One line and its padding.
    expect((await boxOf(head)).height, words).toBeLessThan(45)
  }
  expect(problems).toEqual([])
  await context.close()
})

test('a week shows as many whole lines of a long title as an entry has room for', async () => {
  const { ours } = await withLead({ name: 'Ana Souza' })
  const title = 'Visita técnica para conhecer a cozinha planejada'
  await book(ours, '09:00', '09:45', { title })
  await book(ours, '10:00', '11:00', { title })
  const { page, context, problems } = await open(ours, `/calendar?ver=semana&dia=${day}`)
  await entry(page, title).nth(1).waitFor()
  const shown = await page.locator('.appointment .wraps').evaluateAll(texts =>
    texts.map(text => {
      const box = text.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter(({ left }) => left < box.right)
      return { lines: lines.length, cut: lines.some(({ bottom }) => bottom > box.bottom + 0.5) }
    })
  )
  expect(shown).toEqual([
    { lines: 1, cut: false },
    { lines: 2, cut: false }
  ])
  expect(problems).toEqual([])
  await context.close()
})

test.each(Object.entries(views))('the list shows a long title whole: %s', async (_name, view) => {
  const { ours, id } = await withLead({ name: 'Maria Aparecida Conceição dos Santos Figueiredo' })
  const title = 'Visita técnica para medir a cozinha e a área de serviço'
  await book(ours, '10:00', '11:00', { leadId: id, title })
  const { page, context, problems } = await open(ours, `/calendar?ver=lista&dia=${day}`, view)
  const text = page.getByText(title).last()
  await text.waitFor()
  const cut = await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect(cut).toBe(false)
  // On the narrowest telephone too there is more room for it than for the time.
  expect((await boxOf(text)).width).toBeGreaterThan(160)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
  await context.close()
})

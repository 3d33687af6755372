import { expect } from 'vitest'
import type { Appointment } from '../../../services/calendar/appointments/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import type { Tenant } from '../../kit/app.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { boxOf, browserTest as test, views } from '../../kit/site.ts'

const { withLead, api, open } = await openLeadSite()

// A Wednesday far ahead, and times of São Paulo on it.
const day = '2030-06-05'
const time = (at: string, on = day) => new Date(`${on}T${at}:00-03:00`).toISOString().replace('.000Z', 'Z')
const path = (who: Tenant) => `/api/appointments/companies/${who.id}/appointments`
const booked = async (who: Tenant): Promise<Appointment[]> => (await api(who, 'GET', path(who))).data
const firstStart = async (who: Tenant) => (await booked(who))[0]?.start

async function book(who: Tenant, from: string, to: string, more: object = {}): Promise<Appointment> {
  const employeeId = (await api(who, 'GET', '/api/auth/me')).companyEmployee.id
  return (await api(who, 'POST', path(who), { title: 'Visita', start: time(from), end: time(to), employeeId, ...more }))
    .data
}

test('hours are walked by the keyboard, a time is booked there, moved by quarter hours, and moved back', async () => {
  const { ours } = await withLead()
  await book(ours, '08:00', '08:30', { title: 'Café' })
  const { page, context, problems } = await open(ours, `/calendar?dia=${day}`)
  const grid = page.getByRole('group', { name: 'Horários' })
  const said = grid.getByRole('status')
  await grid.getByRole('button', { name: /Café/ }).waitFor()
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => said.textContent()).toBe('quarta-feira, 5 de junho, 08:00: Café')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => said.textContent()).toBe('quarta-feira, 5 de junho, 08:30: livre')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => said.textContent()).toBe('quinta-feira, 6 de junho, 08:30: livre')

  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'quinta-feira, 6 de junho, 08:30 às 09:30' })
  await card.getByRole('combobox', { name: 'Quem vem' }).fill('Zoé Prado')
  await page.keyboard.press('Enter')
  await page.getByText('Compromisso marcado').waitFor()
  await card.waitFor({ state: 'detached' })
  const made = (await booked(ours)).find(({ guest }) => guest?.name === 'Zoé Prado')
  expect(made).toMatchObject({ start: time('08:30', '2030-06-06'), end: time('09:30', '2030-06-06') })

  // From entry to entry, and one of them a quarter of an hour on, twice without a pause.
  const coffee = grid.getByRole('button', { name: /Café/ })
  await coffee.focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => grid.getByRole('button', { name: /Zoé/ }).evaluate(each => each === document.activeElement))
    .toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => coffee.evaluate(each => each === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => said.textContent()).toBe('Café: quarta-feira, 5 de junho, das 08:30 às 09:00')
  await expect.poll(() => firstStart(ours)).toBe(time('08:30'))
  await page.getByText('Remarcado para quarta-feira, 5 de junho, 08:30').waitFor()
  await expect.poll(() => coffee.evaluate(each => each === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(() => firstStart(ours)).toBe(time('08:00'))
  expect(problems).toEqual([])
  await context.close()
})

test('a free time that is dragged over opens a card beside it, which knows leads and services', async () => {
  const { ours } = await withLead({ name: 'Ana Souza' })
  await api(ours, 'POST', '/api/appointments/services', { name: 'Consulta', minutes: 30 })
  const { page, context, problems } = await open(ours, `/calendar?ver=semana&dia=${day}`)
  const ten = await boxOf(page.locator('.hour').filter({ hasText: '10:00' }))
  const column = await boxOf(page.locator('button:has(b)', { hasText: 'qua.' }))
  const x = column.x + column.width / 2
  await page.mouse.move(x, ten.y + 4)
  await page.mouse.down()
  await page.mouse.move(x, ten.y + ten.height * 2 - 4, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'quarta-feira, 5 de junho, 10:00 às 11:00' }).waitFor()
  // A service has a length of its own.
  const card = page.getByRole('dialog', { name: 'quarta-feira, 5 de junho, 10:00' })
  const [place, mark] = [await boxOf(card), await boxOf(page.locator('.mirror').first())]
  expect(Math.min(Math.abs(place.left - mark.right), Math.abs(mark.left - place.right))).toBeLessThan(40)
  await expect.poll(() => accessibilityFaults(page)).toEqual([])
  await card.getByRole('combobox', { name: 'Quem vem' }).fill('ana')
  await page.getByRole('option', { name: /Ana Souza/ }).click()
  await card.getByRole('combobox', { name: 'Serviço' }).click()
  await page.getByRole('option', { name: 'Consulta · 30 min' }).click()
  await card.getByRole('button', { name: 'Marcar' }).click()
  await page.getByText('Compromisso marcado').waitFor()
  expect(await booked(ours)).toMatchObject([
    { title: 'Consulta', leadName: 'Ana Souza', start: time('10:00'), end: time('10:30') }
  ])
  expect(problems).toEqual([])
  await context.close()
})

test('a request waits beside the week and is dragged into a time; one booked by a guest is confirmed where it stands', async () => {
  const { ours, id } = await withLead({ name: 'Bia Lima' })
  const wished = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await api(ours, 'PUT', `/api/leads/${id}`, { preferredDate: wished })
  await book(ours, '14:00', '15:00', { title: 'Prova', status: 'requested' })
  const { page, context, problems } = await open(ours, `/calendar?ver=semana&dia=${day}`)
  const wish = page.getByRole('region', { name: 'Pedidos' }).getByRole('button', { name: /Bia Lima/ })
  const prova = await boxOf(page.locator('.appointment', { hasText: 'Prova' }))
  await wish.hover()
  await page.mouse.down()
  await page.mouse.move(prova.x + 20, prova.y - 60, { steps: 8 })
  await page.mouse.move(prova.x + 20, prova.y - 94, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.getByLabel('Início').inputValue()).toMatch(/^2030-06-05T12:/)
  await page.keyboard.press('Escape')

  await page.locator('.appointment .confirm').click()
  await page.getByText('Compromisso confirmado').waitFor()
  await expect.poll(async () => (await booked(ours))[0]?.status).toBe('confirmed')
  expect(problems).toEqual([])
  await context.close()
})

test.each(['phone light', 'phone dark'])(
  'a phone has a week with its days, the agenda of one, and the month behind a pull: %s',
  async name => {
    const { ours, id } = await withLead({ name: 'Ana Souza' })
    await book(ours, '10:00', '11:00', { leadId: id, status: 'requested' })
    const view = { ...views[name], touch: true } as (typeof views)[string]
    const { page, context, problems } = await open(ours, `/calendar?dia=${day}`, view)
    const row = page.getByRole('button', { name: /Ana Souza/ })
    await row.waitFor()
    // The head ends 104 px below the bar of the page.
    expect((await boxOf(page.getByRole('heading', { name: 'quarta-feira, 5 de junho' }))).y).toBeLessThan(56 + 104 + 24)
    const friday = page.getByRole('button', { name: 'sexta-feira, 7 de junho' })
    expect(await page.getByRole('button', { name: 'quarta-feira, 5 de junho, 1 compromisso' }).count()).toBe(1)
    expect(await page.getByRole('button', { name: /de junho/ }).count()).toBe(7)
    const strip = await boxOf(friday)
    const touch = await context.newCDPSession(page)
    const pull = async (by: number) => {
      const [x, y] = [strip.x + 10, strip.y + 20]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + by }] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await pull(80)
    await page.getByRole('button', { name: 'domingo, 30 de junho' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await pull(-80)
    await page.getByRole('button', { name: 'domingo, 30 de junho' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect.poll(async () => (await booked(ours))[0]?.status).toBe('confirmed')
    await friday.click()
    await page.getByText('Nada marcado neste dia').waitFor()
    await expect.poll(() => accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(problems).toEqual([])
    await context.close()
  }
)

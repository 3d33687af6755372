import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { browserTest as test, uncheck, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, api, open } = await openLeadSite()
const settings = '/calendar?aba=configuracao'

test('a person takes their appointments to their telephone, renews the address and ends it', async () => {
  const { ours } = await withLead()
  const { page, context, problems } = await open(ours, settings)
  const panel = page.getByRole('region', { name: 'Assinar no meu celular' })
  await panel.getByRole('button', { name: 'Gerar endereço' }).click()
  const address = panel.getByLabel('Endereço da minha agenda')
  await address.waitFor()
  const first = new URL(await address.inputValue()).pathname
  expect((await app.inject({ url: first })).statusCode).toBe(200)
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Gerar outro endereço' }).click()
  await expect.poll(async () => new URL(await address.inputValue()).pathname).not.toBe(first)
  const second = new URL(await address.inputValue()).pathname
  expect((await app.inject({ url: first })).statusCode).toBe(404)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copiar endereço' }).click()
  await page.getByText('Endereço copiado').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(second)
  await page.reload()
  await panel.getByText(/Criado em/).waitFor()
  await expect.poll(() => address.count()).toBe(0)
  await panel.getByRole('button', { name: 'Encerrar' }).click()
  await panel.getByRole('button', { name: 'Gerar endereço' }).waitFor()
  expect((await app.inject({ url: second })).statusCode).toBe(404)
  expect(problems).toEqual([])
  await context.close()
})

test('a calendar elsewhere is subscribed to, with what is wrong at its field, and reminders are switched', async () => {
  const { ours } = await withLead()
  const { page, context } = await open(ours, settings)
  const panel = page.getByRole('region', { name: 'Minhas outras agendas' })
  await panel.getByRole('button', { name: 'Assinar agenda' }).click()
  await panel.getByLabel('Nome').fill('Pessoal')
  await panel.getByLabel('Endereço iCal').fill('http://agenda.example/a.ics')
  await panel.getByRole('button', { name: 'Assinar', exact: true }).click()
  await panel.getByText('O endereço precisa começar com https://.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByLabel('Endereço iCal').fill('https://agenda.example/a.ics')
  await page.keyboard.press('Enter')
  await page.getByText('Agenda assinada').waitFor()
  await panel.getByText('agenda.example · Será lida em instantes').waitFor()
  const warnings = [
    { message: 'O início não foi entendido, e a entrada foi deixada de fora.', title: null, start: null }
  ]
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('external_calendars')
      .set({ error: 'A agenda tem mais de 10 MB.', good_at: new Date(), warnings: JSON.stringify(warnings) })
      .execute()
  )
  await page.reload()
  await panel.getByText('A agenda tem mais de 10 MB. Valem os horários da última leitura.').waitFor()
  await panel.getByText(/0 horários ocupados/).waitFor()
  await panel.getByText('1 aviso').click()
  await panel.getByText('Sem título: O início não foi entendido, e a entrada foi deixada de fora.').waitFor()
  const text =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20200101T120000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\nEND:VCALENDAR'
  await panel
    .getByLabel('Arquivos')
    .setInputFiles({ name: 'a.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) })
  await panel.getByText('Nos próximos 60 dias este arquivo ocupa:').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Excluir a agenda Pessoal' }).click()
  await page.getByText('Agenda excluída').waitFor()

  const reminders = page.getByRole('region', { name: 'Lembretes' })
  await uncheck(reminders.getByRole('switch', { name: '1 h antes' }))
  await page.getByText('Lembretes salvos').waitFor()
  expect((await api(ours, 'GET', '/api/appointments/settings')).reminders).toEqual([1440])
  await context.close()
})

test('who does not manage the calendar has their own calendars in the settings, and nothing else', async () => {
  const { ours } = await withLead()
  const viewer = await join(app, ours, { role: 'viewer', leadAccess: 'all' })
  const { page, context, problems } = await open(viewer, settings)
  await page.getByRole('region', { name: 'Assinar no meu celular' }).waitFor()
  await page.getByRole('region', { name: 'Minhas outras agendas' }).waitFor()
  for (const name of ['Horário de atendimento', 'Lembretes', 'Serviços'])
    expect(await page.getByRole('region', { name }).count(), name).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test.each(Object.entries(views))(
  'the settings of the calendar are legible and free of faults: %s',
  async (_name, view) => {
    const { ours } = await withLead()
    await api(ours, 'POST', '/api/appointments/external-calendars', {
      name: 'Pessoal',
      url: 'https://agenda.example/a'
    })
    const { page, context, problems } = await open(ours, settings, view)
    const panel = page.getByRole('region', { name: 'Assinar no meu celular' })
    await panel.getByRole('button', { name: 'Gerar endereço' }).click()
    await panel.getByLabel('Endereço da minha agenda').waitFor()
    await page.getByText('Endereço gerado').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  }
)

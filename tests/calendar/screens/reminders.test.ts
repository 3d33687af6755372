import { expect } from 'vitest'
import type { CalendarSettings } from '../../../services/calendar/appointments/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { check, openAs, openSite, browserTest as test, views } from '../../kit/site.ts'
import { changePlan } from '../../kit/team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken })
atEnd(() => meta.close())
const site = await openSite({ META_GRAPH_URL: meta.url, META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken })
const { app } = site

for (const view of ['desktop light', 'phone dark'] as const)
  test(`the template of reminders is chosen among the automatic messages, with what it says: ${view}`, async () => {
    const ours = await company(app)
    await changePlan(app, ours.id, 'pro')
    const number = meta.addNumber()
    const body = 'Oi, {{nome}}! Seu horário de {{servico}} é {{data}}, às {{hora}}. Até lá.'
    meta.templates.add({
      waba: number.waba,
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      name: 'lembrete_de_horario',
      parameter_format: 'NAMED',
      components: [{ type: 'BODY', text: body }]
    })
    const call = async (method: 'POST' | 'PATCH', url: string, payload: object) =>
      expect((await app.inject({ method, url, headers: ours.auth, payload })).statusCode).toBe(200)
    await call('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, wabaId: number.waba, token: meta.token })
    await call('PATCH', '/api/whatsapp/settings/status', { active: true })
    await call('POST', '/api/whatsapp/templates/sync', {})

    const page = await openAs(site, ours, '/calendar?aba=configuracao', views[view])
    const reminders = page.getByRole('region', { name: 'Lembretes' })
    await reminders.getByRole('link', { name: 'Abrir as mensagens automáticas' }).click()
    const panel = page.getByRole('region', { name: 'Mensagens automáticas' })
    await panel.getByRole('button', { name: 'Configurar: Lembrete de compromisso' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lembrete de compromisso' })
    await dialog.getByRole('combobox', { name: 'Modelo do WhatsApp' }).click()
    await page.getByRole('option', { name: 'lembrete de horario' }).click()
    await dialog
      .getByText('Oi, Ana! Seu horário de Corte de cabelo é quarta-feira, 05/06/2030, às 14:00. Até lá.')
      .waitFor()
    await dialog.getByRole('combobox', { name: 'No lugar de {{servico}}' }).click()
    await page.getByRole('option', { name: 'Quem atende' }).click()
    await dialog.getByText('Seu horário de Bruno Lima é').waitFor()
    await check(dialog.getByRole('switch', { name: 'Ligada' }))
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    const settings = async () =>
      (await app.inject({ url: '/api/appointments/settings', headers: ours.auth })).json<CalendarSettings>()
    expect((await settings()).reminderTemplate).toMatchObject({
      name: 'lembrete_de_horario',
      values: [{ fact: 'name' }, { fact: 'person' }, { fact: 'date' }, { fact: 'time' }]
    })
    const reminder = panel.getByRole('switch', { name: 'Lembrete de compromisso' })
    await expect.poll(() => reminder.isChecked()).toBe(true)
    await page
      .getByRole('region', { name: 'Custos do mês' })
      .getByRole('table')
      .or(page.getByText('Autenticação'))
      .first()
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

import { expect } from 'vitest'
import type { CalendarSettings } from '../../../services/calendar/appointments/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { openAs, openSite, browserTest as test, views } from '../../kit/site.ts'
import { changePlan } from '../../kit/team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken })
atEnd(() => meta.close())
const site = await openSite({ META_GRAPH_URL: meta.url, META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken })
const { app } = site

for (const view of ['desktop light', 'phone dark'] as const)
  test(`the template of reminders is chosen in the settings of the calendar, with what it says: ${view}`, async () => {
    const ours = await company(app)
    await changePlan(app, ours.id, 'pro')
    const page = await openAs(site, ours, '/calendar?aba=configuracao', views[view])
    const panel = page.getByRole('region', { name: 'Lembretes' })
    await panel.getByRole('link', { name: 'conecte o número da empresa' }).waitFor()

    const number = meta.addNumber()
    const body = 'Oi, {{nome}}! Seu horário de {{servico}} é {{data}}, às {{hora}}. Até lá.'
    const template = { waba: number.waba, language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' as const }
    meta.templates.add({
      ...template,
      name: 'lembrete_de_horario',
      parameter_format: 'NAMED',
      components: [{ type: 'BODY', text: body }]
    })
    meta.templates.add({
      ...template,
      name: 'promo',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Oi' }]
    })
    const call = async (method: 'POST' | 'PATCH', url: string, payload: object) =>
      expect((await app.inject({ method, url, headers: ours.auth, payload })).statusCode).toBe(200)
    await call('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, wabaId: number.waba, token: meta.token })
    await call('PATCH', '/api/whatsapp/settings/status', { active: true })

    await panel.getByText('1 modelo aprovado não aparece').waitFor()
    await panel.getByRole('combobox', { name: 'Modelo do WhatsApp' }).click()
    await page.getByRole('option', { name: 'lembrete_de_horario' }).click()
    await panel
      .getByText('Oi, Ana! Seu horário de Corte de cabelo é quarta-feira, 05/06/2030, às 14:00. Até lá.')
      .waitFor()
    await panel.getByRole('combobox', { name: 'No lugar de {{servico}}' }).click()
    await page.getByRole('option', { name: 'Quem atende' }).click()
    await panel.getByText('Seu horário de Bruno Lima é').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await panel.getByRole('button', { name: 'Salvar modelo' }).click()
    await page.getByText('Lembretes salvos').waitFor()
    const settings = async () =>
      (await app.inject({ url: '/api/appointments/settings', headers: ours.auth })).json<CalendarSettings>()
    expect((await settings()).reminderTemplate).toMatchObject({
      name: 'lembrete_de_horario',
      values: [{ fact: 'name' }, { fact: 'person' }, { fact: 'date' }, { fact: 'time' }]
    })
    // The stored template is read again, and resets the choice.
    const save = panel.getByRole('button', { name: 'Salvar modelo' })
    await save.waitFor({ state: 'detached' })
    await panel.getByRole('combobox', { name: 'Modelo do WhatsApp' }).click()
    await page.getByRole('option', { name: 'Só e-mail' }).click()
    await save.click()
    await expect.poll(async () => (await settings()).reminderTemplate).toBe(null)
  })

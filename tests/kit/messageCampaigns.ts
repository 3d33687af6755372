import { sql } from 'kysely'
import pino from 'pino'
import { expect } from 'vitest'
import type { Config } from '../../services/core/config.ts'
import type { App } from '../../services/core/http.ts'
import { NotYet } from '../../services/core/queues.ts'
import { prepareNow } from '../../services/marketing/campaigns/moves.ts'
import { noteRefusal } from '../../services/marketing/campaigns/refused.ts'
import type { Campaign, RecipientRow } from '../../services/marketing/campaigns/schema.ts'
import { sendDue } from '../../services/marketing/campaigns/sending.ts'
import { processDeliveries } from '../../services/messaging/conversations/deliveries.ts'
import type { Template } from '../../services/messaging/templates/schema.ts'
import { company, openApp, testConfig } from './app.ts'
import { newDatabase } from './database.ts'
import { atEnd } from './end.ts'
import type { Settings } from './peers/meta/world.ts'
import { startMeta } from './peers/meta.ts'
import { changePlan } from './team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const path = '/api/whatsapp/campaigns'
let people = 0

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The product beside a played WhatsApp, and companies whose number is connected. */
export async function openMessageCampaigns(settings: Partial<Settings> = {}) {
  const meta = await startMeta({ appSecret, verifyToken, ...settings })
  atEnd(() => meta.close())
  const env = {
    DATABASE_URL: await newDatabase(),
    META_GRAPH_URL: meta.url,
    META_APP_SECRET: appSecret,
    META_VERIFY_TOKEN: verifyToken
  }
  const app: App = await openApp(env)
  const config: Config = testConfig(env)
  const parts = { db: app.db, config, log: pino({ level: 'silent' }) }
  const product = await app.listen({ port: 0, host: '127.0.0.1' })
  await meta.subscribe(`${product}/webhooks/whatsapp`)

  /** A company with a number, and an approved template of advertising. */
  async function connected({ messagingLimit = 'TIER_2K' } = {}) {
    const ours = await company(app, 'Padaria Central')
    await changePlan(app, ours.id, 'pro')
    const number = meta.addNumber({ messagingLimit })
    const ask = (method: Method, url: string, payload?: object) =>
      app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    const call = async (method: Method, url: string, payload?: object) => {
      const answer = await ask(method, url, payload)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.body ? answer.json() : undefined
    }
    await call('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, wabaId: number.waba, token: meta.token })
    const theirs = meta.templates.add({
      waba: number.waba,
      name: 'saudade',
      category: 'MARKETING',
      parameter_format: 'NAMED',
      components: [
        {
          type: 'BODY',
          text: 'Olá, {{nome}}! A equipe da {{empresa}} sente a sua falta. Venha esta semana.',
          example: {
            body_text_named_params: [
              { param_name: 'nome', example: 'Ana' },
              { param_name: 'empresa', example: 'Padaria' }
            ]
          }
        },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero saber mais' }] }
      ]
    })
    await call('POST', '/api/whatsapp/settings/test')
    await call('PATCH', '/api/whatsapp/settings/status', { active: true })
    await call('POST', '/api/whatsapp/templates/sync')
    const template: Template = (
      await call('GET', `/api/whatsapp/templates?filter=${encodeURIComponent('{"name":"saudade"}')}`)
    )[0]

    const written = {
      name: 'Volta, cliente',
      templateId: template.id,
      filter: {},
      quietHours: false,
      values: { nome: { from: 'name', fallback: 'cliente' }, empresa: { from: 'company', fallback: 'a gente' } }
    }
    const write = (more: object = {}): Promise<Campaign> => call('POST', path, { ...written, ...more })
    const read = (id: string): Promise<Campaign> => call('GET', `${path}/${id}`)
    const move = (id: string, how: string): Promise<Campaign> => call('POST', `${path}/${id}/${how}`)
    const recipients = (id: string, filter: object = {}): Promise<RecipientRow[]> =>
      call('GET', `${path}/${id}/recipients?range=[0,999]&filter=${encodeURIComponent(JSON.stringify(filter))}`)

    /** Does all that the workers do for the company's campaigns, until nothing of them is due. */
    async function workOff(id: string): Promise<void> {
      await prepareNow(app.db, config, ours.id, id)
      for (;;)
        try {
          return await sendDue(parts, ours.id, 'whatsapp')
        } catch (error) {
          if (!(error instanceof NotYet)) throw error
        }
    }
    async function send(more: object = {}): Promise<Campaign> {
      const { id } = await write(more)
      await move(id, 'send')
      await workOff(id)
      return read(id)
    }

    /** A lead who agreed to advertising by WhatsApp, and their telephone. */
    async function person({ name = 'Conceição Araújo', consent = 'granted' as string | null, reachable = true } = {}) {
      const local = `119${String(60_000_000 + ++people)}`
      const { rows } = await app.db.company(ours.id, trx =>
        sql<{ id: string }>`
          insert into leads (company_id, name, phone, phone_key, source, consent_given, consents)
          values (${ours.id}, ${name}, ${local}, ${`11${local.slice(3)}`}, 'form', true,
            ${JSON.stringify(consent ? { whatsapp: { state: consent, at: new Date().toISOString() } } : {})}::jsonb)
          returning id`.execute(trx)
      )
      const player = reachable ? meta.customer({ name, phone: `+55${local}`, number: number.id }) : undefined
      return { id: rows[0]?.id ?? '', phone: `+55${local}`, player }
    }

    return { ours, number, theirs, template, ask, call, write, read, move, recipients, workOff, send, person, written }
  }

  /** Works off what the provider reported, and the jobs that follow from it. */
  async function heard(): Promise<void> {
    await meta.settled()
    const rows = await app.db.everyCompany(trx =>
      trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
    )
    await processDeliveries(
      app.db,
      rows.map(({ id }) => id)
    )
    const { rows: jobs } = await app.db.everyCompany(trx =>
      sql<{ data: Parameters<typeof noteRefusal>[1] }>`
        delete from outbox where name = 'message-refused' returning data`.execute(trx)
    )
    for (const { data } of jobs) await noteRefusal({ db: app.db, config }, data)
  }

  return { meta, app, parts, connected, heard, path }
}

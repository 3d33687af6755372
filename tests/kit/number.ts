import pino from 'pino'
import { expect } from 'vitest'
import { processDeliveries } from '../../services/messaging/conversations/deliveries.ts'
import { sendQueued } from '../../services/messaging/conversations/sending.ts'
import type { Template } from '../../services/messaging/templates/schema.ts'
import { company, openApp, sendLead, testConfig } from './app.ts'
import { newDatabase } from './database.ts'
import { atEnd } from './end.ts'
import { startMeta } from './peers/meta.ts'
import { changePlan } from './team.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const templates = '/api/whatsapp/templates'

/** An application whose companies have numbers at the played provider, which reports only the states that a test asks for. */
export async function openNumbers() {
  const meta = await startMeta({ appSecret, verifyToken, autoStatuses: false })
  atEnd(() => meta.close())
  const env = {
    DATABASE_URL: await newDatabase(),
    META_GRAPH_URL: meta.url,
    META_APP_SECRET: appSecret,
    META_VERIFY_TOKEN: verifyToken
  }
  const app = await openApp(env)
  const parts = { db: app.db, config: testConfig(env), log: pino({ level: 'silent' }) }
  const product = await app.listen({ port: 0, host: '127.0.0.1' })
  await meta.subscribe(`${product}/webhooks/whatsapp`)
  let people = 0

  /** Works off what the provider reported. */
  async function heard(): Promise<void> {
    await meta.settled()
    const rows = await app.db.everyCompany(trx =>
      trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
    )
    await processDeliveries(
      app.db,
      rows.map(({ id }) => id)
    )
  }

  /** A company whose number is connected. */
  async function connected(name = 'Padaria Central') {
    const ours = await company(app, name)
    await changePlan(app, ours.id, 'pro')
    const number = meta.addNumber()
    const ask = (method: Method, url: string, payload?: object) =>
      app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    const call = async (method: Method, url: string, payload?: object) => {
      const answer = await ask(method, url, payload)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.body ? answer.json() : undefined
    }
    await call('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, wabaId: number.waba, token: meta.token })
    await call('PATCH', '/api/whatsapp/settings/status', { active: true })
    const channel = await app.db.company(ours.id, trx =>
      trx.selectFrom('channels').select('id').executeTakeFirstOrThrow()
    )

    /** A template that the provider has approved, read from it. */
    async function template(
      called: string,
      text: string,
      { examples = {}, ...more }: { examples?: Record<string, string>; category?: string; buttons?: string[] } = {}
    ): Promise<Template> {
      const { buttons, category = 'UTILITY' } = more
      const named = Object.entries(examples).map(([param_name, example]) => ({ param_name, example }))
      meta.templates.add({
        waba: number.waba,
        name: called,
        category,
        parameter_format: 'NAMED',
        components: [
          { type: 'BODY', text, ...(named.length > 0 && { example: { body_text_named_params: named } }) },
          ...(buttons ? [{ type: 'BUTTONS', buttons: buttons.map(each => ({ type: 'QUICK_REPLY', text: each })) }] : [])
        ]
      })
      await call('POST', `${templates}/sync`)
      const filter = encodeURIComponent(JSON.stringify({ name: called }))
      return (await call('GET', `${templates}?filter=${filter}`))[0]
    }

    /** A lead with a number, and the person at their telephone. */
    async function person({ consent = false, name: called = 'Ana Souza', phone: typed = '' } = {}) {
      const phone = typed || `119${String(60_000_000 + ++people)}`
      const sent = await sendLead(app, ours.id, { name: called, phone, email: `p${++people}@fora.example` })
      expect(sent.statusCode, sent.body).toBe(201)
      const { id } = sent.json<{ id: string }>()
      const consents = consent ? { whatsapp: { state: 'granted', at: new Date().toISOString() } } : {}
      await app.db.company(ours.id, trx =>
        trx
          .updateTable('leads')
          .set({ consents: JSON.stringify(consents) })
          .where('id', '=', id)
          .execute()
      )
      const international = phone.startsWith('+') ? phone : `+55${phone}`
      const customer = meta.customer({ name: called, phone: international, number: number.id })
      return { id, phone: international.replace(/\D/g, ''), customer }
    }

    return {
      ours,
      number,
      channelId: channel.id,
      ask,
      call,
      template,
      person,
      send: () => sendQueued(parts, ours.id, channel.id)
    }
  }

  return { app, meta, parts, heard, connected }
}

export type ConnectedCompany = Awaited<ReturnType<Awaited<ReturnType<typeof openNumbers>>['connected']>>

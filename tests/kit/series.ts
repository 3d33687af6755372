import { sql } from 'kysely'
import pino from 'pino'
import { expect } from 'vitest'
import type { App } from '../../services/core/http.ts'
import { NotYet } from '../../services/core/queues.ts'
import { sendDue } from '../../services/marketing/campaigns/sending.ts'
import { enterSeries } from '../../services/marketing/series/enter.ts'
import type { Series, TriedSeries } from '../../services/marketing/series/schema.ts'
import type { Tenant } from './app.ts'
import type { Sending } from './campaigns.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const callSeries = (app: App, who: Pick<Tenant, 'auth'>, method: Method, path = '', payload?: object) =>
  app.inject({ method, url: `/api/email/series${path}`, headers: who.auth, ...(payload && { payload }) })

/** The fields of a plain series: one step, at once, at any hour of the day. */
export const written = (who: Sending) => ({
  name: 'Boas-vindas',
  kind: 'new_lead',
  quietHours: false,
  steps: [{ waitHours: 0, templateId: who.templateId, subject: '' }]
})

export async function writeSeries(app: App, who: Sending, more: object = {}): Promise<Series> {
  const answer = await callSeries(app, who, 'POST', '', { ...written(who), ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

export async function readSeries(app: App, who: Tenant, id: string): Promise<Series> {
  const answer = await callSeries(app, who, 'GET', `/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Moves a series, which must be allowed. */
export async function moveSeries(app: App, who: Tenant, id: string, move: 'on' | 'pause' | 'off'): Promise<Series> {
  const answer = await callSeries(app, who, 'POST', `/${id}/${move}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

export async function tryOn(app: App, who: Tenant, id: string, leadId: string): Promise<TriedSeries> {
  const answer = await callSeries(app, who, 'POST', `/${id}/try`, { leadId })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Sends what is due of a company, as the workers do. */
export async function sendAll({ db, config }: App, { id: companyId }: Tenant): Promise<void> {
  const parts = { db, config, log: pino({ level: 'silent' }) }
  for (;;)
    try {
      return await sendDue(parts, companyId, 'email')
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
    }
}

/** Does all that the workers do for a series until nothing of it is due. */
export async function workOffSeries(app: App, who: Tenant, id: string): Promise<void> {
  await enterSeries(app.db, who.id, id)
  await sendAll(app, who)
}

/** Makes all that happened in a series, and in the company's leads, so many hours older. */
export async function letPass(app: App, who: Tenant, id: string, hours: number): Promise<void> {
  const past = sql`${hours}::integer * interval '1 hour'`
  await app.db.company(who.id, async trx => {
    await sql`update mail_series set on_since = on_since - ${past} where id = ${id}`.execute(trx)
    await sql`
      update campaign_recipients r set sent_at = sent_at - ${past}, since_at = since_at - ${past}, due_at = due_at - ${past}
      where campaign_id in (select c.id from campaigns c where c.series_id = ${id})`.execute(trx)
    await sql`
      update leads set received_at = received_at - ${past}, last_contact_at = last_contact_at - ${past}`.execute(trx)
  })
}

import { sql } from 'kysely'
import pino from 'pino'
import { expect } from 'vitest'
import type { Db } from '../../services/core/db.ts'
import type { App } from '../../services/core/http.ts'
import { NotYet } from '../../services/core/queues.ts'
import { prepareNow } from '../../services/marketing/campaigns/moves.ts'
import type { Campaign, RecipientRow } from '../../services/marketing/campaigns/schema.ts'
import { sendDue } from '../../services/marketing/campaigns/sending.ts'
import { unsubscribe } from '../../services/marketing/campaigns/unsubscribe.ts'
import { makeKey, storeKey } from '../../services/marketing/senders/keys.ts'
import { company, type Tenant } from './app.ts'

const body = {
  format: 1,
  accent: '#0f766e',
  blocks: [
    { id: 'a', type: 'heading', text: 'Olá, {{ primeiro_nome | default: "tudo bem" }}', align: 'left' },
    { id: 'b', type: 'button', text: 'Ver a oferta', link: 'https://loja.example/oferta', align: 'center' }
  ]
}

/** A time zone in which it is this hour now. */
export async function zoneAt(db: Db, hour: number): Promise<string> {
  const { rows } = await db.everyCompany(trx =>
    sql<{ utc: number }>`select extract(hour from now() at time zone 'UTC')::integer as utc`.execute(trx)
  )
  const offset = ((hour - (rows[0]?.utc ?? 0) + 36) % 24) - 12
  // The signs of these zones are the other way round.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

export type Sending = Tenant & { domain: string; templateId: string }

/** A company whose domain is proved, with a template; its own server where a port is named. */
export async function sendingCompany(
  app: App,
  { port, name }: { port?: number; name?: string } = {}
): Promise<Sending> {
  const ours = await company(app, name)
  const domain = `d${ours.id.slice(-8)}.example`
  const key = await makeKey()
  const [id] = await app.db.company(ours.id, async trx => {
    const sender = await trx
      .insertInto('email_senders')
      .values({
        company_id: ours.id,
        name: 'Padaria Central',
        local_part: 'contato',
        domain,
        reply_to: null,
        smtp_host: port === undefined ? null : '127.0.0.1',
        smtp_port: port ?? null,
        smtp_tls: port === undefined ? null : 'starttls',
        smtp_user: null,
        smtp_password: null,
        spf_include: null,
        per_second: null,
        per_hour: null,
        per_day: null,
        proved_at: new Date(),
        // Just looked up, so that no worker looks it up again and finds nothing.
        checked_at: new Date(),
        tried_at: new Date()
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeKey(trx, app.config, { id: sender.id, company_id: ours.id }, 'signing', key)
    return [sender.id]
  })
  expect(id).toBeTruthy()
  const made = await app.inject({
    method: 'POST',
    url: '/api/email/templates',
    headers: ours.auth,
    payload: { name: 'Oferta', subject: 'Uma oferta para {{ primeiro_nome }}', preheader: '', body }
  })
  expect(made.statusCode, made.body).toBe(201)
  return { ...ours, domain, templateId: made.json().id }
}

/** Leads that accepted to get e-mails, by their addresses. Returns their ids in that order. */
export async function consenting(app: App, { id }: Tenant, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await app.db.company(id, trx =>
    sql<{ id: string }>`
      insert into leads (company_id, name, email, source, consent_given, consents)
      select ${id}, 'Pessoa ' || n, address, 'form', true,
        jsonb_build_object('email', jsonb_build_object('state', 'granted', 'at', now()))
      from unnest(${[...addresses]}::text[]) with ordinality as a (address, n) returning id`.execute(trx)
  )
  return rows.map(row => row.id)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const callCampaigns = (app: App, who: Pick<Tenant, 'auth'>, method: Method, path = '', payload?: object) =>
  app.inject({ method, url: `/api/email/campaigns${path}`, headers: who.auth, ...(payload && { payload }) })

/** Writes a campaign to all leads that may get it, at any hour of the day. */
export async function writeCampaign(app: App, who: Sending, more: object = {}): Promise<Campaign> {
  const written = { name: 'Oferta de inverno', subject: '', templateId: who.templateId, filter: {}, quietHours: false }
  const answer = await callCampaigns(app, who, 'POST', '', { ...written, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

export async function readCampaign(app: App, who: Tenant, id: string): Promise<Campaign> {
  const answer = await callCampaigns(app, who, 'GET', `/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Moves a campaign, which must be allowed. */
export async function moveCampaign(app: App, who: Tenant, id: string, move: string): Promise<Campaign> {
  const answer = await callCampaigns(app, who, 'POST', `/${id}/${move}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

export async function recipientsOf(app: App, who: Tenant, id: string, filter: object = {}): Promise<RecipientRow[]> {
  const query = `?range=[0,999]&filter=${encodeURIComponent(JSON.stringify(filter))}`
  const answer = await callCampaigns(app, who, 'GET', `/${id}/recipients${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Does all that the workers do for a campaign, until nothing of it is due. */
export async function workOffCampaign({ db, config }: App, { id: companyId }: Tenant, id: string): Promise<void> {
  const parts = { db, config, log: pino({ level: 'silent' }) }
  await prepareNow(db, config, companyId, id)
  for (;;)
    try {
      return await sendDue(parts, companyId, 'email')
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
    }
}

/** The headers of a mail by their names in lower case, each with its lines joined, in their order. */
export const headersOf = (raw: Buffer): [string, string][] =>
  (raw.toString('utf8').split('\r\n\r\n')[0] ?? '')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])

/** The link of a mail for unsubscribing, as its header has it. */
export function unsubscribePath(raw: Buffer): string {
  const headers = raw
    .toString('utf8')
    .split('\r\n\r\n')[0]
    ?.replace(/\r\n[ \t]+/g, ' ')
  const url = /^List-Unsubscribe: <([^>]+)>/m.exec(headers ?? '')?.[1]
  expect(url).toBeTruthy()
  return new URL(url ?? '').pathname
}

/** Has the person of a mail leave the company's list by its link. */
export async function leaveBy(app: App, raw: Buffer): Promise<void> {
  const token = unsubscribePath(raw).split('/').at(-1) ?? ''
  const left = await unsubscribe(app, token, { ip: '127.0.0.1', requestId: 'test', userAgent: null })
  expect(left.refuses).toBe('everything')
}

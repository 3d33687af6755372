import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import pino from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openQueues } from '../services/core/queues.ts'
import type { Wait } from '../services/core/waits.ts'
import { features } from '../services/features.ts'
import { handingOver } from '../workers/handOver.ts'
import { company, openApp, sendLead, testConfig } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { redisDatabase } from './kit/redis.ts'
import { openSmtp } from './kit/smtp.ts'
import { openWorker } from './kit/workers.ts'

const waits = features.flatMap(feature => feature.waits ?? [])

/**
 * States of rows that end no job: somebody decides, or a schedule looks for them by their time; copies that are
 * counted; and ends.
 */
const others: Record<string, readonly string[]> = {
  'account_mails.status': ['kept', 'sent', 'failed', 'bounced'],
  'mails.status': ['kept', 'sent', 'failed'],
  'appointments.status': ['requested', 'confirmed', 'done', 'no_show', 'refused', 'cancelled'],
  // The schedule `campaigns-due` sends what is due, and ends the leases of workers that died.
  'campaign_recipients.state': [
    ...['pending', 'sending', 'held', 'accepted', 'deferred', 'rejected', 'bounced', 'complained', 'unsubscribed'],
    ...['unknown', 'skipped']
  ],
  'campaigns.state': ['draft', 'ready', 'scheduled', 'sending', 'paused', 'done', 'cancelled'],
  'chat_messages.status': ['answered', 'failed'],
  'chat_proposals.state': ['choosing', 'waiting', 'done', 'cancelled', 'expired', 'failed'],
  'conversations.status': ['open', 'waiting', 'snoozed', 'resolved'],
  'email_sender_keys.state': ['signing', 'next'],
  'inbound_mails.state': ['handled', 'unclaimed', 'loop', 'unreadable', 'too_large'],
  'integrations.status': ['active', 'inactive'],
  'known_issues.status': ['open', 'solved'],
  'leads.status': ['new', 'contacted', 'scheduled', 'converted', 'lost'],
  // The provider reviews a pending one, and the schedule `templates-sync` reads the verdict where its report is lost.
  'message_templates.status': ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled', 'archived'],
  // The schedule `files-unchecked` has those checked again that could not be.
  'messages.media_state': ['checking', 'kept', 'refused', 'blocked', 'gone'],
  'messages.status': ['unknown', 'accepted', 'sent', 'delivered', 'read', 'played', 'failed'],
  // The rows of an operation wait with it.
  'operation_rows.state': ['waiting', 'changed', 'skipped', 'undone', 'kept'],
  'operations.state': ['done', 'failed', 'cancelled', 'undone'],
  'privacy_requests.status': ['open', 'done', 'refused'],
  'tickets.status': ['open', 'in_progress', 'waiting', 'resolved', 'closed']
}

/** Columns without a list of values: counts by a lead's status, what providers reported, and the like. */
const unlisted = [
  ...['answer_counts', 'lead_counts', 'lead_days', 'lead_facets', 'lead_months', 'message_statuses', 'ticket_clock'],
  ...['import_rows', 'error_log']
]

const database = await newDatabase()
const owner = new pg.Pool({ connectionString: database, max: 2 })
owner.on('error', () => {})

test('every state of a row is one that a job ends, with a way to hand it over again, or an end', async () => {
  const { rows } = await owner.query<{ place: string; table: string; rule: string | null }>(`
    select c.table_name || '.' || c.column_name as place, c.table_name as table, (
      select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
      where k.conrelid = ('public.' || c.table_name)::regclass and k.contype = 'c' and array_length(k.conkey, 1) = 1
        and k.conkey[1] = c.ordinal_position) as rule
    from information_schema.columns c join pg_class t on t.oid = ('public.' || c.table_name)::regclass and t.relkind = 'r'
    where c.table_schema = 'public' and (c.column_name ~ '(^|_)(status|state)$') and c.data_type in ('text', 'integer')
    order by 1`)
  expect(rows.length).toBeGreaterThan(20)
  const withoutList = rows.filter(({ rule }) => rule === null).map(({ table }) => table)
  expect(withoutList.filter(table => !unlisted.includes(table))).toEqual([])
  const waiting = waits.flatMap(({ states }) =>
    Object.entries(states).flatMap(([place, values]) => values.map(value => `${place} ${value}`))
  )
  const classified = new Set([
    ...waiting,
    ...Object.entries(others).flatMap(([at, all]) => all.map(each => `${at} ${each}`))
  ])
  const found = rows.flatMap(({ place, rule }) =>
    [...(rule ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => `${place} ${value}`)
  )
  expect(found.filter(each => !classified.has(each))).toEqual([])
  expect([...classified].filter(each => !found.includes(each))).toEqual([])
})

const log = pino({ level: 'silent' })
const id = () => randomUUID().replaceAll('-', '').slice(0, 24)

/** A row of each entry that has waited for ten minutes, as a database holds it whose queue was lost. */
const lost: Record<string, (companyId: string) => Promise<string>> = {}
const insert = async (table: string, values: Record<string, unknown>): Promise<string> => {
  const client = await owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    const names = Object.keys(values)
    await client.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(values)
    )
    return String(values.id)
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}
const before = () => new Date(Date.now() - 600_000).toISOString()
const mail = () => ({
  id: id(),
  to_address: 'ana@example.com',
  subject: 'Olá',
  text: 'Olá',
  status: 'queued',
  created_at: before()
})
const operation = (company_id: string, kind: string, state: string) =>
  insert('operations', { id: id(), company_id, kind, state, created_at: before() })
const importOf = async (company_id: string, state: string, column: string) => {
  const operationId = await operation(company_id, 'import', state)
  return insert('imports', {
    id: id(),
    company_id,
    file_id: id(),
    name: 'a.csv',
    size: 1,
    reading: '{}',
    [column]: operationId
  })
}
Object.assign(lost, {
  mails: (company_id: string) => insert('mails', { ...mail(), company_id, job_id: id() }),
  accountMails: () => insert('account_mails', { ...mail(), html: '' }),
  operations: (companyId: string) => operation(companyId, 'status', 'running'),
  undos: (companyId: string) => operation(companyId, 'status', 'undoing'),
  exports: (companyId: string) => operation(companyId, 'export', 'queued'),
  importChecks: (companyId: string) => importOf(companyId, 'queued', 'check_id'),
  imports: (companyId: string) => importOf(companyId, 'running', 'operation_id'),
  importUndos: (companyId: string) => importOf(companyId, 'undoing', 'operation_id'),
  questions: () =>
    insert('chat_messages', { id: id(), session_id: id(), audience: 'client', message: 'Olá', asked_at: before() }),
  campaigns: (company_id: string) =>
    insert('campaigns', {
      ...{ id: id(), company_id, carrier: 'email', name: 'Maio', state: 'preparing', subject: 'Maio', audience: '{}' },
      updated_at: before()
    }),
  inboundMails: () =>
    insert('inbound_mails', { id: id(), source: 'port', hash: Buffer.from(id()), size: 1, received_at: before() }),
  media: (company_id: string) =>
    insert('messages', {
      ...{
        id: id(),
        company_id,
        conversation_id: id(),
        channel_id: id(),
        lead_id: id(),
        direction: 'in',
        kind: 'image'
      },
      ...{ created_at: before(), media_state: 'waiting' }
    }),
  messages: async (company_id: string) => {
    const channel_id = id()
    await insert('messages', {
      ...{ id: id(), company_id, conversation_id: id(), channel_id, lead_id: id(), direction: 'out', kind: 'text' },
      ...{ status: 'queued', due_at: before() }
    })
    return insert('channels', {
      id: channel_id,
      company_id,
      kind: 'whatsapp',
      account: id(),
      name: 'Loja',
      active: true,
      verify_token: id()
    })
  },
  guests: async (company_id: string) => {
    const appointment_id = id()
    await insert('appointment_guests', { company_id, appointment_id, lead_id: id(), due_at: before() })
    return appointment_id
  }
})

const env = { DATABASE_URL: database, SMTP_URL: 'smtp://127.0.0.1:9' }
const app = await openApp(env)
const ours = await company(app)

test('every entry is handed over again once, and its health is reported until then', async () => {
  expect(Object.keys(lost).toSorted()).toEqual(waits.map(({ name }) => name).toSorted())
  const queues = openQueues(testConfig(env), () => {})
  onTestFinished(() => queues.close())
  const run = () => handingOver(queues).run({ db: app.db, config: app.config, log })
  const jobs = async () =>
    (await owner.query('select queue, name, data from outbox order by seq')).rows as {
      queue: string
      name: string
      data: Record<string, unknown>
    }[]
  await owner.query('truncate outbox')
  const ids = new Map<Wait, string>()
  for (const wait of waits) ids.set(wait, (await lost[wait.name]?.(ours.id)) ?? '')

  const ready = async () => (await app.inject('/health/ready')).json()
  await expect.poll(async () => (await ready()).stuck).toEqual(Object.fromEntries(waits.map(({ name }) => [name, 1])))
  const { status, problems } = await ready()
  expect(status).toBe('degraded')
  expect(problems).toContain('Sem trabalho na fila há mais de 5 minutos: 1 e-mails.')

  await run()
  const handed = await jobs()
  for (const [{ name, job }, id] of ids) {
    const own = handed.filter(each => each.name === job.name)
    expect(own, name).toHaveLength(1)
    expect(own[0]?.queue, name).toBe(job.queue)
    expect(JSON.stringify(own[0]?.data), name).toContain(id)
  }
  await run()
  expect(await jobs()).toEqual(handed)
  await expect.poll(async () => (await ready()).stuck).toEqual(Object.fromEntries(waits.map(({ name }) => [name, 0])))
  await owner.query('truncate outbox')
})

test('a Redis that is lost with mails under way, or is another one, needs no recipe', async () => {
  const redis = inject('redisUrl')
  if (!redis) return
  const url = redisDatabase(redis, 13)
  const smtp = await openSmtp()
  const settings = { DATABASE_URL: await newDatabase(), REDIS_URL: url, SMTP_URL: smtp.url }
  const app = await openApp(settings)
  const ours = await company(app)
  const store = new Redis(url)
  onTestFinished(() => store.disconnect())
  await store.flushdb()
  const queues = openQueues(testConfig(settings), () => {})
  onTestFinished(() => queues.close())
  const handOver = () => handingOver(queues).run({ db: app.db, config: app.config, log })
  await handOver() // the mark of a store that is in use
  const own = new pg.Client({ connectionString: settings.DATABASE_URL })
  await own.connect()
  onTestFinished(() => own.end())

  // Leads whose announcement, and a mail whose job, was handed to the Redis that is lost.
  const first = (await sendLead(app, ours.id, { email: 'um@example.com', phone: '(11) 98765-4301' })).json().id
  const second = (await sendLead(app, ours.id, { email: 'dois@example.com', phone: '(11) 98765-4302' })).json().id
  await own.query('truncate outbox')
  const mailId = id()
  await own.query(
    `insert into mails (id, company_id, job_id, to_address, subject, text, status, created_at)
     values ($1, $2, 'notice', 'ana@example.com', 'Aviso', 'Aviso', 'queued', now() - interval '10 minutes')`,
    [mailId, ours.id]
  )
  await store.flushdb()
  await handOver()
  const worker = await openWorker(testConfig(settings))
  const sent = async () =>
    (await own.query(`select job_id from mails where status = 'sent' order by job_id`)).rows.map(row => row.job_id)
  await expect.poll(sent).toEqual([`lead ${first}`, `lead ${second}`, 'notice'].toSorted())
  await handOver()
  await expect.poll(async () => (await own.query('select from outbox')).rowCount).toBe(0)
  expect(smtp.received.filter(({ headers }) => headers.includes('Subject: Aviso'))).toHaveLength(1)
  await worker.close()
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Job, scheduleQueue } from '../services/core/jobs.ts'
import { features } from '../services/features.ts'
import { storeMails } from '../services/platform/inboundMail/store.ts'
import { company, openApp, sendLead, testConfig } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { atEnd } from './kit/end.ts'
import { openGraph } from './kit/graph.ts'
import { importFile } from './kit/imports.ts'
import { mailOf } from './kit/inboundMail.ts'
import { customerWrites, inboxCompany } from './kit/inbox.ts'
import { openSmtp } from './kit/smtp.ts'
import { deliver, profile, written as textOf, whatsapp } from './kit/webhooks.ts'
import { openWorker } from './kit/workers.ts'

const services = path.join(import.meta.dirname, '../services')
const jobs: readonly Job[] = features.flatMap(({ jobs = [] }) => jobs)
const kinds: Readonly<Record<string, TSchema>> = Object.assign({}, ...features.map(({ events }) => events))

/** The jobs and the kinds of events that SQL writes directly, with data that no compiler looks at. */
async function writtenBySql(): Promise<string[]> {
  const files = readdirSync(services, { recursive: true, encoding: 'utf8' })
  const exported: Record<string, Job> = Object.assign(
    {},
    ...(await Promise.all(
      files
        .filter(file => /^(\w+\/)+jobs\.ts$/.test(file))
        .map(file => import(pathToFileURL(path.join(services, file)).href))
    ))
  )
  const declared = new Set([...jobs.map(({ name }) => name), ...Object.keys(kinds)])
  const found = files
    .filter(file => /\.(sql|ts)$/.test(file))
    .map(file => readFileSync(path.join(services, file), 'utf8'))
    .flatMap(text => {
      const inserts = [...text.matchAll(/insert into (?:outbox|events) \([^;`]*/g)].map(([insert]) => insert)
      const literal = inserts.flatMap(insert => [...insert.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name))
      // Or its name is a parameter of the statement.
      const named = inserts.length === 0 ? [] : [...text.matchAll(/\b(\w+)\.name\b/g)].map(([, job = '']) => job)
      return [...literal, ...named.map(job => exported[job]?.name ?? '')].filter(name => declared.has(name))
    })
  return [...new Set(found)].sort()
}

type Written = { queue: string | null; name: string; data: object }

/** Keeps a copy of every job and event, which workers and time take away. */
async function record(url: string): Promise<() => Promise<Written[]>> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  atEnd(() => owner.end())
  await owner.query(`
    create table written (queue text, name text, data jsonb);
    create function record_job() returns trigger language plpgsql security definer as $$
    begin insert into written values (new.queue, new.name, new.data); return null; end $$;
    create function record_event() returns trigger language plpgsql security definer as $$
    begin insert into written values (null, new.kind, new.data); return null; end $$;
    create trigger record_job after insert on outbox for each row execute function record_job();
    create trigger record_event after insert on events for each row execute function record_event()`)
  return async () => (await owner.query<Written>('select * from written')).rows
}

function faultOf({ queue, name, data }: Written): string | undefined {
  if (queue === scheduleQueue) return
  const schema = queue === null ? kinds[name] : jobs.find(job => job.queue === queue && job.name === name)?.schema
  const what = `${queue ?? 'event'} ${name} ${JSON.stringify(data)}`
  if (!schema) return `${what}: declared by no feature`
  const [error] = Value.Errors({ ...schema, additionalProperties: false }, data)
  return error && `${what}: ${error.path} ${error.message}`
}

test('what SQL writes for workers and for browsers has the shape that a feature declares', async () => {
  const [graph, smtp] = [await openGraph(), await openSmtp()]
  const env = { DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url, SMTP_URL: smtp.url }
  const written = await record(env.DATABASE_URL)
  const app = await openApp(env)
  await openWorker(testConfig(env))
  const [ours, limited] = [await company(app), await company(app)]
  const person = { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321' }
  const leadId = (await sendLead(app, ours.id, person)).json().id
  await sendLead(app, ours.id, { ...person, message: 'De novo' })

  const limitTo = (limit: number) =>
    app.db.everyCompany(trx =>
      trx.updateTable('companies').set({ plan: 'basic', leads_limit: limit }).where('id', '=', limited.id).execute()
    )
  await limitTo(1)
  await sendLead(app, limited.id, person)
  await sendLead(app, limited.id, { name: 'Bia Reis', email: 'bia@example.com', phone: '11987650001' })
  await limitTo(100)

  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const booked = await app.inject({
    method: 'POST',
    url: `/api/appointments/companies/${ours.id}/appointments`,
    headers: ours.auth,
    payload: {
      ...{ title: 'Visita', start: '2030-06-05T17:00:00Z', end: '2030-06-05T18:00:00Z' },
      ...{ employeeId: companyEmployee.id, leadId }
    }
  })
  expect(booked.statusCode, booked.body).toBe(201)
  // Deleting the lead cancels the appointment.
  await app.inject({ method: 'DELETE', url: `/api/leads/${leadId}`, headers: ours.auth })

  const raw = mailOf({})
  await storeMails(app.db, [{ source: 'port', raw, size: raw.length }])
  await importFile(app, ours, 'Nome;E-mail\r\nCida Lima;cida@example.com', { notify: true })

  const { ours: theirs, channel } = await inboxCompany(app)
  // The past of the telephone has somebody who is no lead, until they write.
  const past = [{ id: '5511987654321', messages: [textOf('5511987654321', 'wamid.past', 'Oi', Date.UTC(2026, 5))] }]
  const history = whatsapp(channel.account, {})
  const [change] = history.entry[0]?.changes ?? []
  Object.assign(change ?? {}, { field: 'history', value: { ...change?.value, history: [{ threads: past }] } })
  await deliver(app, channel, history)
  const aside = () => app.db.everyCompany(trx => trx.selectFrom('past_messages').select('contact').execute())
  await expect.poll(aside).toHaveLength(1)
  const [number, name] = ['5511987654321', 'Dora Prado']
  await customerWrites(app, theirs, channel, { number, name, texts: ['Bom dia'] })
  const picture = {
    from: number,
    id: 'wamid.picture',
    timestamp: String(Math.floor(Date.now() / 1000) - 5),
    type: 'image'
  }
  const messages = [{ ...picture, image: { id: '111', mime_type: 'image/png' } }]
  await deliver(app, channel, whatsapp(channel.account, { contacts: [profile(number, name)], messages }))
  const button = { payload: 'Confirmo', text: 'Confirmo' }
  const pressed = { ...picture, id: 'wamid.pressed', type: 'button', button, context: { id: 'wamid.template' } }
  await deliver(app, channel, whatsapp(channel.account, { contacts: [profile(number, name)], messages: [pressed] }))

  // A campaign's message is refused, and the next one is answered.
  const { rows } = await app.db.company(theirs.id, trx =>
    sql<{ id: string }>`
      with campaign as (insert into campaigns (company_id, carrier, name, subject, audience)
        values (${theirs.id}, 'whatsapp', 'Oferta', '', '{}') returning id),
      recipients as (insert into campaign_recipients (company_id, campaign_id, lead_id, address, state, message_id, sent_at)
        select c.company_id, k.id, c.lead_id, c.contact, 'accepted', m, now() from conversations c, campaign k,
          unnest(array['refused message', 'answered message']) as m
        where c.company_id = ${theirs.id} and c.contact = ${number} returning id, message_id)
      insert into messages (id, company_id, conversation_id, channel_id, lead_id, direction, kind, data, status)
      select r.message_id, c.company_id, c.id, c.channel_id, c.lead_id, 'out', 'template',
        jsonb_build_object('recipientId', r.id), 'accepted'
      from conversations c, recipients r where c.company_id = ${theirs.id} and c.contact = ${number} returning id`.execute(
      trx
    )
  )
  expect(rows).toHaveLength(2)
  await app.db.company(theirs.id, trx =>
    sql`update messages set status = 'failed', failure_code = 131026 where id = 'refused message'`.execute(trx)
  )
  await customerWrites(app, theirs, channel, { number, name, texts: ['Quero saber mais'] })

  const expected = await writtenBySql()
  expect(expected.length).toBeGreaterThan(15)
  const missing = async () => {
    const seen = new Set((await written()).map(({ name }) => name))
    return expected.filter(name => !seen.has(name))
  }
  await expect.poll(missing).toEqual([])
  expect((await written()).flatMap(row => faultOf(row) ?? [])).toEqual([])
})

test('data of another shape, and what no feature declares, are found', () => {
  const id = 'a'.repeat(24)
  expect(faultOf({ queue: null, name: 'ticket-changed', data: { ticketId: id } })).toBeUndefined()
  expect(faultOf({ queue: null, name: 'ticket-changed', data: { ticketId: id, more: 1 } })).toMatch(/more/)
  expect(faultOf({ queue: 'leads', name: 'leads-held', data: { companyId: id } })).toMatch(/leadIds/)
  expect(faultOf({ queue: 'leads', name: 'leads-lost', data: {} })).toMatch(/declared by no feature/)
})

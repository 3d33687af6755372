import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'

// The limit that the application is measured against: Fastify and pg with nothing in between, as the database's owner,
// without validation, sessions, row-level security, limits, logs or headers. `/leads` stores and reads the very same rows
// as the product, as does `/webhooks/whatsapp`; `/plain-leads` stores a lead and an outbox row in tables without triggers or
// further indexes.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Math.max(8, 4 * availableParallelism()) })
const app = Fastify()

const capture = `
  with lead as (
    insert into leads (company_id, name, email, phone, phone_key, source, consent_given, marks, custom)
    values ($1, $2, $3, $4, $5, 'form', true, '{}', '{}') returning id, company_id, name, consent_given, source
  ), submission as (
    insert into submissions (company_id, lead_id, answers, source, ip)
    select company_id, id, '{}', source, $6 from lead
  ), consent as (
    insert into consents (company_id, lead_id, channels, granted, text, source, ip, user_agent)
    select company_id, id, '{email,phone}', consent_given, 'Concordo', source, $6, null from lead
  ), activity as (
    insert into activities (company_id, type, description, lead_id, lead_name, data)
    select company_id, 'new_lead', 'Novo lead recebido: ' || name, id, name, '{}' from lead returning id, company_id, lead_id
  ), event as (
    insert into events (company_id, kind, data)
    select company_id, 'lead-created', jsonb_build_object('leadId', lead_id, 'activityId', id) from activity
  ), job as (
    insert into outbox (queue, name, data)
    select 'leads', 'lead-created', jsonb_build_object('companyId', company_id, 'leadId', id) from lead
  ) select id from lead`

const plain = `
  with lead as (
    insert into bare_leads (company_id, name, email, phone, phone_key, source, consent_given, marks, custom)
    values ($1, $2, $3, $4, $5, 'form', true, '{}', '{}') returning id, company_id
  ), job as (
    insert into bare_outbox (queue, name, data)
    select 'leads', 'lead-created', jsonb_build_object('companyId', company_id, 'leadId', id) from lead
  ) select id from lead`

type Submission = { companyId: string; name: string; email: string; phone: string }

app.post('/leads', async (request, reply) => {
  const { companyId, name, email, phone } = request.body as Submission
  const values = [companyId, name, email, phone, phone.slice(0, 2) + phone.slice(-8), request.ip]
  const { rows } = await pool.query({ name: 'capture', text: capture, values })
  return reply.status(201).send({ success: true, id: rows[0].id })
})

app.post('/plain-leads', async (request, reply) => {
  const { companyId, name, email, phone } = request.body as Submission
  const values = [companyId, name, email, phone, phone.slice(0, 2) + phone.slice(-8)]
  const { rows } = await pool.query({ name: 'plain', text: plain, values })
  return reply.status(201).send({ success: true, id: rows[0].id })
})

const columns = `id, company_id, name, email, phone, cnpj, company, message, status, source, preferred_date, preferred_period,
  preferred_time, consent_given, marks, custom, owner_id, tags, lost_reason, score, next_task_at, first_contact_at,
  last_contact_at, status_at, version, submitted_at, received_at, updated_at`

app.get('/leads', async (request, reply) => {
  const { company, status } = request.query as { company: string; status: string }
  const [page, total] = await Promise.all([
    pool.query({
      name: 'page',
      text: `select ${columns} from leads where company_id = $1 and status = $2 order by received_at desc, id desc limit 25`,
      values: [company, status]
    }),
    pool.query({
      name: 'total',
      text: 'select coalesce(sum(n), 0) as total from lead_counts where company_id = $1 and status = $2',
      values: [company, status]
    })
  ])
  reply.header('content-range', `leads 0-${page.rows.length - 1}/${total.rows[0].total}`)
  return page.rows
})

app.get('/search', async (request, reply) => {
  const { company, q } = request.query as { company: string; q: string }
  const { rows } = await pool.query({
    name: 'search',
    text: `with found as materialized (
        select id, received_at from leads where company_id = $1 and search like '%' || fold($2) || '%' limit 1001)
      select ${columns.replaceAll(/\b(id|received_at)\b/g, 'l.$1')}, (select count(*) from found) as total
      from found f join leads l on l.company_id = $1 and l.id = f.id order by l.received_at desc, l.id desc limit 25`,
    values: [company, q]
  })
  reply.header('content-range', `leads 0-${rows.length - 1}/${rows[0]?.total ?? 0}`)
  return rows
})

const delivery = `
  with stored as (
    insert into deliveries (provider, body, hash) values ('whatsapp', $1, sha256($1)) returning id)
  insert into outbox (queue, name, data)
  select 'deliveries', 'deliveries-received', jsonb_build_object('deliveryIds', jsonb_build_array(id)) from stored`

app.register(async scope => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post('/webhooks/whatsapp', async request => {
    await pool.query({ name: 'delivery', text: delivery, values: [request.body] })
    return 'OK'
  })
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

import { randomUUID } from 'node:crypto'
import { createPostgresBackend, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'

// The limit that the workers are measured against: BullMQ alone, with a handler that does nothing, or with one that
// runs the statements of a lead's notice through pg as the database's owner. Reports the time that its jobs took.

const { REDIS_URL, DATABASE_URL, COUNT, LEAD, COMPANY, HANDLER } = process.env
const count = Number(COUNT)
const sql = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })

const read = `select l.name, l.email, l.phone, l.message, l.source, l.marks, c.name as company,
  exists (select from distributions d where d.company_id = l.company_id and d.mode <> 'off') as distributed,
  (select array_agg(u.email) from employees e join users u on u.id = e.user_id where e.company_id = l.company_id) as recipients
  from leads l join companies c on c.id = l.company_id where l.company_id = $1 and l.id = $2`
const write = `with mail as (
    insert into mails (company_id, job_id, to_address, subject, text, status, lead_id)
    values ($1, $2, 'a@example.com', $3, $4, 'kept', $5) on conflict (company_id, job_id, to_address) do nothing
  ), told as (
    insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail, cause)
    select l.company_id, e.id, 'lead_new', l.id, $3, l.name, '/leads/' || l.id, true, false, $2
    from leads l join employees e on e.company_id = l.company_id and e.active where l.company_id = $1 and l.id = $5
    on conflict (company_id, employee_id, cause) do nothing returning company_id, employee_id
  ) insert into events (company_id, kind, data)
  select company_id, 'notification', jsonb_build_object('employeeId', employee_id) from told`

async function notice(jobId: string): Promise<void> {
  const { rows } = await sql.query({ name: 'read', text: read, values: [COMPANY, LEAD] })
  const text = Object.entries(rows[0])
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
  await sql.query({ name: 'write', text: write, values: [COMPANY, jobId, `Novo lead: ${rows[0].name}`, text, LEAD] })
}

const connection = { connectionString: DATABASE_URL, max: 6 }
const redis = () => new Redis(REDIS_URL ?? '', { maxRetriesPerRequest: null })
const name = `bare-${randomUUID()}`
const queue = REDIS_URL
  ? new Queue(name, { connection: redis() })
  : new Queue(name, { connection }, createPostgresBackend)

let handled = 0
let started = 0
const handle = async (job: { id?: string }): Promise<void> => {
  if (HANDLER === 'notice') await notice(job.id ?? '')
  if (++handled === count) process.send?.({ seconds: (performance.now() - started) / 1000 }, () => process.exit(0))
}
const options = { concurrency: 8, removeOnComplete: { count: 1000 } }
const worker = REDIS_URL
  ? new Worker(name, handle, { ...options, connection: redis() })
  : new Worker(name, handle, { ...options, connection }, createPostgresBackend)
await worker.waitUntilReady()

started = performance.now()
for (let n = 0; n < count; n += 200)
  await queue.addBulk(
    Array.from({ length: 200 }, () => ({
      name: 'job',
      data: { companyId: COMPANY, leadId: LEAD },
      opts: { jobId: randomUUID() }
    }))
  )

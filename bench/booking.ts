import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { temporaryFolder } from '../tests/kit/folder.ts'
import { answers, type Bench } from './environment.ts'
import { ask, type Call, load, median, percentiles, type Sample, turnByTurn } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const day = 86_400_000
const rounds = 200
const rivals = 50

/** Bookings: how many a second, of fifty at once on one time, and free times before many appointments. */
export async function benchBooking(bench: Bench): Promise<Row[]> {
  const [api, other, worker] = await Promise.all([
    bench.start('dist/services/server.js'),
    bench.start('dist/services/server.js'),
    bench.start('dist/services/worker.js')
  ])
  await Promise.all([answers(api.port), answers(other.port)])
  const rows = [
    ...(await bookings(bench, api.port)),
    await race(bench, [api.port]),
    await race(bench, [api.port, other.port]),
    await freeTimes(bench, api.port)
  ]
  await Promise.all([api.stop(), other.stop(), worker.stop()])
  return rows
}

/**
 * Each on a time of its own, through HTTP beside a worker. Against what PostgreSQL does with nothing in between: the
 * bare row of the calendar as the database's owner, and all that a booking writes, one at a time, under the policies.
 */
async function bookings(bench: Bench, port: number): Promise<Row[]> {
  const company = await signUp(port, bench.sql)
  const person = await personOf(bench.sql, company)
  const load16 = { connections: 16, seconds: 5 }
  let n = 0
  const next = (): Call => {
    const start = Date.parse('2040-01-01T00:00:00Z') + n++ * 600_000
    return {
      method: 'POST',
      path: `/api/appointments/companies/${company.companyId}/appointments`,
      headers: company.headers,
      body: JSON.stringify({ ...time(start, 600_000), title: 'Visita', employeeId: person })
    }
  }
  await bench.sql.query('create sequence bench_times; grant usage on sequence bench_times to prosa_app')
  await load(port, load16, next)
  const through: Sample[] = []
  const limits: Record<'row' | 'function', number[]> = { row: [], function: [] }
  for (let round = 0; round < 3; round++) {
    limits.row.push(await pgbench(bench, bareRow(company, person), load16))
    through.push(await load(port, load16, next))
    limits.function.push(await pgbench(bench, sameFunction(company, person), load16))
  }
  const { perSecond, p99, failures } = median(through)
  const compared = (limit: string, rates: number[], goal: number | null) => {
    const rate = rates.toSorted((a, b) => a - b)[1] ?? 0
    const ratio = perSecond / rate
    return {
      what: `bookings through HTTP beside a worker, ${load16.connections} connections`,
      measured: `${perSecond.toFixed(0)}/s, p99 ${p99} ms${failures > 0 ? `, ${failures} failed` : ''}`,
      limit: `${limit} by pgbench ${rate.toFixed(0)}/s`,
      ratio,
      goal: goal ? `at least ${goal.toFixed(2)}` : 'for information',
      met: ratio >= (goal ?? 0) && failures === 0
    }
  }
  return [
    compared('the bare row', limits.row, 0.6),
    compared('the same function, one booking at a time,', limits.function, null)
  ]
}

const time = (start: number, length: number) => ({
  start: new Date(start).toISOString(),
  end: new Date(start + length).toISOString()
})

const bareRow = ({ companyId }: SignedIn, person: string): string => {
  const start = `'2060-01-01'::timestamptz + n * interval '10 minutes'`
  return `insert into appointments (company_id, employee_id, title, starts_at, ends_at, time_zone, status, origin, channel, during, session)
    select '${companyId}', '${person}', 'Visita', ${start}, ${start} + interval '10 minutes', 'America/Sao_Paulo',
      'confirmed', 'internal', 'in_person', tstzrange(${start}, ${start} + interval '10 minutes'), n::text
    from nextval('bench_times') as n;`
}

const sameFunction = ({ companyId }: SignedIn, person: string): string => {
  const wanted = {
    place: 0,
    employeeId: person,
    title: 'Visita',
    status: 'confirmed',
    origin: 'internal',
    channel: 'in_person',
    actorId: person,
    actorName: 'Medição'
  }
  return `begin;
set local role prosa_app;
select set_config('app.company', '${companyId}', true), nextval('bench_times') as n \\gset
select outcome from book_appointments('${companyId}', jsonb_build_array('${JSON.stringify(wanted)}'::jsonb
  || jsonb_build_object('start', '2160-01-01'::timestamptz + :n * interval '10 minutes',
    'end', '2160-01-01'::timestamptz + (:n + 1) * interval '10 minutes')));
commit;`
}

/** Transactions a second of a script, each on a time of its own. */
async function pgbench(
  bench: Bench,
  text: string,
  { connections, seconds }: { connections: number; seconds: number }
): Promise<number> {
  const script = path.join(await temporaryFolder('prosa-pgbench'), 'book.sql')
  await writeFile(script, `${text}\n`)
  const child = spawn(
    'pgbench',
    ['-n', '-f', script, '-c', `${connections}`, '-j', '2', '-T', `${seconds}`, bench.env.DATABASE_URL ?? ''],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  let output = ''
  child.stdout.on('data', text => (output += text))
  const [code] = await once(child, 'exit')
  const tps = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(output)?.[1] ?? 0)
  if (code !== 0 || failed > 0 || !(tps > 0))
    throw new Error(`pgbench (Debian: postgresql-contrib) ended with ${code}: ${output}`)
  return tps
}

/** Repeats fifty concurrent bookings of one free time: one gets it, the others are offered the next free ones. */
async function race(bench: Bench, ports: number[]): Promise<Row> {
  const [first = 0] = ports
  const company = await signUp(first, bench.sql)
  const person = await personOf(bench.sql, company)
  const url = `/api/appointments/companies/${company.companyId}/appointments`
  let right = 0
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = Date.parse('2030-01-01T12:00:00Z') + round * day
    const body = JSON.stringify({ ...time(start, 3_600_000), title: 'Visita', employeeId: person })
    const results = await Promise.all(
      Array.from({ length: rivals }, async (_, n) => {
        const began = performance.now()
        const response = await fetch(`http://127.0.0.1:${ports[n % ports.length]}${url}`, {
          method: 'POST',
          headers: { ...company.headers, 'content-type': 'application/json' },
          body
        })
        const answer = (await response.json()) as { slots?: unknown[] }
        times.push(performance.now() - began)
        return { status: response.status, slots: answer.slots?.length ?? 0 }
      })
    )
    const booked = results.filter(({ status }) => status === 201).length
    const conflicts = results.filter(({ status, slots }) => status === 409 && slots > 0).length
    if (booked === 1 && conflicts === rivals - 1) right++
  }
  const { rowCount } = await bench.sql.query('select from appointments where company_id = $1', [company.companyId])
  const { p50, p99 } = percentiles(times)
  return {
    what: `${rivals} bookings at once on one time, ${ports.length} API process${ports.length > 1 ? 'es' : ''}`,
    measured: `1 stored and ${rivals - 1} told the next free times in ${right} of ${rounds} rounds; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    limit: '',
    ratio: null,
    goal: 'all',
    met: right === rounds && rowCount === rounds
  }
}

/** Free times of a month for 20 people, with 100,000 appointments of the company beside one with 1,000. */
async function freeTimes(bench: Bench, port: number): Promise<Row> {
  const companies = [await signUp(port, bench.sql), await signUp(port, bench.sql)] as const
  const [small, large] = companies
  for (const [company, count] of [
    [small, 1000],
    [large, 100_000]
  ] as const) {
    await bench.sql.query(
      `with added as (
         insert into users (name, email, password_hash)
         select 'Pessoa ' || n, 'pessoa' || n || '@' || $1 || '.example', '' from generate_series(1, 19) as n returning id)
       insert into employees (company_id, user_id, role) select $1, id, 'attendant' from added`,
      [company.companyId]
    )
    // Both companies have 1,000 in the requested month; the other 99,000 are in the past.
    await bench.sql.query(
      `insert into appointments (company_id, employee_id, title, starts_at, ends_at, time_zone, status, origin, channel, during, session)
       select $1, e.id, 'Visita', at, at + interval '30 minutes', 'America/Sao_Paulo', 'confirmed', 'internal', 'in_person',
         tstzrange(at, at + interval '30 minutes'), e.id || n
       from (select id, row_number() over () as no from employees where company_id = $1) as e,
         generate_series(1, $2::integer / 20) as n,
         lateral (select '2030-06-30 20:00Z'::timestamptz - (n / 2) * interval '1 day' - (n % 2) * interval '2 hours' as at) as times`,
      [company.companyId, count]
    )
  }
  await bench.sql.query('vacuum analyze appointments')
  const slots = (company: SignedIn) => () =>
    ask(port, '/api/appointments/slots?from=2030-06-01&to=2030-06-30&minutes=60', company)
  const times = await turnByTurn({ small: slots(small), large: slots(large) }, 100)
  const [few, many] = [times.small, times.large].map(all => percentiles(all ?? []).p95)
  const growth = (many ?? 0) / (few ?? 1)
  return {
    what: 'free times of a month for 20 people with 100,000 appointments, p95',
    measured: `${many?.toFixed(1)} ms`,
    limit: `${few?.toFixed(1)} ms with 1,000`,
    ratio: growth,
    goal: 'at most 1.50',
    met: growth <= 1.5
  }
}

async function personOf(sql: pg.Pool, { companyId }: SignedIn): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('select id from employees where company_id = $1', [companyId])
  return rows[0]?.id ?? ''
}

import { setTimeout as sleep } from 'node:timers/promises'
import { answers, type Bench } from './environment.ts'
import { load } from './load.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const leads = 5000

/** Everything that a burst of leads brings about, and how long after the last of them it is done. */
export async function benchBurst(bench: Bench): Promise<Row[]> {
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js'),
    bench.start('dist/services/worker.js')
  ])
  await answers(api.port)
  const { companyId, headers } = await signUp(api.port, bench.sql)
  // A small team that is given the leads in turn.
  const people = await bench.sql.query(
    `with person as (
       insert into users (name, email, password_hash) select 'Pessoa ' || n, $1 || n || '@example.com', 'none'
       from generate_series(1, 3) as n returning id)
     insert into employees (company_id, user_id, role, permissions)
     select $1, id, 'agent', '{edit_leads}' from person returning id`,
    [companyId]
  )
  const members = people.rows.map(({ id }) => ({ employeeId: id, away: false, maxOpen: null }))
  const set = await fetch(`http://127.0.0.1:${api.port}/api/distribution`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ mode: 'turns', members, fallbackId: null })
  })
  if (!set.ok) throw new Error(await set.text())

  const times: number[] = []
  let done = 0
  for (let round = 0; round < 3; round++) {
    let sent = 0
    await bench.sql.query('delete from mail_days') // as if each burst were of another day
    const started = performance.now()
    const { failures } = await load(api.port, { connections: 16, amount: leads }, () => {
      const n = `${round}${String(sent++).padStart(7, '0')}`
      const person = { name: `Pessoa ${n}`, email: `p${n}@example.com`, phone: `119${n}` }
      return { method: 'POST', path: '/api/leads/public', body: JSON.stringify({ ...person, companyId }) }
    })
    if (failures > 0) throw new Error(`${failures} leads were not taken`)
    const last = performance.now()
    done += leads
    await untilDone(bench, companyId, done)
    times.push((performance.now() - last) / 1000)
    console.error(`sent in ${((last - started) / 1000).toFixed(1)} s, done ${times.at(-1)?.toFixed(1)} s later`)
  }
  await Promise.all([api.stop(), worker.stop()])
  const middle = times.toSorted((a, b) => a - b)[1] ?? 0
  return [
    {
      what: `${leads} leads at 16 connections, until each has its owner, mail, notices and score`,
      measured: `${middle.toFixed(1)} s after the last`,
      limit: '',
      ratio: null,
      goal: 'at most 5 s',
      met: middle <= 5
    }
  ]
}

async function untilDone({ sql }: Bench, companyId: string, count: number): Promise<void> {
  const text = `select
    (select count(*)::int from mails where company_id = $1) as mails,
    (select count(distinct lead_id)::int from notifications where company_id = $1) as notified,
    (select count(*)::int from leads where company_id = $1 and owner_id is not null and scored_at is not null) as worked,
    (select count(*)::int from outbox) as outbox`
  for (let since = performance.now(); performance.now() - since < 180_000; await sleep(100)) {
    const { mails, notified, worked, outbox } = (await sql.query(text, [companyId])).rows[0]
    if (mails >= count && notified === count && worked === count && outbox === 0) return
  }
  throw new Error('The burst was not processed in three minutes')
}

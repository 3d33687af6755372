import { setTimeout as sleep } from 'node:timers/promises'
import { answers, type Bench, type Process } from './environment.ts'
import { fillLeads } from './fill.ts'
import { type Call, load, median, type Sample } from './load.ts'
import type { Row } from './report.ts'

type Person = { name: string; email: string; phone: string }

const anybody = (): Person => {
  const n = Math.random().toString().slice(2, 10)
  return { name: `Pessoa ${n}`, email: `p${n}@example.com`, phone: `119${n}` }
}

const sameTelephone = (): Person => ({ ...anybody(), phone: '11987654321' })

const post = (path: string, companyId: string, person: Person): Call => ({
  method: 'POST',
  path,
  body: JSON.stringify({ ...person, companyId, consentGiven: true })
})

/**
 * Leads a second through the public route. Everything runs that runs in use, the worker too, on the same two cores.
 * There are two limits: a bare route that stores a lead and an outbox row in plain tables, and one that stores the same
 * rows as the product in the product's own tables, whose indexes and triggers it hence pays for.
 */
export async function benchCapture(bench: Bench): Promise<Row[]> {
  await bench.sql.query(`
    create table bare_leads (like leads including defaults, primary key (company_id, id));
    create table bare_outbox (like outbox including all);
    alter table bare_leads alter rank drop not null, alter touched_at drop not null,
      alter doubtful drop not null, alter search drop not null`)
  const company = async (name: string): Promise<string> => {
    const text = `insert into companies (name, plan) values ($1, 'enterprise') returning id`
    return (await bench.sql.query(text, [name])).rows[0].id
  }
  const companyId = await company('Captura')
  await fillLeads(bench.sql, companyId, 20_000)
  await bench.sql.query('vacuum analyze') // as autovacuum leaves the tables; in the middle of a run it would take turns
  const [ours, bare] = await Promise.all([bench.start('dist/services/server.js'), bench.start('bench/bare.ts')])
  await Promise.all([answers(ours.port), answers(bare.port)])

  let worker: Process | undefined
  /** Both routes take turns, as the machine's speed varies. */
  const compare = async (connections: number, path: string): Promise<{ mine: Sample; limit: Sample }> => {
    const samples: Record<'mine' | 'limit', Sample[]> = { mine: [], limit: [] }
    const round = async (seconds: number) => {
      const limit = await load(bare.port, { connections, seconds }, () => post(path, companyId, anybody()))
      const mine = await load(ours.port, { connections, seconds }, () =>
        post('/api/leads/public', companyId, anybody())
      )
      if (worker) await workedOff(bench) // or else the limit would be measured beside our worker too
      return { mine, limit }
    }
    await round(4)
    for (let n = 0; n < 5; n++) {
      const { mine, limit } = await round(3)
      samples.mine.push(mine)
      samples.limit.push(limit)
    }
    return { mine: median(samples.mine), limit: median(samples.limit) }
  }

  const rows: Row[] = []
  const compared = async (what: string, path: string, goals: Record<16 | 64, Goal | null>) => {
    for (const connections of [16, 64] as const) {
      const { mine, limit } = await compare(connections, path)
      rows.push(...compareRows(`${what}, ${connections} connections`, mine, limit, goals[connections]))
    }
  }
  const sameRows = { share: 0.6, p99: 1.5 }
  await compared('lead capture without a worker, against the same rows', '/leads', { 16: sameRows, 64: sameRows })
  // Leads that came while there was no worker are not measured here.
  await bench.sql.query('truncate outbox')
  await bench.sql.query('update leads set scored_at = now() where scored_at is null')
  await bench.sql.query('vacuum analyze')
  worker = await bench.start('dist/services/worker.js')
  const plain = { share: 0.35, p99: 3 }
  await compared('lead capture beside a worker, against a plain insert', '/plain-leads', { 16: plain, 64: null })
  rows.push(...(await oneTelephone(bench, ours, await company('Um telefone'), await company('Muitos telefones'))))
  await Promise.all([ours.stop(), bare.stop(), worker.stop()])
  return rows
}

/** Waits until nothing is left in the outbox, nor among the jobs that it was handed over to. */
async function workedOff({ sql }: Bench): Promise<void> {
  const text = `select (select count(*) from outbox) + (select count(*) from bullmq.job where queue <> 'schedules') as n`
  while (Number((await sql.query(text)).rows[0].n) > 0) await sleep(100)
  await sql.query('delete from mail_days') // a day's mails would be used up after ten thousand leads
}

type Goal = { share: number; p99: number }

function compareRows(what: string, mine: Sample, limit: Sample, goal: Goal | null): Row[] {
  const { failures } = mine
  const [share, p99] = [mine.perSecond / limit.perSecond, mine.p99 / limit.p99]
  return [
    {
      what,
      measured: `${mine.perSecond.toFixed(0)}/s, p99 ${mine.p99.toFixed(1)} ms${failures > 0 ? `, ${failures} failed` : ''}`,
      limit: `bare ${limit.perSecond.toFixed(0)}/s, p99 ${limit.p99.toFixed(1)} ms`,
      ratio: share,
      goal: goal ? `at least ${goal.share.toFixed(2)}` : 'for information',
      met: failures === 0 && (goal === null || share >= goal.share)
    },
    {
      what: `${what}, p99`,
      measured: `${mine.p99.toFixed(1)} ms`,
      limit: `bare ${limit.p99.toFixed(1)} ms`,
      ratio: p99,
      goal: goal ? `at most ${goal.p99.toFixed(2)}` : 'for information',
      met: goal === null || p99 <= goal.p99
    }
  ]
}

/** The time for a lead where ten thousand share one telephone, against where each has its own. */
async function oneTelephone(bench: Bench, ours: Process, one: string, many: string): Promise<Row[]> {
  for (const [companyId, phone] of [
    [one, `'87654321'`],
    [many, `lpad(n::text, 8, '0')`]
  ])
    await bench.sql.query(
      `insert into leads (company_id, name, email, phone, phone_key, source, consent_given, marks, custom)
       select $1, 'Pessoa ' || n, 'antes' || n || '@example.com', '119' || ${phone}, '11' || ${phone}, 'form', true, '{}', '{}'
       from generate_series(1, 10000) as n`,
      [companyId]
    )
  await bench.sql.query('vacuum analyze leads')
  const samples: Record<'same' | 'distinct', Sample[]> = { same: [], distinct: [] }
  for (let round = 0; round < 4; round++) {
    const at64 = { connections: 64, seconds: 3 }
    samples.distinct.push(await load(ours.port, at64, () => post('/api/leads/public', many, anybody())))
    samples.same.push(await load(ours.port, at64, () => post('/api/leads/public', one, sameTelephone())))
  }
  const [same, distinct] = [median(samples.same.slice(1)), median(samples.distinct.slice(1))]
  const times = distinct.perSecond / same.perSecond
  return [
    {
      what: 'time of a lead where 10,000 have one telephone, 64 connections',
      measured: `${same.perSecond.toFixed(0)}/s, p50 ${same.p50.toFixed(0)} ms`,
      limit: `a telephone each ${distinct.perSecond.toFixed(0)}/s, p50 ${distinct.p50.toFixed(0)} ms`,
      ratio: times,
      goal: 'at most 1.50',
      met: times <= 1.5 && same.failures === 0
    }
  ]
}

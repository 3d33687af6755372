import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import { type Call, load, median, type Sample } from './load.ts'
import type { Row } from './report.ts'

const body = (companyId: string): string => {
  const n = Math.random().toString().slice(2, 10)
  return JSON.stringify({
    name: `Pessoa ${n}`,
    email: `p${n}@example.com`,
    phone: `119${n}`,
    companyId,
    consentGiven: true
  })
}

/** Leads a second through the public route, against the same inserts behind a bare one. */
export async function benchCapture(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.sql.query(
    `insert into companies (name, plan) values ('Captura', 'enterprise') returning id`
  )
  const companyId: string = rows[0].id
  await fillLeads(bench.sql, companyId, 20_000)
  await bench.sql.query('vacuum analyze') // as autovacuum leaves the tables; in the middle of a run it would take turns
  const [ours, bare] = await Promise.all([bench.start('dist/services/server.js'), bench.start('bench/bare.ts')])
  await Promise.all([answers(ours.port), answers(bare.port)])
  const call = (path: string) => (): Call => ({ method: 'POST', path, body: body(companyId) })

  const result: Row[] = []
  for (const connections of [16, 64]) {
    const samples: Record<'ours' | 'bare', Sample[]> = { ours: [], bare: [] }
    for (const process of [ours, bare])
      await load(process.port, { connections, seconds: 5 }, call(process === ours ? '/api/leads/public' : '/leads'))
    for (let round = 0; round < 5; round++) {
      samples.bare.push(await load(bare.port, { connections, seconds: 3 }, call('/leads')))
      samples.ours.push(await load(ours.port, { connections, seconds: 3 }, call('/api/leads/public')))
    }
    const [mine, limit] = [median(samples.ours), median(samples.bare)]
    const { failures } = mine
    result.push({
      what: `lead capture, ${connections} connections`,
      measured: `${mine.perSecond.toFixed(0)}/s, p99 ${mine.p99.toFixed(1)} ms${failures > 0 ? `, ${failures} failed` : ''}`,
      limit: `bare ${limit.perSecond.toFixed(0)}/s, p99 ${limit.p99.toFixed(1)} ms`,
      ratio: mine.perSecond / limit.perSecond,
      goal: 'at least 0.60',
      met: mine.perSecond / limit.perSecond >= 0.6 && failures === 0
    })
    result.push({
      what: `lead capture p99, ${connections} connections`,
      measured: `${mine.p99.toFixed(1)} ms`,
      limit: `bare ${limit.p99.toFixed(1)} ms`,
      ratio: mine.p99 / limit.p99,
      goal: 'at most 1.50',
      met: mine.p99 / limit.p99 <= 1.5
    })
  }
  await Promise.all([ours.stop(), bare.stop()])
  return result
}

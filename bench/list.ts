import { answers, type Bench, type Process } from './environment.ts'
import { fillLeads } from './fill.ts'
import { type Call, load, median, type Sample } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const sizes = [1000, 100_000, 1_000_000]
const query = (values: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  )

/** Lists and searches of one company with ever more leads, against the same SQL behind a bare route. */
export async function benchList(bench: Bench): Promise<Row[]> {
  const [ours, bare] = await Promise.all([bench.start('dist/services/server.js'), bench.start('bench/bare.ts')])
  await Promise.all([answers(ours.port), answers(bare.port)])
  const companies: SignedIn[] = []
  for (const size of sizes) {
    const company = await signUp(ours.port, bench.sql)
    console.error(`  filling a company with ${size} leads`)
    await fillLeads(bench.sql, company.companyId, size)
    companies.push(company)
  }
  // The first measurement of a process also pays for what it does once.
  const first = companies[0] as SignedIn
  await load(ours.port, { connections: 16, seconds: 2 }, () => listCall(first))
  await load(bare.port, { connections: 16, seconds: 2 }, () => bareListCall(first))

  const rows: Row[] = []
  const p50: number[] = []
  for (const [n, size] of sizes.entries()) {
    const company = companies[n] as SignedIn
    const { mine, limit } = await compare(
      ours,
      bare,
      () => listCall(company),
      () => bareListCall(company)
    )
    const single = await load(ours.port, { connections: 1, seconds: 3 }, () => listCall(company))
    p50.push(single.meanMs)
    rows.push(row(`list of 25 of ${size} leads, by status, with total`, mine, limit))
  }
  const growth = (p50[2] ?? 0) / (p50[0] ?? 1)
  rows.push({
    what: 'list at 1,000,000 leads, one connection',
    measured: `${p50[2]?.toFixed(2)} ms`,
    limit: `${p50[0]?.toFixed(2)} ms at 1,000`,
    ratio: growth,
    goal: 'at most 1.25',
    met: growth <= 1.25
  })

  const large = companies[2] as SignedIn
  const terms = await termsOf(bench, large.companyId)
  const term = () => terms[Math.floor(Math.random() * terms.length)] as string
  const { mine, limit } = await compare(
    ours,
    bare,
    () => searchCall(large, term()),
    () => bareSearchCall(large, term())
  )
  rows.push(row('search by a part of the name in 1,000,000 leads', mine, limit))
  rows.push({
    what: 'search in 1,000,000 leads, p99 against p50',
    measured: `p99 ${mine.p99.toFixed(1)} ms`,
    limit: `p50 ${mine.p50.toFixed(1)} ms`,
    ratio: mine.p99 / mine.p50,
    goal: 'at most 4',
    met: mine.p99 / mine.p50 <= 4
  })
  await Promise.all([ours.stop(), bare.stop()])
  return rows
}

const listCall = ({ headers }: SignedIn): Call => ({
  method: 'GET',
  path: `/api/leads?${query({ sort: ['receivedAt', 'DESC'], range: [0, 24], filter: { status: 'contacted' } })}`,
  headers
})
const bareListCall = ({ companyId }: SignedIn): Call => ({
  method: 'GET',
  path: `/leads?${query({ company: companyId, status: 'contacted' })}`
})
const searchCall = ({ headers }: SignedIn, q: string): Call => ({
  method: 'GET',
  path: `/api/leads?${query({ sort: ['receivedAt', 'DESC'], range: [0, 24], filter: { q } })}`,
  headers
})
const bareSearchCall = ({ companyId }: SignedIn, q: string): Call => ({
  method: 'GET',
  path: `/search?${query({ company: companyId, q })}`
})

/** Turn by turn, so that a slow moment of the machine meets both. */
async function compare(
  ours: Process,
  bare: Process,
  mine: () => Call,
  theirs: () => Call
): Promise<{ mine: Sample; limit: Sample }> {
  const samples: Record<'mine' | 'limit', Sample[]> = { mine: [], limit: [] }
  for (let round = 0; round < 5; round++) {
    samples.limit.push(await load(bare.port, { connections: 16, seconds: 2 }, theirs))
    samples.mine.push(await load(ours.port, { connections: 16, seconds: 2 }, mine))
  }
  return { mine: median(samples.mine), limit: median(samples.limit) }
}

/** Parts of names that people look for: six letters from the middle of a real one. */
async function termsOf(bench: Bench, companyId: string): Promise<string[]> {
  const { rows } = await bench.sql.query(
    `select distinct substr(lower(split_part(name, ' ', 2)), 2, 6) as term from leads where company_id = $1 limit 500`,
    [companyId]
  )
  return rows.map(({ term }) => term)
}

const row = (what: string, mine: Sample, limit: Sample): Row => ({
  what,
  measured: `${mine.perSecond.toFixed(0)}/s, p99 ${mine.p99.toFixed(1)} ms${mine.failures > 0 ? `, ${mine.failures} failed` : ''}`,
  limit: `bare ${limit.perSecond.toFixed(0)}/s, p99 ${limit.p99.toFixed(1)} ms`,
  ratio: mine.perSecond / limit.perSecond,
  goal: 'at least 0.60',
  met: mine.perSecond / limit.perSecond >= 0.6 && mine.failures === 0
})

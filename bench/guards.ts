import { buildApp } from '../services/app.ts'
import { readConfig } from '../services/core/config.ts'
import { type Db, openDb } from '../services/core/db.ts'
import type { ListRequest } from '../services/core/list.ts'
import { listLeads, type SortableLeadField } from '../services/leads/leads/queries.ts'
import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import { load } from './load.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

/** The share of the session check and row-level security in a request for a page of leads. */
export async function benchGuards(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const { companyId, headers } = await signUp(api.port, bench.sql)
  await fillLeads(bench.sql, companyId, 100_000)
  const call = () => ({ method: 'GET' as const, path: '/api/leads', headers })
  await load(api.port, { connections: 1, seconds: 3 }, call)
  const { meanMs: request } = await load(api.port, { connections: 1, seconds: 8 }, call)
  await api.stop()

  const config = readConfig(bench.env)
  const app = await buildApp(config)
  const token = headers.authorization.slice('Bearer '.length)
  const session = await meanOf(5000, async () => {
    await app.sessions.check(app.jwt.verify(token))
  })

  // The same statements as the database's owner, whom no policy binds, and without the statement that sets the scope.
  const owner = openDb({ app: config.database.owner, staff: config.database.owner, name: 'bench owner', max: 2 })
  const unguarded: Db = { ...owner, companyBatch: (_company, statements) => owner.everyCompanyBatch(statements) }
  const page: ListRequest<SortableLeadField> = {
    sort: { field: 'receivedAt', descending: true },
    skip: 0,
    take: 25,
    filter: {}
  }
  const viewer = { id: companyId, owners: null }
  const filter = {}
  const times = { guarded: 0, unguarded: 0 }
  for (let round = 0; round < 6; round++) {
    const [guarded, open] = [
      await meanOf(500, () => listLeads(app.db, viewer, page, filter)),
      await meanOf(500, () => listLeads(unguarded, viewer, page, filter))
    ]
    if (round === 0) continue // the first round also parses and plans
    times.guarded += guarded / 5
    times.unguarded += open / 5
  }
  await Promise.all([app.close(), owner.close()])
  const policies = Math.max(0, times.guarded - times.unguarded)
  const share = (session + policies) / request
  return [
    {
      what: 'session check and row-level security, of a list request',
      measured: `${(session * 1000).toFixed(0)} + ${(policies * 1000).toFixed(0)} µs`,
      limit: `request ${(request * 1000).toFixed(0)} µs`,
      ratio: share,
      goal: 'at most 0.25',
      met: share <= 0.25
    }
  ]
}

/** Mean time in milliseconds, one after the other. */
async function meanOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < count; n++) await work()
  return (performance.now() - started) / count
}

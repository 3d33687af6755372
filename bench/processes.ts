import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../tests/kit/folder.ts'
import { install } from '../tests/kit/installation.ts'
import { answers, type Bench, memory, type Process } from './environment.ts'
import { load } from './load.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const megabytes = (value: number) => `${value.toFixed(0)} MB`
const seconds = (value: number) => `${value.toFixed(2)} s`
const within = (what: string, value: number, limit: number, shown: (value: number) => string): Row => ({
  what,
  measured: shown(value),
  limit: '',
  ratio: null,
  goal: `at most ${shown(limit)}`,
  met: value <= limit
})

/** How long starts take, and how much memory the processes hold at rest and under load. */
export async function benchProcesses(bench: Bench): Promise<Row[]> {
  return [...(await starts(bench)), ...(await memoryUse(bench))]
}

async function starts(bench: Bench): Promise<Row[]> {
  const folder = await temporaryFolder('prosa-start')
  await (await install(folder)).stop() // the first start makes the database and, where needed, the web application
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const before = performance.now()
    const prosa = await install(folder)
    times.push((performance.now() - before) / 1000)
    await prosa.stop()
  }
  await rm(folder, { recursive: true, force: true })

  const alone: number[] = []
  for (let n = 0; n < 5; n++) {
    const before = performance.now()
    const api = await bench.start('dist/services/server.js')
    await answers(api.port)
    alone.push((performance.now() - before) / 1000)
    await api.stop()
  }
  return [
    within('second start to ready, embedded database', middle(times), 5, seconds),
    within('API process alone to its first answer', middle(alone), 1, seconds)
  ]
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function memoryUse(bench: Bench): Promise<Row[]> {
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js'),
    bench.start('dist/services/worker.js')
  ])
  await answers(api.port)
  const company = await signUp(api.port, bench.sql)
  await new Promise(resolve => setTimeout(resolve, 8000))
  const idle = await together([api, worker])
  const shared = await together([api, worker], 'Pss')

  // Three reads to one lead, as in a working day with many eyes on the list.
  const sent: number[] = []
  const sizes: number[] = []
  for (let total = 0; total < 100_000; ) {
    let n = 0
    const sample = await load(api.port, { connections: 16, seconds: 5 }, () =>
      n++ % 4 === 0
        ? {
            method: 'POST',
            path: '/api/leads/public',
            body: JSON.stringify({
              name: 'Carga',
              email: `c${Math.random()}@example.com`,
              phone: `119${Math.random().toString().slice(2, 10)}`,
              companyId: company.companyId
            })
          }
        : { method: 'GET', path: '/api/leads', headers: company.headers }
    )
    total += Math.round(sample.perSecond * 5)
    sent.push(total)
    sizes.push(await together([api, worker]))
  }
  const half = sizes[sent.findIndex(count => count >= 50_000)] ?? 0
  const last = sizes.at(-1) ?? 0
  await Promise.all([api.stop(), worker.stop()])
  return [
    {
      ...within('API and worker at rest', idle, 220, megabytes),
      limit: `${megabytes(shared)} with the program that both share counted once`
    },
    within('API and worker under load, the most', Math.max(...sizes), 400, megabytes),
    {
      what: 'memory after 100,000 requests against after 50,000',
      measured: megabytes(last),
      limit: megabytes(half),
      ratio: last / half,
      goal: 'flat: at most 1.10',
      met: last / half <= 1.1
    }
  ]
}

const together = async (processes: Process[], figure?: 'Rss' | 'Pss'): Promise<number> =>
  (await Promise.all(processes.map(({ child }) => memory(child.pid, figure)))).reduce((sum, size) => sum + size, 0)

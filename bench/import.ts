import { sql } from 'kysely'
import { readConfig } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import type {} from '../services/leads/imports/tables.ts'
import { answers, type Bench, memory } from './environment.ts'
import type { Row } from './report.ts'

const phone = (n: number) => `119${String(10_000_000 + n)}`

const list = (from: number, count: number): string =>
  ['Nome;E-mail;Telefone;Mensagem']
    .concat(
      Array.from({ length: count }, (_, i) => {
        const n = from + i
        return `Pessoa ${n};pessoa${n}@example.com;${phone(n)};Quer um orçamento`
      })
    )
    .join('\r\n')

/** The same people with tags, consent, an owner, a date and the answer to an own field. */
const fullList = (from: number, count: number): string =>
  list(from, count)
    .split('\r\n')
    .map((line, n) =>
      n === 0
        ? `${line};Etiquetas;Aceita comunicações;Responsável;Data do contato;Interesse`
        : `${line};${['vip', 'novo', 'retorno, vip'][n % 3]};Sim;Ana Lima;${10 + (n % 19)}/${10 + (n % 3)}/2025;Plano`
    )
    .join('\r\n')

/** The same rows into the same table with the same question for duplicates, and nothing else. */
async function bare(bench: Bench, companyId: string, from: number, count: number): Promise<number> {
  const client = await bench.sql.connect()
  const started = performance.now()
  try {
    await client.query('begin')
    await client.query('create temp table given (name text, email text, phone text, message text) on commit drop')
    const rows = list(from, count)
      .split('\r\n')
      .slice(1)
      .map(line => line.split(';'))
    const columns = [0, 1, 2, 3].map(n => rows.map(row => row[n]))
    await client.query(
      'insert into given select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])',
      columns
    )
    await client.query('analyze given')
    await client.query(
      `insert into leads (company_id, name, email, phone, phone_key, message, source)
       select $1, g.name, g.email, g.phone, left(g.phone, 2) || right(g.phone, 8), g.message, 'import' from given g
       where not exists (select from leads l where l.company_id = $1 and (l.email_key = lower(g.email))
           and same_person(l.name, l.email_key, l.phone_key, g.name, lower(g.email), left(g.phone, 2) || right(g.phone, 8)))
         and not exists (select from leads l where l.company_id = $1 and l.phone_key = left(g.phone, 2) || right(g.phone, 8)
           and same_person(l.name, l.email_key, l.phone_key, g.name, lower(g.email), left(g.phone, 2) || right(g.phone, 8)))`,
      [companyId]
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  return performance.now() - started
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * A list through the upload, the check and the import, against the bare insert; and what 100,000 rows take of a worker.
 */
export async function benchImport(bench: Bench): Promise<Row[]> {
  const server = await bench.start('dist/services/server.js')
  const worker = await bench.start('dist/services/worker.js', { WORKER_PORT: '0' })
  await answers(server.port)
  const base = `http://127.0.0.1:${server.port}`
  const signup = {
    name: 'Ana Lima',
    email: 'bench@example.com',
    password: 'uma senha boa 1',
    companyName: 'Listas',
    cnpj: '11222333000181'
  }
  const json = { 'content-type': 'application/json' }
  const signed = await fetch(`${base}/api/auth/signup`, { method: 'POST', headers: json, body: JSON.stringify(signup) })
  const { token, user } = (await signed.json()) as { token: string; user: { companyId: string } }
  await bench.sql.query(`update companies set plan = 'enterprise'`)
  await bench.sql.query(
    `update forms set fields = fields || '[{"name":"interesse","label":"Interesse","type":"text","required":false}]'::jsonb`
  )
  const auth = { authorization: `Bearer ${token}` }
  const db = openDb({ ...readConfig(bench.env).database, name: 'bench' })

  const ended = async (id: string, part: 'check' | 'run'): Promise<void> => {
    for (;;) {
      const found = (await (await fetch(`${base}/api/imports/${id}`, { headers: auth })).json()) as Record<
        'check' | 'run',
        { state: string; error: string } | null
      >
      if (found[part]?.state === 'done') return
      if (found[part]?.state === 'failed') throw new Error(found[part]?.error)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  /** The time from the first byte to the last lead, with the check in between. */
  async function ours(from: number, count: number, write = list): Promise<number> {
    const started = performance.now()
    const sent = await fetch(`${base}/api/imports?name=lista.csv`, {
      method: 'POST',
      headers: { ...auth, 'content-type': 'application/octet-stream' },
      body: write(from, count)
    })
    const { id, reading } = (await sent.json()) as {
      id: string
      reading: { columns: { suggestion: string | null }[] }
    }
    const settings = {
      mapping: reading.columns.map(({ suggestion }) => suggestion),
      policy: 'fill',
      dateStyle: 'dmy',
      decimal: ',',
      source: 'import',
      ownerId: null,
      tags: [],
      newTags: true,
      origin: 'customers',
      originNote: '',
      consentEvidence: 'Assinaram a ficha da loja',
      notify: false
    }
    const headers = { ...auth, ...json }
    await fetch(`${base}/api/imports/${id}/check`, { method: 'POST', headers, body: JSON.stringify(settings) })
    await ended(id, 'check')
    await fetch(`${base}/api/imports/${id}/run`, { method: 'POST', headers: auth })
    await ended(id, 'run')
    return performance.now() - started
  }

  // As a stranger's first act: nothing is known of any table yet.
  const first = await ours(10_000_000, 10_000, fullList)
  const firstBare = await bare(bench, user.companyId, 11_000_000, 10_000)
  await ours(0, 1000)
  const times: Record<'ours' | 'full' | 'bare', number[]> = { ours: [], full: [], bare: [] }
  for (let round = 0; round < 3; round++) {
    times.bare.push(await bare(bench, user.companyId, 1_000_000 + round * 10_000, 10_000))
    times.ours.push(await ours(2_000_000 + round * 10_000, 10_000))
    times.full.push(await ours(3_000_000 + round * 10_000, 10_000, fullList))
  }
  const [mine, full, limit] = [median(times.ours), median(times.full), median(times.bare)]

  const idle = await memory(worker.child.pid)
  let peak = idle
  const watch = setInterval(async () => {
    peak = Math.max(peak, await memory(worker.child.pid))
  }, 100)
  const long = await ours(5_000_000, 100_000, fullList)
  clearInterval(watch)
  const { rows } = await db.company(user.companyId, trx =>
    sql<{ n: number }>`select count(*)::integer as n from import_rows where outcome = 'created'`.execute(trx)
  )
  await Promise.all([db.close(), worker.stop(), server.stop()])
  return [
    {
      what: 'import of 10,000 rows, with its check',
      measured: `${(mine / 1000).toFixed(1)} s`,
      limit: `bare insert with the same question ${(limit / 1000).toFixed(1)} s`,
      ratio: mine / limit,
      goal: 'at most 3.00',
      met: mine / limit <= 3
    },
    ...[
      {
        what: 'the same with tags, consents, owners, dates and own fields, as the first act',
        took: first,
        bare: firstBare
      },
      { what: 'the same into a company with many leads', took: full, bare: limit }
    ].map(({ what, took, bare }) => ({
      what,
      measured: `${(took / 1000).toFixed(1)} s`,
      limit: `bare insert with the same question ${(bare / 1000).toFixed(1)} s`,
      ratio: took / bare,
      goal: 'at most 5.00',
      met: took / bare <= 5
    })),
    {
      what: 'memory of the worker over idle, 100,000 rows with all of them',
      measured: `${(peak - idle).toFixed(0)} MiB in ${(long / 1000).toFixed(0)} s, ${rows[0]?.n} leads made in all`,
      limit: `idle ${idle.toFixed(0)} MiB`,
      ratio: null,
      goal: 'at most 200 MiB',
      met: peak - idle <= 200
    }
  ]
}

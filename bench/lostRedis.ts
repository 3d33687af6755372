import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../services/core/embedded.ts'
import { end, startRedisServer } from '../tests/kit/redis.ts'
import { answers, type Bench } from './environment.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const mails = 200
const limit = 7 * 60

/** Redis is killed, and comes back empty, with mails under way: until all have gone out, and how often each. */
export async function benchLostRedis(bench: Bench): Promise<Row[]> {
  const taken = new Map<string, number>()
  const smtp = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.on('end', async () => {
        const to = envelope.rcptTo[0]?.address ?? ''
        taken.set(to, (taken.get(to) ?? 0) + 1)
        // As a server that is some way off.
        await sleep(100)
        done()
      })
    }
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const port = await freePort()
  let redis = await startRedisServer(port)
  if (!redis) throw new Error('redis-server is not installed')
  const env = {
    REDIS_URL: `redis://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  }
  try {
    const api = await bench.start('dist/services/server.js', env)
    await bench.start('dist/services/worker.js', env)
    await answers(api.port)
    const { companyId } = await signUp(api.port, bench.sql)
    // The mark of a store that is in use is set by the first look, within a minute.
    while ((await bench.sql.query('select from queue_store')).rowCount === 0) await sleep(500)
    taken.clear()
    await bench.sql.query(
      `with mail as (
         insert into mails (company_id, job_id, to_address, subject, text, status)
         select $1, 'bench ' || n, 'p' || n || '@example.com', 'Aviso', 'Aviso', 'queued' from generate_series(1, $2::int) as n
         returning id)
       insert into outbox (queue, name, data)
       select 'email', 'mail-queued', jsonb_build_object('companyId', $1::text, 'mailId', id) from mail`,
      [companyId, mails]
    )
    while (taken.size < mails / 10) await sleep(20)
    await end(redis, 'SIGKILL')
    const sentBefore = taken.size
    redis = await startRedisServer(port)
    const since = performance.now()
    const left = async () =>
      Number((await bench.sql.query(`select count(*) as n from mails where status = 'queued'`)).rows[0].n)
    while ((await left()) > 0 && performance.now() - since < 2 * limit * 1000) await sleep(1000)
    const seconds = (performance.now() - since) / 1000
    const notices = [...taken].filter(([to]) => /^p\d+@/.test(to))
    const twice = notices.filter(([, count]) => count > 1).length
    return [
      {
        what: `${mails} mails under way when Redis is lost, ${sentBefore} of them sent: until all are`,
        measured: `${seconds.toFixed(0)} s after its return, ${notices.length} sent, ${twice} twice`,
        limit: `${limit} s`,
        ratio: seconds / limit,
        goal: 'at most 1, each once',
        met: seconds <= limit && notices.length === mails && twice === 0
      }
    ]
  } finally {
    if (redis) await end(redis, 'SIGKILL')
    smtp.close()
  }
}

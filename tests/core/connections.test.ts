import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { maxConnections, refuseFewConnections } from '../../services/core/connections.ts'
import { openQueues } from '../../services/core/queues.ts'
import { queueNames } from '../../services/features.ts'
import { openApp, testConfig } from '../kit/app.ts'
import { newDatabase } from '../kit/database.ts'
import { startWorkerProcess } from '../kit/workers.ts'

test('a worker with work in every queue opens no more connections than it says', async () => {
  const config = testConfig({ DATABASE_URL: await newDatabase() })
  const { database } = config
  const owner = new pg.Client({ connectionString: database.owner })
  await owner.connect()
  // As the owner, so that what this test opens itself is not counted.
  const queues = openQueues({ ...config, database: { ...database, staff: database.owner } }, () => {})
  const jobs = (queue: string) =>
    Array.from({ length: 60 }, (_, n) => ({ id: `${queue}-${n}`, name: 'nobodys', data: {} }))
  for (const queue of queueNames) await queues.add(queue, jobs(queue))
  startWorkerProcess({ DATABASE_URL: database.owner })

  const counts: number[] = []
  const letters = async () => (await owner.query('select count(*)::int as n from failed_jobs')).rows[0].n
  await expect
    .poll(
      async () => {
        const { rows } = await owner.query(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and usename <> current_user`
        )
        counts.push(rows[0].n)
        return letters()
      },
      { interval: 10 }
    )
    // Those of the queue of recurring jobs are left to a worker of another version.
    .toBe(60 * (queueNames.length - 1))
  const highest = Math.max(...counts)
  expect(highest).toBeGreaterThan(2 * queueNames.length)
  expect(highest).toBeLessThanOrEqual(maxConnections('worker', config, queueNames.length))
  await queues.close()
  await owner.end()
})

test('where PostgreSQL lets in too few, it is refused with both numbers', async () => {
  const { db } = await openApp()
  await expect(refuseFewConnections(db, 50)).resolves.toBeUndefined()
  await expect(refuseFewConnections(db, 5000)).rejects.toThrow(/aceita \d+ conexões, e são necessárias até 5000/)
})

test('the operations page names the numbers of a worker', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const [withRedis, without] = ['redis://localhost', undefined].map(redisUrl =>
    maxConnections('worker', { redisUrl } as never, queueNames.length)
  )
  expect(page).toContain(`| worker process | ${withRedis} | ${without} |`)
})

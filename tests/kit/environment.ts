import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../migrations/run.ts'
import { readConfig } from '../../services/core/config.ts'
import { startEmbedded } from '../../services/core/embedded.ts'
import { browserPath } from './browser.ts'
import { dockerAnswers, startPostgresContainer } from './containers.ts'
import { temporaryFolder } from './folder.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    redisUrl: string | null
    secret: string
    /** For data folders, of which each configuration has its own. */
    dataDir: string
  }
}

/** Each worker of the tests runs several installations, and processes of theirs that are killed. */
const connections = 450

/**
 * Starts one migrated PostgreSQL and one Redis for the whole run. Without Redis or a browser, the tests that need them
 * are skipped, as `npm test` reports at its end; with `CI` set this is an error.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('hex')
  const folder = await temporaryFolder('prosa-test')
  const docker = await dockerAnswers()
  const redis = await startRedis(docker)
  if (process.env.CI && !redis) throw new Error('the tests need redis-server on the path, or Docker')
  if (process.env.CI && !browserPath()) throw new Error('the tests need Chromium: npx playwright install chromium')
  const database = docker
    ? await startPostgresContainer(connections)
    : await startEmbedded({ dataDir: folder, password: 'test', connections })
  await migrate(readConfig({ DATABASE_URL: database.url, SECRET_KEY: secret }))
  await prepare(database.url)
  provide('databaseUrl', database.url)
  provide('redisUrl', redis?.url ?? null)
  provide('secret', secret)
  provide('dataDir', folder)
  return async () => {
    await redis?.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keeps the migrated state as a template for other databases; test data need not survive a power failure. */
async function prepare(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  for (const setting of ['fsync', 'full_page_writes']) await owner.query(`alter system set ${setting} = off`)
  await owner.query('select pg_reload_conf()')
  await owner.query('create database pattern template prosa')
  await owner.end()
}

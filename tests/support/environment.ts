import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../migrations/run.ts'
import { readConfig } from '../../services/core/config.ts'
import { startEmbedded } from '../../services/core/embedded.ts'
import { dockerAnswers, startPostgresContainer } from './containers.ts'
import { temporaryFolder } from './folder.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    redisUrl: string | null
    secret: string
  }
}

/** One real PostgreSQL, migrated, and one real Redis for the whole run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('hex')
  const folder = await temporaryFolder('prosa-test')
  const docker = await dockerAnswers()
  const database = docker ? await startPostgresContainer() : await startEmbedded({ dataDir: folder, password: 'test' })
  const redis = await startRedis(docker)
  await migrate(readConfig({ DATABASE_URL: database.url, SECRET_KEY: secret }))
  provide('databaseUrl', database.url)
  provide('redisUrl', redis?.url ?? null)
  provide('secret', secret)
  return async () => {
    await redis?.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { buildApp } from './app.ts'
import { configureOrExit } from './core/config.ts'
import { maxConnections, refuseFewConnections, untilDatabaseAnswers } from './core/connections.ts'
import { refusePrivilegedRoles } from './core/db.ts'
import { loggerOptions, logStream } from './core/logging.ts'
import { awaitingDatabase, closeOnSignal, ready, releaseStartupMemory } from './core/runtime.ts'
import { queueNames } from './features.ts'

/** Runs the API until a signal ends it. A database that is away is waited for. */
export async function serve(report: (doing: string) => void): Promise<void> {
  const config = configureOrExit(process.env)
  // From the project's root, which works for the source and for the built file.
  const web = path.join(findPackageJSON(import.meta.url) ?? '', '../dist/web')
  const app = await buildApp(config, {
    logger: { ...loggerOptions(config, 'api'), ...(!config.log.pretty && { stream: logStream() }) },
    web
  })
  report(awaitingDatabase)
  await untilDatabaseAnswers(
    async () => {
      await refusePrivilegedRoles(app.db)
      await refuseFewConnections(app.db, maxConnections('api', config, queueNames.length))
    },
    error => app.log.warn({ err: error }, 'database away')
  )
  await app.listen({ port: config.port, host: config.host })
  report(ready)
  releaseStartupMemory()

  closeOnSignal(10, signal => {
    app.log.info({ signal }, 'draining')
    return app.close()
  })
}

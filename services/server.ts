import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { buildApp } from './app.ts'
import { configureOrExit } from './core/config.ts'
import { maxConnections, refuseFewConnections } from './core/connections.ts'
import { refusePrivilegedRoles } from './core/db.ts'
import { loggerOptions, logStream } from './core/logging.ts'
import { answerSupervisor, releaseStartupMemory } from './core/runtime.ts'
import { queueNames } from './queueNames.ts'

const config = configureOrExit(process.env)
// From the project's root, which works for the source and for the built file.
const web = path.join(findPackageJSON(import.meta.url) ?? '', '../dist/web')
const app = await buildApp(config, {
  logger: { ...loggerOptions(config, 'api'), ...(!config.log.pretty && { stream: logStream() }) },
  web
})
await refusePrivilegedRoles(app.db)
await refuseFewConnections(app.db, maxConnections('api', config, queueNames.length))
await app.listen({ port: config.port, host: config.host })
answerSupervisor()
releaseStartupMemory()

let closing = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (closing) return
    closing = true
    app.log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), 10_000).unref()
    await app.close()
    process.exit(0)
  })

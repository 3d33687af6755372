import { configureOrExit } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import { createLogger } from '../services/core/logging.ts'
import { openQueues } from '../services/core/queues.ts'
import { serveAlone } from './aloneProcess.ts'
import { loadHandlers } from './handlers.ts'

// The process for one job at a time, which workers/alone.ts starts.
const config = configureOrExit(process.env)
const log = createLogger(config, 'alone')
const warn = (what: string) => (error: Error) => log.warn({ err: error }, what)
const db = openDb({ ...config.database, name: 'prosa alone', max: 2, onError: warn('idle database connection lost') })
const { handlers } = await loadHandlers(openQueues(config, warn('queue store away')))
serveAlone(handlers, { db, config, log })

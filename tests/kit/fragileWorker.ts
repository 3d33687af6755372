import pino from 'pino'
import { readConfig } from '../../services/core/config.ts'
import { openDb } from '../../services/core/db.ts'
import { openQueues } from '../../services/core/queues.ts'
import { ready, reportToSupervisor } from '../../services/core/runtime.ts'
import { listen } from '../../services/core/signals.ts'
import { openAlone } from '../../workers/alone.ts'
import { serveAlone } from '../../workers/aloneProcess.ts'
import { startRelay } from '../../workers/relay.ts'
import { scheduleHandler, startScheduling } from '../../workers/schedules.ts'
import { startWorkers } from '../../workers/worker.ts'
import { fragileHandlers, fragileSchedule, many } from './fragile.ts'

// A worker of the fragile jobs alone, and of the fragile schedule where FRAGILE_SCHEDULE is set. It starts itself again as
// the process for one job.
const config = readConfig(process.env)
const log = pino({ level: 'silent' })
const db = openDb({ ...config.database, name: 'test fragile', max: 4 })
const queues = openQueues(config, () => {})
const schedules = process.env.FRAGILE_SCHEDULE ? [fragileSchedule] : []
const handlers = [...fragileHandlers, ...schedules.map(schedule => scheduleHandler(schedule, queues))]
if (process.env.FRAGILE_ALONE) serveAlone(handlers, { db, config, log })
else {
  const report = reportToSupervisor()
  report('carrega')
  process.env.FRAGILE_ALONE = 'true'
  const listener = listen(config.database.staff, () => {})
  startRelay(db, queues, listener, log, [many])
  await startWorkers(handlers, queues, { db, config, log }, openAlone(import.meta.filename))
  if (schedules.length > 0) startScheduling(db, queues, schedules, log)
  report(ready)
}

import type { Schedule, WorkerPart } from '../services/core/features.ts'
import type { Handler } from '../services/core/handlers.ts'
import type { Queues } from '../services/core/queues.ts'
import { handingOver } from './handOver.ts'
import { loadParts } from './parts.ts'
import { scheduleHandler } from './schedules.ts'
import { tidying } from './tidy.ts'

type Loaded = { parts: WorkerPart[]; schedules: Schedule[]; handlers: Handler[] }

/** All that a worker runs. */
export async function loadHandlers(queues: Queues): Promise<Loaded> {
  const parts = await loadParts()
  const schedules = [tidying, handingOver(queues), ...parts.flatMap(part => part.schedules ?? [])]
  const handlers = [
    ...parts.flatMap(part => part.handlers ?? []),
    ...schedules.map(schedule => scheduleHandler(schedule, queues))
  ]
  return { parts, schedules, handlers }
}

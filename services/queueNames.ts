import { scheduleQueue } from './core/jobs.ts'
import { features } from './features.ts'

/** Every queue that jobs may be in. */
export const queueNames: readonly string[] = [
  scheduleQueue,
  ...features.flatMap(({ queues = {} }) => Object.keys(queues))
]

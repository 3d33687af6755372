import type { Feature, Parts } from '../../core/features.ts'
import { scheduleQueue, scheduleQueueLabel } from '../../core/jobs.ts'
import { inTime } from '../../core/queues.ts'

/** Every queue of these features, with what staff read of it. */
export const queueLabels = (features: readonly Feature[]): ReadonlyMap<string, string> =>
  new Map([...features.flatMap(({ queues = {} }) => Object.entries(queues)), [scheduleQueue, scheduleQueueLabel]])

/** A job's name as the audit log has it. */
export const jobKey = ({ queue, name }: { queue: string; name: string }): string => `${queue}: ${name}`

/**
 * The labels that staff read for these jobs, and for recurring ones, which the audit log also names without their
 * queue. Jobs that this version does not know are left out.
 */
export async function jobLabels(
  { queues, features }: Pick<Parts, 'queues' | 'features'>,
  keys: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const queueLabel = queueLabels(features)
  const labels = new Map<string, string>(
    features.flatMap(({ jobs = [] }) =>
      jobs.map(job => [jobKey(job), `${queueLabel.get(job.queue)}: ${job.label}`] as const)
    )
  )
  if (keys.every(key => labels.has(key))) return labels
  // Only workers load the schedules; they leave the labels with the queues' store.
  for (const { name, label } of await inTime(queues.schedules(scheduleQueue)).catch(() => [])) {
    labels.set(name, label)
    labels.set(jobKey({ queue: scheduleQueue, name }), `${scheduleQueueLabel}: ${label}`)
  }
  return labels
}

import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'

/** Shares the queue of other long jobs: one of its own would cost each process connections. */
export const backupRequested = defineJob('operations', 'backup-requested', Type.Object({}), {
  label: 'Fazer um backup'
})

import { sql } from 'kysely'
import type { Schedule } from '../../core/features.ts'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'
import { remindTasks } from './reminders.ts'
import { moveUndoDays } from './rules.ts'

export const schedules: readonly Schedule[] = [
  { name: 'task-reminders', label: 'Lembrar de tarefas', every: 20_000, run: ({ db }) => remindTasks(db) }
]

export const tidy = { 'moves of tasks': inPortions(deleteWhere('task_moves', sql`created_at < ${past(moveUndoDays)}`)) }

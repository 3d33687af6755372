import type { Schedule } from '../core/features.ts'
import { remindTasks } from './reminders.ts'

export const schedules: readonly Schedule[] = [
  { name: 'task-reminders', label: 'Lembrar de tarefas', every: 20_000, run: ({ db }) => remindTasks(db) }
]

import type { Schedule } from '../../core/features.ts'
import { notifyWaiting } from './notify.ts'

export const schedules: readonly Schedule[] = [
  { name: 'waiting-list', label: 'Avisar quem espera por um horário', every: 60_000, run: notifyWaiting }
]

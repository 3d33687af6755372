import type { Schedule } from '../../core/features.ts'
import { enterAll } from './enter.ts'

export const schedules: readonly Schedule[] = [
  {
    name: 'series-due',
    label: 'Etapas de sequências automáticas que vencem',
    every: 10_000,
    run: ({ db }) => enterAll(db, ['new_lead', 'follow_up'])
  },
  {
    name: 'series-days',
    label: 'Datas de sequências automáticas',
    // All leads are read for it, and a day is long.
    every: 300_000,
    run: ({ db }) => enterAll(db, ['date'])
  }
]

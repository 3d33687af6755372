import type { Schedule } from '../core/features.ts'
import { enterAll } from './enter.ts'

export const schedules: readonly Schedule[] = [
  {
    name: 'series-due',
    label: 'Etapas de sequências automáticas que vencem',
    every: 10_000,
    run: ({ db }) => enterAll(db)
  }
]

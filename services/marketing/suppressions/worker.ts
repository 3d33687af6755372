import type { Schedule } from '../../core/features.ts'
import { endSuppressions } from './queries.ts'

export const schedules: readonly Schedule[] = [
  {
    name: 'suppressions-ending',
    label: 'Bloqueios de e-mail cujo prazo passou',
    every: 900_000,
    run: ({ db }) => endSuppressions(db)
  }
]

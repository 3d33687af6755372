import type { Schedule } from '../../core/features.ts'
import { settleDays } from './settle.ts'
import { sendWeeks } from './weekMail.ts'

export const schedules: readonly Schedule[] = [
  {
    name: 'week-mails',
    label: 'Enviar resumos da semana',
    every: 20_000,
    run: ({ db, config }) => sendWeeks(db, config)
  }
]

export const tidy = { days: settleDays }

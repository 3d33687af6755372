import { settleDays } from './settle.ts'

export const tidy = { days: settleDays }

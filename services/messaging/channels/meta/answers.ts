import { cut } from '../../../core/rules.ts'

/** A text of an answer of the Graph API, null where there is none. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), 200) : null

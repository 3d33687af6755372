import type { JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { Update } from '../channels/updates.ts'
import type { Direction } from '../conversations/rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    past_messages: {
      company_id: string
      channel_id: string
      external_id: string
      contact: string
      direction: Direction
      at: string
      update: JSONColumnType<Update & { type: 'past' }>
      received_at: Filled<string>
    }
    past_names: { company_id: string; channel_id: string; contact: string; name: string; received_at: Filled<string> }
  }
}

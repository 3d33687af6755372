import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { ActionKind, CardState, ChatAudience } from './rules.ts'
import type { ActionParams } from './schema.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    articles: {
      id: Filled<string>
      title: string
      body: string
      audiences: ChatAudience[]
      active: Filled<boolean>
      created_at: Filled<string>
      updated_at: Filled<string>
      search: ColumnType<string, never, never>
    }
    chat_sessions: {
      id: string
      user_id: string | null
      company_id: string | null
      /** A visitor's contact, stored as a lead of the provider's own company. */
      lead_id: Filled<string | null>
      /** The ticket in which a person of the team was asked for. */
      ticket_id: Filled<string | null>
      created_at: Filled<string>
      last_at: Filled<string>
    }
    chat_messages: {
      id: Filled<string>
      session_id: string
      key: string | null
      audience: ChatAudience
      message: string
      status: Filled<'asked' | 'answered' | 'failed'>
      response: string | null
      notice: string | null
      sources: ColumnType<Source[], string | undefined, string>
      problem: string | null
      feedback: 'up' | 'down' | null
      tokens: Filled<number>
      asked_at: Filled<string>
      settled_at: OptionalTimestamp
    }
    chat_proposals: {
      id: Filled<string>
      company_id: string
      session_id: string
      message_id: string
      user_id: string
      place: number
      kind: ActionKind
      params: ColumnType<ActionParams, string, string>
      /** Null where the action concerns no lead, or the lead is not chosen yet. */
      lead_id: string | null
      lead_name: string | null
      lead_version: number | null
      options: ColumnType<LeadOption[], string, string>
      state: CardState
      outcome: string | null
      created_at: Filled<string>
      expires_at: Filled<string>
      settled_at: OptionalTimestamp
    }
  }
}

/** A lead that may be meant, as it was when proposed. */
export type LeadOption = { id: string; name: string; about: string; version: number; before?: string }

type Source = { id: string; title: string }

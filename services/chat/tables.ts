import type { ColumnType } from 'kysely'
import type {} from '../core/tables.ts'
import type { ChatAudience } from './rules.ts'

declare module '../core/tables.ts' {
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
      person_asked_at: OptionalTimestamp
      /** A visitor's contact, as a lead of the provider's own company. */
      lead_id: Filled<string | null>
      taken_by: Filled<string | null>
      taken_at: OptionalTimestamp
      concluded_at: OptionalTimestamp
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
      sources: ColumnType<Source[], string | undefined, string>
      problem: string | null
      feedback: 'up' | 'down' | null
      tokens: Filled<number>
      asked_at: Filled<string>
      settled_at: OptionalTimestamp
    }
  }
}

type Source = { id: string; title: string }

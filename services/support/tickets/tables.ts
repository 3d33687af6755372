import type { ColumnType, Generated } from 'kysely'
import type { SenderProof } from '../../core/rules.ts'
import type {} from '../../core/tables.ts'
import type { TicketCategory, TicketPriority, TicketSide, TicketSource, TicketStatus } from './rules.ts'

type Written<T> = ColumnType<T, string | undefined, string>

declare module '../../core/tables.ts' {
  interface Tables {
    tickets: {
      id: Filled<string>
      company_id: string
      number: ColumnType<number, never, never>
      placed: Filled<boolean>
      subject: string
      category: TicketCategory
      priority: TicketPriority
      status: Filled<TicketStatus>
      source: TicketSource
      requester_id: string | null
      requester_name: string
      requester_email: string | null
      lead_id: string | null
      screen: string | null
      context: Written<{ version?: string; browser?: string; errorId?: string }>
      assignee_id: string | null
      assignee_name: string | null
      previous_id: string | null
      merged_into: string | null
      issue_id: string | null
      version: Filled<number>
      created_at: Filled<string>
      first_answer_at: OptionalTimestamp
      resolved_at: OptionalTimestamp
      closed_at: OptionalTimestamp
      reopened: Filled<number>
      last_at: Filled<string>
      last_by: Filled<'client' | 'staff'>
      last_text: Filled<string>
      answer_due_at: OptionalTimestamp
      solution_due_at: OptionalTimestamp
      due_at: ColumnType<string | null, never, never>
      answer_spent: number | null
      solution_spent: number | null
      answer_breach_at: OptionalTimestamp
      solution_breach_at: OptionalTimestamp
      rating: number | null
      rating_text: string | null
      rated_at: OptionalTimestamp
      client_key: string | null
      origin_id: string | null
      looks_automatic: Filled<boolean>
      spam_at: OptionalTimestamp
      spam_from: TicketStatus | null
    }
    blocked_senders: { address: string; blocked_by: string }
    ticket_messages: {
      id: Filled<string>
      company_id: string
      ticket_id: string
      kind: Filled<'text' | 'change'>
      side: TicketSide
      author_id: string | null
      author_name: string
      text: Filled<string>
      data: Written<Record<string, unknown>>
      source: Filled<TicketSource>
      from_number: number | null
      client_key: string | null
      mail_id: string | null
      inbound_mail_id: Filled<string | null>
      created_at: Filled<string>
      due_at: OptionalTimestamp
      delivered_at: OptionalTimestamp
      looks_automatic: Filled<boolean>
      sender_proof: Filled<SenderProof | null>
    }
    ticket_files: {
      company_id: string
      file_id: string
      ticket_id: string | null
      message_id: string | null
      type: string
      name: string
      size: number
      user_id: string | null
      inline: Filled<boolean>
      link_until: OptionalTimestamp
      created_at: Filled<string>
    }
    ticket_unread: { company_id: string; employee_id: string; ticket_id: string }
    ticket_clock: {
      id: Filled<string>
      company_id: string
      ticket_id: string
      at: Timestamp
      status: TicketStatus
      answered: boolean
      priority: TicketPriority
      plan: string
      answer_minutes: number
      solution_minutes: number
    }
    ticket_words: { company_id: string; ticket_id: string; words: ColumnType<string, never, never> }
    ticket_notes: {
      id: Filled<string>
      company_id: string
      ticket_id: string
      author_id: string | null
      author_name: string
      text: string
      mentions: Filled<string[]>
      kind: Filled<'note' | 'stranger' | 'automatic'>
      mail_id: string | null
      inbound_mail_id: Filled<string | null>
      client_key: Filled<string | null>
      sender_proof: Filled<SenderProof | null>
      created_at: Filled<string>
      words: Generated<string>
    }
    ticket_staff_addresses: { id: Filled<string>; company_id: string; ticket_id: string; user_id: string | null }
    ticket_watchers: { company_id: string; ticket_id: string; user_id: string }
    ticket_rules: {
      one: Filled<boolean>
      rules: ColumnType<unknown, string, string>
      version: Filled<number>
      updated_at: Filled<string>
    }
  }
}

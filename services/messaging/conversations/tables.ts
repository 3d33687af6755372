import type { JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { FileKind } from '../../platform/files/attachments/rules.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type { IdentityKind } from '../channels/updates.ts'
import type { ConversationStatus, Direction, MediaState, MessageKind, MessageStatus } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    contact_identities: {
      id: Filled<string>
      company_id: string
      kind: IdentityKind
      value: string
      lead_id: string
      conversation_id: string | null
      given_up_at: OptionalTimestamp
      created_at: Filled<string>
    }
    conversations: {
      id: Filled<string>
      company_id: string
      channel_id: string
      channel: ChannelKind
      lead_id: string
      contact: string
      contact_kind: IdentityKind
      contact_name: string | null
      username: string | null
      status: Filled<ConversationStatus>
      snoozed_until: OptionalTimestamp
      assignee_id: string | null
      unread: Filled<number>
      waiting_since: OptionalTimestamp
      last_message_at: Filled<string>
      last_inbound_at: OptionalTimestamp
      window_ends_at: OptionalTimestamp
      advertised_at: OptionalTimestamp
      free_until: OptionalTimestamp
      blocked_at: OptionalTimestamp
      last_text: string | null
      last_kind: MessageKind | null
      last_direction: Direction | null
      version: Filled<number>
      confirmed_id: string | null
      typing_told_at: OptionalTimestamp
      picture_id: string | null
      picture_type: string | null
      profile_at: OptionalTimestamp
      created_at: Filled<string>
      search: string
    }
    messages: {
      id: Filled<string>
      company_id: string
      conversation_id: string
      channel_id: string
      lead_id: string
      direction: Direction
      kind: MessageKind
      text: string | null
      data: JSONColumnType<Record<string, unknown>, string | undefined, string>
      external_id: string | null
      reply_to: string | null
      client_key: string | null
      status: MessageStatus | null
      failure_code: number | null
      failure: string | null
      author_id: string | null
      author_name: string | null
      created_at: Filled<string>
      due_at: OptionalTimestamp
      attempts: Filled<number>
      sending_since: OptionalTimestamp
      edited_at: OptionalTimestamp
      deleted_at: OptionalTimestamp
      delivery_id: number | null
      file_id: string | null
      valid_until: OptionalTimestamp
      media_state: MediaState | null
    }
    attachments: { company_id: string; file_id: string; conversation_id: string; kind: FileKind; type: string }
    quick_replies: {
      id: Filled<string>
      company_id: string
      shortcut: string
      text: string
      owner_id: string | null
      updated_at: Filled<string>
    }
    message_statuses: {
      company_id: string
      channel_id: string
      external_id: string
      status: MessageStatus
      at: string
      message_id: string | null
      code: number | null
      detail: string | null
      pricing: JSONColumnType<Record<string, unknown> | null>
    }
    message_reactions: {
      company_id: string
      channel_id: string
      external_id: string
      direction: Direction
      emoji: string | null
      at: string
      failure: string | null
    }
  }
}

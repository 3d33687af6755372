import type { MailKind, SenderProof } from '../../core/rules.ts'
import type {} from '../../core/tables.ts'
import type { InboundSource, MailState } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    inbound_mails: {
      id: Filled<string>
      source: InboundSource
      mailbox: string | null
      uid_validity: number | null
      uid: number | null
      hash: Buffer
      recipients: Filled<string[]>
      envelope_from: string | null
      peer: string | null
      sender: string | null
      sender_name: string | null
      subject: string | null
      sender_proof: SenderProof | null
      raw: Buffer | null
      size: number
      received_at: Filled<string>
      state: Filled<MailState>
      kind: MailKind | null
      handled_by: string | null
      outcome: string | null
      handled_at: OptionalTimestamp
      decided_at: OptionalTimestamp
      content_hash: Buffer | null
    }
    mail_placements: {
      id: Filled<string>
      company_id: string
      mail_id: string
      lead_id: string | null
    }
    mail_sources: {
      name: InboundSource
      connected_at: OptionalTimestamp
      mail_at: OptionalTimestamp
      error: string | null
      error_at: OptionalTimestamp
      used: number | null
    }
  }
}

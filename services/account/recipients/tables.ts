import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    /** Addresses outside the team to which forms send leads once confirmed. */
    mail_recipients: {
      id: Filled<string>
      company_id: string
      email: string
      /** The hash of the token in the latest confirmation mail. */
      token_hash: Buffer | null
      sent_at: OptionalTimestamp
      confirmed_at: OptionalTimestamp
      declined_at: OptionalTimestamp
      created_at: Filled<string>
    }
  }
}

import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    consents: {
      id: Filled<string>
      company_id: string
      lead_id: string
      channels: string[]
      granted: boolean
      text: string
      source: string
      ip: string | null
      user_agent: string | null
      form_id: Filled<string | null>
      form_version: Filled<number | null>
      /** The version of the consent text; raised when the company changes it. */
      text_version: Filled<number | null>
      decided_at: Filled<string>
      actor_id: Filled<string | null>
      actor_name: Filled<string | null>
      purpose: Filled<string>
      /** How the employee who recorded the decision knows of it. */
      evidence: Filled<string | null>
    }
  }
}

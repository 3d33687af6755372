import type { JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { AutomationKind, FactChoices } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    automations: {
      company_id: string
      kind: AutomationKind
      active: Filled<boolean>
      template_id: string | null
      facts: JSONColumnType<FactChoices, string | undefined, string>
      words: string | null
      minutes: Filled<number[]>
      quiet_hours: Filled<boolean>
      on_since: OptionalTimestamp
      updated_at: Filled<string>
    }
    automation_runs: {
      company_id: string
      kind: AutomationKind
      subject: string
      lead_id: string
      at: Filled<string>
      reason: string | null
    }
  }
}

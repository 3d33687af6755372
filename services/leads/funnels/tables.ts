import type {} from '../../core/tables.ts'
import type { LeadStatus } from '../leads/rules.ts'
import type { StepKind } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    funnels: {
      id: Filled<string>
      company_id: string
      name: string
      version: Filled<number>
      created_at: Filled<string>
    }
    funnel_steps: {
      company_id: string
      key: Filled<string>
      funnel_id: string
      position: number
      name: string
      kind: StepKind
      /** The status of the leads in the step. */
      phase: LeadStatus
      color: string
      chance: number | null
      stale_days: number | null
      required: string[]
    }
  }
}

import type { Permitted } from '../../account/auth/rules.ts'
import type { Lead } from '../../leads/leads/schema.ts'

/** The person for whom something is looked up or proposed, with their view of the company. */
export type Viewer = {
  companyId: string
  employeeId: string
  person: Permitted
  /** Owners whose leads they see; null for all. */
  owners: string[] | null
  zone: string
  /** Their messages in the conversation. */
  said: readonly string[]
  /** The lead whose page they have open. */
  open: Lead | null
}

import type { Config } from '../core/config.ts'
import type { Trx } from '../core/db.ts'
import type {} from '../leads/leads/tables.ts'
import type { DemoPerson } from './accounts.ts'
import type { DemoClock } from './clock.ts'
import { demoLeads } from './people.ts'

export type Colleague = { id: string; userId: string; name: string }

/** The context in which the parts of the demonstration are filled. */
export type Demo = {
  companyId: string
  clock: DemoClock
  /** Those of `demoPeople` who are still in the company. */
  people: Partial<Record<DemoPerson['key'], Colleague>>
  config: Config
}

export type KnownLead = { id: string; name: string; email: string | null; owner_id: string | null; received_at: string }

/** The leads of the company by their names: those that were deleted since have no further story. */
export async function knownLeads(trx: Trx, { companyId }: Demo): Promise<Map<string, KnownLead>> {
  const rows = await trx
    .selectFrom('leads')
    .select(['id', 'name', 'email', 'owner_id', 'received_at'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(
      'name',
      'in',
      demoLeads.map(({ name }) => name)
    )
    .orderBy('received_at')
    .execute()
  return new Map(rows.map(row => [row.name, row]))
}

/** An owner of a story, or who took over. */
export function colleague({ people }: Demo, key: DemoPerson['key'] | undefined): Colleague | undefined {
  return (key && people[key]) ?? people.manager ?? people.owner
}

export const later = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()

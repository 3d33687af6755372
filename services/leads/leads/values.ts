import { sql } from 'kysely'
import { type Db, sqlBuilder } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import type { LeadViewer } from '../../core/viewer.ts'
import type { LeadFilter } from './filter.ts'
import type { LeadStatus } from './rules.ts'

/** The values of some leads together; `wonSeconds`: from arrival to the sale, of all that were won. */
export type ValueSum = {
  status: LeadStatus
  /** '' for no owner. */
  ownerId: string
  source: string
  leads: number
  cents: number
  wonSeconds: number
}

const sums = prepare<{ filter: string }>('sum values', placeholder =>
  sqlBuilder
    .selectFrom(
      sql<ValueSum>`(select status, owner_id as "ownerId", source, leads, cents, won_seconds as "wonSeconds"
        from sum_values(${placeholder('filter', 'jsonb')}))`.as('s')
    )
    .selectAll()
)

/**
 * The values of the viewer's leads that match a filter, by status, owner and source; none where no lead has a value.
 */
export async function sumValues(db: Db, viewer: LeadViewer, filter: LeadFilter): Promise<ValueSum[]> {
  const [result] = await db.companyBatch(viewer, [sums({ filter: JSON.stringify(filter) })])
  return result?.rows ?? []
}

/** The total of several sums; null without any. */
export const totalCents = (values: readonly ValueSum[]): number | null =>
  values.length === 0 ? null : values.reduce((total, { cents }) => total + cents, 0)

const stepSums = prepare<{ filter: string }>('sum values of steps', placeholder =>
  sqlBuilder
    .selectFrom(sql<{ step: string; cents: number }>`sum_step_values(${placeholder('filter', 'jsonb')})`.as('s'))
    .selectAll()
)

/** The values of the viewer's leads that match a filter, by the key of their step; a step without any is missing. */
export async function sumStepValues(db: Db, viewer: LeadViewer, filter: LeadFilter): Promise<Map<string, number>> {
  const [result] = await db.companyBatch(viewer, [stepSums({ filter: JSON.stringify(filter) })])
  return new Map((result?.rows ?? []).map(({ step, cents }) => [step, Number(cents)]))
}

/** Whether the company has a lead with a value: until then no screen speaks of values. */
export const valuesUsed = prepare<object>('values used', () =>
  sqlBuilder.selectNoFrom(sql<boolean>`uses_values()`.as('used'))
)

export async function usesValues(db: Db, viewer: LeadViewer): Promise<boolean> {
  const [result] = await db.companyBatch(viewer, [valuesUsed({})])
  return result?.rows[0]?.used === true
}

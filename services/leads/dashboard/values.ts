import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import type { ValueSum } from '../leads/values.ts'
import type { ValueFigures } from './schema.ts'

/** People and origins that are shown. */
const maxRows = 12

const isOpen = ({ status }: ValueSum): boolean => status !== 'converted' && status !== 'lost'
const isWon = ({ status }: ValueSum): boolean => status === 'converted'
const total = (sums: readonly ValueSum[]): number => sums.reduce((so, { cents }) => so + cents, 0)

/** Open and won values, by person and by origin; the largest first. */
export async function valueFigures(db: Db, companyId: string, sums: readonly ValueSum[]): Promise<ValueFigures> {
  const owners = byWhat(sums, ({ ownerId }) => ownerId)
  const ids = owners.map(({ of }) => of).filter(Boolean)
  const people = await db.company(companyId, trx =>
    trx.selectFrom('employees').select(['id', 'name']).where(sql<boolean>`id = any (${ids}::text[])`).execute()
  )
  const won = sums.filter(isWon)
  const leads = won.reduce((so, each) => so + each.leads, 0)
  const seconds = won.reduce((so, { wonSeconds }) => so + wonSeconds, 0)
  return {
    openCents: total(sums.filter(isOpen)),
    wonCents: total(won),
    daysToWin: leads > 0 ? Math.max(0, seconds / leads / 86_400) : null,
    owners: owners.map(({ of, ...values }) => ({
      ownerId: of || null,
      name: people.find(({ id }) => id === of)?.name ?? null,
      ...values
    })),
    sources: byWhat(sums, ({ source }) => source).map(({ of, ...values }) => ({ source: of, ...values }))
  }
}

function byWhat(sums: readonly ValueSum[], what: (sum: ValueSum) => string) {
  return [...Map.groupBy(sums, what)]
    .map(([of, rows]) => ({ of, openCents: total(rows.filter(isOpen)), wonCents: total(rows.filter(isWon)) }))
    .filter(({ openCents, wonCents }) => openCents + wonCents > 0)
    .sort((a, b) => b.wonCents - a.wonCents || b.openCents - a.openCents)
    .slice(0, maxRows)
}

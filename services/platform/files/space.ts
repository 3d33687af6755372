import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import type { PlanKey } from '../../core/planKeys/rules.ts'
import { type FileType, fullText, planSpace, type Space, trialSpace } from './rules.ts'

/** The space used by files of one kind that have not expired, without the one that is arriving. */
export async function findSpace(trx: Trx, companyId: string, type: FileType, arriving = ''): Promise<Space> {
  const { rows } = await sql<{ plan: PlanKey; trial: boolean; used: number; freed_on: string | null }>`
    select c.plan, coalesce(c.trial_ends_at > now(), false) as trial, coalesce(sum(f.size), 0)::float8 as used,
      to_char(min(f.expires_at) at time zone c.time_zone, 'DD/MM') as freed_on
    from companies c left join files f
      on f.company_id = c.id and f.type = ${type} and f.expires_at > now() and f.id <> ${arriving}
    where c.id = ${companyId} group by c.id`.execute(trx)
  const row = rows[0]
  if (!row) throw new AppError('notFound', 'Empresa não encontrada com este ID')
  return { used: row.used, limit: row.trial ? trialSpace : planSpace[row.plan], freedOn: row.freed_on }
}

/**
 * Reserves bytes for an arriving file; throws 409 where too few are left. Serialised for the company until the
 * transaction ends, so that two files cannot take the same space.
 */
export async function takeSpace(
  trx: Trx,
  companyId: string,
  { id, type }: { id: string; type: FileType },
  size: number
): Promise<void> {
  await takeLocks(trx, companyId, 'files')
  const others = await findSpace(trx, companyId, type, id)
  if (others.used + size > others.limit)
    throw new AppError('conflict', fullText(others, type), { code: 'LIMIT_REACHED' })
  await trx.updateTable('files').set({ size }).where('id', '=', id).execute()
}

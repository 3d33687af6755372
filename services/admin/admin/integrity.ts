import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import { type AuditProblem, providerId } from '../../platform/audit/rules.ts'
import type {} from '../../platform/audit/tables.ts'
import type { Integrity } from './logSchema.ts'

/** Chains verified in one statement, which must end within the statement timeout. */
const batch = 100

type Verdict = {
  company_id: string
  entries: number
  last_seq: number
  last_hash: Buffer | null
  broken_seq: number | null
  problem: AuditProblem | null
}

/** Every chain that exists or was ever checked, by a loose index scan instead of reading the log. */
const chains = `
  with recursive found (id) as (
    (select company_id from audit_log order by company_id limit 1)
    union all
    select (select a.company_id from audit_log a where a.company_id > found.id order by a.company_id limit 1)
    from found where found.id is not null)
  select id from found where id is not null union select company_id from audit_checks order by id`

/**
 * Recomputes every chain of the audit log and stores how far each is intact. A broken chain keeps its last intact
 * state, so that it stays broken until somebody investigates.
 */
export async function checkIntegrity(db: Db): Promise<Integrity> {
  const [found] = await db.everyCompanyBatch([{ text: chains, values: [] }])
  const ids: string[] = (found?.rows ?? []).map(row => row.id)
  let entries = 0
  for (let at = 0; at < ids.length; at += batch)
    entries += await db.everyCompany(async trx => {
      const { rows } = await sql<Verdict>`select * from verify_audit(${ids.slice(at, at + batch)}::text[])`.execute(trx)
      for (const { company_id, last_seq, last_hash, broken_seq, problem } of rows)
        await trx
          .insertInto('audit_checks')
          .values({
            company_id,
            checked_at: sql<string>`now()`,
            last_seq: problem ? 0 : last_seq,
            last_hash: problem ? null : last_hash,
            broken_seq,
            problem
          })
          .onConflict(conflict =>
            conflict.column('company_id').doUpdateSet(row => ({
              checked_at: sql<string>`now()`,
              broken_seq,
              problem,
              // A concurrent check that saw fewer rows must not overwrite the result of one that saw more.
              ...(!problem && {
                last_seq: sql<number>`greatest(${row.ref('audit_checks.last_seq')}, ${last_seq})`,
                last_hash: sql<Buffer>`case when ${row.ref('audit_checks.last_seq')} > ${last_seq} then ${row.ref('audit_checks.last_hash')} else ${last_hash} end`
              })
            }))
          )
          .execute()
      return rows.reduce((sum, row) => sum + Number(row.entries), 0)
    })
  return { ...(await findIntegrity(db)), entries }
}

/** The result of the latest check. */
export async function findIntegrity(db: Db): Promise<Integrity> {
  return db.everyCompany(async trx => {
    const { rows: broken } = await sql<Integrity['broken'][number]>`
      select nullif(k.company_id, ${providerId}) as "companyId", c.name as "companyName", k.broken_seq as seq, k.problem,
        k.checked_at as "checkedAt"
      from audit_checks k left join companies c on c.id = k.company_id
      where k.problem is not null order by k.checked_at desc limit 100`.execute(trx)
    const { rows } = await sql<{ chains: number; at: string | null }>`
      select count(*)::int as chains, max(checked_at) as at from audit_checks`.execute(trx)
    return { checkedAt: rows[0]?.at ?? null, chains: rows[0]?.chains ?? 0, entries: null, broken }
  })
}

/** True where the last check is almost a day old. */
export async function checkIsDue(db: Db): Promise<boolean> {
  const { checkedAt } = await findIntegrity(db)
  return checkedAt === null || Date.parse(checkedAt) < Date.now() - 22 * 3600_000
}

import type { Db } from '../../core/db.ts'
import { eventsOfColleagues } from './rules.ts'

type Data = Record<string, unknown>

/** Somebody who sees only the leads of these owners. */
type PartialViewer = { employeeId: string | undefined; owners: readonly string[] }

/** The lead or conversation that an event is about. */
export function subjectOf(data: Data): string | null {
  const id = data.leadId ?? data.conversationId
  return typeof id === 'string' ? id : null
}

/**
 * The part of an event that a viewer may see: all of it with its lead. Otherwise its kind alone, by which lists that
 * may have changed are read again; null for nothing.
 */
export function shownTo(
  viewer: PartialViewer,
  { kind, data }: { kind: string; data: Data },
  ownerOf: ReadonlyMap<string, string | null>
): Data | null {
  if (kind === 'notification') return data.employeeId === viewer.employeeId ? data : null
  const subject = subjectOf(data)
  if (subject === null || viewer.owners.includes(ownerOf.get(subject) ?? '')) return data
  return (eventsOfColleagues as readonly string[]).includes(kind) ? null : {}
}

type OwnerLookup = (companyId: string, subjects: readonly string[]) => Promise<ReadonlyMap<string, string | null>>

/**
 * Finds the owners of leads and of those of conversations; the hidden ones are missing. The streams of a company get
 * the same events at once, so what they ask for at one moment is read together.
 */
export function openOwnerLookup(db: Db): OwnerLookup {
  const batches = new Map<string, { subjects: Set<string>; owners: ReturnType<OwnerLookup> }>()
  return (companyId, subjects) => {
    let batch = batches.get(companyId)
    if (!batch) {
      const all = new Set<string>()
      const owners = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
        batches.delete(companyId)
        return readOwners(db, companyId, [...all])
      })
      batch = { subjects: all, owners }
      batches.set(companyId, batch)
    }
    for (const subject of subjects) batch.subjects.add(subject)
    return batch.owners
  }
}

async function readOwners(db: Db, companyId: string, subjects: string[]): Promise<Map<string, string | null>> {
  const [result] = await db.companyBatch(companyId, [
    {
      name: 'owners-of-events',
      text: `select id, owner_id as owner from leads where company_id = $1 and id = any ($2::text[])
        union all
        select c.id, l.owner_id from conversations c
        join leads l on l.company_id = c.company_id and l.id = c.lead_id
        where c.company_id = $1 and c.id = any ($2::text[])`,
      values: [companyId, subjects]
    }
  ])
  return new Map(result?.rows.map(({ id, owner }) => [id, owner]))
}

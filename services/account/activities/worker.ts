import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { inPortions, portionSize } from '../../core/tidy.ts'

/** Deletes live events too old to be replayed. The oldest come first in their index, so no others are read. */
async function deleteEvents(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from events where ctid = any (array(
      select ctid from (select ctid, created_at from events order by tx, id limit ${sql.lit(portionSize)}) as oldest
      where created_at < now() - interval '2 days'))`.execute(trx)
  return Number(numAffectedRows)
}

export const tidy = { events: inPortions(deleteEvents) }

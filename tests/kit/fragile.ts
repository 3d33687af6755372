import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Db } from '../../services/core/db.ts'
import type { Schedule } from '../../services/core/features.ts'
import { on } from '../../services/core/handlers.ts'
import { defineJob } from '../../services/core/jobs.ts'

/** Ends the process that handles it; everything else is noted. */
export const killer = 'killer'

const note = async (db: Db, ids: string[]) => {
  if (ids.includes(killer)) process.kill(process.pid, 'SIGKILL')
  await db.everyCompany(trx => sql`insert into noted select unnest(${ids}::text[]) on conflict do nothing`.execute(trx))
}

/** `lasts` milliseconds go by before the id is noted. */
export const one = defineJob('fragile', 'one-noted', Type.Object({ id: Type.String(), lasts: Type.Number() }), {
  label: 'Teste'
})
export const many = defineJob('fragile', 'many-noted', Type.Object({ ids: Type.Array(Type.String()) }), {
  label: 'Teste',
  joins: 'ids'
})

export const fragileHandlers = [
  on(one, async ({ id, lasts }, { db }) => {
    await new Promise(resolve => setTimeout(resolve, lasts))
    await note(db, [id])
  }),
  on(many, ({ ids }, { db }) => note(db, ids))
]

export const fragileSchedule: Schedule = {
  name: 'fragile',
  label: 'Teste',
  every: 1000,
  run: ({ db }) => note(db, [killer])
}

import type { Db } from '../core/db.ts'
import { noteUse, type Service } from './service.ts'

/** Uses of this long are written together, in milliseconds: each alone would wait for the one before to let go of the row. */
const span = 200

type Use = { tokens: number; problem: string | null }

const open = new WeakMap<Db, Map<string, { use: Use; written: Promise<void> }>>()

/** Counts what a call used and notes how it went, together with those of the same moment. */
export function meter(db: Db, service: Pick<Service, 'id'>, use: Use): Promise<void> {
  const waiting = open.get(db) ?? new Map()
  open.set(db, waiting)
  const same = waiting.get(service.id)
  if (same) {
    same.use.tokens += use.tokens
    same.use.problem = use.problem
    return same.written
  }
  const sum = { ...use }
  const written = new Promise(resolve => setTimeout(resolve, span)).then(() => {
    waiting.delete(service.id)
    return db.everyCompany(trx => noteUse(trx, service, sum))
  })
  waiting.set(service.id, { use: sum, written })
  return written
}

import type { Db } from '../../core/db.ts'
import { noteUse, type Service } from './service.ts'

/** Milliseconds within which uses are written together, since each write would wait for the row's lock. */
const span = 200

type Use = { tokens: number; problem: string | null }

const open = new WeakMap<Db, Map<string, { use: Use; written: Promise<void> }>>()

/** Records the tokens and the outcome of a call, together with others of the same moment. */
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

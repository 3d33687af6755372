import { createHash } from 'node:crypto'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Certificate } from './schema.ts'
import type {} from './tables.ts'

/** A certificate of the company, and whether its text still matches its hash. Throws 404. */
export async function certificateOf(trx: Trx, number: number): Promise<Certificate> {
  const valid = Number.isSafeInteger(number) && number < 2 ** 31
  const row = valid
    ? await trx
        .selectFrom('erasure_certificates')
        .select(['number', 'at', 'text', 'sha256'])
        .where('number', '=', number)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('notFound', 'Certificado não encontrado')
  return { ...row, valid: createHash('sha256').update(row.text).digest('hex') === row.sha256 }
}

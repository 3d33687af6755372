import type { Db, Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { publish } from '../../core/jobs.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import type { Source } from '../../platform/files/source.ts'
import { openFile } from '../../platform/files/store.ts'
import { customFields } from '../imports/lookups.ts'
import { exportRequested } from './jobs.ts'
import { exportColumns } from './rules.ts'
import type { Export } from './schema.ts'
import type { ExportParams } from './write.ts'

/** Queues an export, with an audit entry of who exports what. */
export async function startExport(
  trx: Trx,
  companyId: string,
  params: ExportParams,
  author: Author,
  actor: AuditActor
): Promise<Export> {
  const own = new Set((await customFields(trx)).map(({ name }) => `custom:${name}`))
  const unknown = params.columns.find(column => !Object.hasOwn(exportColumns, column) && !own.has(column))
  if (unknown !== undefined) throw invalid({ columns: 'Esta coluna não existe mais.' })
  const { id } = await trx
    .insertInto('operations')
    .values({
      company_id: companyId,
      kind: 'export',
      params: JSON.stringify(params),
      actor_id: author.id,
      actor_name: author.name
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The audit log can never be erased, so search terms are left out.
  const { term: _, digits: __, custom: ___, ...filter } = params.filter
  await audit(trx, {
    ...actor,
    companyId,
    action: 'lead.exported',
    object: { type: 'export', id },
    changes: { format: [null, params.format], columns: [null, params.columns], filter: [null, filter] }
  })
  await publish(trx, exportRequested, { companyId, operationId: id })
  return { id, state: 'queued', done: 0, total: 0, error: null, fileName: null }
}

/** Undefined unless it is an export of this employee. */
async function findRow(trx: Trx, id: string, actorId: string | null) {
  return trx
    .selectFrom('operations')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'export')
    .where('actor_id', actorId === null ? 'is' : '=', actorId)
    .executeTakeFirst()
}

export async function findExport(trx: Trx, id: string, actorId: string | null): Promise<Export | undefined> {
  const row = await findRow(trx, id, actorId)
  if (!row) return undefined
  const { fileId } = row.result as { fileId?: string }
  const file = fileId
    ? await trx.selectFrom('files').select('name').where('id', '=', fileId).executeTakeFirst()
    : undefined
  const { state, done, total, error } = row
  return { id, state, done, total, error, fileName: file?.name ?? null }
}

/** The file of a finished export of the company, regardless of its author. */
export async function openExport(
  db: Db,
  companyId: string,
  id: string,
  actorId: string | null
): Promise<(Source & { name: string }) | undefined> {
  const row = await db.company(companyId, trx => findRow(trx, id, actorId))
  const { fileId } = (row?.result ?? {}) as { fileId?: string }
  return fileId ? openFile(db, companyId, fileId) : undefined
}

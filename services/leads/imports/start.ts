import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { audit } from '../../platform/audit/queries.ts'
import { holdOwner } from '../leads/owners.ts'
import { resumeInPlace } from '../operations/fail.ts'
import { importChecked, importConfirmed, importUndone } from './jobs.ts'
import { customFields } from './lookups.ts'
import { withNewFields } from './ownFields.ts'
import { cancelCheck, findOperation, findRow, oneImport, type Row, toRun } from './queries.ts'
import {
  asNewField,
  type ImportField,
  importDays,
  importFieldLabels,
  importFields,
  importUndoOver,
  isRepeatable
} from './rules.ts'
import type { ImportSettings, KeptCounts } from './schema.ts'

async function checkSettings(trx: Trx, row: Row, settings: ImportSettings): Promise<void> {
  const { mapping, ownerId } = settings
  const unstorable = findUnstorable(settings)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  if (mapping.length !== row.reading.columns.length) throw invalid({ mapping: 'As colunas do arquivo são outras.' })
  const chosen = mapping.filter(field => field !== null)
  const own = new Set((await customFields(trx)).map(({ name }) => `custom:${name}`))
  const unknown = chosen.find(field => !(importFields as readonly string[]).includes(field) && !own.has(field))
  if (unknown !== undefined) throw invalid({ mapping: 'Este campo não existe mais.' })
  const twice = chosen.find((field, at) => chosen.indexOf(field) !== at && !isRepeatable(field))
  if (twice !== undefined)
    throw invalid({
      mapping: `Duas colunas vão para ${importFieldLabels[twice as ImportField] ?? 'o mesmo campo'}. Deixe só uma.`
    })
  if (!chosen.includes('phone') && !chosen.includes('email'))
    throw invalid({ mapping: 'Escolha a coluna do telefone ou a do e-mail.' })
  if (chosen.includes('consent') && settings.consentEvidence.trim().length < 10)
    throw invalid({ consentEvidence: 'Conte como e quando as pessoas deram o consentimento.' })
  if (settings.origin === 'other' && !settings.originNote.trim())
    throw invalid({ originNote: 'Conte de onde vem a lista.' })
  if (ownerId !== null) await holdOwner(trx, ownerId)
}

type Asker = { author: Author; owners: string[] | null; only: string | null }

/** Queues a dry run of the import. False where there is no such import. */
export async function startCheck(
  trx: Trx,
  companyId: string,
  id: string,
  requested: ImportSettings,
  { author, owners, only }: Asker
): Promise<boolean> {
  const row = await oneImport(trx, id, only).forUpdate().executeTakeFirst()
  if (!row) return false
  // Somebody who sees only some leads would not see one without an owner.
  const ownerId = requested.ownerId ?? (owners ? author.id : null)
  if (row.operation_id) throw new AppError('conflict', 'Este arquivo já foi importado.')
  const mapping = await withNewFields(trx, companyId, row.reading.columns, requested.mapping)
  const settings = { ...requested, ownerId, mapping }
  await checkSettings(trx, row, settings)
  await cancelCheck(trx, row)
  await trx.deleteFrom('import_rows').where('import_id', '=', id).execute()
  const check = await newOperation(trx, companyId, 'import-check', { importId: id, owners }, author)
  await trx
    .updateTable('imports')
    .set({ settings: JSON.stringify(settings), check_id: check, staged: 0 })
    .where('id', '=', id)
    .execute()
  await publish(trx, importChecked, { companyId, importId: id })
  return true
}

/** The fields that identify the person of a row; they change nothing of a lead that is there already. */
const whose: readonly (string | null)[] = ['name', 'middleName', 'lastName', 'email', 'phone']

/**
 * Checks the file of an import that is done once more, for columns that it left out: each becomes a field of the
 * company's own, of the leads that it brought in. Returns the id of that import; undefined where there is no such one.
 */
export async function keepColumns(
  trx: Trx,
  companyId: string,
  id: string,
  columns: readonly number[],
  viewer: Asker
): Promise<string | undefined> {
  const row = await oneImport(trx, id, viewer.only).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const { settings, file_id } = row
  const run = await findOperation(trx, row.operation_id)
  if (!settings || run?.state !== 'done')
    throw new AppError('conflict', 'Só de uma importação concluída se guardam outras colunas.')
  const file = await trx
    .selectFrom('files')
    .select('id')
    .where('id', '=', file_id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!file) throw new AppError('conflict', 'O arquivo desta importação já foi apagado. Envie-o de novo.')
  const again = await trx
    .insertInto('imports')
    .values({
      company_id: companyId,
      file_id,
      name: row.name,
      size: row.size,
      reading: JSON.stringify(row.reading),
      actor_id: viewer.author.id,
      actor_name: viewer.author.name
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mapping = settings.mapping.map((field, at) =>
    field === null && columns.includes(at) ? asNewField : whose.includes(field) ? field : null
  )
  const kept = { ...settings, mapping, policy: 'fill' as const, tags: [], consentEvidence: '', notify: false }
  await startCheck(trx, companyId, again.id, kept, viewer)
  return again.id
}

async function newOperation(
  trx: Trx,
  companyId: string,
  kind: string,
  params: Record<string, unknown>,
  author: Author,
  total = 0
): Promise<string> {
  const { id } = await trx
    .insertInto('operations')
    .values({
      company_id: companyId,
      kind,
      params: JSON.stringify(params),
      total,
      actor_id: author.id,
      actor_name: author.name
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const closedSalesText = (sales: number): string =>
  `${sales === 1 ? '1 venda deste arquivo é de um mês fechado' : `${sales.toLocaleString('pt-BR')} vendas deste arquivo são de meses fechados`}. Peça a quem administra a empresa para importar.`

/**
 * Queues the import of the checked rows, or the rest of one that failed. False where there is no such import; throws 409
 * where sales of closed months would come in by somebody who does not administer the company.
 */
export async function startImport(
  trx: Trx,
  companyId: string,
  id: string,
  { author, owners, only }: Asker,
  administers: boolean,
  by: AuditActor
): Promise<boolean> {
  const row = await oneImport(trx, id, only).forUpdate().executeTakeFirst()
  if (!row) return false
  if (row.operation_id) return runAgain(trx, companyId, row)
  const check = await findOperation(trx, row.check_id)
  if (check?.state !== 'done') throw new AppError('conflict', 'Confira o arquivo antes de importar.')
  await refuseDeletedFields(trx, row)
  const kept = check.result as Partial<KeptCounts>
  refuseOpenRefusals(row, kept)
  if (kept.closedSales && !administers) throw new AppError('conflict', closedSalesText(kept.closedSales))
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from import_rows
    where company_id = ${companyId} and import_id = ${id} and outcome is null`.execute(trx)
  const total = rows[0]?.n ?? 0
  if (total === 0) throw new AppError('conflict', 'Nenhuma linha deste arquivo pode ser importada.')
  const operation = await newOperation(trx, companyId, 'import', { importId: id, owners }, author, total)
  await trx.updateTable('imports').set({ operation_id: operation }).where('id', '=', id).execute()
  // The file is kept as long as the import can be undone, for the download of its errors.
  await trx
    .updateTable('files')
    .set({ expires_at: sql<string>`now() + ${importDays} * interval '1 day'` })
    .where('id', '=', row.file_id)
    .execute()
  const { origin = 'other', originNote = '' } = row.settings ?? {}
  await audit(trx, {
    ...by,
    companyId,
    action: 'lead.imported',
    object: { type: 'import', id, name: row.name },
    changes: { rows: [null, total], origin: [null, origin], ...(originNote && { originNote: [null, originNote] }) }
  })
  await publish(trx, importConfirmed, { companyId, importId: id })
  return true
}

/** Throws 409 where a column of the checked file would go to a field that has been deleted since. */
async function refuseDeletedFields(trx: Trx, { settings, reading }: Row): Promise<void> {
  const own = new Set((await customFields(trx)).map(({ name }) => `custom:${name}`))
  const at = settings?.mapping.findIndex(field => field?.startsWith('custom:') && !own.has(field)) ?? -1
  if (at < 0) return
  const heading = reading.columns[at]?.heading
  throw new AppError(
    'conflict',
    `${heading ? `A coluna "${heading}"` : `A coluna ${at + 1}`} iria para um campo que foi excluído depois da conferência. Volte às colunas, escolha outro destino ou deixe-a de fora, e confira de novo.`
  )
}

/** Throws 409 where people refused contact in a column that is left out, and nobody has decided that it shall be. */
function refuseOpenRefusals({ settings, reading }: Row, { refusals = [] }: Partial<KeptCounts>): void {
  const open = refusals.find(({ at }) => !settings?.refusalsLeftOut?.includes(at))
  if (!open) return
  const column = `na coluna "${reading.columns[open.at]?.heading ?? open.at + 1}"`
  const many = open.rows === 1 ? 'Há 1 recusa' : `Há ${open.rows.toLocaleString('pt-BR')} recusas`
  throw new AppError(
    'conflict',
    `${many} ${column}, que fica de fora. Guarde as recusas ou confirme que ficam de fora.`
  )
}

/** An import that failed goes on behind the last row that came in. */
async function runAgain(trx: Trx, companyId: string, { id, operation_id }: Row): Promise<true> {
  const operation = await findOperation(trx, operation_id)
  if (!operation || !toRun(operation).retryable) throw new AppError('conflict', 'Este arquivo já foi importado.')
  await resumeInPlace(trx, companyId, operation.id, 'do')
  const resumed = await findOperation(trx, operation.id)
  if (resumed?.state === 'failed') throw new AppError('conflict', resumed.error ?? '')
  await publish(trx, importConfirmed, { companyId, importId: id })
  return true
}

/** Queues the undo. False where there is no such import; throws 409 where it cannot be undone (any more). */
export async function startImportUndo(
  trx: Trx,
  companyId: string,
  id: string,
  only: string | null,
  by: AuditActor
): Promise<boolean> {
  const row = await findRow(trx, id, only)
  if (!row) return false
  const operation = row.operation_id
    ? await trx.selectFrom('operations').selectAll().where('id', '=', row.operation_id).forUpdate().executeTakeFirst()
    : undefined
  if (!operation || !toRun(operation).undoable)
    throw new AppError(
      'conflict',
      operation && ['undone', 'undoing'].includes(operation.state)
        ? 'Esta importação já foi desfeita.'
        : operation && ['done', 'failed'].includes(operation.state) && operation.changed > 0
          ? importUndoOver
          : 'Esta importação não pode ser desfeita.'
    )
  await trx
    .updateTable('operations')
    .set({ state: 'undoing', done: 0, total: operation.changed })
    .where('id', '=', operation.id)
    .execute()
  await audit(trx, {
    ...by,
    companyId,
    action: 'lead.import_undone',
    object: { type: 'import', id, name: row.name }
  })
  await publish(trx, importUndone, { companyId, importId: id })
  await announce(trx, { companyId, kind: 'operation', data: { operationId: operation.id } })
  return true
}

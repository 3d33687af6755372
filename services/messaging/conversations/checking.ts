import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { publish } from '../../core/jobs.ts'
import { ScannerAwayError, scan, scannerAnswers } from '../../platform/files/clamd.ts'
import { bytesOf } from '../../platform/files/source.ts'
import { deleteFile, openFile } from '../../platform/files/store.ts'
import { mediaReceived } from './jobs.ts'
import { virusText } from './rules.ts'

/**
 * Why a file must not be opened by anybody; null where it may, or where files are not checked. Throws
 * `ScannerAwayError` where that is not known.
 */
export async function checkFile(
  db: Db,
  { scanner }: Config,
  companyId: string,
  fileId: string
): Promise<string | null> {
  if (!scanner) return null
  const source = await openFile(db, companyId, fileId)
  if (!source) return 'O arquivo não existe mais.'
  const finding = await scan(scanner, bytesOf(source))
  if (finding === 'clean') return null
  return finding === 'tooLarge' ? 'Arquivo bloqueado: é grande demais para ser verificado.' : virusText(finding.virus)
}

/** Files that are asked about again at once. */
const batchSize = 200

/** Has those files checked that could not be when they came, the oldest first. */
export async function checkAgain(db: Db): Promise<void> {
  await db.everyCompany(async trx => {
    const { rows } = await sql<{ companyId: string; messageId: string }>`
      select company_id as "companyId", id as "messageId" from messages
      where media_state = 'checking' and created_at < now() - interval '1 minute'
      order by created_at limit ${batchSize}`.execute(trx)
    for (const message of rows) await publish(trx, mediaReceived, message)
  })
}

/** How files are checked: null where they are not. `blocked`: of the last 30 days. */
export async function readChecking(
  db: Db,
  { scanner }: Config
): Promise<{ answers: boolean; waiting: number; blocked: number } | null> {
  if (!scanner) return null
  const answers = await scannerAnswers(scanner)
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ waiting: number; blocked: number }>`
      select count(*) filter (where media_state = 'checking')::integer as waiting,
        count(*) filter (where media_state = 'blocked' and created_at > now() - interval '30 days')::integer as blocked
      from messages where media_state in ('checking', 'blocked')`.execute(trx)
    return { answers, waiting: rows[0]?.waiting ?? 0, blocked: rows[0]?.blocked ?? 0 }
  })
}

/** Deletes a file that is about to be sent where it holds a virus (400), or cannot be checked now (503). */
export async function refuseVirus(db: Db, config: Config, companyId: string, fileId: string): Promise<void> {
  try {
    const refusal = await checkFile(db, config, companyId, fileId)
    if (refusal) throw invalid({ file: refusal })
  } catch (error) {
    await deleteFile(db, companyId, fileId)
    if (!(error instanceof ScannerAwayError)) throw error
    throw new AppError(
      'unavailable',
      'O verificador de vírus não responde agora. Anexe o arquivo de novo em instantes.',
      {
        cause: error
      }
    )
  }
}

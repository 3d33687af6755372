import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type Config, deriveKey } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { idPattern } from '../../core/rules.ts'
import { ticketTexts } from './rules.ts'
import type {} from './tables.ts'

/** Days for which a link to a file works. */
export const linkDays = 90

const sign = (secret: string, fileId: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'links to files of tickets')).update(fileId).digest().subarray(0, 16)

/** The address under which a file is read without an account, while it has a link. */
export const fileLink = ({ publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>, fileId: string): string =>
  `${publicUrl}/api/public/ticket-files/${fileId}${sign(secret, fileId).toString('base64url')}`

/** The file that a token of such an address names; null for one that was not made here. */
export function readFileToken(
  { secret, previousSecret }: Pick<Config, 'secret' | 'previousSecret'>,
  token: string
): string | null {
  const fileId = token.slice(0, 24)
  if (!new RegExp(idPattern).test(fileId)) return null
  const mac = Buffer.from(token.slice(24), 'base64url')
  const isOwn = (key: string | undefined) =>
    key !== undefined && mac.length === 16 && timingSafeEqual(sign(key, fileId), mac)
  return isOwn(secret) || isOwn(previousSecret) ? fileId : null
}

/** A file that has a link which is still valid. */
export async function findLinkedFile(trx: Trx, fileId: string) {
  return trx
    .selectFrom('ticket_files')
    .select(['company_id as companyId', 'file_id as fileId', 'type'])
    .where('file_id', '=', fileId)
    .where('link_until', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/** Gives files a link that works for ninety days. */
export async function linkFiles(trx: Trx, companyId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await trx
    .updateTable('ticket_files')
    .set({ link_until: sql<string>`now() + ${linkDays} * interval '1 day'` })
    .where('company_id', '=', companyId)
    .where('file_id', 'in', [...fileIds])
    .execute()
}

/** Withdraws the link to a file of a ticket. Throws 404 where the ticket has no such file. */
export async function withdrawLink(trx: Trx, companyId: string, ticketId: string, fileId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('ticket_files')
    .set({ link_until: null })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', ticketId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('notFound', ticketTexts.fileGone)
}

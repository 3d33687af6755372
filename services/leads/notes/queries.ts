import { type Selectable, sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { cut } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { unstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import type { NewNote, Note, NoteChange } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['notes']>

/** The author of a change; an admin of the company may change other people's notes. */
export type Writer = Author & { admin: boolean }

const toNote = (row: Row): Note => ({
  id: row.id,
  leadId: row.lead_id,
  authorId: row.author_id,
  authorName: row.author_name,
  text: row.text,
  mentions: row.mentions,
  pinnedAt: row.pinned_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

/** A lead's pinned notes, the last pinned first. */
export async function listPinned(trx: Trx, leadId: string): Promise<Note[]> {
  const rows = await trx
    .selectFrom('notes')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('pinned_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('pinned_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(toNote)
}

/** Undefined where there is no such lead; throws 400 where somebody mentioned is not an active employee. */
export async function createNote(
  trx: Trx,
  companyId: string,
  leadId: string,
  { text, mentions = [] }: NewNote,
  author: Author
): Promise<Note | undefined> {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (!lead) return undefined
  await checkMentions(trx, mentions)
  const row = await trx
    .insertInto('notes')
    .values({
      company_id: companyId,
      lead_id: leadId,
      author_id: author.id,
      author_name: author.name,
      text: cleanText(text),
      mentions: [...new Set(mentions)]
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceNote(trx, companyId, row, row.mentions)
  return toNote(row)
}

/**
 * Changes the text of a note, or pins it for everyone. Undefined where there is no such note; throws 403 for the text
 * of somebody else's note, and 409 where it was changed meanwhile (`expected`).
 */
export async function changeNote(
  trx: Trx,
  companyId: string,
  id: string,
  { text, mentions, pinned, expected }: NoteChange,
  writer: Writer
): Promise<Note | undefined> {
  const before = await findOwn(trx, id, text !== undefined || mentions !== undefined ? writer : null)
  if (!before) return undefined
  if (expected !== undefined && text !== undefined && before.text !== expected && before.text !== text.trim())
    throw new AppError('conflict', 'Outra pessoa mudou esta nota enquanto você editava.', { code: 'STALE' })
  if (mentions) await checkMentions(trx, mentions)
  const row = await trx
    .updateTable('notes')
    .set({
      ...(text !== undefined && { text: cleanText(text), updated_at: sql<string>`now()` }),
      ...(mentions && { mentions: [...new Set(mentions)] }),
      ...(pinned !== undefined && { pinned_at: pinned ? sql<string>`coalesce(pinned_at, now())` : null })
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceNote(
    trx,
    companyId,
    row,
    row.mentions.filter(each => !before.mentions.includes(each))
  )
  return toNote(row)
}

/** Deletes a note, or restores it with `deleted` false. Otherwise like a change. */
export async function setNoteDeleted(
  trx: Trx,
  companyId: string,
  id: string,
  deleted: boolean,
  writer: Writer
): Promise<Note | undefined> {
  if (!(await findOwn(trx, id, writer, !deleted))) return undefined
  const row = await trx
    .updateTable('notes')
    .set({ deleted_at: deleted ? sql<string>`now()` : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceNote(trx, companyId, row, [])
  return toNote(row)
}

async function findOwn(trx: Trx, id: string, writer: Writer | null, deleted = false): Promise<Row | undefined> {
  const row = await trx
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row && writer && !writer.admin && (row.author_id === null || row.author_id !== writer.id))
    throw new AppError('forbidden', 'Só quem escreveu a nota pode mudá-la.')
  return row
}

async function checkMentions(trx: Trx, mentions: readonly string[]): Promise<void> {
  if (mentions.length === 0) return
  const employees = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', 'in', [...mentions])
    .where('active', '=', true)
    .execute()
  if (employees.length < new Set(mentions).size) throw invalid({ mentions: 'Mencione pessoas ativas da equipe.' })
}

async function announceNote(trx: Trx, companyId: string, row: Row, mentioned: readonly string[]): Promise<void> {
  const data = { leadId: row.lead_id }
  await announce(trx, { companyId, kind: 'lead-changed', data })
  if (mentioned.length === 0) return
  await announce(trx, { companyId, kind: 'mention', data: { ...data, noteId: row.id, employeeIds: [...mentioned] } })
  const news = {
    companyId,
    kind: 'mention' as const,
    leadId: row.lead_id,
    title: `${row.author_name ?? 'Alguém'} mencionou você`,
    body: cut(row.text, 200),
    link: `/leads/${row.lead_id}`
  }
  await notify(trx, news, { employees: mentioned, except: row.author_id })
}

function cleanText(text: string): string {
  const clean = text.trim()
  if (!clean) throw invalid({ text: 'Escreva a nota.' })
  if (unstorable(clean)) throw invalid({ text: 'O texto contém caracteres inválidos.' })
  return clean
}

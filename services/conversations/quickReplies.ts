import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import { unstorable } from '../core/text.ts'
import type { NewQuickReply, QuickReply } from './schema.ts'
import type {} from './tables.ts'

/** Of a company. */
const most = 500

export const listQuickReplies = (trx: Trx): Promise<QuickReply[]> =>
  trx.selectFrom('quick_replies').select(['id', 'shortcut', 'text']).orderBy('shortcut').execute()

/** Throws 409 where another one has the shortcut, or there are too many. */
export async function addQuickReply(trx: Trx, companyId: string, given: NewQuickReply): Promise<QuickReply> {
  const values = checked(given)
  const { n } = await trx
    .selectFrom('quick_replies')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= most)
    throw new AppError('conflict', `Uma empresa tem até ${most} respostas rápidas. Apague alguma que não use.`)
  const added = await trx
    .insertInto('quick_replies')
    .values({ company_id: companyId, ...values })
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'shortcut', 'text'])
    .executeTakeFirst()
  if (!added) throw taken(values.shortcut)
  return added
}

/** Throws 404 for one that is gone, and 409 where another one has the shortcut. */
export async function changeQuickReply(trx: Trx, id: string, given: NewQuickReply): Promise<QuickReply> {
  const values = checked(given)
  const same = await trx
    .selectFrom('quick_replies')
    .select('id')
    .where(({ or, eb }) => or([eb('shortcut', '=', values.shortcut), eb('id', '=', id)]))
    .execute()
  if (same.some(each => each.id === id) && same.length > 1) throw taken(values.shortcut)
  return trx
    .updateTable('quick_replies')
    .set({ ...values, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning(['id', 'shortcut', 'text'])
    .executeTakeFirstOrThrow(gone)
}

/** Throws 404 for one that is gone. */
export async function deleteQuickReply(trx: Trx, id: string): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('quick_replies').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw gone()
}

function checked({ shortcut, text }: NewQuickReply): NewQuickReply {
  if (unstorable(text)) throw invalid({ text: 'O texto contém caracteres inválidos.' })
  return { shortcut: shortcut.toLowerCase(), text: text.trim() }
}

const gone = () => new AppError('notFound', 'Esta resposta rápida já foi apagada.')

const taken = (shortcut: string) =>
  new AppError('conflict', `Já existe uma resposta com o atalho /${shortcut}. Escolha outro.`)

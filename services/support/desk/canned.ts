import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { unstorable } from '../../core/text.ts'
import { ticketTexts } from '../tickets/rules.ts'
import { deskTexts } from './rules.ts'
import type {} from './tables.ts'
import type { CannedAnswer, NewCannedAnswer } from './toolSchema.ts'

const maxAnswers = 500

export const listCanned = (trx: Trx): Promise<CannedAnswer[]> =>
  trx.selectFrom('canned_answers').select(['id', 'shortcut', 'text']).orderBy('shortcut').execute()

const taken = (shortcut: string) =>
  new AppError('conflict', `Já existe uma resposta com o atalho /${shortcut}. Escolha outro.`)

function checked({ shortcut, text }: NewCannedAnswer): NewCannedAnswer {
  if (unstorable(text)) throw invalid({ text: ticketTexts.characters })
  return { shortcut: shortcut.toLowerCase(), text: text.trim() }
}

/** Throws 409 where another one has the shortcut, or there are too many. */
export async function addCanned(trx: Trx, answer: NewCannedAnswer): Promise<CannedAnswer> {
  const values = checked(answer)
  const { n } = await trx
    .selectFrom('canned_answers')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= maxAnswers)
    throw new AppError('conflict', `Há lugar para ${maxAnswers} respostas prontas. Apague alguma que não use.`)
  const added = await trx
    .insertInto('canned_answers')
    .values(values)
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'shortcut', 'text'])
    .executeTakeFirst()
  if (!added) throw taken(values.shortcut)
  return added
}

/** Throws 404 for one that is gone, and 409 where another one has the shortcut. */
export async function changeCanned(trx: Trx, id: string, answer: NewCannedAnswer): Promise<CannedAnswer> {
  const values = checked(answer)
  const other = await trx
    .selectFrom('canned_answers')
    .select('id')
    .where('shortcut', '=', values.shortcut)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw taken(values.shortcut)
  return trx
    .updateTable('canned_answers')
    .set({ ...values, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning(['id', 'shortcut', 'text'])
    .executeTakeFirstOrThrow(() => new AppError('notFound', deskTexts.noAnswer))
}

/** Throws 404 for one that is gone. */
export async function deleteCanned(trx: Trx, id: string): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('canned_answers').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('notFound', deskTexts.noAnswer)
}

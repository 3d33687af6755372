import { sql } from 'kysely'
import { hasPermission } from '../../account/auth/rules.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { unstorable } from '../../core/text.ts'
import type { NewQuickReply, QuickReply } from './schema.ts'
import type {} from './tables.ts'

/** The limit of a company, and of each person besides. */
const maxReplies = 500

/** The person who keeps quick replies, and what they may do. */
export type Keeper = { id: string | null; user: Parameters<typeof hasPermission>[0] }

const shown = (trx: Trx) =>
  trx.selectFrom('quick_replies').select(['id', 'shortcut', 'text', sql<boolean>`owner_id is not null`.as('own')])

/** The person's own, and then the company's, by shortcut. */
export const listQuickReplies = (trx: Trx, { id }: Pick<Keeper, 'id'>): Promise<QuickReply[]> =>
  shown(trx)
    .where(({ or, eb }) => or([eb('owner_id', 'is', null), eb('owner_id', '=', id ?? '')]))
    .orderBy('own', 'desc')
    .orderBy('shortcut')
    .execute()

/**
 * Throws 409 where another one has the shortcut, or there are too many, and 403 for the company's where one may not.
 */
export async function addQuickReply(
  trx: Trx,
  companyId: string,
  input: NewQuickReply,
  keeper: Keeper
): Promise<QuickReply> {
  const { own = false, ...values } = checked(input)
  const owner = ownerOf(keeper, own)
  const { n } = await trx
    .selectFrom('quick_replies')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(sql<boolean>`owner_id is not distinct from ${owner}`)
    .executeTakeFirstOrThrow()
  if (n >= maxReplies) {
    const whose = own ? 'Você pode ter' : 'Uma empresa tem'
    throw new AppError('conflict', `${whose} até ${maxReplies} respostas rápidas. Apague alguma que não use.`)
  }
  const added = await trx
    .insertInto('quick_replies')
    .values({ company_id: companyId, owner_id: owner, ...values })
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'shortcut', 'text'])
    .executeTakeFirst()
  if (!added) throw taken(values.shortcut)
  return { ...added, own }
}

/** Throws 404 for one that is gone or somebody else's, and 409 where another one has the shortcut. */
export async function changeQuickReply(
  trx: Trx,
  id: string,
  input: NewQuickReply,
  keeper: Keeper
): Promise<QuickReply> {
  const before = await findKept(trx, id, keeper)
  const { own = before.own, ...values } = checked(input)
  const owner = ownerOf(keeper, own)
  const same = await trx
    .selectFrom('quick_replies')
    .select('id')
    .where('shortcut', '=', values.shortcut)
    .where(sql<boolean>`owner_id is not distinct from ${owner}`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (same) throw taken(values.shortcut)
  const changed = await trx
    .updateTable('quick_replies')
    .set({ ...values, owner_id: owner, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returning(['id', 'shortcut', 'text'])
    .executeTakeFirstOrThrow(gone)
  return { ...changed, own }
}

/** Throws 404 for one that is gone or somebody else's. */
export async function deleteQuickReply(trx: Trx, id: string, keeper: Keeper): Promise<void> {
  await findKept(trx, id, keeper)
  await trx.deleteFrom('quick_replies').where('id', '=', id).execute()
}

async function findKept(trx: Trx, id: string, keeper: Keeper): Promise<QuickReply> {
  const found = await shown(trx)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('owner_id', 'is', null), eb('owner_id', '=', keeper.id ?? '')]))
    .executeTakeFirstOrThrow(gone)
  ownerOf(keeper, found.own)
  return found
}

/** The owner in the table. Throws 403 where the person may not keep such replies. */
function ownerOf({ id, user }: Keeper, own: boolean): string | null {
  if (!hasPermission(user, own ? 'send_messages' : 'manage_channels') || (own && id === null))
    throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
  return own ? id : null
}

function checked({ shortcut, text, ...more }: NewQuickReply): NewQuickReply {
  if (unstorable(text)) throw invalid({ text: 'O texto contém caracteres inválidos.' })
  return { shortcut: shortcut.toLowerCase(), text: text.trim(), ...more }
}

const gone = () => new AppError('notFound', 'Esta resposta rápida já foi apagada.')

const taken = (shortcut: string) =>
  new AppError('conflict', `Já existe uma resposta com o atalho /${shortcut}. Escolha outro.`)

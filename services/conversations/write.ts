import { sql } from 'kysely'
import { addActivity } from '../activities/queries.ts'
import { channelNames, stateOf } from '../channels/rules.ts'
import type {} from '../channels/tables.ts'
import type { Trx } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import { publish } from '../core/jobs.ts'
import { unstorable } from '../core/text.ts'
import type { Author } from '../core/viewer.ts'
import { messagesQueued } from './jobs.ts'
import { findMessage } from './messages.ts'
import { announceConversation, findConversation } from './queries.ts'
import { longestText, textSize, windowClosed, windowOf } from './rules.ts'
import type { Conversation, Message, NewMessage } from './schema.ts'
import type {} from './tables.ts'

/** Why nothing can be sent by a channel now, by its state. */
const offTexts = {
  missing: 'O canal ainda não está configurado.',
  inactive: 'O canal está desligado. Ligue-o nas configurações para responder.',
  reauthorize: 'O canal precisa ser conectado de novo: o token venceu ou foi revogado.',
  permission: 'O canal está sem permissão para enviar. Veja nas configurações o que falta.',
  blocked: 'A Meta bloqueou o canal. Veja nas configurações o que fazer.'
} as const

/**
 * Stores a message to be sent, and returns it with `true` where it is new: a key that was used before gets the message
 * of that time. Throws 404 for a conversation that the author does not see, 409 `CHANNEL_OFF` where the channel cannot
 * send, 409 `JANELA_FECHADA` outside the provider's window, and 422 for a key that was used for another text.
 */
export async function writeMessage(
  trx: Trx,
  companyId: string,
  conversationId: string,
  { text, replyTo }: NewMessage,
  key: string | null,
  author: Author
): Promise<{ message: Message; fresh: boolean }> {
  if (unstorable(text)) throw invalid({ text: 'A mensagem contém caracteres inválidos.' })
  const conversation = await findConversation(trx, conversationId)
  await lock(trx, conversationId)
  const before = key === null ? undefined : await findByKey(trx, conversationId, key)
  if (before) {
    if (before.text !== text)
      throw new AppError('mismatch', 'Esta mensagem já foi recebida com outro texto. Escreva-a de novo.')
    return { message: await read(trx, conversationId, before.id), fresh: false }
  }
  const { channel } = conversation
  if (textSize(channel, text) > longestText[channel])
    throw invalid({
      text:
        channel === 'instagram'
          ? `O Instagram aceita até ${longestText.instagram} bytes por mensagem; letras com acento contam dois.`
          : `O WhatsApp aceita até ${longestText.whatsapp} caracteres por mensagem.`
    })
  const { channelId } = await refuseClosed(trx, conversation)
  const answered = replyTo ? await findReplied(trx, conversationId, replyTo) : null
  const { id } = await trx
    .insertInto('messages')
    .values({
      company_id: companyId,
      conversation_id: conversationId,
      channel_id: channelId,
      lead_id: conversation.leadId,
      direction: 'out',
      kind: 'text',
      text,
      reply_to: answered,
      client_key: key,
      status: 'queued',
      author_id: author.id,
      author_name: author.name,
      due_at: sql<string>`now()`,
      created_at: sql<string>`clock_timestamp()`
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteAnswer(trx, companyId, conversation, text, author)
  await publish(trx, messagesQueued, { companyId, channelId })
  return { message: await read(trx, conversationId, id), fresh: true }
}

/** Two that answer at once answer one after the other. */
const lock = (trx: Trx, conversationId: string) =>
  sql`select from conversations where id = ${conversationId} for update`.execute(trx)

const findByKey = (trx: Trx, conversationId: string, key: string) =>
  trx
    .selectFrom('messages')
    .select(['id', 'text'])
    .where('conversation_id', '=', conversationId)
    .where('client_key', '=', key)
    .executeTakeFirst()

async function read(trx: Trx, conversationId: string, id: string): Promise<Message> {
  const message = await findMessage(trx, conversationId, id)
  if (!message) throw new AppError('notFound', 'Mensagem não encontrada')
  return message
}

async function refuseClosed(trx: Trx, { id, channel, windowEndsAt }: Conversation): Promise<{ channelId: string }> {
  const row = await trx
    .selectFrom('conversations as c')
    .innerJoin('channels as ch', join =>
      join.onRef('ch.company_id', '=', 'c.company_id').onRef('ch.id', '=', 'c.channel_id')
    )
    .select(['ch.id', 'ch.account', 'ch.token', 'ch.active', 'ch.problem', 'ch.quality'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  const state = stateOf({ ...row, configured: row.token !== null })
  if (state !== 'active' && state !== 'attention')
    throw new AppError('conflict', offTexts[state], { code: 'CHANNEL_OFF' })
  if (windowOf(channel, windowEndsAt, new Date()).window === 'closed')
    throw new AppError('conflict', windowClosed[channel], { code: 'JANELA_FECHADA' })
  return { channelId: row.id }
}

/** The provider's id of the message that is answered. Throws 400 for one that is not in the conversation. */
async function findReplied(trx: Trx, conversationId: string, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('messages')
    .select('external_id')
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw invalid({ replyTo: 'A mensagem respondida não existe mais.' })
  return row.external_id
}

/**
 * Whoever answers a conversation that is nobody's gets it. The lead has been contacted, and the history says so once for
 * each time that the person waited.
 */
async function noteAnswer(
  trx: Trx,
  companyId: string,
  conversation: Conversation,
  text: string,
  author: Author
): Promise<void> {
  const { id, leadId, name, channel, waitingSince } = conversation
  await trx
    .updateTable('conversations')
    .set({
      last_message_at: sql<string>`greatest(last_message_at, clock_timestamp())`,
      last_text: text.slice(0, 200),
      last_kind: 'text',
      last_direction: 'out',
      unread: 0,
      waiting_since: null,
      status: sql<'open'>`case when status = 'waiting' then 'waiting' else 'open' end`,
      snoozed_until: null,
      assignee_id: sql<string | null>`coalesce(assignee_id, ${author.id})`,
      version: sql<number>`version + 1`
    })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('leads')
    .set({ first_contact_at: sql`coalesce(first_contact_at, now())`, last_contact_at: sql`now()` })
    .where('id', '=', leadId)
    .execute()
  if (waitingSince !== null)
    await addActivity(trx, {
      companyId,
      type: 'message',
      description: `Mensagem pelo ${channelNames[channel]} para ${name}`,
      leadId,
      leadName: name,
      data: { channel, conversationId: id, actorId: author.id, actorName: author.name }
    })
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  await announceConversation(trx, companyId, conversation)
}

/**
 * Sends again, on purpose, what failed or whose end is not known: as a new message, since the provider may still tell of
 * the old one. Throws 409 for any other, and where it was sent again already.
 */
export async function sendAgain(
  trx: Trx,
  companyId: string,
  conversationId: string,
  messageId: string,
  author: Author
): Promise<Message> {
  await findConversation(trx, conversationId)
  await lock(trx, conversationId)
  const old = await trx
    .selectFrom('messages')
    .select(['text', 'status', 'kind', 'data', 'reply_to'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!old) throw new AppError('notFound', 'Mensagem não encontrada')
  const again = (old.status === 'failed' || old.status === 'unknown') && old.kind === 'text' && !('again' in old.data)
  if (!again) throw new AppError('conflict', 'Esta mensagem não precisa ser enviada de novo.')
  const { message } = await writeMessage(trx, companyId, conversationId, { text: old.text ?? '' }, null, author)
  await trx
    .updateTable('messages')
    .set({ data: JSON.stringify({ ...old.data, again: message.id }) })
    .where('id', '=', messageId)
    .execute()
  return message
}

/** A note for the team, which is never sent. */
export async function writeNote(
  trx: Trx,
  companyId: string,
  conversationId: string,
  text: string,
  author: Author
): Promise<Message> {
  if (unstorable(text)) throw invalid({ text: 'A nota contém caracteres inválidos.' })
  const conversation = await findConversation(trx, conversationId)
  const { rows } = await sql<{ id: string }>`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, author_id, author_name,
      created_at)
    select company_id, id, channel_id, lead_id, 'out', 'note', ${text}, ${author.id}, ${author.name}, clock_timestamp()
    from conversations where id = ${conversationId} returning id`.execute(trx)
  await announceConversation(trx, companyId, conversation)
  return read(trx, conversationId, rows[0]?.id ?? '')
}

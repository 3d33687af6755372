import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { addActivity } from '../../account/activities/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import { cut } from '../../core/rules.ts'
import { unstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { leaveNew } from '../../leads/leads/contacts.ts'
import { isFileKind } from '../../platform/files/attachments/rules.ts'
import { adapters } from '../channels/adapters.ts'
import { findChannel } from '../channels/queries.ts'
import { channelNames, channelTexts } from '../channels/rules.ts'
import { templateValue } from '../templates/rules.ts'
import { refuseUnreachable } from './attachments.ts'
import { refuseClosed, refuseOff } from './closed.ts'
import { type Content, readContent, readTemplate, wordsOf } from './content.ts'
import { fileQueued, messagesQueued } from './jobs.ts'
import { findMessage } from './messages.ts'
import { announceConversation, findConversation } from './queries.ts'
import type { Conversation, Message, NewConversation, NewMessage } from './schema.ts'
import type {} from './tables.ts'
import { conversationWith } from './templates.ts'

/**
 * Stores a message to be sent, and returns it with `true` where it is new: a key that was used before gets the message
 * of that time. Throws 404 for a conversation that the author does not see, 409 `CHANNEL_OFF` where the channel cannot
 * send, 409 `JANELA_FECHADA` outside the provider's window, and 422 for a key that was used for another message.
 */
export async function writeMessage(
  { trx, config }: Parts,
  companyId: string,
  conversationId: string,
  input: NewMessage,
  key: string | null,
  author: Author
): Promise<{ message: Message; fresh: boolean }> {
  const conversation = await findConversation(trx, conversationId)
  await lock(trx, conversationId)
  const before = key === null ? undefined : await findByKey(trx, conversationId, key)
  if (before) {
    if (!isSame(before, input))
      throw new AppError('mismatch', 'Esta mensagem já foi recebida com outro texto. Escreva-a de novo.')
    return { message: await read(trx, conversationId, before.id), fresh: false }
  }
  const byTemplate = input.kind === 'template'
  const { channelId } = byTemplate ? await refuseOff(trx, conversation) : await refuseClosed(trx, conversation)
  const content = byTemplate
    ? await readTemplate(trx, companyId, conversation, input)
    : await readContent(trx, conversation, input)
  if (content.fileId) refuseUnreachable(config, conversation.channel)
  const answered = input.replyTo ? await findReplied(trx, conversationId, input.replyTo) : null
  const id = await queue(trx, companyId, conversation, { content, channelId, answered, key, author })
  return { message: await read(trx, conversationId, id), fresh: true }
}

type Parts = { trx: Trx; config: Config }

type Stored = { text: string | null; file_id: string | null; data: Record<string, unknown> }

/** Whether a stored message is the one that is asked for. */
function isSame({ text, file_id, data }: Stored, input: NewMessage): boolean {
  const { buttons, list, place, templateId, values } = data as Content['data']
  // The words and buttons of a template are its own.
  if (input.kind === 'template')
    return isDeepStrictEqual([templateId, values], [input.templateId, trimmed(input.values)])
  const same = isDeepStrictEqual([buttons, list, place], [input.buttons, input.list, input.place])
  return text === wordsOf(input) && file_id === (input.fileId ?? null) && same
}

const trimmed = (values: NewMessage['values'] = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, templateValue(value)]))

type Queued = { content: Content; channelId: string; answered: string | null; key: string | null; author: Author }

/** Minutes for the file of a message to reach the provider; then the message has failed. */
const uploadMinutes = 20

async function queue(
  trx: Trx,
  companyId: string,
  conversation: Conversation,
  { content: { kind, text, data, fileId }, channelId, answered, key, author }: Queued
): Promise<string> {
  const uploads = fileId !== null && adapters[conversation.channel].media.upload !== undefined
  const { id, created_at: at } = await trx
    .insertInto('messages')
    .values({
      company_id: companyId,
      conversation_id: conversation.id,
      channel_id: channelId,
      lead_id: conversation.leadId,
      direction: 'out',
      kind,
      text,
      data: JSON.stringify(data),
      file_id: fileId,
      media_state: fileId === null ? null : 'kept',
      reply_to: answered,
      client_key: key,
      status: 'queued',
      author_id: author.id,
      author_name: author.name,
      due_at: sql<string>`now() + ${uploads ? uploadMinutes : 0} * interval '1 minute'`,
      created_at: sql<string>`clock_timestamp()`
    } as never)
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  await noteAnswer(trx, companyId, conversation, { kind, text, at }, author)
  if (uploads) await publish(trx, fileQueued, { companyId, messageId: id })
  else await publish(trx, messagesQueued, { companyId, channelId })
  return id
}

/** Two that answer at once answer one after the other. */
const lock = (trx: Trx, conversationId: string) =>
  sql`select from conversations where id = ${conversationId} for update`.execute(trx)

const findByKey = (trx: Trx, conversationId: string, key: string) =>
  trx
    .selectFrom('messages')
    .select(['id', 'text', 'file_id', 'data'])
    .where('conversation_id', '=', conversationId)
    .where('client_key', '=', key)
    .executeTakeFirst()

async function read(trx: Trx, conversationId: string, id: string): Promise<Message> {
  const message = await findMessage(trx, conversationId, id)
  if (!message) throw new AppError('notFound', 'Mensagem não encontrada')
  return message
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
 * Answering a conversation without a person assigns it. The lead has been contacted and is no longer new, and the
 * history says so once for each time that the person waited.
 */
async function noteAnswer(
  trx: Trx,
  companyId: string,
  conversation: Conversation,
  { kind, text, at }: Pick<Content, 'kind' | 'text'> & { at: string },
  author: Author
): Promise<void> {
  const { id, leadId, name, channel, waitingSince } = conversation
  await trx
    .updateTable('conversations')
    .set({
      // The message's own time: an answer within the same second is stored right after it.
      last_message_at: sql<string>`greatest(last_message_at, ${at}::timestamptz)`,
      last_text: text === null ? null : cut(text, 200),
      last_kind: kind,
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
  if (waitingSince !== null) {
    await addActivity(trx, {
      companyId,
      type: 'message',
      description: `Mensagem pelo ${channelNames[channel]} para ${name}`,
      leadId,
      leadName: name,
      data: { channel, conversationId: id, actorId: author.id, actorName: author.name }
    })
    await leaveNew(trx, companyId, leadId, author)
  }
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  await announceConversation(trx, companyId, conversation)
}

/**
 * Resends, on purpose, a message that failed or whose end is unknown: as a new message, since the provider may still
 * report on the old one; it answers the same message. Throws 409 for any other, and where it was sent again already.
 */
export async function sendAgain(
  { trx, config }: Parts,
  companyId: string,
  conversationId: string,
  messageId: string,
  author: Author
): Promise<Message> {
  const conversation = await findConversation(trx, conversationId)
  await lock(trx, conversationId)
  const old = await trx
    .selectFrom('messages')
    .select(['text', 'status', 'kind', 'data', 'file_id', 'reply_to'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!old) throw new AppError('notFound', 'Mensagem não encontrada')
  const { kind, text, data, file_id: fileId, reply_to: answered } = old
  const { templateId, values } = data as Content['data']
  const sendable = ['text', 'interactive', 'location'].includes(kind) || isFileKind(kind) || templateId !== undefined
  const again = (old.status === 'failed' || old.status === 'unknown') && sendable && !('again' in data)
  if (!again) throw new AppError('conflict', 'Esta mensagem não precisa ser enviada de novo.')
  const { channelId } = templateId ? await refuseOff(trx, conversation) : await refuseClosed(trx, conversation)
  if (fileId) refuseUnreachable(config, conversation.channel)
  const { media, ...rest } = data as Content['data']
  const { id: _, ...file } = media ?? {}
  const content = templateId
    ? await readTemplate(trx, companyId, conversation, { templateId, values })
    : { kind, text, data: { ...rest, ...(media && { media: file }) }, fileId }
  const id = await queue(trx, companyId, conversation, { content, channelId, answered, key: null, author })
  await trx
    .updateTable('messages')
    .set({ data: JSON.stringify({ ...data, again: id }) })
    .where('id', '=', messageId)
    .execute()
  return read(trx, conversationId, id)
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

/**
 * Writes to a lead by a template, who need not have written before: in their conversation, or in a new one. Throws as
 * `writeMessage` does, and 409 where the lead has no address of the channel.
 */
export async function startConversation(
  parts: Parts,
  companyId: string,
  { channel: kind, leadId, templateId, values }: NewConversation,
  key: string | null,
  author: Author
): Promise<Conversation> {
  const { trx } = parts
  const lead = await trx.selectFrom('leads').select(['id', 'phone']).where('id', '=', leadId).executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  const channel = await findChannel(trx, kind)
  if (!channel) throw new AppError('conflict', channelTexts.notConfigured, { code: 'CHANNEL_OFF' })
  const conversation = await conversationWith(trx, companyId, channel, lead, 'waiting')
  if (!conversation)
    throw new AppError(
      'conflict',
      `O telefone deste lead não recebe ${channelNames[kind]}. Confira o número na página dele.`
    )
  const message = { kind: 'template' as const, templateId, ...(values && { values }) }
  await writeMessage(parts, companyId, conversation.id, message, key, author)
  return findConversation(trx, conversation.id)
}

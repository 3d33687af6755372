import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditActor, audit } from '../audit/queries.ts'
import type { Trx } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import type { ListRequest } from '../core/list.ts'
import type { ChatOwner } from './queries.ts'
import { chatTexts, type HandOverState } from './rules.ts'
import type { HandOver, HandOverRow } from './schema.ts'

const missing = () => new AppError('notFound', chatTexts.noConversation)

const stateSql = sql<HandOverState>`case when s.concluded_at is not null then 'concluded'
  when s.taken_at is not null then 'taken' else 'waiting' end`

const columns = sql`s.id, ${stateSql} as state, case when s.user_id is null then 'visitor' else 'client' end as audience,
  coalesce(u.name, l.name, 'Visitante') as name, coalesce(u.email, l.email) as email, coalesce(u.phone, l.phone) as phone,
  s.company_id as "companyId", c.name as "companyName", s.person_asked_at as "askedAt", s.taken_by as "takenBy",
  t.name as "takenByName", s.taken_at as "takenAt", s.concluded_at as "concludedAt"`

const tables = sql`chat_sessions s left join users u on u.id = s.user_id left join leads l on l.id = s.lead_id
  left join companies c on c.id = s.company_id left join users t on t.id = s.taken_by`

/** Conversations for which a person is requested, the latest request first. */
export async function listHandOvers(
  trx: Trx,
  { skip, take }: Pick<ListRequest<string>, 'skip' | 'take'>,
  state: HandOverState | undefined
): Promise<{ rows: HandOverRow[]; total: number }> {
  const { rows } = await sql<HandOverRow & { total: number }>`
    select ${columns}, count(*) over () as total from ${tables}
    where s.person_asked_at is not null and (${state ?? null}::text is null or ${stateSql} = ${state ?? null})
    order by s.person_asked_at desc, s.id offset ${skip} limit ${take}`.execute(trx)
  return { rows: rows.map(({ total: _, ...row }) => row), total: Number(rows[0]?.total ?? 0) }
}

/** One of them with its messages, at most the newest two hundred exchanges. */
export async function findHandOver(trx: Trx, id: string): Promise<HandOver> {
  const { rows } = await sql<HandOverRow>`
    select ${columns} from ${tables} where s.id = ${id} and s.person_asked_at is not null`.execute(trx)
  if (!rows[0]) throw missing()
  return { ...rows[0], messages: await transcript(trx, id) }
}

async function transcript(trx: Trx, id: string): Promise<HandOver['messages']> {
  const rows = await trx
    .selectFrom('chat_messages')
    .select(['id', 'message', 'response', 'asked_at as askedAt'])
    .where('session_id', '=', id)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.reverse()
}

/** Characters of a lead's message. */
const longest = 5000

/** The conversation as the message of a lead; of a long one its end. */
export async function transcriptText(trx: Trx, id: string, assistant: string): Promise<string> {
  const lines = (await transcript(trx, id)).flatMap(({ message, response }) => [
    `Visitante: ${message}`,
    ...(response === null ? [] : [`${assistant}: ${response}`])
  ])
  const text = lines.join('\n\n')
  return text.length <= longest ? text : `…${[...text.slice(1 - longest)].slice(1).join('')}`
}

/** The state of the caller's request for a person; undefined where they have no such conversation. */
export async function findWish(trx: Trx, owner: ChatOwner, id: string): Promise<{ waiting: boolean } | undefined> {
  return trx
    .selectFrom('chat_sessions')
    .select(sql<boolean>`person_asked_at is not null and concluded_at is null`.as('waiting'))
    .where('id', '=', id)
    .where(sql<boolean>`user_id is not distinct from ${owner.userId}::text`)
    .where(sql<boolean>`company_id is not distinct from ${owner.companyId}::text`)
    .executeTakeFirst()
}

/**
 * Marks a conversation as waiting for the team, also one that was concluded. Returns whether it was not waiting before,
 * so that the team is notified once.
 */
export async function askForPerson(trx: Trx, id: string, leadId: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_sessions')
    .set({
      person_asked_at: sql`now()`,
      taken_by: null,
      taken_at: null,
      concluded_at: null,
      ...(leadId !== null && { lead_id: leadId })
    })
    .where('id', '=', id)
    .where(row => row.or([row('person_asked_at', 'is', null), row('concluded_at', 'is not', null)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Starts a conversation that waits for the team from its first message, and returns its id. */
export async function openRequest(
  trx: Trx,
  { userId, companyId, audience }: ChatOwner,
  message: string,
  response: string
): Promise<string> {
  const id = randomUUID()
  await trx.insertInto('chat_sessions').values({ id, user_id: userId, company_id: companyId }).execute()
  await trx
    .insertInto('chat_messages')
    .values({ session_id: id, audience, message, response, status: 'answered', settled_at: sql`now()` })
    .execute()
  await askForPerson(trx, id, null)
  return id
}

const lock = async (trx: Trx, id: string) => {
  const row = await trx
    .selectFrom('chat_sessions')
    .select(['id', 'taken_by', 'concluded_at'])
    .where('id', '=', id)
    .where('person_asked_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw missing()
  if (row.concluded_at !== null) throw new AppError('conflict', chatTexts.handOver.concluded)
  return row
}

/** Takes a conversation over, from nobody or from the colleague who was shown to have it. */
export async function takeHandOver(trx: Trx, id: string, from: string | null, by: AuditActor): Promise<HandOver> {
  const before = await lock(trx, id)
  if (before.taken_by !== by.actorId) {
    if (before.taken_by !== from) throw new AppError('conflict', chatTexts.handOver.taken)
    await trx
      .updateTable('chat_sessions')
      .set({ taken_by: by.actorId, taken_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await note(trx, id, 'conversation.taken', by)
  }
  return findHandOver(trx, id)
}

/** Concludes a conversation: the team is no longer needed. */
export async function concludeHandOver(trx: Trx, id: string, by: AuditActor): Promise<HandOver> {
  await lock(trx, id)
  await trx.updateTable('chat_sessions').set({ concluded_at: sql`now()` }).where('id', '=', id).execute()
  await note(trx, id, 'conversation.concluded', by)
  return findHandOver(trx, id)
}

async function note(trx: Trx, id: string, action: 'conversation.taken' | 'conversation.concluded', by: AuditActor) {
  const { name, audience } = await findHandOver(trx, id)
  // The audit log can never be erased, so it names no visitor.
  const object = { type: 'conversation', id, name: audience === 'visitor' ? 'Visitante' : name }
  await audit(trx, { ...by, companyId: null, action, object })
}

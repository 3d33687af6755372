import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type Config, deriveKey } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { cardsOf, type Draft, type Proposal, toCard } from './cards.ts'
import { questionAsked } from './jobs.ts'
import type { ChatAudience } from './rules.ts'
import type { ChatCard, ChatHistoryItem } from './schema.ts'

/** The owner of a conversation: a person in a company, or a visitor. */
export type ChatOwner = { userId: string | null; companyId: string | null; audience: ChatAudience; network: string }

type NewQuestion = { sessionId: string; message: string; key: string | null; leadId: string | undefined }

export type StoredQuestion = { sessionId: string; messageId: string }

/**
 * Stores a question and publishes its job; a repeated key returns the first question. A session id that belongs to
 * somebody else is left alone: the question goes to a derived session, the same each time, so that its key is found
 * again.
 */
export async function storeQuestion(
  trx: Trx,
  config: Config,
  owner: ChatOwner,
  question: NewQuestion
): Promise<StoredQuestion> {
  let sessionId = question.sessionId
  if (!(await openSession(trx, owner, sessionId))) {
    sessionId = otherSession(config, owner, sessionId)
    await openSession(trx, owner, sessionId)
  }
  const made = await trx
    .insertInto('chat_messages')
    .values({ session_id: sessionId, key: question.key, audience: owner.audience, message: question.message })
    .onConflict(conflict => conflict.columns(['session_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    await publish(trx, questionAsked, { messageId: made.id, ...(question.leadId && { leadId: question.leadId }) })
    return { sessionId, messageId: made.id }
  }
  const earlier = await trx
    .selectFrom('chat_messages')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('key', '=', question.key)
    .executeTakeFirstOrThrow()
  return { sessionId, messageId: earlier.id }
}

/** Creates or continues the session; false where it is somebody else's. */
async function openSession(trx: Trx, { userId, companyId }: ChatOwner, id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_sessions as s (id, user_id, company_id) values (${id}, ${userId}, ${companyId})
    on conflict (id) do update set last_at = now()
      where s.user_id is not distinct from excluded.user_id and s.company_id is not distinct from excluded.company_id
    returning id`.execute(trx)
  return rows.length > 0
}

function otherSession(config: Config, { userId, companyId, network }: ChatOwner, id: string): string {
  const whose = userId === null ? `visitor ${network}` : `${userId} ${companyId}`
  return createHmac('sha256', deriveKey(config.secret, 'chat sessions')).update(`${whose} ${id}`).digest('base64url')
}

export type Settled = {
  status: 'asked' | 'answered' | 'failed'
  response: string | null
  notice: string | null
  problem: string | null
  sources: { id: string; title: string }[]
  cards: ChatCard[]
}

/** The state of a question; undefined where its conversation was deleted. */
export async function findAnswer(db: Db, messageId: string): Promise<Settled | undefined> {
  const [found, proposed] = await db.everyCompanyBatch([
    {
      name: 'chat-answer',
      text: 'select status, response, notice, problem, sources from chat_messages where id = $1',
      values: [messageId]
    },
    {
      name: 'chat-answer-proposals',
      text: `select p.*, c.time_zone from chat_proposals p join companies c on c.id = p.company_id
        where p.message_id = $1 order by p.place`,
      values: [messageId]
    }
  ])
  const answer = found?.rows[0]
  const rows: (Proposal & { time_zone: string })[] = proposed?.rows ?? []
  return answer && { ...answer, cards: rows.map(row => toCard(row, row.time_zone)) }
}

type Person = { userId: string; companyId: string | null }

const ownSession = (trx: Trx, { userId, companyId }: { userId: string | null; companyId: string | null }) =>
  trx
    .selectFrom('chat_sessions as s')
    .where(sql<boolean>`s.user_id is not distinct from ${userId}::text`)
    .where(sql<boolean>`s.company_id is not distinct from ${companyId}::text`)

/**
 * Exchanges of a person's conversations: the newest of one conversation in their order, or of all, the latest
 * conversation first.
 */
export async function listHistory(
  trx: Trx,
  person: Person,
  { limit, offset, sessionId }: { limit: number; offset: number; sessionId: string | undefined }
): Promise<ChatHistoryItem[]> {
  const own = ownSession(trx, person)
    .innerJoin('chat_messages as m', 'm.session_id', 's.id')
    .select(['m.id', 'm.session_id', 'm.asked_at', 'm.message', 'm.response', 'm.notice', 'm.feedback'])
    .limit(limit)
    .offset(offset)
  const rows = sessionId
    ? (
        await own.where('s.id', '=', sessionId).orderBy('m.asked_at', 'desc').orderBy('m.id', 'desc').execute()
      ).reverse()
    : await own.orderBy('s.last_at', 'desc').orderBy('s.id').orderBy('m.asked_at').orderBy('m.id').execute()
  const cards = await cardsOf(
    trx,
    rows.map(({ id }) => id)
  )
  return rows.map(row => ({
    id: row.id,
    sessionId: row.session_id,
    timestamp: row.asked_at,
    message: row.message,
    response: row.response,
    notice: row.notice,
    isBot: row.response !== null,
    feedback: row.feedback,
    cards: cards.get(row.id) ?? []
  }))
}

/** Deletes one of the person's conversations; false where there is none. */
export async function deleteSession(trx: Trx, { userId, companyId }: Person, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('chat_sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(sql<boolean>`company_id is not distinct from ${companyId}::text`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores the person's feedback on an answer; false where there is no such answer. */
export async function setFeedback(
  trx: Trx,
  owner: ChatOwner,
  messageId: string,
  feedback: 'up' | 'down' | null
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_messages')
    .set({ feedback })
    .where('id', '=', messageId)
    .where('status', '=', 'answered')
    .where('session_id', 'in', ownSession(trx, owner).select('s.id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Statements that read everything an answer needs in one round trip; `$1` is the question's id. */
export const questionStatements = {
  question: {
    name: 'chat-question',
    text: `select m.id, m.session_id, m.message, m.status, m.asked_at, m.audience, s.user_id, s.company_id
      from chat_messages m join chat_sessions s on s.id = m.session_id where m.id = $1`
  },
  earlier: {
    name: 'chat-earlier',
    text: `select e.message, e.response from chat_messages m join chat_messages e on e.session_id = m.session_id
      where m.id = $1 and e.response <> '' and e.asked_at < m.asked_at
      order by e.asked_at desc, e.id desc limit 10`
  },
  articles: {
    name: 'chat-articles',
    // Articles that match much worse than the best are left out: a cited source should be worth reading.
    text: `select id, title, body from (
        select a.id, a.title, a.body, ts_rank_cd(a.search, q.words, 1) as fit,
          max(ts_rank_cd(a.search, q.words, 1)) over () as best
        from articles a, (
          select m.audience, replace(plainto_tsquery('pg_catalog.portuguese', fold(m.message))::text, ' & ', ' | ')::tsquery
            as words from chat_messages m where m.id = $1) q
        where a.active and a.search @@ q.words and q.audience = any (a.audiences)) found
      where fit >= best * 0.4 order by fit desc, id limit 3`
  },
  plans: {
    name: 'chat-plans',
    text: 'select name, price_cents, description, leads_per_month, users, features from plans order by position'
  },
  settings: { name: 'chat-settings', text: 'select key, value from settings' },
  /** The person's membership in the company and whose leads they see; none where they have left. */
  member: {
    name: 'chat-member',
    text: `select u.name, c.id as company_id, c.name as company, c.time_zone, p.name as plan, e.id as employee_id, e.role,
        e.permissions, case when e.role <> 'admin' then
          case e.lead_access when 'own' then array[e.id] when 'team' then array(
            select t.id from employees t where t.company_id = e.company_id and (t.team = e.team or t.id = e.id)) end
        end as owners
      from chat_messages m join chat_sessions s on s.id = m.session_id
      join users u on u.id = s.user_id and u.active
      join employees e on e.user_id = u.id and e.company_id = s.company_id and e.active
      join companies c on c.id = e.company_id and c.active join plans p on p.key = c.plan
      where m.id = $1`
  },
  /** Proposals of the conversation, with their outcomes. */
  proposed: {
    name: 'chat-proposed',
    text: `select p.* from chat_messages m join chat_proposals p on p.session_id = m.session_id
      where m.id = $1 order by p.created_at desc, p.place desc limit 6`
  }
} as const

/** Stores a reply with its proposals, or why there is none, unless one is stored already. */
export const settleStatement = (
  messageId: string,
  settled: {
    response: string | null
    notice?: string | null
    problem: string | null
    sources: Settled['sources']
    tokens: number
    proposals?: readonly Draft[]
  }
) => ({
  name: 'settle-chat',
  text: `with settled as (
      update chat_messages set status = case when $2::text is null then 'failed' else 'answered' end, response = $2,
        problem = $3, sources = $4, tokens = $5, notice = $7, settled_at = now() where id = $1 and status = 'asked'
      returning id, session_id
    ), proposed as (
      insert into chat_proposals (company_id, session_id, message_id, user_id, place, kind, params, lead_id, lead_name,
        lead_version, options, state)
      select s.company_id, s.id, settled.id, s.user_id, p.place, p.kind, p.params, p.lead_id, p.lead_name, p.lead_version,
        p.options, case when jsonb_array_length(p.options) > 0 then 'choosing' else 'waiting' end
      from settled join chat_sessions s on s.id = settled.session_id
      cross join jsonb_to_recordset($6::jsonb) as p (place smallint, kind text, params jsonb, lead_id text, lead_name text,
        lead_version integer, options jsonb)
    ) select id from settled`,
  values: [
    messageId,
    settled.response,
    settled.problem,
    JSON.stringify(settled.sources),
    settled.tokens,
    JSON.stringify((settled.proposals ?? []).map((draft, place) => ({ ...draft, place }))),
    settled.notice ?? null
  ]
})

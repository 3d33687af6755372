import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { openStatuses } from '../../support/tickets/rules.ts'
import type {} from '../../support/tickets/tables.ts'
import type { ChatOwner } from './queries.ts'

async function transcript(trx: Trx, id: string): Promise<{ message: string; response: string | null }[]> {
  const rows = await trx
    .selectFrom('chat_messages')
    .select(['message', 'response'])
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
    .select(
      sql<boolean>`exists (select from tickets t where t.id = chat_sessions.ticket_id
        and t.status in (${sql.join([...openStatuses])}))`.as('waiting')
    )
    .where('id', '=', id)
    .where(sql<boolean>`user_id is not distinct from ${owner.userId}::text`)
    .where(sql<boolean>`company_id is not distinct from ${owner.companyId}::text`)
    .executeTakeFirst()
}

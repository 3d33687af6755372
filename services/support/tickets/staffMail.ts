import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { staffReplyTo } from './replyTo.ts'
import { ticketTexts } from './rules.ts'
import type {} from './tables.ts'

/** People that one piece of news about a ticket is mailed to. */
const maxPeople = 20

type News = {
  text: string
  /** With the ticket, what the mail is about: it is sent to each person once. */
  cause: string
  /** The user who did it, who is not notified. */
  except?: string | null
  /** These alone, where somebody was named. */
  only?: readonly string[]
  /** A user who is notified though they neither have nor watch it. */
  also?: string | null
  /** Where nobody has the ticket, those who lead the team are notified. */
  late?: boolean
}

/**
 * Mails staff about a ticket: who has it and who watches it, or else, of one that is new or late, those who lead the
 * team. Only the number is said: what was written is one click away, and is read with the rights of the day. An answer of
 * theirs to the mail goes to the customer.
 */
export async function mailStaff(
  trx: Trx,
  config: Config,
  companyId: string,
  ticketId: string,
  { text, cause, except = null, only, also = null, late = false }: News
): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; number: number; concerned: boolean }>`
    select u.id, u.email, t.number, u.id = t.assignee_id or w.user_id is not null as concerned
    from tickets t
    join users u on u.active and u.role in ('global_admin', 'manager', 'employee')
    left join ticket_watchers w on w.company_id = t.company_id and w.ticket_id = t.id and w.user_id = u.id
    where t.company_id = ${companyId} and t.id = ${ticketId}
      and case when ${only ?? null}::text[] is not null then u.id = any (${only ?? null}::text[])
        else u.id = t.assignee_id or w.user_id is not null or u.id = ${also}
          or ${late}::boolean and t.assignee_id is null and u.role in ('global_admin', 'manager') end
      and u.id is distinct from ${except}
    order by concerned desc, u.created_at limit ${maxPeople}`.execute(trx)
  for (const { id, email, number } of rows) {
    const replyTo = await staffReplyTo(trx, config, { companyId, ticketId, userId: id })
    await sendAccountMail(trx, config, {
      to: email,
      subject: `Chamado ${ticketTexts.number(number)}`,
      paragraphs: [text],
      action: { label: 'Abrir o chamado', url: `${config.publicUrl}/admin/tickets/${ticketId}` },
      cause: `${cause} ${ticketId} ${id}`,
      ...(replyTo !== undefined && {
        note: 'O que você responder a este e-mail vai para o cliente.',
        thread: { references: [], replyTo }
      })
    })
  }
}

import { sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../core/db.ts'
import { usualMedia } from '../notifications/rules.ts'
import { kindLabels } from './rules.ts'

const kind = 'message_new'

/**
 * Notifies of people who wrote, once for each time that they wait for an answer: who has the conversation, else the
 * lead's owner, else everyone who sees all leads. Whoever has answered meanwhile hears nothing.
 */
export async function notifyOfMessages(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<void> {
  const usual = usualMedia[kind]
  const ids = [...conversationIds]
  await sql`
    with notified as (
      insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail, cause)
      select ${companyId}, e.id, ${kind}, l.id, 'Mensagem de ' || l.name,
        coalesce(nullif(left(c.last_text, 140), ''), ${JSON.stringify(kindLabels)}::jsonb ->> c.last_kind, ''),
        case c.channel when 'instagram' then '/instagram-messages/' else '/whatsapp/' end || c.id,
        coalesce((s.media -> ${kind} ->> 'app')::boolean, ${usual.app}),
        coalesce((s.media -> ${kind} ->> 'mail')::boolean, ${usual.mail}),
        'conversation ' || c.id || ' ' || extract(epoch from c.waiting_since)
      from conversations c
      join leads l on l.company_id = c.company_id and l.id = c.lead_id
      join employees e on e.company_id = c.company_id and e.active
        and case when coalesce(c.assignee_id, l.owner_id) is null then e.lead_access = 'all'
          else e.id = coalesce(c.assignee_id, l.owner_id) end
      left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
      where c.company_id = ${companyId} and c.id = any (${ids}::text[]) and c.waiting_since is not null and c.unread > 0
      on conflict (company_id, employee_id, cause) do nothing
      returning employee_id
    )
    insert into events (company_id, kind, data)
    select ${companyId}, 'notification', jsonb_build_object('employeeId', employee_id) from notified group by employee_id`.execute(
    trx
  )
  signalAfterCommit(trx, 'events')
}

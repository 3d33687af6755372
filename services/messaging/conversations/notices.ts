import { sql } from 'kysely'
import { usualMedia } from '../../account/notifications/rules.ts'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { channelKinds, channelRules } from '../channels/rules.ts'
import { kindLabels } from './rules.ts'

/** The kind of a row's notice: a new lead, whom nobody has answered yet, or a message. */
const [newLead, newMessage] = ['lead_new', 'message_new'] as const

const pages = Object.fromEntries(channelKinds.map(kind => [kind, channelRules[kind].page]))

/**
 * Notifies of people who wrote, once for each time that they wait for an answer: the conversation's person, else the
 * lead's owner, else everyone who sees all leads. A person who has answered meanwhile is not notified. A new lead has
 * the cause that the notice of new leads has too, so that one of the two is shown.
 */
export async function notifyOfMessages(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<void> {
  const ids = [...conversationIds]
  await sql`
    with waiting as (
      select c.*, l.name as lead_name, l.owner_id,
        case when l.source = c.channel and l.first_contact_at is null and c.created_at < l.received_at + interval '1 minute'
          then ${newLead} else ${newMessage} end as kind
      from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
      where c.company_id = ${companyId} and c.id = any (${ids}::text[]) and c.waiting_since is not null and c.unread > 0
    ), notified as (
      insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail, cause)
      select ${companyId}, e.id, w.kind, w.lead_id,
        case w.kind when ${newLead} then 'Novo lead: ' else 'Mensagem de ' end || w.lead_name,
        coalesce(nullif(left(w.last_text, 140), ''), ${JSON.stringify(kindLabels)}::jsonb ->> w.last_kind, ''),
        (${JSON.stringify(pages)}::jsonb ->> w.channel) || '/' || w.id,
        coalesce((s.media -> w.kind ->> 'app')::boolean,
          case w.kind when ${newLead} then ${usualMedia[newLead].app}::boolean else ${usualMedia[newMessage].app}::boolean end),
        w.kind = ${newMessage} and coalesce((s.media -> w.kind ->> 'mail')::boolean, ${usualMedia[newMessage].mail}),
        case w.kind when ${newLead} then 'lead ' || w.lead_id
          else 'conversation ' || w.id || ' ' || extract(epoch from w.waiting_since) end
      from waiting w
      join employees e on e.company_id = w.company_id and e.active
        and case when coalesce(w.assignee_id, w.owner_id) is null then e.lead_access = 'all'
          else e.id = coalesce(w.assignee_id, w.owner_id) end
      left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
      on conflict (company_id, employee_id, cause) do nothing
      returning employee_id
    ), received as (
      insert into events (company_id, kind, data)
      select ${companyId}, 'message-received', jsonb_build_object('conversationId', id, 'leadId', lead_id, 'employeeId',
        coalesce(assignee_id, owner_id)) from waiting
    )
    insert into events (company_id, kind, data)
    select ${companyId}, 'notification', jsonb_build_object('employeeId', employee_id) from notified group by employee_id`.execute(
    trx
  )
  signalAfterCommit(trx, 'events')
}

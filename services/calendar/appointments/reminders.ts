import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import { type ConnectionState, readTemplates } from '../../messaging/channels/approved.ts'
import { queueTemplate } from '../../messaging/conversations/templates.ts'
import { afterQuietHours, automaticMessageAuthor, minutesApart, reasons } from '../automations/rules.ts'
import type {} from '../automations/tables.ts'
import type { Facts, Guest } from './guestFacts.ts'
import { firstName } from './guestMails.ts'
import { fillTemplate, type ReminderFact, type ReminderTemplate } from './rules.ts'
import type { ReminderTemplateChoice } from './schema.ts'

/** Minutes after which a reminder that the channel did not send goes out by mail. */
const patience = 30

/** Templates take neither line breaks nor runs of spaces, and no empty values. */
const templateValue = (text: string): string => cut(text.replace(/\s+/g, ' ').trim(), 100) || '-'

export function factsOf({ row }: Facts): Record<ReminderFact, string> {
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: row.company_zone, ...options }).format(new Date(row.starts_at))
  const day = said({ weekday: 'long', day: '2-digit', month: '2-digit', year: 'numeric' })
  return {
    name: firstName(row.guest) || 'cliente',
    service: row.service ?? row.title,
    date: day,
    time: said({ hour: '2-digit', minute: '2-digit' }),
    person: row.person ?? row.company,
    company: row.company
  }
}

/**
 * Queues the reminder by the template that the company has chosen, in the caller's transaction. Returns why it goes by
 * mail instead, as a sentence; null where the company has chosen none.
 */
export async function remindByTemplate(
  trx: Trx,
  guest: Guest,
  facts: Facts,
  minutes: number
): Promise<{ queued: true } | { refused: string | null }> {
  const { row } = facts
  const template = row.reminder_template
  if (!template) return { refused: null }
  if (guest.message_failed_for !== null && Date.parse(guest.message_failed_for) === Date.parse(row.starts_at))
    return { refused: guest.reminder_note }
  const setting = await trx
    .selectFrom('automations')
    .select(['active', 'quiet_hours'])
    .where('kind', '=', 'reminder')
    .executeTakeFirst()
  if (setting?.active === false) return { refused: null }
  if (row.guest_confirmed_at !== null && guest.reminded_for !== null && guest.reminded_by === 'whatsapp')
    return { refused: reasons.confirmed }
  const factTexts = factsOf(facts)
  const values = template.values.map(({ variable, fact }) => ({ variable, text: templateValue(factTexts[fact]) }))
  const { name, language, named, body } = template
  const start = new Date(row.starts_at)
  const at = afterQuietHours(Date.now(), row.company_zone, setting?.quiet_hours ?? true)
  if (at >= start.getTime()) return { refused: reasons.noTime }
  return queueTemplate(
    trx,
    guest.company_id,
    { kind: 'whatsapp', leadId: guest.lead_id },
    {
      template: { name, language, named, values },
      text: fillTemplate(body, values),
      key: `reminder ${row.id} ${guest.lead_id} ${start.toISOString()} ${minutes}`,
      data: {
        automation: 'reminder',
        reminder: { appointmentId: row.id, leadId: guest.lead_id, start: start.toISOString(), minutes }
      },
      author: automaticMessageAuthor,
      validUntil: new Date(Math.min(start.getTime(), at + (patience + minutesApart) * 60_000)),
      notBefore: new Date(at),
      minutesApart
    }
  )
}

/**
 * The template of a choice, as it is stored. Throws 400 where it is not approved any longer, where a variable is left
 * without a value, and 502 or 503 where the provider does not answer.
 */
export async function readChoice(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  { id, values }: ReminderTemplateChoice
): Promise<ReminderTemplate> {
  const { templates } = await listReminderTemplates({ db, config }, companyId)
  const template = templates.find(each => each.id === id)
  if (!template) throw invalid({ reminderTemplate: 'Este modelo não está mais aprovado. Escolha outro.' })
  const chosen = new Map(values.map(({ variable, fact }) => [variable, fact]))
  const { variables, ...rest } = template
  return {
    ...rest,
    values: variables.map(variable => {
      const fact = chosen.get(variable)
      if (!fact) throw invalid({ reminderTemplate: `Diga o que vai no lugar de {{${variable}}}.` })
      return { variable, fact }
    })
  }
}

export const listReminderTemplates = (parts: { db: Db; config: Config }, companyId: string): Promise<ConnectionState> =>
  readTemplates(parts, companyId, 'whatsapp')

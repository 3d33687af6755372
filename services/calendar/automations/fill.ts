import type {} from '../../account/companies/tables.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { isRefused } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import { fillTemplate, type TemplateMessage } from '../../messaging/templates/filling.ts'
import { fillText } from '../../messaging/templates/rules.ts'
import { firstName } from '../appointments/guestMails.ts'
import { appointmentLink } from '../appointments/links.ts'
import type {} from '../appointments/tables.ts'
import type { AutomationFact } from './rules.ts'
import type { Setting } from './settings.ts'

/** The facts of a person, and of an appointment of theirs, by the names that settings have for them. */
export type KnownFacts = { texts: Partial<Record<AutomationFact, string>>; zone: string; start: string | null }

/** Undefined for a lead or an appointment that is not there. */
export async function readFactTexts(
  trx: Trx,
  config: Pick<Config, 'publicUrl' | 'secret'>,
  companyId: string,
  leadId: string,
  appointmentId: string | null
): Promise<KnownFacts | undefined> {
  const lead = await trx
    .selectFrom('leads as l')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .select(['l.name', 'c.name as company', 'c.time_zone as zone'])
    .where('l.company_id', '=', companyId)
    .where('l.id', '=', leadId)
    .executeTakeFirst()
  if (!lead) return undefined
  const texts = { name: firstName(lead.name), company: lead.company }
  if (appointmentId === null) return { texts, zone: lead.zone, start: null }
  const row = await trx
    .selectFrom('appointments as a')
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 'a.company_id').onRef('e.id', '=', 'a.employee_id')
    )
    .leftJoin('appointment_services as s', join =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.id', '=', 'a.service_id')
    )
    .select(['a.title', 'a.starts_at', 'e.name as person', 's.name as service'])
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', appointmentId)
    .executeTakeFirst()
  if (!row) return undefined
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: lead.zone, ...options }).format(new Date(row.starts_at))
  return {
    zone: lead.zone,
    start: row.starts_at,
    texts: {
      ...texts,
      service: row.service ?? row.title,
      date: said({ weekday: 'long', day: '2-digit', month: '2-digit', year: 'numeric' }),
      time: said({ hour: '2-digit', minute: '2-digit' }),
      person: row.person ?? lead.company,
      link: appointmentLink(config, companyId, appointmentId)
    }
  }
}

/** The message of a template for a person; why there is none, as a sentence, where it cannot or must not be sent. */
export async function messageOf(
  trx: Trx,
  companyId: string,
  leadId: string,
  { template_id: templateId, facts }: Setting,
  { texts }: KnownFacts
): Promise<TemplateMessage | { refused: string }> {
  const values = Object.fromEntries(
    Object.entries(facts).map(([variable, { from, fallback = '' }]) => [
      variable,
      cut(texts[from]?.trim() || fallback || '', 300)
    ])
  )
  try {
    return await fillTemplate(trx, companyId, { templateId: templateId ?? '', leadId, values })
  } catch (error) {
    if (!isRefused(error)) throw error
    return { refused: Object.values(error.errors ?? {})[0] ?? error.message }
  }
}

/** The words of a message within the window; {{nome}} and {{empresa}} stand for the person and the company. */
export const wordsFor = ({ words }: Setting, { texts }: KnownFacts): string =>
  fillText(words ?? '', { nome: texts.name || 'cliente', empresa: texts.company ?? '' })

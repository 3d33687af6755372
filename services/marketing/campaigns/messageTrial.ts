import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type {} from '../../account/employees/tables.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'
import { adapters } from '../../messaging/channels/adapters.ts'
import { notePeople } from '../../messaging/channels/portfolio.ts'
import { findChannel } from '../../messaging/channels/queries.ts'
import { filledParts, messageOf } from '../../messaging/templates/filling.ts'
import { variablesOf } from '../../messaging/templates/rules.ts'
import { findSender as findCompany, type MailPerson } from '../mailTemplates/variables.ts'
import type { TestOutcome } from '../senders/rules.ts'
import { campaignTexts } from './rules.ts'
import type { MessagePreview } from './schema.ts'
import { valuesFor } from './templateValues.ts'
import { contactOf, needTemplate } from './whatsapp.ts'

/** A campaign's template, and what fills it. Throws 404. */
async function findWritten(trx: Trx, id: string) {
  const row = await trx
    .selectFrom('campaigns')
    .select(['template_id', 'template_values'])
    .where('id', '=', id)
    .where('carrier', '=', 'whatsapp')
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', campaignTexts.gone)
  return { templateId: row.template_id, sources: row.template_values ?? {} }
}

type Which = { companyId: string; id: string }

/** A campaign's message as a person gets it; without one the values are examples. Throws 404 and 409. */
export async function previewMessage(
  trx: Trx,
  { companyId, id, leadId }: Which & { leadId: string | null }
): Promise<MessagePreview> {
  const { templateId, sources } = await findWritten(trx, id)
  if (templateId === null) throw new AppError('conflict', campaignTexts.messageTemplate)
  const row = await trx.selectFrom('message_templates').selectAll().where('id', '=', templateId).executeTakeFirst()
  if (!row) throw new AppError('conflict', campaignTexts.templateGone)
  const person = leadId === null ? null : await findPerson(trx, leadId)
  const values = person ? valuesFor(sources, person, await findCompany(trx, companyId)) : row.examples
  const filled = Object.fromEntries(variablesOf(row).flatMap(name => (values[name] ? [[name, values[name]]] : [])))
  return { ...filledParts(row, filled), values: filled, missing: variablesOf(row).filter(name => !filled[name]) }
}

async function findPerson(trx: Trx, leadId: string): Promise<MailPerson> {
  const lead = await trx
    .selectFrom('leads')
    .select(['name', 'email', 'phone', 'custom'])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  return { ...lead, custom: lead.custom as Record<string, unknown> }
}

/**
 * Sends a campaign's message to the telephone of one of the company's own people; it stands in no conversation. Throws
 * 400 for a telephone of somebody else, 404, and 409 that names what is missing.
 */
export async function tryMessage(
  { db, config }: { db: Db; config: Config },
  { companyId, id, to, name }: Which & { to: string; name: string }
): Promise<{ outcome: TestOutcome; answer: string | null }> {
  const { e164, key } = readPhone(storePhone(to))
  const contact = e164 && (await isOwn(db, companyId, key)) ? contactOf(e164) : undefined
  const { channel, message } = await db.company(companyId, async trx => {
    const { templateId, sources } = await findWritten(trx, id)
    if (!contact) throw invalid({ to: campaignTexts.notOurNumber })
    const channel = await findChannel(trx, 'whatsapp')
    if (!channel?.active) throw new AppError('conflict', campaignTexts.noChannel)
    if (templateId === null) throw new AppError('conflict', campaignTexts.messageTemplate)
    const row = await needTemplate(trx, templateId)
    const person = { name, email: null, phone: to, custom: {} }
    const values = valuesFor(sources, person, await findCompany(trx, companyId))
    const basis = { kind: 'customer' as const, at: new Date().toISOString(), text: 'teste da equipe' }
    await notePeople(trx, channel, [contact.contact])
    return { channel, message: messageOf(row, values, { basis, price: null }) }
  })
  if (!contact) throw invalid({ to: campaignTexts.notOurNumber })
  const sent = await adapters.whatsapp.send(
    { config, channel },
    {
      id: randomBytes(12).toString('hex'),
      kind: 'template',
      text: message.text,
      data: message.data,
      replyTo: null,
      contact: contact.contact,
      contactKind: contact.kind,
      window: 'closed',
      fileUrl: ''
    }
  )
  if ('accepted' in sent) return { outcome: 'accepted', answer: null }
  if ('unknown' in sent) return { outcome: 'timeout', answer: sent.unknown.text }
  if ('again' in sent) return { outcome: 'temporary', answer: sent.error.text }
  return { outcome: 'refused', answer: sent.failed.text }
}

/** Whether the telephone with this key is that of somebody of the team, as their profile has it. */
async function isOwn(db: Db, companyId: string, key: string): Promise<boolean> {
  // A company sees the names of its people, and not what they say of themselves.
  const { rows } = await db.everyCompany(trx =>
    sql<{ phone: string }>`
      select u.phone from employees e join users u on u.id = e.user_id
      where e.company_id = ${companyId} and e.active and u.phone is not null`.execute(trx)
  )
  return rows.some(({ phone }) => readPhone(storePhone(phone)).key === key)
}

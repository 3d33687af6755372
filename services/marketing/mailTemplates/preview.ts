import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type {} from '../../leads/leads/tables.ts'
import { compileTemplate, renderFor } from './render.ts'
import { examplePerson, type MailContent, mailWarnings } from './rules.ts'
import type { MailPreview } from './schema.ts'
import { findSender, listVariables, type MailPerson, variablesOf } from './variables.ts'

/** The person of a preview without a lead. */
const example: MailPerson = { ...examplePerson, custom: {} }

type Question = { companyId: string; leadId: string | null }

/** The data of a preview, under the person's own view of the leads: throws 404 for one that they do not see. */
export async function readPreview(trx: Trx, { companyId, leadId }: Question) {
  const person = leadId === null ? example : await findPerson(trx, leadId)
  return { person, sender: await findSender(trx, companyId), variables: await listVariables(trx) }
}

async function findPerson(trx: Trx, leadId: string): Promise<MailPerson> {
  const lead = await trx
    .selectFrom('leads')
    .select(['name', 'email', 'phone', 'custom'])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  return lead
}

/**
 * A mail as one person would get it, and what to look at before it is sent. Its unsubscribe link leads to the start
 * page.
 */
export async function previewMail(
  content: MailContent,
  { person, sender, variables }: Awaited<ReturnType<typeof readPreview>>,
  publicUrl: string
): Promise<MailPreview> {
  const compiled = await compileTemplate(content, publicUrl)
  const values = variablesOf(person, sender)
  // For the example each field of the company's own has its label: what is empty would look forgotten.
  if (person === example) for (const { name, label } of variables) values[name] ??= `[${label}]`
  const mail = renderFor(compiled, { variables: values, company: sender, unsubscribeUrl: `${publicUrl}/` })
  const bytes = Buffer.byteLength(mail.html)
  const identified = Boolean(sender.cnpj || sender.address?.trim())
  return { ...mail, bytes, person: person.name, warnings: mailWarnings(content, { bytes, variables, identified }) }
}

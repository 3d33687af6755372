import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { MailContent } from '../mailTemplates/rules.ts'
import type { CampaignContent } from './content.ts'
import { contentOf } from './email.ts'
import { campaignTexts, type Variant } from './rules.ts'
import type {} from './tables.ts'

/**
 * The mail of a campaign: what was fixed when it was prepared, else what its template says now. `variant`: with which
 * of two subjects. Throws 404, and 409 where there is nothing to send yet.
 */
export async function findContent(trx: Trx, id: string, variant: Variant): Promise<MailContent> {
  const row = await trx
    .selectFrom('campaigns')
    .select(['subject', 'subject_b', 'template_id', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', campaignTexts.gone)
  const fixed = row.content as CampaignContent | null
  const content = fixed ?? (await contentOf(trx, { subject: row.subject, templateId: row.template_id }))
  const other = fixed ? fixed.subjectB : row.subject_b
  return variant === 'b' && other ? { ...content, subject: other } : content
}

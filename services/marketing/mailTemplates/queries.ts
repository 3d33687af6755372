import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { takeLocks } from '../../core/locks.ts'
import { unstorable } from '../../core/text.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { readBody } from './body.ts'
import { mailLimits, mailTemplateTexts } from './rules.ts'
import type { MailTemplate, MailTemplateChange, MailTemplateRow, NewMailTemplate } from './schema.ts'
import type {} from './tables.ts'

const row = [
  'id',
  'name',
  'subject',
  'preheader',
  'version',
  'updated_at as updatedAt',
  'updated_by as updatedBy'
] as const
const sortable = { updatedAt: 'updated_at', name: 'name' } as const

const gone = () => new AppError('notFound', mailTemplateTexts.gone)

export async function listTemplates(
  trx: Trx,
  { sort, skip, take }: ListRequest<keyof typeof sortable>
): Promise<{ templates: MailTemplateRow[]; total: number }> {
  const templates = await trx
    .selectFrom('email_templates')
    .select(row)
    .orderBy(sortable[sort.field], sort.descending ? 'desc' : 'asc')
    .orderBy('id')
    .limit(take)
    .offset(skip)
    .execute()
  return { templates, total: await countTemplates(trx) }
}

async function countTemplates(trx: Trx): Promise<number> {
  const { n } = await trx
    .selectFrom('email_templates')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Throws 404. */
export const findTemplate = (trx: Trx, id: string): Promise<MailTemplate> =>
  trx
    .selectFrom('email_templates')
    .select([...row, 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(gone)

/** Throws 400 for a body that mails do not have, and 409 where the company has too many. */
export async function addTemplate(
  trx: Trx,
  companyId: string,
  template: NewMailTemplate,
  actor: AuditActor
): Promise<MailTemplate> {
  const values = checked(template, companyId)
  // Two at once would both be the last one.
  await takeLocks(trx, companyId, 'email templates')
  if ((await countTemplates(trx)) >= mailLimits.templates) throw new AppError('conflict', mailTemplateTexts.tooMany)
  const added = await trx
    .insertInto('email_templates')
    .values({ company_id: companyId, ...values, updated_by: actor.actorName })
    .returning([...row, 'body'])
    .executeTakeFirstOrThrow()
  await note(trx, companyId, 'email_template.created', added, actor)
  return added
}

/** Throws 404, 400 for a body that mails do not have, and 409 `STALE` where somebody changed it since `version`. */
export async function changeTemplate(
  trx: Trx,
  companyId: string,
  id: string,
  { version, ...template }: MailTemplateChange,
  actor: AuditActor
): Promise<MailTemplate> {
  await findTemplate(trx, id)
  const values = checked(template, companyId)
  const changed = await trx
    .updateTable('email_templates')
    .set({ ...values, version: version + 1, updated_at: sql`now()`, updated_by: actor.actorName })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning([...row, 'body'])
    .executeTakeFirst()
  if (!changed) throw new AppError('conflict', mailTemplateTexts.stale, { code: 'STALE' })
  await note(trx, companyId, 'email_template.changed', changed, actor)
  return changed
}

/** Throws 404 for one that is gone, and 409 for one that a series of mails needs. */
export async function deleteTemplate(trx: Trx, companyId: string, id: string, actor: AuditActor): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select s.name from mail_series s where s.company_id = ${companyId} and s.removed_at is null and exists (
      select from campaigns c where c.company_id = s.company_id and c.series_id = s.id and c.step is not null
        and c.template_id = ${id})
    order by s.name limit 1`.execute(trx)
  if (rows[0]) throw new AppError('conflict', mailTemplateTexts.inSeries(rows[0].name))
  const deleted = await trx
    .deleteFrom('email_templates')
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow(gone)
  await note(trx, companyId, 'email_template.deleted', deleted, actor)
}

function checked({ name, subject, preheader, body }: NewMailTemplate, companyId: string) {
  for (const [field, text] of Object.entries({ name, subject, preheader }))
    if (unstorable(text)) throw invalid({ [field]: mailTemplateTexts.characters })
  const line = (text: string) => text.replace(/\s+/g, ' ').trim()
  return {
    name: line(name),
    subject: line(subject),
    preheader: line(preheader),
    body: JSON.stringify(readBody(body, companyId))
  }
}

type Action = 'email_template.created' | 'email_template.changed' | 'email_template.deleted'

const note = (
  trx: Trx,
  companyId: string,
  action: Action,
  { id, name }: { id: string; name: string },
  actor: AuditActor
) => audit(trx, { ...actor, companyId, action, object: { type: 'email_template', id, name } })

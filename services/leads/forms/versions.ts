import { sql } from 'kysely'
import { nameRecipients } from '../../account/recipients/queries.ts'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { publish } from '../../core/jobs.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { hasUncounted } from './answers.ts'
import { contentProblems, settingsOf } from './drafts/rules.ts'
import { contentOf, living, lockForm, notFound, publishedOf, saveDraft } from './editor.ts'
import { optionsAdded } from './jobs.ts'
import type { FormVersion } from './schema.ts'

/** Publishes the draft as a new version, to which it can be restored. Throws 400 where the draft is not complete. */
export async function publishForm(
  trx: Trx,
  companyId: string,
  id: string,
  revision: number,
  actor: AuditActor
): Promise<number> {
  const row = await lockForm(trx, id, revision)
  const content = contentOf(row)
  const [problem] = contentProblems(content)
  if (problem) throw invalid({ draft: problem.text })
  if (content.settings.ownerId !== null) await needOwner(trx, content.settings.ownerId)
  await nameRecipients(trx, companyId, id, content.settings.recipients)
  const before = settingsOf(row.settings)
  const sameConsent = before.consent === content.settings.consent && before.whatsapp === content.settings.whatsapp
  const version = row.version + 1
  const consentVersion = row.version === 0 || sameConsent ? row.consent_version : row.consent_version + 1
  const published = {
    title: content.title.trim(),
    description: content.description,
    fields: JSON.stringify(content.fields),
    settings: JSON.stringify(content.settings),
    version,
    consent_version: consentVersion
  }
  await trx
    .updateTable('forms')
    .set({
      ...published,
      draft: null,
      revision: revision + 1,
      published_at: sql`now()`,
      updated_at: sql`now()`,
      edited_by: actor.actorName
    })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('form_versions')
    .values({ company_id: companyId, form_id: id, ...published, published_by: actor.actorName })
    .execute()
  if (await hasUncounted(trx)) await publish(trx, optionsAdded, { companyId })
  await audit(trx, {
    ...actor,
    companyId,
    action: 'form.published',
    object: { type: 'form', id, name: row.name },
    changes: { version: [row.version, version] }
  })
  signalAfterCommit(trx, `company:${companyId}`)
  return version
}

async function needOwner(trx: Trx, ownerId: string): Promise<void> {
  const owner = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', ownerId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!owner) throw invalid({ ownerId: 'O responsável escolhido não está mais na equipe.' })
}

export async function listVersions(trx: Trx, id: string): Promise<FormVersion[]> {
  if (!(await living(trx).where('id', '=', id).executeTakeFirst())) throw notFound()
  const rows = await trx
    .selectFrom('form_versions')
    .selectAll()
    .where('form_id', '=', id)
    .orderBy('version', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({
    version: row.version,
    title: row.title,
    fieldCount: row.fields.length,
    consentVersion: row.consent_version,
    publishedBy: row.published_by,
    publishedAt: row.published_at
  }))
}

/** Copies a version into the draft; visitors see it once it is published. */
export async function restoreVersion(
  trx: Trx,
  id: string,
  version: number,
  revision: number,
  actor: AuditActor
): Promise<void> {
  await lockForm(trx, id, revision)
  const old = await trx
    .selectFrom('form_versions')
    .select(['title', 'description', 'fields', 'settings'])
    .where('form_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!old) throw new AppError('notFound', 'Formulário não encontrado')
  await saveDraft(trx, id, revision, publishedOf(old), actor)
}

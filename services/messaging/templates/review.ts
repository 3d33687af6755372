import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import type { Connection, TemplateCalls } from '../channels/adapter.ts'
import { adapters } from '../channels/adapters.ts'
import { isProviderError } from '../channels/errors.ts'
import { findChannel } from '../channels/queries.ts'
import { homePrices } from '../prices/costs.ts'
import { contentOf, giveBack, record, takeForCall, toTemplate } from './queries.ts'
import { checkTemplate, hoursBetweenEdits, type TemplateStatus, templateTexts, variablesOf } from './rules.ts'
import type { Template } from './schema.ts'
import type {} from './tables.ts'

export type Parts = { db: Db; config: Config }

/** The kind of channel that has templates. */
const kind = 'whatsapp'

export type Account = { calls: TemplateCalls; connection: Connection; account: string }

/** The account in which a company's templates are reviewed; undefined where its channel is not connected. */
export async function findAccount({ db, config }: Parts, companyId: string): Promise<Account | undefined> {
  const channel = await db.company(companyId, trx => findChannel(trx, kind))
  const account = channel?.waba_id ?? channel?.parent_account
  const { templates: calls } = adapters[kind]
  if (!channel?.active || channel.problem !== null || !account || !calls) return undefined
  return { calls, connection: { config, channel }, account }
}

/** Throws 409 where the company's channel is not connected. */
export async function accountOf(parts: Parts, companyId: string): Promise<Account> {
  const account = await findAccount(parts, companyId)
  if (!account) throw new AppError('conflict', templateTexts.disconnected, { code: 'CHANNEL_OFF' })
  return account
}

/** Calls the provider; its refusal or silence is a 409 with what to do. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isProviderError(error)) throw error
    throw new AppError('conflict', error.text)
  }
}

/**
 * Has a draft or a change reviewed. Throws 400 where it breaks a rule, and 409 where it is under review, was changed
 * within a day, or the provider refuses it; it then stays as it was.
 */
export async function submitTemplate(
  parts: Parts,
  companyId: string,
  id: string,
  actor: AuditActor
): Promise<Template> {
  const { db } = parts
  const row = await db.company(companyId, async trx => {
    const row = await takeForCall(trx, id)
    if (row.status === 'pending') throw new AppError('conflict', templateTexts.pending)
    if (row.status === 'disabled') throw new AppError('conflict', templateTexts.disabled)
    if (row.external_id !== null && row.draft === null && row.status !== 'rejected')
      throw new AppError('conflict', templateTexts.unchanged)
    const errors = checkTemplate({ ...contentOf(row), name: row.name, language: row.language })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const since = row.edited_at === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(row.edited_at)
    if (row.external_id !== null && row.status === 'approved' && since < hoursBetweenEdits * 3_600_000)
      throw new AppError('conflict', templateTexts.tooSoon, { code: 'EDICAO_DEMAIS' })
    return row
  })
  const content = contentOf(row)
  const named = !variablesOf({ ...content, buttons: [] }).some(name => /^\d+$/.test(name))
  const submitted = { ...content, named, name: row.name, language: row.language }
  try {
    const { external_id } = row
    const { calls, connection, account } = await accountOf(parts, companyId)
    const result = await askProvider(async () => {
      if (external_id === null) return calls.create(connection, account, submitted)
      await calls.edit(connection, external_id, submitted)
      return { externalId: external_id, status: 'pending' as const, category: content.category }
    })
    return await db.company(companyId, async trx => {
      const changed = await trx
        .updateTable('message_templates')
        .set({
          category: result.category,
          ...(result.category !== content.category && { previous_category: content.category }),
          named,
          header: content.header && JSON.stringify(content.header),
          body: content.body,
          footer: content.footer,
          buttons: JSON.stringify(content.buttons),
          examples: JSON.stringify(content.examples),
          draft: null,
          external_id: result.externalId,
          // The verdict may have come before the answer.
          status: sql<TemplateStatus>`case when external_id = ${result.externalId} and status_at > ${row.status_at}::timestamptz
            and status <> 'pending' then status else ${result.status} end`,
          rejected_reason: sql<string | null>`case when external_id = ${result.externalId}
            and status_at > ${row.status_at}::timestamptz then rejected_reason end`,
          status_at: sql<string>`now()`,
          ...(row.external_id !== null && { edited_at: sql<string>`now()` }),
          busy_until: null,
          updated_at: sql<string>`now()`
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (!changed) throw new AppError('notFound', templateTexts.gone)
      await record(trx, companyId, 'message_template.submitted', changed, actor)
      return toTemplate(changed, await homePrices(trx))
    })
  } catch (error) {
    await db.company(companyId, trx => giveBack(trx, id))
    throw error
  }
}

/** Deletes a template, at the provider too. Throws 409 where the provider has it and cannot be asked. */
export async function deleteTemplate(parts: Parts, companyId: string, id: string, actor: AuditActor): Promise<void> {
  const { db } = parts
  const row = await db.company(companyId, trx => takeForCall(trx, id))
  const { external_id: externalId, name } = row
  try {
    if (externalId !== null) {
      const { calls, connection, account } = await accountOf(parts, companyId)
      await askProvider(() => calls.remove(connection, account, { name, externalId }))
    }
    await db.company(companyId, async trx => {
      await trx.deleteFrom('message_templates').where('id', '=', id).execute()
      await record(trx, companyId, 'message_template.deleted', row, actor)
    })
  } catch (error) {
    await db.company(companyId, trx => giveBack(trx, id))
    throw error
  }
}

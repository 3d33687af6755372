import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { ProviderTemplate } from '../channels/templates.ts'
import { notifyOfTrouble } from '../channels/trouble.ts'
import type { TemplateReport } from '../channels/updates.ts'
import { pricesOf } from '../prices/costs.ts'
import { priceText } from '../prices/rules.ts'
import { announceTemplates } from './queries.ts'
import { type Account, askProvider, findAccount, type Parts } from './review.ts'
import { categoryLabels, type TemplateCategory, templateTexts } from './rules.ts'
import type { TemplatesSynced } from './schema.ts'
import type {} from './tables.ts'

/**
 * Reads all templates of the account and keeps them here. Drafts stay; one that the provider does not have any longer is
 * archived. Throws 409 where the provider does not answer.
 */
export async function syncTemplates(
  { db }: Parts,
  companyId: string,
  { calls, connection, account }: Account
): Promise<TemplatesSynced> {
  const startedAt = new Date().toISOString()
  const { currency, found } = await askProvider(async () => ({
    currency: await calls.currency(connection, account),
    found: await calls.list(connection, account)
  }))
  await db.company({ id: companyId, held: true, deleted: true }, async trx => {
    if (currency !== null)
      await trx.updateTable('channels').set({ currency }).where('id', '=', connection.channel.id).execute()
    await keep(trx, companyId, found, startedAt)
  })
  return { templates: found.length, syncedAt: startedAt }
}

/** The same for a channel that may have been switched off meanwhile. */
export async function syncConnected(parts: Parts, companyId: string): Promise<void> {
  const account = await findAccount(parts, companyId)
  if (account) await syncTemplates(parts, companyId, account)
}

async function keep(trx: Trx, companyId: string, found: readonly ProviderTemplate[], startedAt: string): Promise<void> {
  const listed = JSON.stringify(found)
  const rows = sql`jsonb_to_recordset(${listed}::jsonb) as t("externalId" text, name text, language text, category text,
    status text, "rejectedReason" text, quality text, named boolean, header jsonb, body text, footer text, buttons jsonb,
    examples jsonb)`
  const { rows: moved } = await sql<{ name: string; before: TemplateCategory; after: TemplateCategory }>`
    select m.name, m.category as before, t.category as after from ${rows}
    join message_templates m on m.name = t.name and m.language = t.language and m.company_id = ${companyId}
    where m.external_id is not null and m.category <> t.category`.execute(trx)
  // A report that came while the list was read is later than the list.
  await sql`
    insert into message_templates as m (company_id, external_id, name, language, category, status, rejected_reason, quality,
      named, header, body, footer, buttons, examples, status_at, synced_at)
    select distinct on (t.name, t.language) ${companyId}, t."externalId", t.name, t.language, t.category, t.status,
      t."rejectedReason", t.quality, t.named, nullif(t.header, 'null'), t.body, t.footer, t.buttons, t.examples,
      ${startedAt}::timestamptz, ${startedAt}::timestamptz
    from ${rows} order by t.name, t.language
    on conflict (company_id, name, language) do update set
      draft = case when m.external_id is null and m.status = 'draft' then jsonb_build_object('category', m.category,
          'header', m.header, 'body', m.body, 'footer', m.footer, 'buttons', m.buttons, 'examples', m.examples)
        else m.draft end,
      previous_category = case when m.external_id is not null and m.category <> excluded.category then m.category
        else m.previous_category end,
      category = excluded.category,
      status = case when m.external_id is null or m.status_at <= excluded.status_at then excluded.status else m.status end,
      rejected_reason = case when m.external_id is null or m.status_at <= excluded.status_at then excluded.rejected_reason
        else m.rejected_reason end,
      status_at = greatest(m.status_at, excluded.status_at),
      quality = excluded.quality, external_id = excluded.external_id, named = excluded.named, header = excluded.header,
      body = excluded.body, footer = excluded.footer, buttons = excluded.buttons,
      examples = m.examples || excluded.examples, synced_at = excluded.synced_at`.execute(trx)
  await sql`
    update message_templates m set status = 'archived', rejected_reason = 'DELETED', external_id = null,
      status_at = ${startedAt}::timestamptz, synced_at = ${startedAt}::timestamptz
    where m.company_id = ${companyId} and m.external_id is not null and m.status_at < ${startedAt}::timestamptz
      and not exists (select from ${rows} where t.name = m.name and t.language = m.language)`.execute(trx)
  if (moved.length > 0) await notifyOfCategories(trx, companyId, moved)
  await announceTemplates(trx, companyId)
}

type Moved = { name: string; before: TemplateCategory; after: TemplateCategory }

/** The price follows the category. */
async function notifyOfCategories(trx: Trx, companyId: string, moved: readonly Moved[]): Promise<void> {
  const priceOf = await pricesOf(trx, companyId)
  const said = moved.slice(0, 5).map(({ name, before, after }) => {
    const [old, now] = [priceOf(before), priceOf(after)]
    const price =
      old || now ? `antes ${priceText(old)}, agora ${priceText(now)}` : `${templateTexts.noPrice} antes e agora`
    return `${name}: de ${categoryLabels[before].toLowerCase()} para ${categoryLabels[after].toLowerCase()} (${price})`
  })
  const more = moved.length > 5 ? ` e mais ${moved.length - 5}` : ''
  await notifyOfTrouble(
    trx,
    { company_id: companyId, kind: 'whatsapp' },
    moved.length === 1 ? 'A categoria de um modelo mudou' : 'A categoria de modelos mudou',
    `${said.join('; ')}${more}. O preço de cada mensagem segue a categoria.`
  )
}

/**
 * Notes a report on a template, in whatever order reports come. Returns false for one that is not kept here: it comes
 * with the next reading of the list.
 */
export async function noteTemplateReport(trx: Trx, companyId: string, report: TemplateReport): Promise<boolean> {
  const row = await trx
    .selectFrom('message_templates')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(({ or, and, eb }) =>
      or([
        eb('external_id', '=', report.externalId ?? ''),
        and([
          eb('name', '=', report.name ?? ''),
          eb('language', '=', report.language ?? ''),
          // The report may come before the answer to the call that made it.
          or([eb('external_id', 'is not', null), eb('busy_until', 'is not', null)])
        ])
      ])
    )
    .orderBy(sql`external_id = ${report.externalId ?? ''}`, order => order.desc().nullsLast())
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const own = trx.updateTable('message_templates').where('company_id', '=', companyId).where('id', '=', row.id)
  const { at } = report
  const isLate = (last: string | null) => last !== null && Date.parse(at) < Math.floor(Date.parse(last) / 1000) * 1000
  if (report.type === 'status') {
    if (isLate(row.status_at)) return true
    const { status, reason } = report
    const refused = status === 'rejected' || status === 'paused' || status === 'disabled' || status === 'archived'
    await own
      .set({
        ...(report.externalId !== null && { external_id: report.externalId }),
        status,
        rejected_reason: refused ? (status === 'rejected' ? (reason ?? 'REJECTED') : statusReasons[status]) : null,
        status_at: sql<string>`greatest(${at}::timestamptz, status_at)`
      })
      .execute()
    if (refused && row.status !== status)
      await notifyOfTrouble(
        trx,
        { company_id: companyId, kind: 'whatsapp' },
        titles[status],
        `Modelo ${row.name}. Abra Modelos, na configuração do WhatsApp, e veja o motivo e o que mudar.`
      )
  } else if (report.type === 'quality') {
    if (isLate(row.quality_at)) return true
    await own.set({ quality: report.quality, quality_at: at }).execute()
  } else {
    if (isLate(row.category_at)) return true
    const { category, foretold } = report
    if (category !== null && category !== row.category) {
      await own.set({ category, previous_category: row.category, category_at: at }).execute()
      await notifyOfCategories(trx, companyId, [{ name: row.name, before: row.category, after: category }])
    } else if (foretold !== null && foretold !== row.category) {
      await own.set({ category_at: at }).execute()
      await notifyOfTrouble(
        trx,
        { company_id: companyId, kind: 'whatsapp' },
        'A categoria de um modelo vai mudar',
        `A Meta quer passar ${row.name} de ${categoryLabels[row.category].toLowerCase()} para ` +
          `${categoryLabels[foretold].toLowerCase()}, e com isso o preço (${await foretoldPrice(trx, companyId, row.category, foretold)}). ` +
          'Discorde no Gerenciador do WhatsApp, ou mude o texto.'
      )
    }
  }
  await announceTemplates(trx, companyId)
  return true
}

async function foretoldPrice(trx: Trx, companyId: string, before: TemplateCategory, after: TemplateCategory) {
  const priceOf = await pricesOf(trx, companyId)
  const [old, next] = [priceOf(before), priceOf(after)]
  return old || next ? `hoje ${priceText(old)}, depois ${priceText(next)}` : templateTexts.noPrice
}

const statusReasons = { paused: 'PAUSED', disabled: 'DISABLED', archived: 'DELETED' } as const

const titles = {
  rejected: 'Um modelo de mensagem foi recusado',
  paused: 'Um modelo de mensagem foi pausado',
  disabled: 'Um modelo de mensagem foi desativado',
  archived: 'Um modelo de mensagem foi arquivado'
} as const

/** The companies whose templates are read again each day. */
export async function connectedChannels({
  db
}: Pick<Parts, 'db'>): Promise<{ companyId: string; channelId: string }[]> {
  const rows = await db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .select(['company_id', 'id'])
      .where('kind', '=', 'whatsapp')
      .where('active', '=', true)
      .where('problem', 'is', null)
      .execute()
  )
  return rows.map(({ company_id, id }) => ({ companyId: company_id, channelId: id }))
}

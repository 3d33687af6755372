import { type RawBuilder, sql } from 'kysely'
import { formatCnpj } from '../../account/companies/rules.ts'
import { notifyOfLeads } from '../../account/notifications/queries.ts'
import { forEachCompany, inSet } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import { type Db, signalAfterCommit, type Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { productName } from '../../core/rules.ts'
import { phoneText } from '../../core/telephone/rules.ts'
import { mailQueued } from '../../platform/email/jobs.ts'
import { mayWriteMail } from '../../platform/email/limit.ts'
import { distribute } from '../distribution/queries.ts'
import { leadsCreated, leadsHeld, leadsReturned, leadsUnowned, limitsChanged } from './jobs.ts'
import { markLabels, sourceLabel } from './marks/rules.ts'
import { type LeadMark, nameless, type PreferredPeriod, periodLabels, typedSource } from './rules.ts'
import { settleCounts } from './settle.ts'
import { companiesWithHeldLeads, leadUsage, releaseHeldLeads, releasePortion } from './usage.ts'

type NoticeLead = {
  leadId: string
  name: string
  /** People who came by a channel may have neither. */
  email: string | null
  phone: string | null
  cnpj: string | null
  message: string | null
  source: string
  preferred_date: string | null
  preferred_period: PreferredPeriod | null
  consent_given: boolean
  marks: LeadMark[]
  company: string
  recipients: string[] | null
  /** Deduplicates the notice, however often the job runs. */
  cause: string
}

/**
 * Leads with the recipients of their notices: those named by the form, else the company's active admins, else its own
 * address.
 *
 * @param causes a table of `lead_id` and `cause`, ordered by `no`
 */
async function findForNotice(trx: Trx, companyId: string, causes: RawBuilder<unknown>): Promise<NoticeLead[]> {
  const { rows } = await sql<NoticeLead>`
    select l.id as "leadId", l.name, l.email, l.phone, l.cnpj, l.message, l.source, l.preferred_date, l.preferred_period,
      l.consent_given, l.marks, c.name as company, causes.cause, coalesce((
        select form_recipients(f.settings -> 'recipients')
        -- The lead's submissions first; otherwise all submissions of a form would be read until one of this lead is
        -- found.
        from (select s.company_id, s.form_id, s.received_at from submissions s
          where s.company_id = l.company_id and s.lead_id = l.id offset 0) as s
        join forms f on f.company_id = s.company_id and f.id = s.form_id
        where f.settings -> 'recipients' <> '[]'
        order by s.received_at desc limit 1), usual.recipients) as recipients
    from ${causes}, lateral (select * from leads where company_id = ${companyId} and id = causes.lead_id offset 0) as l
    join companies c on c.id = ${companyId}, (select company_recipients() as recipients offset 0) as usual
    order by causes.no`.execute(trx)
  return rows
}

type Notice = {
  /** Deduplicates the notice, together with the recipient. */
  cause: string
  leadId: string | null
  to: readonly string[]
  subject: string
  text: string
}

/** Writes the mails of the notices, and a job for each where a mail server is configured. */
async function writeMails(trx: Trx, config: Config, companyId: string, notices: readonly Notice[]): Promise<void> {
  const mails = notices.flatMap(({ to, ...notice }) => to.map(address => ({ ...notice, address })))
  if (mails.length === 0) return
  await sql`
    with mail as (
      insert into mails (company_id, job_id, to_address, subject, text, status, lead_id)
      select ${companyId}, cause, address, subject, text, ${config.smtpUrl ? 'queued' : 'kept'}, lead_id
      from unnest(${mails.map(({ cause }) => cause)}::text[], ${mails.map(({ address }) => address)}::text[],
        ${mails.map(({ subject }) => subject)}::text[], ${mails.map(({ text }) => text)}::text[],
        ${mails.map(({ leadId }) => leadId)}::text[]) as m (cause, address, subject, text, lead_id)
      where ${mayWriteMail(sql`${companyId}::text`, sql`cause`, sql`address`)}
      on conflict (company_id, job_id, to_address) do nothing
      returning id, status
    )
    insert into outbox (queue, name, data)
    select ${mailQueued.queue}, ${mailQueued.name}, jsonb_build_object('companyId', ${companyId}::text, 'mailId', id)
    from mail where status = 'queued'`.execute(trx)
  if (config.smtpUrl) signalAfterCommit(trx, 'outbox')
}

/**
 * Assigns new leads in turn, and notifies the company of each in the application and by e-mail. Without a mail server
 * the mails stay on the outbox page.
 */
export const notifyOfNew = on(leadsCreated, ({ companyId, leadIds }, { db, config }) => {
  const notify = async (trx: Trx, ids: readonly string[]) => {
    const assigned = await distribute(trx, companyId, ids)
    const causes = sql`(select no, id as lead_id, 'lead ' || id as cause
      from unnest(${[...ids]}::text[]) with ordinality as t (id, no)) as causes`
    const leads = await findForNotice(trx, companyId, causes)
    const words = { subject: 'Novo lead', opening: 'recebeu um novo lead' }
    await writeMails(trx, config, companyId, noticesOf(leads, words, config))
    const news = leads.map(({ leadId, cause }) => ({ leadId, cause, ownerNotified: assigned.has(leadId) }))
    await notifyOfLeads(trx, companyId, 'lead_new', news)
  }
  return inSet(
    leadIds,
    id => `lead ${id}`,
    ids => db.company(companyId, trx => notify(trx, ids))
  )
})

/** Notifies the company of people who sent its form again. */
export const notifyOfReturned = on(leadsReturned, ({ companyId, submissionIds }, { db, config }) => {
  const notify = async (trx: Trx, ids: readonly string[]) => {
    const causes = sql`(select no, s.lead_id, 'return ' || s.id as cause
      from unnest(${[...ids]}::text[]) with ordinality as t (id, no)
      join submissions s on s.company_id = ${companyId} and s.id = t.id) as causes`
    const leads = await findForNotice(trx, companyId, causes)
    const words = { subject: 'Novo envio', opening: 'recebeu um novo envio de quem já é lead' }
    await writeMails(trx, config, companyId, noticesOf(leads, words, config))
    const news = leads.map(({ leadId, cause }) => ({ leadId, cause, ownerNotified: false }))
    await notifyOfLeads(trx, companyId, 'lead_returned', news)
  }
  return inSet(
    submissionIds,
    id => `submission ${id}`,
    ids => db.company(companyId, trx => notify(trx, ids))
  )
})

const noticesOf = (
  leads: readonly NoticeLead[],
  words: { subject: string; opening: string },
  config: Config
): Notice[] =>
  leads.map(lead => ({
    cause: lead.cause,
    leadId: lead.leadId,
    to: lead.recipients ?? [],
    subject: `${words.subject}: ${lead.name === nameless ? sourceLabel(lead.source) : lead.name}`,
    text: noticeText(lead, words.opening, `${config.publicUrl}/leads/${lead.leadId}`)
  }))

/** Assigns in turn the leads that were typed in or released without an owner, where the company has distribution on. */
export const giveUnowned = on(leadsUnowned, ({ companyId, leadIds }, { db }) =>
  inSet(
    leadIds,
    id => `lead ${id}`,
    ids => db.company(companyId, trx => distribute(trx, companyId, ids))
  )
)

/** A company with its plan, its month and the recipients of notices. */
type NoticeContext = { company: string; plan: string; month: string; recipients: string[] | null }

const forCompany = {
  name: 'company-to-tell',
  text: `select c.name as company, p.name as plan, company_recipients() as recipients,
    to_char(now() at time zone c.time_zone, 'YYYY-MM') as month
    from companies c join plans p on p.key = c.plan`,
  values: []
}

/** Notifies a company once a month that leads are being held. */
const notifyOfHeldLeads = on(leadsHeld, async ({ companyId }, { db, config }) => {
  const { limit, held } = await leadUsage(db, companyId)
  const [result] = await db.companyBatch(companyId, [forCompany])
  const context = result?.rows[0] as NoticeContext | undefined
  if (!context?.recipients?.length || held === 0) return
  const text = [
    `${context.company} chegou ao limite de ${limit} leads por mês do plano ${context.plan}.`,
    '',
    'Os novos leads continuam a ser recebidos e ficam retidos: nada se perde. Eles aparecem quando você muda de plano',
    'ou no começo do próximo mês.',
    '',
    `Ver os planos no ${productName}: ${config.publicUrl}/company`,
    ''
  ].join('\n')
  const notice = {
    // One for each month, however many leads are held.
    cause: `held ${context.month}`,
    leadId: null,
    to: context.recipients,
    subject: `Limite de leads do plano ${context.plan} atingido`,
    text
  }
  await db.company(companyId, trx => writeMails(trx, config, companyId, [notice]))
})

/** Releases the held leads that the plan now allows, and notifies the company. */
async function releaseLeads(companyId: string, { db, config, jobId }: Release): Promise<number> {
  let [count, released] = [0, 0]
  do {
    released = await db.company({ id: companyId, held: true }, async trx => {
      const n = await releaseHeldLeads(trx, companyId)
      if (n > 0) await announce(trx, { companyId, kind: 'leads-released', data: {} })
      return n
    })
    count += released
  } while (released === releasePortion)
  if (count === 0) return 0
  const [result] = await db.companyBatch(companyId, [forCompany])
  const context = result?.rows[0] as NoticeContext | undefined
  if (!context?.recipients?.length) return count
  const what = count === 1 ? '1 lead que estava retido já aparece' : `${count} leads que estavam retidos já aparecem`
  const text = [
    `${context.company}: ${what} na sua lista.`,
    '',
    `Abrir no ${productName}: ${config.publicUrl}/leads`,
    ''
  ]
  const notice = {
    cause: `released ${jobId}`,
    leadId: null,
    to: context.recipients,
    subject: count === 1 ? '1 lead foi liberado' : `${count} leads foram liberados`,
    text: text.join('\n')
  }
  await db.company(companyId, trx => writeMails(trx, config, companyId, [notice]))
  return count
}

type Release = { db: Db; config: Config; jobId: string }

const releaseAfterChange = on(limitsChanged, async ({ companyId }, context) => {
  await releaseLeads(companyId, context)
})

/** Releases in every company what a new month allows; runs on a schedule. */
export async function releaseByMonth(db: Db, config: Config): Promise<void> {
  const companies = await db.everyCompany(companiesWithHeldLeads)
  await forEachCompany(companies, id => releaseLeads(id, { db, config, jobId: new Date().toISOString() }))
}

function noticeText(lead: NoticeLead, opening: string, link: string): string {
  const [year, month, day] = lead.preferred_date?.split('-') ?? []
  const lines: [string, string | null][] = [
    ['Nome', lead.name],
    ['Telefone', lead.phone && phoneText(lead.phone)],
    ['E-mail', lead.email],
    ['CNPJ', lead.cnpj && formatCnpj(lead.cnpj)],
    ['Data preferencial', day ? `${day}/${month}/${year}` : null],
    ['Período preferencial', lead.preferred_period && periodLabels[lead.preferred_period]],
    ['Origem', sourceLabel(lead.source)],
    ['Aceita receber comunicações', lead.consent_given ? 'sim' : 'não'],
    ['Atenção', lead.marks.map(mark => markLabels[mark]).join('; ') || null],
    ['Mensagem', lead.message]
  ]
  // Only the message may have line breaks: elsewhere they could fake a line of ours.
  const oneLine = (label: string, value: string) => (label === 'Mensagem' ? value : value.replace(/\s+/g, ' '))
  const filled = lines.flatMap(([label, value]) => (value ? [`${label}: ${oneLine(label, value)}`] : []))
  return [`${lead.company} ${opening}.`, '', ...filled, '', `Abrir no ${productName}: ${link}`, ''].join('\n')
}

export const handlers = [notifyOfNew, notifyOfReturned, giveUnowned, notifyOfHeldLeads, releaseAfterChange]

export const schedules: readonly Schedule[] = [
  {
    name: 'release-by-month',
    label: 'Liberar leads retidos',
    every: 3600_000,
    run: ({ db, config }) => releaseByMonth(db, config)
  }
]

/**
 * Publishes again the leads and submissions of the last day of which the company has no mail: each that has somebody to
 * notify gets one, whether or not it can be sent.
 */
export async function recover(db: Db): Promise<void> {
  const companies = await db.everyCompany(trx => trx.selectFrom('companies').select('id').execute())
  await forEachCompany(
    companies.map(({ id }) => id),
    id =>
      db.everyCompany(async trx => {
        await sql`
          with lost as (
            select s.id, s.lead_id, s.received_at = min(s.received_at) over (partition by s.lead_id) and l.received_at = s.received_at as is_first
            from leads l join submissions s on s.company_id = l.company_id and s.lead_id = l.id
            where l.company_id = ${id} and s.received_at > now() - interval '1 day' and s.source <> ${typedSource}
              and l.held_at is null and l.deleted_at is null
          )
          insert into outbox (queue, name, data)
          select ${leadsCreated.queue}, job.name, job.data from (
            select ${leadsCreated.name} as name,
              jsonb_build_object('companyId', ${id}::text, 'leadIds', jsonb_agg(lead_id)) as data
            from lost where is_first and not exists (
              select from mails m where m.company_id = ${id} and m.job_id = 'lead ' || lead_id) having count(*) > 0
            union all
            select ${leadsReturned.name},
              jsonb_build_object('companyId', ${id}::text, 'submissionIds', jsonb_agg(id))
            from lost where not is_first and not exists (
              select from mails m where m.company_id = ${id} and m.job_id = 'return ' || id) having count(*) > 0) as job`.execute(
          trx
        )
        signalAfterCommit(trx, 'outbox')
      })
  )
}

export const tidy = { counts: settleCounts }

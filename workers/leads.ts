import { sql } from 'kysely'
import { formatCnpj } from '../services/companies/rules.ts'
import type { Config } from '../services/core/config.ts'
import { type Db, type Statement, sqlBuilder } from '../services/core/db.ts'
import { announce } from '../services/core/events.ts'
import { prepare } from '../services/core/prepare.ts'
import { productName } from '../services/core/rules.ts'
import { distribute } from '../services/distribution/queries.ts'
import { mailQueued } from '../services/email/jobs.ts'
import { mayWriteMail } from '../services/email/limit.ts'
import { countAnswers } from '../services/leads/answers.ts'
import {
  leadCreated,
  leadHeld,
  leadReturned,
  leadUnowned,
  limitsChanged,
  optionsAdded
} from '../services/leads/jobs.ts'
import { formatPhone, type LeadMark, type PreferredPeriod, periodLabels } from '../services/leads/rules.ts'
import { companiesWithHeldLeads, leadUsage, releaseHeldLeads, releasePortion } from '../services/leads/usage.ts'
import { markLabels } from '../services/marks/rules.ts'
import { newsOfLead } from '../services/notifications/queries.ts'
import { type Context, on } from './worker.ts'

type Found = {
  name: string
  email: string
  phone: string
  cnpj: string | null
  message: string | null
  source: string
  preferred_date: string | null
  preferred_period: PreferredPeriod | null
  consent_given: boolean
  marks: LeadMark[]
  company: string
  recipients: string[] | null
  /** The company gives new leads to its people in turn. */
  distributed: boolean
}

/** The lead and those to be told of it: whom its form names, else the company's active admins, else its own address. */
const forNotice = prepare<{ leadId: string }>('lead-for-notice', hole =>
  sqlBuilder
    .selectFrom('leads as l')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .select([
      'l.name',
      'l.email',
      'l.phone',
      'l.cnpj',
      'l.message',
      'l.source',
      'l.preferred_date',
      'l.preferred_period',
      'l.consent_given',
      'l.marks',
      'c.name as company',
      sql<boolean>`exists (select from distributions d where d.company_id = l.company_id and d.mode <> 'off')`.as(
        'distributed'
      ),
      // Those whom the form names and who may be written to, else the company's. The lead's submissions come first, or else all that a form ever
      // received would be read in the order of their times until one of this lead is met.
      sql<string[] | null>`coalesce((
        select form_recipients(f.settings -> 'recipients')
        from (select s.company_id, s.form_id, s.received_at from submissions s
          where s.company_id = l.company_id and s.lead_id = l.id offset 0) as s
        join forms f on f.company_id = s.company_id and f.id = s.form_id
        where f.settings -> 'recipients' <> '[]'
        order by s.received_at desc limit 1), company_recipients())`.as('recipients')
    ])
    .where('l.id', '=', hole('leadId'))
)

type Notice = {
  companyId: string
  leadId: string | null
  jobId: string
  to: string[]
  subject: string
  text: string
  status: string
}

/** The mails of a notice, once for each job and recipient, and a job for each mail that a server is to send. */
const writeMails = prepare<Notice>('write-lead-mails', hole =>
  sqlBuilder
    .with('mail', db =>
      db
        .insertInto('mails')
        .columns(['company_id', 'job_id', 'to_address', 'subject', 'text', 'status', 'lead_id'])
        .expression(
          sql`select ${hole('companyId', 'text')}, ${hole('jobId', 'text')}, recipient, ${hole('subject', 'text')},
            ${hole('text', 'text')}, ${hole('status', 'text')}, ${hole('leadId', 'text')} from unnest(${hole('to', 'text[]')}) as recipient
            where ${mayWriteMail(hole('companyId', 'text'), hole('jobId', 'text'), sql`recipient`)}`
        )
        .onConflict(conflict => conflict.columns(['company_id', 'job_id', 'to_address']).doNothing())
        .returning(['id', 'company_id', 'status'])
    )
    .with('job', db =>
      db
        .insertInto('outbox')
        .columns(['queue', 'name', 'data'])
        .expression(
          sql`select ${sql.lit(mailQueued.queue)}, ${sql.lit(mailQueued.name)},
            jsonb_build_object('companyId', company_id, 'mailId', id) from mail where status = 'queued'`
        )
    )
    .selectFrom('mail')
    .select('id')
)

/** Gives a new lead to whoever's turn it is, and tells the company of it by e-mail. Without a mail server the mail stays in the outbox page. */
export const notifyCompany = on(leadCreated, (lead, context) =>
  tellOfLead(lead, context, { kind: 'lead_new', subject: 'Novo lead', opening: 'recebeu um novo lead' })
)

/** The same of somebody whom the company had and who has sent its form again. */
const notifyOfReturn = on(leadReturned, (lead, context) =>
  tellOfLead(lead, context, {
    kind: 'lead_returned',
    subject: 'Novo envio',
    opening: 'recebeu um novo envio de quem já é lead'
  })
)

/** Gives what was typed in or released without an owner to whoever's turn it is, where the company says so. */
const giveUnowned = on(leadUnowned, async ({ companyId, leadId }, { db }) => {
  await db.company(companyId, trx => distribute(trx, companyId, leadId))
})

async function tellOfLead(
  { companyId, leadId }: { companyId: string; leadId: string },
  { db, config, jobId, log }: Context,
  words: { kind: 'lead_new' | 'lead_returned'; subject: string; opening: string }
): Promise<void> {
  const [result] = await db.companyAtOnce(companyId, [forNotice({ leadId })])
  const lead = result?.rows[0] as Found | undefined
  if (!lead) {
    log.warn({ companyId, leadId }, 'the lead is gone')
    return
  }
  const given =
    words.kind === 'lead_new' &&
    lead.distributed &&
    (await db.company(companyId, trx => distribute(trx, companyId, leadId)))
  const text = noticeText(lead, words.opening, `${config.publicUrl}/leads/${leadId}`)
  const subject = `${words.subject}: ${lead.name}`
  await queueMails(db, config, { companyId, leadId, jobId, to: lead.recipients ?? [], subject, text }, [
    newsOfLead(companyId, leadId, words.kind, jobId, given)
  ])
  db.signal('events')
}

/** A company, its plan and its month, and those who are told of things. */
type Told = { company: string; plan: string; month: string; recipients: string[] | null }

const forCompany = {
  name: 'company-to-tell',
  text: `select c.name as company, p.name as plan, company_recipients() as recipients,
    to_char(now() at time zone c.time_zone, 'YYYY-MM') as month
    from companies c join plans p on p.key = c.plan`,
  values: []
}

/** Once a month a company is told that leads are being held. */
const tellOfHeldLeads = on(leadHeld, async ({ companyId }, { db, config }) => {
  const { limit, held } = await leadUsage(db, companyId)
  const [result] = await db.companyAtOnce(companyId, [forCompany])
  const told = result?.rows[0] as Told | undefined
  if (!told?.recipients?.length || held === 0) return
  const text = [
    `${told.company} chegou ao limite de ${limit} leads por mês do plano ${told.plan}.`,
    '',
    'Os novos leads continuam a ser recebidos e ficam retidos: nada se perde. Eles aparecem quando você muda de plano',
    'ou no começo do próximo mês.',
    '',
    `Ver os planos no ${productName}: ${config.publicUrl}/company`,
    ''
  ].join('\n')
  await queueMails(db, config, {
    companyId,
    leadId: null,
    // One for each month, however many leads are held.
    jobId: `held ${told.month}`,
    to: told.recipients,
    subject: `Limite de leads do plano ${told.plan} atingido`,
    text
  })
})

/** Shows what the plan now allows of the held leads, and says so. */
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
  const [result] = await db.companyAtOnce(companyId, [forCompany])
  const told = result?.rows[0] as Told | undefined
  if (!told?.recipients?.length) return count
  const what = count === 1 ? '1 lead que estava retido já aparece' : `${count} leads que estavam retidos já aparecem`
  const text = [`${told.company}: ${what} na sua lista.`, '', `Abrir no ${productName}: ${config.publicUrl}/leads`, '']
  await queueMails(db, config, {
    companyId,
    leadId: null,
    jobId: `released ${jobId}`,
    to: told.recipients,
    subject: count === 1 ? '1 lead foi liberado' : `${count} leads foram liberados`,
    text: text.join('\n')
  })
  return count
}

type Release = { db: Db; config: Config; jobId: string }

const releaseAfterChange = on(limitsChanged, async ({ companyId }, context) => {
  await releaseLeads(companyId, context)
})

/** Releases what a new month allows, in every company; called from time to time. */
export async function releaseByMonth(db: Db, config: Config): Promise<void> {
  const companies = await db.everyCompany(companiesWithHeldLeads)
  for (const companyId of companies) await releaseLeads(companyId, { db, config, jobId: new Date().toISOString() })
}

/** `also`: what is stored with the mails, or not at all. */
async function queueMails(
  db: Db,
  config: Config,
  notice: Omit<Notice, 'status'>,
  also: readonly Statement[] = []
): Promise<void> {
  const status = config.smtpUrl ? 'queued' : 'kept'
  await db.companyAtOnce(notice.companyId, [writeMails({ ...notice, status }), ...also])
  if (status === 'queued') db.signal('outbox')
}

function noticeText(lead: Found, opening: string, link: string): string {
  const [year, month, day] = lead.preferred_date?.split('-') ?? []
  const lines: [string, string | null][] = [
    ['Nome', lead.name],
    ['Telefone', formatPhone(lead.phone)],
    ['E-mail', lead.email],
    ['CNPJ', lead.cnpj && formatCnpj(lead.cnpj)],
    ['Data preferencial', day ? `${day}/${month}/${year}` : null],
    ['Período preferencial', lead.preferred_period && periodLabels[lead.preferred_period]],
    ['Origem', lead.source],
    ['Aceita receber comunicações', lead.consent_given ? 'sim' : 'não'],
    ['Atenção', lead.marks.map(mark => markLabels[mark]).join('; ') || null],
    ['Mensagem', lead.message]
  ]
  // Only the message may have lines of its own: others could pass for lines of ours.
  const oneLine = (label: string, value: string) => (label === 'Mensagem' ? value : value.replace(/\s+/g, ' '))
  const known = lines.flatMap(([label, value]) => (value ? [`${label}: ${oneLine(label, value)}`] : []))
  return [`${lead.company} ${opening}.`, '', ...known, '', `Abrir no ${productName}: ${link}`, ''].join('\n')
}

const countOlderAnswers = on(optionsAdded, ({ companyId }, { db }) => countAnswers(db, companyId))

export const leadHandlers = [
  notifyCompany,
  notifyOfReturn,
  giveUnowned,
  tellOfHeldLeads,
  releaseAfterChange,
  countOlderAnswers
]

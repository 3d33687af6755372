import { sql } from 'kysely'
import { formatCnpj } from '../services/companies/rules.ts'
import { sqlBuilder } from '../services/core/db.ts'
import { prepare } from '../services/core/prepare.ts'
import { productName } from '../services/core/rules.ts'
import { mailQueued } from '../services/email/jobs.ts'
import { leadCreated } from '../services/leads/jobs.ts'
import { formatPhone, type LeadMark, markLabels, type PreferredPeriod, periodLabels } from '../services/leads/rules.ts'
import { on } from './worker.ts'

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
}

/** The lead and those to be told of it: the company's active admins, else the company's own address. */
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
      sql<string[] | null>`company_recipients()`.as('recipients')
    ])
    .where('l.id', '=', hole('leadId'))
)

type Notice = {
  companyId: string
  leadId: string
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
            ${hole('text', 'text')}, ${hole('status', 'text')}, ${hole('leadId', 'text')} from unnest(${hole('to', 'text[]')}) as recipient`
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

/** Tells the company of a new lead by e-mail. Without a mail server the mail stays in the outbox page. */
export const notifyCompany = on(leadCreated, async ({ companyId, leadId }, { db, config, jobId, log }) => {
  const [result] = await db.companyAtOnce(companyId, [forNotice({ leadId })])
  const lead = result?.rows[0] as Found | undefined
  if (!lead?.recipients?.length) {
    log.warn({ companyId, leadId }, 'nobody to be told of the lead')
    return
  }
  const status = config.smtpUrl ? 'queued' : 'kept'
  const mail = { subject: `Novo lead: ${lead.name}`, text: noticeText(lead, `${config.publicUrl}/leads/${leadId}`) }
  await db.companyAtOnce(companyId, [writeMails({ companyId, leadId, jobId, to: lead.recipients, status, ...mail })])
  if (status === 'queued') db.signal('outbox')
})

function noticeText(lead: Found, link: string): string {
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
  return [`${lead.company} recebeu um novo lead.`, '', ...known, '', `Abrir no ${productName}: ${link}`, ''].join('\n')
}

import { type Selectable, sql } from 'kysely'
import { type ContactChannel, contactChannels } from '../../account/activities/rules.ts'
import { formatCnpj } from '../../account/companies/rules.ts'
import type { Trx } from '../../core/db.ts'
import { withoutInvisible } from '../../core/emails.ts'
import { isDay } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { phoneText } from '../../core/telephone/rules.ts'
import { fieldsWith, leadFields } from '../../leads/leads/fields.ts'
import { type PreferredPeriod, periodLabels, statusLabels } from '../../leads/leads/rules.ts'
import { type PersonAccess, personLeads } from '../privacy/person.ts'
import { purposes, recipients } from './rules.ts'
import type { PersonData } from './schema.ts'

type Lead = PersonData['leads'][number]
type Fact = Lead['answers'][number]

const fieldLabels: Record<string, string> = {
  ...Object.fromEntries(fieldsWith('personal').map(name => [name, leadFields[name].label])),
  utm_source: 'Fonte da campanha',
  utm_medium: 'Meio',
  utm_campaign: 'Campanha',
  utm_term: 'Termo',
  utm_content: 'Anúncio',
  gclid: 'Clique no Google',
  fbclid: 'Clique no Facebook',
  referrer: 'Página anterior',
  page: 'Página de entrada',
  at: 'Momento da visita',
  guest_name: 'Quem vem',
  guest_email: 'E-mail de quem vem',
  guest_phone: 'Telefone de quem vem',
  location: 'Local ou link'
}

/** The labels of the company's custom fields, including earlier versions of its forms. */
async function labelsOf(trx: Trx, companyId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; label: string }>`
    select distinct on (name) f ->> 'name' as name, f ->> 'label' as label from (
      select 1 as age, fields from forms where company_id = ${companyId}
      union all select 2, fields from form_versions where company_id = ${companyId}
    ) as known, jsonb_array_elements(known.fields) as f
    order by name, age`.execute(trx)
  return { ...fieldLabels, ...Object.fromEntries(rows.map(({ name, label }) => [name, label])) }
}

function written(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (name === 'phone') return phoneText(text)
  if (name === 'cnpj') return formatCnpj(text)
  if (name === 'preferredPeriod') return periodLabels[text as PreferredPeriod] ?? text
  return isDay(text) ? text.split('-').reverse().join('/') : text
}

/** The heading of a field that no form has any more: its name. */
const called = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

const factsOf = (values: Record<string, unknown> | null, labels: Record<string, string>): Fact[] =>
  Object.entries(values ?? {})
    .filter(([name, value]) => value !== null && value !== '' && name !== 'actorName')
    .map(([name, value]) => ({ label: labels[name] ?? called(name), value: written(name, value) }))

/** The telephones and e-mails beside the main ones, and what the person does in their company. */
const furtherOf = ({ phones, emails, company_role }: Selectable<Tables['leads']>): Fact[] => [
  ...(phones ?? []).slice(1).map(({ label, value }) => ({
    label: label ? `Outro telefone (${label})` : 'Outro telefone',
    value: phoneText(value)
  })),
  ...(emails ?? [])
    .slice(1)
    .map(({ label, value }) => ({ label: label ? `Outro e-mail (${label})` : 'Outro e-mail', value })),
  ...(company_role ? [{ label: leadFields.companyRole.label, value: company_role }] : [])
]

/** All data that the company keeps about the reader, in a scope that sees held and deleted leads. */
export async function personData(trx: Trx, companyId: string, access: PersonAccess): Promise<PersonData> {
  const ids = await personLeads(trx, companyId, access)
  const company = await trx
    .selectFrom('companies')
    .select(['id', 'name', 'email', 'phone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const labels = await labelsOf(trx, companyId)
  const rows = await trx
    .selectFrom('leads')
    .selectAll()
    .where('id', 'in', [...ids, ''])
    .orderBy('received_at')
    .execute()
  const leads: Lead[] = []
  for (const row of rows) leads.push(await leadData(trx, row, labels, access.email?.toLowerCase() ?? null))
  return {
    company,
    until: access.until,
    leads,
    channels: channelsOf(leads),
    purposes: [...purposes],
    recipients: [...recipients],
    requests: await requestsOf(trx, access, ids)
  }
}

/** Items of each kind that are shown; nobody has more. */
const maxItems = 500

/**
 * The data that one lead has on the reader, who has proven one mailbox (null for a link that an employee copied for
 * this lead, which shows all of it). Anyone can type another person's address into a form, and a merge may join two
 * people by mistake. So a submission is shown only to the mailbox it came with, and the lead itself only if all of its
 * submissions did; `partial` says that there is more.
 */
async function leadData(
  trx: Trx,
  row: Selectable<Tables['leads']>,
  labels: Record<string, string>,
  mailbox: string | null
): Promise<Lead> {
  const submissions = await trx
    .selectFrom('submissions')
    .select(['id', 'received_at', 'source', 'answers'])
    .where('lead_id', '=', row.id)
    .orderBy('received_at', 'desc')
    .limit(maxItems)
    .execute()
  const consents = await trx
    .selectFrom('consents')
    .select(['id', 'decided_at', 'channels', 'granted', 'text', 'source'])
    .where('lead_id', '=', row.id)
    .orderBy('decided_at', 'desc')
    .limit(maxItems)
    .execute()
  const contacts = await trx
    .selectFrom('activities')
    .select(['created_at', 'description'])
    .where('lead_id', '=', row.id)
    .where('type', '<>', 'new_lead')
    .orderBy('created_at', 'desc')
    .limit(maxItems)
    .execute()
  const appointments = await trx
    .selectFrom('appointments')
    .select(['starts_at', 'title', 'guest_name', 'guest_email', 'guest_phone', 'message', 'answers', 'location'])
    .where('lead_id', '=', row.id)
    .orderBy('starts_at', 'desc')
    .limit(maxItems)
    .execute()
  const whole: Lead = {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    cnpj: row.cnpj,
    company: row.company,
    message: row.message,
    status: statusLabels[row.status],
    source: row.source,
    receivedAt: row.received_at,
    preferredDate: row.preferred_date,
    answers: [...furtherOf(row), ...factsOf(row.custom, labels)],
    origin: factsOf(row.first_touch, labels),
    score: row.score === null ? null : { value: row.score, reasons: row.score_reasons.map(({ text }) => text) },
    submissions: submissions.map(({ id, received_at, source, answers }) => ({
      id,
      protocol: id.slice(-8).toUpperCase(),
      receivedAt: received_at,
      source,
      answers: factsOf(answers, labels)
    })),
    consents: consents.map(({ decided_at, channels, ...consent }) => ({
      ...consent,
      channels: channels as ContactChannel[],
      decidedAt: decided_at
    })),
    contacts: contacts.map(({ created_at, description }) => ({ at: created_at, what: description })),
    appointments: appointments.map(({ starts_at, title, answers, ...said }) => ({
      at: starts_at,
      title,
      facts: [...factsOf(said, labels), ...answers]
    })),
    partial: false
  }
  if (mailbox === null) return whole
  const proven = await provenMailboxes(trx, row.id, mailbox)
  const came = (answers: Record<string, unknown>) => proven.includes(emailKey(answers.email))
  const own = submissions.filter(({ answers }) => came(answers))
  const others = submissions.length - own.length
  const isFirst = own.some(({ received_at }) => received_at === row.received_at)
  if (others === 0 && (own.length === 0 || isFirst || proven.length > 1)) return whole
  const times = own.map(({ received_at }) => received_at)
  return {
    ...whole,
    name: String(own[0]?.answers.name ?? ''),
    email: mailbox,
    phone: null,
    cnpj: null,
    company: null,
    message: null,
    preferredDate: null,
    answers: [],
    origin: [],
    score: null,
    submissions: whole.submissions.filter(({ receivedAt }) => times.includes(receivedAt)),
    consents: whole.consents.filter(({ decidedAt }) => times.includes(decidedAt)),
    contacts: [],
    appointments: [],
    partial: true
  }
}

/** An e-mail in the spelling used for comparison. */
const emailKey = (email: unknown): string =>
  withoutInvisible(String(email ?? ''))
    .trim()
    .toLowerCase()

/**
 * The mailbox, and those that an employee corrected to it, '' for a lead without one. A merge is not such a correction.
 */
async function provenMailboxes(trx: Trx, leadId: string, mailbox: string): Promise<string[]> {
  const { rows } = await sql<{ before: string; after: string }>`
    select lower(coalesce(c.before #>> '{}', '')) as before, lower(coalesce(c.after #>> '{}', '')) as after
    from lead_changes c where c.lead_id = ${leadId} and c.field = 'email' and not exists (
      select from merges m where m.company_id = c.company_id and m.lead_id = c.lead_id
        and c.created_at in (m.created_at, m.undone_at))
    order by c.created_at desc limit ${maxItems}`.execute(trx)
  const proven = [mailbox]
  for (const { before, after } of rows) if (proven.includes(after)) proven.push(before)
  return proven
}

/** The latest decision for each channel, over all leads of the reader. */
function channelsOf(leads: readonly Lead[]): PersonData['channels'] {
  const newest = leads
    .flatMap(({ consents }) => consents)
    .sort((a, b) => (a.decidedAt < b.decidedAt ? 1 : a.decidedAt > b.decidedAt ? -1 : 0))
  return contactChannels.map(channel => ({
    channel,
    granted: newest.find(({ channels }) => channels.includes(channel))?.granted ?? null
  }))
}

async function requestsOf(trx: Trx, { email }: PersonAccess, ids: string[]): Promise<PersonData['requests']> {
  const rows = await trx
    .selectFrom('privacy_requests')
    .select(['id', 'kind', 'status', 'received_at', 'due_at', 'answered_at', 'refusal', 'answer'])
    // By mailbox where there is one: other people's requests about the same lead are theirs.
    .where(
      email === null ? sql<boolean>`lead_ids && ${ids}::text[]` : sql<boolean>`lower(email) = ${email.toLowerCase()}`
    )
    .orderBy('received_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ received_at, due_at, answered_at, ...request }) => ({
    ...request,
    receivedAt: received_at,
    dueAt: due_at,
    answeredAt: answered_at
  }))
}

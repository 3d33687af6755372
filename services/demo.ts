import { sql } from 'kysely'
import { hashPassword } from './auth/passwords.ts'
import { readConfig } from './core/config.ts'
import { type Db, openDb } from './core/db.ts'
import { takeLocks } from './core/locks.ts'
import { demoAccount } from './demoAccounts.ts'
import { addAppointments } from './demoAppointments.ts'
import { addLeads, companyZone, enliven, ownAnswers, ownFields } from './demoLeads.ts'
import { countAnswers } from './forms/answers.ts'
import { findForm, saveDraft } from './forms/editor.ts'
import { publishForm } from './forms/versions.ts'
import { leadCapture, noShownForm } from './leads/capture.ts'
import { type LeadStatus, readPhone } from './leads/rules.ts'
import type {} from './leads/tables.ts'
import { readSettings } from './settings/queries.ts'
import { createAccount } from './signup/queries.ts'

const firstNames = [
  'Ana',
  'João',
  'Conceição',
  'Luís',
  'Érica',
  'Mateus',
  'Íris',
  'Caio',
  'Débora',
  'Tânia',
  'Ravi',
  'Sônia'
]
const lastNames = ['Souza', 'Araújo', 'Gonçalves', 'Lima', 'Brandão', 'Peçanha', 'Prado', 'Nóbrega']
const questions = ['Gostaria de um orçamento.', 'Quais são os horários de atendimento?', 'Podem me ligar amanhã?', null]
const sources = ['form', 'instagram', 'site', 'indicacao']
const statuses: LeadStatus[] = ['new', 'new', 'new', 'contacted', 'contacted', 'scheduled', 'converted', 'lost']

/**
 * Creates a company with leads of the last weeks, unless the installation has companies already. `more` adds that many
 * leads, to show a large company.
 */
export async function createDemo(db: Db, more = 0): Promise<boolean> {
  const { password, ...signup } = demoAccount
  const passwordHash = await hashPassword(password)
  const account = await db.everyCompany(async trx => {
    await takeLocks(trx, null, 'prosa demo')
    const some = await trx.selectFrom('companies').select('id').where('own', '=', false).limit(1).executeTakeFirst()
    return some ? undefined : createAccount(trx, signup, passwordHash, (await readSettings(trx)).trialDays)
  })
  if (!account) return false
  // An example address has no mailbox to confirm from, and trials may send few mails.
  await db.everyCompany(async trx => {
    await sql`update users set email_confirmed_at = now() where id = ${account.userId}`.execute(trx)
    await sql`update companies set trial_ends_at = null where id = ${account.companyId}`.execute(trx)
  })

  await askOwnFields(db, account)

  const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T
  const capture = leadCapture(db)
  for (let n = 0; n < 36; n++) {
    const name = `${pick(firstNames, n)} ${pick(lastNames, n * 5 + Math.floor(n / 12))}`
    const phone = `${pick(['11', '21', '31', '51', '71', '85'], n)}9${String(81_234_567 + n * 7919).slice(0, 8)}`
    const id = await capture({
      companyId: account.companyId,
      lead: {
        name,
        email: `${name
          .normalize('NFD')
          .replace(/[^a-zA-Z ]/g, '')
          .toLowerCase()
          .replace(' ', '.')}@example.com`,
        phone,
        phoneKey: readPhone(phone).key,
        cnpj: null,
        message: pick(questions, n),
        source: pick(sources, n * 3 + 1),
        preferredDate: null,
        preferredPeriod: pick(['morning', 'afternoon', 'evening', null] as const, n),
        preferredTime: null,
        whatsappConsent: null,
        consentGiven: n % 3 !== 0,
        submittedAt: null,
        marks: [],
        custom: ownAnswers(n),
        touch: null,
        firstTouch: null
      },
      evidence: { ip: '127.0.0.1', userAgent: null },
      shown: noShownForm,
      key: null,
      hash: null,
      plan: { leadsPerMonth: null, month: '' },
      score: null
    })
    await arriveAt(db, account.companyId, id, { status: pick(statuses, n * 3), ago: 35 - n })
  }
  const { id: employeeId } = await db.company(account.companyId, trx =>
    trx.selectFrom('employees').select('id').executeTakeFirstOrThrow()
  )
  const employee = { id: employeeId, name: demoAccount.name }
  await enliven(db, account.companyId, employee)
  await addAppointments(db, account.companyId, companyZone, employee)
  if (more > 0) await addLeads(db, account.companyId, more)
  // No notices for leads of the demonstration.
  await db.everyCompany(trx => sql`delete from outbox where data ->> 'companyId' = ${account.companyId}`.execute(trx))
  return true
}

/** Backdates the leads, one or two a day over the last weeks; consents cannot be changed, so their dates stay. */
async function arriveAt(
  db: Db,
  companyId: string,
  leadId: string,
  { status, ago }: { status: LeadStatus; ago: number }
): Promise<void> {
  const days = Math.floor((ago * 13) / 24)
  const minute = 8 * 60 + ((ago * 137) % (12 * 60))
  const at = sql<string>`least(now() - ${2 + ago * 20} * interval '1 minute', (
    date_trunc('day', now() at time zone ${companyZone}) - ${days} * interval '1 day' + ${minute} * interval '1 minute'
  ) at time zone ${companyZone})`
  await db.company(companyId, async trx => {
    await trx.updateTable('leads').set({ received_at: at, status }).where('id', '=', leadId).execute()
    await trx.updateTable('activities').set({ created_at: at }).where('lead_id', '=', leadId).execute()
    await trx.updateTable('submissions').set({ received_at: at }).where('lead_id', '=', leadId).execute()
  })
}

/** Publishes the form with fields by whose answers leads can be filtered. */
async function askOwnFields(db: Db, { companyId, userId }: { companyId: string; userId: string }): Promise<void> {
  const actor = { actorId: userId, actorName: demoAccount.name, ip: null, requestId: null }
  await db.company(companyId, async trx => {
    const { id } = await trx.selectFrom('forms').select('id').executeTakeFirstOrThrow()
    const form = await findForm(trx, id)
    if (!form) return
    const draft = { ...form.draft, fields: [...form.draft.fields, ...ownFields] }
    await publishForm(trx, companyId, id, await saveDraft(trx, id, form.revision, draft, actor), actor)
  })
  await countAnswers(db, companyId)
}

if (import.meta.main) {
  const db = openDb({ ...readConfig(process.env).database, name: 'prosa demo' })
  await createDemo(db, Number(process.env.DEMO_LEADS ?? 0))
  await db.close()
}

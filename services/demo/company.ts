import { sql } from 'kysely'
import { hashPassword } from '../account/auth/passwords.ts'
import { permissionsOf } from '../account/employees/rules.ts'
import { readSettings } from '../account/settings/queries.ts'
import { createAccount } from '../account/signup/queries.ts'
import type { Trx } from '../core/db.ts'
import type { FormField } from '../leads/forms/rules.ts'
import type {} from '../leads/forms/tables.ts'
import { demoAccount, demoPeople } from './accounts.ts'
import { type DemoClock, workday } from './clock.ts'
import type { Demo } from './context.ts'
import { discoveries, interests } from './people.ts'

/** The company with its owner, and the three who work with her. */
export async function createCompany(trx: Trx, clock: DemoClock, passwordHash: string): Promise<string> {
  const { password: _, ...signup } = demoAccount
  const began = clock.ago(64 * workday)
  const { trialDays } = await readSettings(trx)
  const { companyId, userId } = await createAccount(trx, signup, passwordHash, trialDays, began)
  // An example address has no mailbox to confirm from, and trials may send few mails.
  await sql`update users set email_confirmed_at = ${began}, created_at = ${began}, job_title = ${demoPeople[0]?.jobTitle} where id = ${userId}`.execute(
    trx
  )
  await sql`
    update companies set trial_ends_at = null, created_at = ${began}, address = 'Rua das Acácias, 120, Vila Madalena, São Paulo, SP',
      industry = 'Confeitaria', email = 'oi@docejardim.example'
    where id = ${companyId}`.execute(trx)
  await sql`update employees set created_at = ${began}, seen_at = ${clock.ago(25)} where company_id = ${companyId}`.execute(
    trx
  )
  for (const [n, person] of demoPeople.slice(1).entries()) {
    const at = clock.ago((62 - n) * workday)
    const { id } = await trx
      .insertInto('users')
      .values({
        name: person.name,
        email: person.email,
        phone: null,
        password_hash: passwordHash,
        job_title: person.jobTitle,
        email_confirmed_at: at,
        created_at: at
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('employees')
      .values({
        company_id: companyId,
        user_id: id,
        role: person.role,
        permissions: permissionsOf(person.role),
        lead_access: person.access,
        created_at: at,
        seen_at: clock.ago(40 + n * 130)
      } as never)
      .execute()
  }
  return companyId
}

/** The hash of the password that all people of the demonstration have. */
export const demoPassword = (): Promise<string> => hashPassword(demoAccount.password)

const ownFields: FormField[] = [
  {
    id: 'interesse',
    name: 'interesse',
    label: 'O que você procura?',
    type: 'select',
    required: false,
    options: interests
  },
  {
    id: 'descoberta',
    name: 'descoberta',
    label: 'Como nos conheceu?',
    type: 'radio',
    required: false,
    options: discoveries
  }
]

/** A second version of the form, with fields by whose answers leads can be filtered. */
export async function publishQuestions(trx: Trx, { companyId, people, clock }: Demo): Promise<void> {
  const form = await trx
    .selectFrom('forms')
    .select(['id', 'fields', 'settings', 'revision'])
    .where('company_id', '=', companyId)
    .where('version', '=', 1)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!form) return
  const at = clock.ago(63 * workday)
  const content = {
    title: 'Faça a sua encomenda',
    description: 'Conte o que você imaginou e respondemos no mesmo dia.',
    fields: JSON.stringify([...form.fields, ...ownFields]),
    version: 2,
    consent_version: 1,
    published_at: at
  }
  await trx
    .updateTable('forms')
    .set({ ...content, revision: form.revision + 1, updated_at: at, edited_by: people.owner?.name ?? null })
    .where('company_id', '=', companyId)
    .where('id', '=', form.id)
    .execute()
  await trx
    .insertInto('form_versions')
    .values({
      company_id: companyId,
      form_id: form.id,
      ...content,
      settings: JSON.stringify(form.settings),
      published_by: people.owner?.name ?? null
    })
    .execute()
  // Nobody has answered yet, so there is nothing to be counted; else a worker counts it.
  await sql`
    update answer_fields set counted = true where company_id = ${companyId}
      and not exists (select from leads where company_id = ${companyId})`.execute(trx)
}

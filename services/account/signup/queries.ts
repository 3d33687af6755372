import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { commonPassword, commonPasswordText } from '../auth/passwords.ts'
import { accountCodes } from '../auth/rules.ts'
import type { Signup } from '../auth/schema.ts'
import { companyCreated } from '../companies/moments.ts'
import { cnpjCharacters, cnpjTexts, validCnpj } from '../companies/rules.ts'
import { acceptLetters } from '../settings/queries.ts'

/** Checks what the schema cannot; throws an error that names each invalid field. */
export function checkSignup(signup: Signup): void {
  const unstorable = findUnstorable(signup)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const errors: Record<string, string> = {}
  if (signup.cnpj && !validCnpj(signup.cnpj)) errors.cnpj = cnpjTexts.invalid
  const wrongPhone = checkPhone(signup.phone ?? '')
  if (wrongPhone) errors.phone = wrongPhone
  if (commonPassword(signup.password)) errors.password = commonPasswordText
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Creates a company on trial with its first employee, an admin; its form is published now or at a moment of the past.
 * Throws a conflict where the e-mail or the CNPJ is taken.
 */
export async function createAccount(
  trx: Trx,
  signup: Omit<Signup, 'password'>,
  passwordHash: string,
  trialDays: number,
  moment: string | null = null
): Promise<{ userId: string; companyId: string }> {
  const company = await trx
    .insertInto('companies')
    .values({
      name: signup.companyName.trim(),
      email: signup.email,
      phone: storePhone(signup.phone ?? '') || null,
      address: null,
      industry: null,
      cnpj: signup.cnpj ? cnpjCharacters(signup.cnpj) : null,
      plan: signup.plan ?? 'basic',
      trial_ends_at: sql`now() + ${trialDays} * interval '1 day'`
    })
    .onConflict(conflict => conflict.column('cnpj').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!company) {
    const message = 'Sua empresa já usa o sistema.'
    throw new AppError('conflict', message, { code: accountCodes.companyExists, errors: { cnpj: message } })
  }
  const user = await trx
    .insertInto('users')
    .values({
      name: signup.name.trim(),
      email: signup.email,
      phone: storePhone(signup.phone ?? '') || null,
      password_hash: passwordHash
    })
    .onConflict(conflict => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) {
    const message = 'Já existe uma conta com este e-mail.'
    throw new AppError('conflict', message, { errors: { email: message } })
  }
  await trx.insertInto('employees').values({ company_id: company.id, user_id: user.id, role: 'admin' }).execute()
  await companyCreated(trx, company.id, moment)
  const actor = { actorId: user.id, actorName: signup.name.trim(), ip: null, requestId: null }
  await acceptLetters(trx, signup.cnpj ? cnpjCharacters(signup.cnpj) : null, actor)
  return { userId: user.id, companyId: company.id }
}

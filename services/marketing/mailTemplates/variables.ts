import { formatCnpj } from '../../account/companies/rules.ts'
import type {} from '../../account/companies/tables.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { isDay } from '../../core/rules.ts'
import { phoneText } from '../../core/telephone/rules.ts'
import { customFields } from '../../leads/imports/lookups.ts'
import { nameless } from '../../leads/leads/rules.ts'
import type { MailFor } from './render.ts'
import { commonVariables, type MailVariable, variableName } from './rules.ts'

/** The facts of a person that a mail may use. `custom`: by the names of the form's fields. */
export type MailPerson = {
  name: string
  email: string | null
  phone: string | null
  custom: Readonly<Record<string, unknown>>
}

/** The variables of a company: the common ones, then the fields of its forms. */
export async function listVariables(trx: Trx): Promise<MailVariable[]> {
  const own = (await customFields(trx)).map(({ name, label }) => ({ name: variableName(name), label: label || name }))
  const all = [...commonVariables, ...own.filter(({ name }) => name !== '')]
  return all.filter(({ name }, at) => all.findIndex(variable => variable.name === name) === at)
}

function valueText(value: unknown): string {
  if (value === true) return 'Sim'
  if (value === false) return 'Não'
  if (typeof value === 'string') return isDay(value) ? value.split('-').reverse().join('/') : value
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  // Without dots between thousands: nobody knows whether 2019 is a year.
  return typeof value === 'number' ? value.toLocaleString('pt-BR', { useGrouping: false }) : ''
}

/** The values of a person. One whose name nobody knows has none, so that the fallback stands. */
export function variablesOf(person: MailPerson, company: MailSender): Record<string, string> {
  const own = Object.entries(person.custom).map(([field, value]) => [variableName(field), valueText(value)] as const)
  const name = person.name === nameless ? '' : person.name.trim()
  return {
    // Two fields may have one name in mails: an empty one leaves the other's value.
    ...Object.fromEntries(own.filter(([variable, text]) => variable !== '' && text.trim() !== '')),
    nome: name,
    primeiro_nome: name.split(/\s+/)[0] ?? '',
    email: person.email ?? '',
    telefone: person.phone ? phoneText(person.phone) : '',
    empresa: company.name,
    empresa_telefone: company.phone ? phoneText(company.phone) : '',
    empresa_email: company.email ?? ''
  }
}

type MailSender = MailFor['company'] & { email: string | null; phone: string | null }

/** The company as its mails show it. */
export async function findSender(trx: Trx, companyId: string): Promise<MailSender> {
  const company = await trx
    .selectFrom('companies')
    .select(['name', 'cnpj', 'address', 'email', 'phone'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) throw new AppError('notFound', 'Empresa não encontrada')
  return { ...company, cnpj: company.cnpj && formatCnpj(company.cnpj) }
}

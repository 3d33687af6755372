import { validEmail } from '../../core/rules.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'

export const contactSubjects = ['sales', 'support', 'privacy', 'press'] as const
export type ContactSubject = (typeof contactSubjects)[number]

export const subjectLabels: Record<ContactSubject, string> = {
  sales: 'Vendas',
  support: 'Suporte',
  privacy: 'Privacidade e dados pessoais',
  press: 'Imprensa'
}

export const contactFields = ['name', 'email', 'phone', 'subject', 'message'] as const

/** The message for an invalid value of the contact form. */
export function checkContact(name: string, value: string): string | undefined {
  if (!(contactFields as readonly string[]).includes(name)) return undefined
  if (value.trim() === '') return 'Este campo é obrigatório'
  if (name === 'email' && !validEmail(value.trim())) return 'Email inválido'
  if (name === 'phone') return checkPhone(value)
  if (name === 'subject' && !(contactSubjects as readonly string[]).includes(value)) return 'Escolha um assunto.'
  return undefined
}

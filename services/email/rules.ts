import type { PlanKey } from '../plans/rules.ts'

/**
 * Mails that a company may send in a day of its own time zone: until its account is confirmed, while it is on trial, and
 * by its plan. Mails about the accounts of people (passwords, sign-ins, confirmations) are no company's and not counted.
 */
export const mailsPerDay: Record<'unconfirmed' | 'trial' | PlanKey, number> = {
  unconfirmed: 20,
  trial: 200,
  basic: 300,
  pro: 1000,
  advanced: 3000,
  enterprise: 10_000
}

/** From this share of the limit on a company is told that it is near. */
export const nearLimit = 0.8

export const mailTexts = {
  unconfirmed:
    'Confirme o e-mail da sua conta antes. Use o link que enviamos para ele, ou peça outro em Meu perfil. Até lá, não enviamos mensagens a outras pessoas em nome da empresa.',
  limit: 'A empresa atingiu o limite de e-mails de hoje. Tente novamente amanhã.'
} as const

import type { PlanKey } from '../../core/planKeys/rules.ts'

/**
 * Mails that a company may send in a day of its time zone: before its account is confirmed, on trial, and by plan.
 * Account mails (passwords, sign-ins, confirmations) belong to no company and are not counted.
 */
export const mailsPerDay: Record<'unconfirmed' | 'trial' | PlanKey, number> = {
  unconfirmed: 20,
  trial: 200,
  basic: 300,
  pro: 1000,
  advanced: 3000,
  enterprise: 10_000
}

/** As in 'Até 300 e-mails por dia'. */
export const mailsText = (plan: PlanKey): string => `Até ${mailsPerDay[plan].toLocaleString('pt-BR')} e-mails por dia`

/** From this share of the limit on a company is warned. */
export const nearLimit = 0.8

export const mailTexts = {
  unconfirmed:
    'Confirme o e-mail da sua conta antes. Use o link que enviamos para ele, ou peça outro em Meu perfil. Até lá, não enviamos mensagens a outras pessoas em nome da empresa.',
  limit: 'A empresa atingiu o limite de e-mails de hoje. Tente novamente amanhã.'
} as const

/** Where a person finds a link that would have been mailed to them. */
export const mailsKeptText =
  'Este servidor ainda não envia e-mails. Peça o link a quem o administra: está na caixa de saída de teste da administração.'

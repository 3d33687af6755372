/**
 * Why a company must not write to a contact. `promotions` keeps campaigns away, but no series; `unreachable`,
 * `no_whatsapp` and `capped` end automatically.
 */
export const suppressionReasons = [
  'unsubscribed',
  'promotions',
  'bounced',
  'unreachable',
  'complained',
  'blocked',
  'no_whatsapp',
  'capped'
] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const suppressionLabels: Record<SuppressionReason, string> = {
  unsubscribed: 'Descadastrou-se',
  promotions: 'Não quer promoções',
  bounced: 'Endereço não existe',
  unreachable: 'Devolveu vários e-mails',
  complained: 'Marcou como spam',
  blocked: 'Bloqueado pela equipe',
  no_whatsapp: 'O número não tem WhatsApp',
  capped: 'A Meta limitou a divulgação'
}

export const suppressionTexts = {
  gone: 'Este bloqueio não existe mais.',
  reason: 'Diga o motivo, em pelo menos 3 letras.',
  email: 'Digite um e-mail válido.',
  already: 'Este e-mail já está na lista.',
  link: 'Este link de descadastro não é válido. Abra o link do e-mail outra vez, ou peça à empresa que retire seu endereço.'
} as const

/** The mails that a person no longer wants of a company: campaigns alone, or series too. */
export type Refusal = 'nothing' | 'promotions' | 'everything'

/** Source of decisions that people make by the link in a mail. */
export const unsubscribeSource = 'unsubscribe'

/** The token of the link in a mail that was only a test. */
export const trialToken = 'teste'

/** Places on the list that one contact may have at once, and the days that one place may cover. */
export const waitLimits = { open: 5, days: 62 } as const

export const waitTexts = {
  backwards: 'O último dia vem antes do primeiro.',
  past: 'Estes dias já passaram.',
  tooLong: `Escolha no máximo ${waitLimits.days} dias.`,
  tooMany: `Este contato já espera por ${waitLimits.open} avisos. Saia de um deles para pedir outro.`,
  free: 'Há horários livres nestes dias. Escolha um deles.',
  email: 'Informe o e-mail: o aviso chega por ele.',
  link: 'Este link não é válido. Abra o link do e-mail outra vez.'
} as const

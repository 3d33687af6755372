/** The source of leads who book by themselves. */
export const bookingSource = 'agenda'

/** Coming appointments that one person may have booked by themselves. */
export const maxComing = 3

export const bookingTexts = {
  missing: 'Página de agendamento não encontrada',
  closed: 'Esta empresa não recebe agendamentos por aqui no momento.',
  notFree: 'Esse horário não está mais livre. Escolha outro.',
  tooMany: `Você já tem ${maxComing} horários marcados. Cancele um deles para marcar outro.`,
  mismatch: 'Este pedido já foi recebido com outro horário. Recarregue a página e marque novamente.',
  over: 'Este horário já passou.',
  notYours: 'Link de agendamento inválido. Confira se ele foi copiado por inteiro.',
  cannotConfirm: 'A empresa ainda vai confirmar este horário.',
  cannotChange: 'Este agendamento não pode mais ser alterado. Fale com a empresa.'
} as const

/** What a guest does with the link of their appointment. */
export const guestName = 'Cliente, pelo link'

/** Who books on the public page, as the history names them. */
export const visitorName = 'Cliente, pela página de agendamento'

export const saleKinds = ['sale', 'reversal', 'adjustment'] as const
export type SaleKind = (typeof saleKinds)[number]

export const saleKindNames: Record<SaleKind, string> = { sale: 'Venda', reversal: 'Estorno', adjustment: 'Ajuste' }

const monthNames = [
  ...['Janeiro', 'Fevereiro', 'Março', 'Abril', 'Maio', 'Junho', 'Julho', 'Agosto', 'Setembro', 'Outubro', 'Novembro'],
  'Dezembro'
]

/** A month of the form 2026-10, as people say it: "Outubro de 2026". */
export const monthName = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} de ${month.slice(0, 4)}`

/** With fewer closed leads, the chance of a step would claim too much. */
export const minClosed = 30

/** On this day of the next month a month closes, where the company has not chosen another one. */
export const usualClosingDay = 5

export const closedText = (month: string): string =>
  `${monthName(month)} está fechado. Use uma data de um mês aberto, ou peça a quem administra para reabrir este mês.`

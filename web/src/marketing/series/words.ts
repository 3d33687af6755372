import type { AnswerWay } from '../../../../services/marketing/senders/rules.ts'
import type { SeriesKind, SeriesReach, SeriesState } from '../../../../services/marketing/series/rules.ts'
import { counted } from '../../core/format.ts'
import type { Tone } from '../../core/tokens.ts'
import type { SeriesRow } from './api.ts'

export const stateTones: Record<SeriesState, Tone> = { off: 'neutral', on: 'success', paused: 'warning' }

export const kindHelp: Record<SeriesKind, string> = {
  new_lead: 'Diz a quem acabou de chegar que o pedido foi recebido, e o que vem depois.',
  follow_up: 'Volta a falar com quem ficou alguns dias sem contato.',
  date: 'Escreve no aniversário, ou em volta de outra data de um campo dos seus formulários.'
}

const durationText = (hours: number): string =>
  hours % 24 === 0 ? counted(hours / 24, 'dia', 'dias') : counted(hours, 'hora', 'horas')

/** When a step is sent; `n` counts from 0. */
export function whenText(kind: SeriesKind, n: number, hours: number): string {
  if (n > 0) return hours === 0 ? 'Logo depois da etapa anterior' : `${durationText(hours)} depois da etapa anterior`
  if (kind === 'follow_up') return `Depois de ${durationText(hours)} sem contato`
  if (kind === 'new_lead')
    return hours === 0 ? 'Assim que o lead chega' : `${durationText(hours)} depois de o lead chegar`
  if (hours === 0) return 'No dia, às 9h'
  return `${durationText(Math.abs(hours))} ${hours < 0 ? 'antes' : 'depois'} da data, às 9h`
}

/** The rule of who gets a series, so that nobody is surprised. */
export function reachText(kind: SeriesKind, reach: SeriesReach): string {
  const due = kind === 'date' ? 'datas que chegam' : 'prazos que vencem'
  return reach === 'new'
    ? 'Só entra quem virar lead depois de a sequência ser ligada. Quem já era lead, e quem veio de uma planilha, não recebe.'
    : `Entra também quem já é lead hoje, com ${due} depois de a sequência ser ligada. Nada vai para o que já passou.`
}

/** The reasons that end a series for a person. */
export const endText = (kind: SeriesKind): string =>
  kind === 'date'
    ? 'Para de receber quem se descadastra, é bloqueado, apagado ou chega a uma das situações abaixo.'
    : 'Para de receber quem responde, quem a equipe contata, quem se descadastra, é bloqueado, apagado ou chega a uma das situações abaixo.'

/** The ways to answer that count: a mail to the company's own address does not pass through the product. */
export function answerText(way: AnswerWay): string {
  if (way === 'here')
    return 'Conta como resposta o que chega por e-mail, pelo WhatsApp, pelo Instagram ou por um formulário, e o contato que a equipe registra no lead.'
  const others =
    'Conta como resposta o que chega pelo WhatsApp, pelo Instagram ou por um formulário, e o contato que a equipe registra no lead. Uma resposta por e-mail vai direto para o seu endereço e não passa por aqui: registre o contato no lead para a sequência parar'
  return way === 'own' ? `${others}, ou ligue o registro das respostas em Remetente.` : `${others}.`
}

/** How many mails of a series were handed over. */
export const sentOf = ({ counts }: Pick<SeriesRow, 'counts'>): number =>
  (['accepted', 'unsubscribed', 'complained', 'bounced', 'unknown'] as const).reduce(
    (sum, state) => sum + (counts[state] ?? 0),
    0
  )

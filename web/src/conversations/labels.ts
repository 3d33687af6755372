import type { HandOverState } from '../../../services/chat/rules.ts'
import type { Tone } from '../core/tokens.ts'

export const stateLabels: Record<HandOverState, string> = {
  waiting: 'Aguardando',
  taken: 'Em atendimento',
  concluded: 'Concluída'
}
export const stateTones: Record<HandOverState, Tone> = { waiting: 'warning', taken: 'info', concluded: 'success' }
export const audienceLabels = { visitor: 'Visitante', client: 'Cliente' } as const

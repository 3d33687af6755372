import { type MatchReason, matchLabels } from '../../../../../services/leads/merges/rules.ts'
import type { TimelineKind } from '../../../../../services/leads/timeline/rules.ts'

export const reasonsText = (reasons: readonly MatchReason[]): string =>
  reasons.map(reason => matchLabels[reason]).join(', ')

/** The filters of the timeline. */
export const timelineFilters: { label: string; kinds: TimelineKind[] }[] = [
  { label: 'Tudo', kinds: [] },
  { label: 'Notas', kinds: ['note'] },
  { label: 'Contatos', kinds: ['contact', 'conversation', 'appointment', 'mail', 'campaign'] },
  { label: 'Tarefas', kinds: ['task'] },
  { label: 'Envios', kinds: ['submission'] },
  { label: 'Mudanças', kinds: ['status', 'change', 'merge', 'operation'] },
  { label: 'Consentimentos', kinds: ['consent'] }
]

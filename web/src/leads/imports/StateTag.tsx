import type { Tone } from '../../core/tokens.ts'
import { Tag } from '../../ui/Tag.tsx'

const states: Record<string, [string, Tone]> = {
  queued: ['Na fila', 'info'],
  running: ['Importando', 'info'],
  done: ['Concluída', 'success'],
  failed: ['Interrompida', 'error'],
  cancelled: ['Cancelada', 'neutral'],
  undoing: ['Desfazendo', 'info'],
  undone: ['Desfeita', 'neutral']
}

export function StateTag({ state }: { state: string }) {
  const [text, tone] = states[state] ?? [state, 'neutral' as Tone]
  return <Tag tone={tone}>{text}</Tag>
}

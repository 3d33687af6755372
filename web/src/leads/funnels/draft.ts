import type { StepKind } from '../../../../services/leads/funnels/rules.ts'
import type { Funnel, FunnelStep, StepChange } from '../../../../services/leads/funnels/schema.ts'
import type { TagColor } from '../../../../services/leads/tags/rules.ts'
import { typedNumber } from '../../ui/Field.tsx'

/** A step as it is typed; `key` is '' for a new one. */
export type StepDraft = {
  key: string
  name: string
  kind: StepKind
  color: TagColor
  chance: string
  staleDays: string
  required: string[]
}

/** `moves`: where the leads of steps that go are moved to, '' for nowhere yet. */
export type FunnelDraft = { name: string; steps: StepDraft[]; moves: Record<string, string> }

const toDraft = ({ key, name, kind, color, chance, staleDays, required }: FunnelStep): StepDraft => ({
  key,
  name,
  kind,
  color,
  chance: chance === null ? '' : String(chance),
  staleDays: staleDays === null ? '' : String(staleDays),
  required: [...required]
})

export const newStep = (kind: StepKind, name = '', color: TagColor = 'blue'): StepDraft => ({
  key: '',
  name,
  kind,
  color,
  chance: '',
  staleDays: '',
  required: []
})

const firstSteps: readonly StepDraft[] = [
  newStep('open', 'Novo contato', 'blue'),
  newStep('open', 'Proposta', 'amber'),
  newStep('won', 'Ganho', 'green'),
  newStep('lost', 'Perdido', 'slate')
]

export const draftOf = (funnel: Funnel | null): FunnelDraft => ({
  name: funnel?.name ?? '',
  steps: funnel ? funnel.steps.map(toDraft) : firstSteps.map(step => ({ ...step })),
  moves: Object.fromEntries(funnel?.steps.map(({ key }) => [key, '']) ?? [])
})

export const toStep = ({ key, chance, staleDays, ...step }: StepDraft): StepChange => ({
  ...step,
  ...(key !== '' && { key }),
  name: step.name.trim(),
  chance: step.kind === 'open' ? typedNumber(chance) : null,
  staleDays: step.kind === 'open' ? typedNumber(staleDays) : null
})

export const chosenMoves = (moves: FunnelDraft['moves'], gone: readonly { key: string }[]): Record<string, string> =>
  Object.fromEntries(
    gone.flatMap(({ key }) => {
      const to = moves[key]
      return to ? [[key, to]] : []
    })
  )

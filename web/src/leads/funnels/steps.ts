import { useSyncExternalStore } from 'react'
import { defaultSteps, type Step, type StepKind } from '../../../../services/leads/funnels/rules.ts'
import type { Funnel } from '../../../../services/leads/funnels/schema.ts'
import type { TagColor } from '../../../../services/leads/tags/rules.ts'
import type { Tone } from '../../core/tokens.ts'

/** A step as it is shown; `funnelId` is '' for the usual funnel before the company's own are read. */
export type ShownStep = Step & { tone: Tone; funnelId: string }

export type Steps = {
  funnels: readonly Funnel[]
  /** The step of a key; a history has the name of a step in its place, which is shown as it is. */
  of: (key: string, name?: string | null) => ShownStep
  /** The steps of the funnel that a step is in. */
  beside: (key: string) => readonly ShownStep[]
}

const tones: Record<TagColor, Tone> = {
  slate: 'neutral',
  red: 'error',
  orange: 'warning',
  amber: 'warning',
  green: 'success',
  teal: 'success',
  blue: 'info',
  violet: 'violet',
  pink: 'violet'
}

function stepsOf(funnels: readonly Funnel[]): Steps {
  const shown = funnels.map(({ id, steps }) =>
    steps.map((step): ShownStep => ({ ...step, tone: tones[step.color], funnelId: id }))
  )
  const byKey = new Map(shown.flat().map(step => [step.key, step]))
  const unknown = (key: string, name: string | null | undefined): ShownStep => ({
    key,
    name: name ?? (/^[0-9a-f]{24}$/.test(key) ? 'Outra etapa' : key),
    kind: 'open',
    color: 'slate',
    tone: 'neutral',
    chance: null,
    staleDays: null,
    required: [],
    funnelId: ''
  })
  return {
    funnels,
    of: (key, name) => byKey.get(key) ?? unknown(key, name),
    beside: key => shown.find(steps => steps.some(step => step.key === key)) ?? shown[0] ?? []
  }
}

let usual: Steps | undefined
let current: Steps | undefined
const listeners = new Set<() => void>()

/** Shows these funnels wherever steps are shown; without any, those that every company has. */
export function showFunnels(funnels: readonly Funnel[] | undefined): void {
  const next = funnels && stepsOf(funnels)
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The steps of the company's funnels as they are now, for texts outside of components. */
export function stepsNow(): Steps {
  // Not while the file is loaded: parts of the bundle need each other.
  usual ??= stepsOf([{ id: '', name: '', default: true, version: 0, steps: defaultSteps() }])
  return current ?? usual
}

/** The steps of the company's funnels. */
export const useSteps = (): Steps => useSyncExternalStore(subscribe, stepsNow)

export const kindOfStep = (key: string): StepKind => stepsNow().of(key).kind

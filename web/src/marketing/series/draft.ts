import { fieldTexts } from '../../../../services/core/rules.ts'
import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import { type CarrierKind, campaignTexts } from '../../../../services/marketing/campaigns/rules.ts'
import {
  finalStatuses,
  firstWaitFault,
  type SeriesKind,
  type SeriesReach,
  seriesLimits,
  seriesTexts
} from '../../../../services/marketing/series/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { fieldOf, sourcesOf, type Draft as TextDraft } from '../campaigns/draft.ts'
import type { NewSeries, Series } from './api.ts'

export type Unit = 'hours' | 'days'

/** `amount`: as it is typed. `side`: of a date. */
export type StepDraft = {
  id: string | null
  amount: string
  unit: Unit
  side: 'before' | 'after'
  carrier: CarrierKind
  templateId: string
  subject: string
  values: TextDraft['values']
}

/** A series as it is being written. */
export type Draft = {
  name: string
  kind: SeriesKind
  field: string
  yearly: boolean
  reach: SeriesReach
  stopStatuses: LeadStatus[]
  quietHours: boolean
  steps: StepDraft[]
}

export const newStep = (amount = '0', unit: Unit = 'days'): StepDraft => ({
  id: null,
  amount,
  unit,
  side: 'after',
  carrier: 'email',
  templateId: '',
  subject: '',
  values: {}
})

export const emptyDraft = (): Draft => ({
  name: '',
  kind: 'new_lead',
  field: '',
  yearly: true,
  reach: 'new',
  stopStatuses: [...finalStatuses],
  quietHours: true,
  steps: [newStep('0', 'hours')]
})

export const draftOf = (series: Series): Draft => ({
  name: series.name,
  kind: series.kind,
  field: series.field ?? '',
  yearly: series.yearly,
  reach: series.reach,
  stopStatuses: series.stopStatuses,
  quietHours: series.quietHours,
  steps: series.steps.map(({ id, carrier, waitHours, templateId, templateName, subject, values }) => {
    const unit = waitHours % 24 === 0 && waitHours !== 0 ? 'days' : 'hours'
    return {
      id,
      amount: String(Math.abs(waitHours) / (unit === 'days' ? 24 : 1)),
      unit: series.kind === 'date' && waitHours === 0 ? 'days' : unit,
      side: waitHours < 0 ? 'before' : 'after',
      carrier,
      templateId: templateName === null ? '' : (templateId ?? ''),
      subject,
      values: Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [fieldOf(name), value]))
    }
  })
})

/** Hours of a step as it is typed; what is no number is none. Before and after a date only days are counted. */
export function hoursOf(kind: SeriesKind, n: number, { amount, unit, side }: StepDraft): number {
  const ofDate = kind === 'date' && n === 0
  if (!/^\d{1,4}$/.test(amount.trim())) return Number.NaN
  const hours = Number(amount) * (ofDate || unit === 'days' ? 24 : 1)
  return ofDate && side === 'before' && hours > 0 ? -hours : hours
}

/** Another kind of series, with waits that it can have. */
export function ofKind(draft: Draft, kind: SeriesKind): Draft {
  const [first, ...rest] = draft.steps
  if (!first || kind === draft.kind) return { ...draft, kind }
  const wait = { new_lead: ['0', 'hours'], follow_up: ['7', 'days'], date: ['0', 'days'] } as const
  const [amount, unit] = wait[kind]
  return { ...draft, kind, steps: [{ ...first, amount, unit, side: 'after' }, ...rest] }
}

/** The request that a draft means; `messages`: the templates whose variables are filled. */
export const bodyOf = (
  { kind, field, reach, steps, ...draft }: Draft,
  messages: readonly Template[] = []
): NewSeries => ({
  ...draft,
  kind,
  field: kind === 'date' ? field : null,
  reach: kind === 'new_lead' ? 'new' : reach,
  steps: steps.map((step, n) => {
    const common = { id: step.id, waitHours: hoursOf(kind, n, step), templateId: step.templateId }
    if (step.carrier === 'email') return { ...common, subject: step.subject }
    const template = messages.find(({ id }) => id === step.templateId)
    return {
      ...common,
      carrier: step.carrier,
      subject: '',
      values: template ? sourcesOf(template, step.values) : {}
    }
  })
})

/** The faults of a draft which the schema does not know; the server's names of the fields. */
export function faultsOf({ name, kind, field, steps }: Draft): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!name.trim()) errors.name = fieldTexts.required
  if (kind === 'date' && !field) errors.field = seriesTexts.field
  for (const [n, step] of steps.entries()) {
    const waitHours = hoursOf(kind, n, step)
    const fault =
      Number.isNaN(waitHours) || Math.abs(waitHours) > seriesLimits.waitHours
        ? 'Use um número inteiro, de até 365 dias.'
        : n === 0
          ? firstWaitFault(kind, waitHours)
          : null
    if (fault) errors[`steps.${n}.waitHours`] = fault
    if (!step.templateId)
      errors[`steps.${n}.templateId`] =
        step.carrier === 'email' ? campaignTexts.template : campaignTexts.messageTemplate
  }
  return errors
}

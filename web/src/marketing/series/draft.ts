import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import { campaignTexts } from '../../../../services/marketing/campaigns/rules.ts'
import {
  finalStatuses,
  firstWaitFault,
  type SeriesKind,
  type SeriesReach,
  seriesLimits,
  seriesTexts
} from '../../../../services/marketing/series/rules.ts'
import type { NewSeries, Series } from './api.ts'

export type Unit = 'hours' | 'days'

/** `key`: of the screen alone. `amount`: as it is typed. `before`: of a date. */
export type StepDraft = {
  key: number
  id: string | null
  amount: string
  unit: Unit
  before: boolean
  templateId: string
  subject: string
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

let keys = 0

export const newStep = (amount = '0', unit: Unit = 'days'): StepDraft => ({
  key: keys++,
  id: null,
  amount,
  unit,
  before: false,
  templateId: '',
  subject: ''
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
  steps: series.steps.map(({ id, waitHours, templateId, templateName, subject }) => {
    const unit = waitHours % 24 === 0 && waitHours !== 0 ? 'days' : 'hours'
    return {
      key: keys++,
      id,
      amount: String(Math.abs(waitHours) / (unit === 'days' ? 24 : 1)),
      unit: series.kind === 'date' && waitHours === 0 ? 'days' : unit,
      before: waitHours < 0,
      templateId: templateName === null ? '' : (templateId ?? ''),
      subject
    }
  })
})

/** Hours of a step as it is typed; what is no number is none. Before and after a date only days are counted. */
export function hoursOf(kind: SeriesKind, n: number, { amount, unit, before }: StepDraft): number {
  const ofDate = kind === 'date' && n === 0
  if (!/^\d{1,4}$/.test(amount.trim())) return Number.NaN
  const hours = Number(amount) * (ofDate || unit === 'days' ? 24 : 1)
  return ofDate && before && hours > 0 ? -hours : hours
}

/** Another kind of series, with waits that it can have. */
export function ofKind(draft: Draft, kind: SeriesKind): Draft {
  const [first, ...rest] = draft.steps
  if (!first || kind === draft.kind) return { ...draft, kind }
  const wait = { new_lead: ['0', 'hours'], follow_up: ['7', 'days'], date: ['0', 'days'] } as const
  const [amount, unit] = wait[kind]
  return { ...draft, kind, steps: [{ ...first, amount, unit, before: false }, ...rest] }
}

export type Errors = Record<string, string | undefined>

/** The series to save, or the errors by the server's names of the fields. */
export function readDraft(draft: Draft): { series: NewSeries } | { errors: Errors } {
  const { name, kind, field, yearly, reach, stopStatuses, quietHours } = draft
  const errors: Errors = {}
  if (!name.trim()) errors.name = 'Este campo é obrigatório'
  if (kind === 'date' && !field) errors.field = seriesTexts.field
  const steps = draft.steps.map((step, n) => {
    const { id, templateId, subject } = step
    const waitHours = hoursOf(kind, n, step)
    const fault =
      Number.isNaN(waitHours) || Math.abs(waitHours) > seriesLimits.waitHours
        ? 'Use um número inteiro, de até 365 dias.'
        : n === 0
          ? firstWaitFault(kind, waitHours)
          : null
    if (fault) errors[`steps.${n}.waitHours`] = fault
    if (!templateId) errors[`steps.${n}.templateId`] = campaignTexts.template
    return { id, waitHours, templateId, subject }
  })
  if (Object.keys(errors).length > 0) return { errors }
  return {
    series: {
      name,
      kind,
      field: kind === 'date' ? field : null,
      yearly,
      reach: kind === 'new_lead' ? 'new' : reach,
      stopStatuses,
      quietHours,
      steps
    }
  }
}

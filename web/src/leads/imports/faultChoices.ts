import type { FaultWay } from '../../../../services/leads/imports/rules.ts'
import type { Fault, Import, ImportSettings } from './api.ts'

/** The person's choices for bad values: for some texts, for a kind, and for all else. */
export type FaultChoices = {
  values: Record<string, string | null>
  ways: Record<string, FaultWay>
  blank: boolean
}

export const keyOf = (field: string | null, text: string): string => `${field}\n${text.toLowerCase()}`

/** The earlier choices, else the suggested ones. */
export function beginChoices(settings: ImportSettings | null, faults: readonly Fault[]): FaultChoices {
  const { values = [], faults: ways = [], blankFaults = false } = settings ?? {}
  const suggested = faults.flatMap(({ field, values }) =>
    values.flatMap(({ text, suggestion }) => (suggestion === null ? [] : [[keyOf(field, text), suggestion] as const]))
  )
  const first = faults.flatMap(({ field, reason, ways }) =>
    ways.includes('first') ? [[keyOf(field, reason), 'first'] as const] : []
  )
  const anew = settings?.values === undefined
  return {
    values: Object.fromEntries(anew ? suggested : values.map(({ field, text, value }) => [keyOf(field, text), value])),
    ways: Object.fromEntries(anew ? first : ways.map(({ field, reason, how }) => [keyOf(field, reason), how])),
    blank: blankFaults
  }
}

/** The way with rows that have a kind of bad value, without a choice for the value itself. */
export const wayOf = ({ ways, blank }: FaultChoices, { field, reason }: Fault): FaultWay =>
  ways[keyOf(field, reason)] ?? (blank ? 'blank' : 'out')

/** Only what belongs to the shown faults. */
export function toSettings(
  { values, ways, blank }: FaultChoices,
  faults: readonly Fault[]
): Required<Pick<ImportSettings, 'values' | 'faults' | 'blankFaults'>> {
  return {
    values: faults.flatMap(({ field, choices, values: texts }) =>
      field === null || choices.length === 0
        ? []
        : texts.flatMap(({ text }) => {
            const value = values[keyOf(field, text)]
            return value === undefined ? [] : [{ field, text, value }]
          })
    ),
    faults: faults.flatMap(({ field, reason }) => {
      const how = field === null ? undefined : ways[keyOf(field, reason)]
      return field === null || how === undefined ? [] : [{ field, reason, how }]
    }),
    blankFaults: blank
  }
}

/** Whether a check with these choices would say something else. */
export function isChanged(choices: FaultChoices, { settings }: Pick<Import, 'settings'>, faults: readonly Fault[]) {
  const before = toSettings(
    settings?.values === undefined ? { values: {}, ways: {}, blank: false } : beginChoices(settings, faults),
    faults
  )
  return JSON.stringify(before) !== JSON.stringify(toSettings(choices, faults))
}

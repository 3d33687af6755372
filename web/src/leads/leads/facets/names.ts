import {
  type EmailResult,
  emailResultLabels,
  markLabels,
  sourceLabel
} from '../../../../../services/leads/leads/marks/rules.ts'
import { type LeadMark, periodLabels } from '../../../../../services/leads/leads/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { useMailings } from '../../../shell/features.ts'
import { useSteps } from '../../funnels/steps.ts'
import { useTags } from '../../tags/api.ts'
import { type LeadFilter, type ListFilter, valuesOf } from '../filter.ts'

export const noReason = 'Sem motivo informado'

/**
 * How the values of a filter are called. Names of people and tags are read where the filter, or `wanted`, needs them.
 */
export function useValueNames(filter: LeadFilter, wanted = false): (key: ListFilter, value: string) => string {
  const people = valuesOf(filter, 'owner').some(value => value !== 'me' && value !== 'none')
  const { data: employees = [] } = useEmployeeOptions({ enabled: wanted || people })
  const { data: tags = [] } = useTags({ enabled: wanted || valuesOf(filter, 'tag').length > 0 })
  const { options: mailings } = useMailings(valuesOf(filter, 'emailCampaign').length > 0)

  const steps = useSteps()

  return (key, value) => {
    if (key === 'status') return steps.of(value).name
    if (key === 'funnel') return steps.funnels.find(({ id }) => id === value)?.name ?? 'Funil'
    if (key === 'mark') return markLabels[value as LeadMark] ?? value
    if (key === 'period') return periodLabels[value as keyof typeof periodLabels] ?? value
    if (key === 'source') return sourceLabel(value)
    if (key === 'campaign') return value || 'Sem campanha'
    if (key === 'emailResult') return emailResultLabels[value as EmailResult] ?? value
    if (key === 'emailCampaign') return mailings.find(({ value: id }) => id === value)?.label ?? 'escolhida'
    if (key === 'lostReason') return value || noReason
    if (key === 'tag') return tags.find(({ id }) => id === value)?.name ?? 'Etiqueta'
    if (key !== 'owner') return value
    if (value === 'me') return 'Eu'
    if (value === 'none' || value === '') return 'Sem responsável'
    const person = employees.find(({ id }) => id === value)
    return person ? (person.active ? person.name : `${person.name} (inativo)`) : 'Pessoa'
  }
}

import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import {
  consentFilterLabels,
  lostReasons,
  markLabels,
  sourceLabel,
  taskFilterLabels,
  taskFilters
} from '../../../../../services/leads/leads/marks/rules.ts'
import { leadMarks, periodLabels, preferredPeriods } from '../../../../../services/leads/leads/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { useUser } from '../../../shell/access.ts'
import { useDraft } from '../../../ui/useDraft.ts'
import { useSteps } from '../../funnels/steps.ts'
import { useTags } from '../../tags/api.ts'
import { TagDot } from '../../tags/TagChip.tsx'
import { useFacets, useValuesUsed } from '../api.ts'
import { type LeadFilter, type ListFilter, tidied, toggled, valuesOf, withValues } from '../filter.ts'
import { StatusDot } from '../StatusDot.tsx'
import { AmountsInput } from './AmountsInput.tsx'
import { AnswerFacets } from './AnswerFacets.tsx'
import { DaysInput } from './DaysInput.tsx'
import { EmailFacet } from './EmailFacet.tsx'
import { FacetGroup, type Option, Options } from './FacetGroup.tsx'
import { noReason } from './names.ts'

type Props = { filter: LeadFilter; onChange: (filter: LeadFilter) => void }

const untouched = ['1', '3', '7', '15', '30']

/** Everything that the list can be narrowed by, with how many leads each value would show. */
export function FacetPanel({ filter, onChange }: Props) {
  const { data: facets } = useFacets(filter)
  const valuesUsed = useValuesUsed()
  const used = valuesUsed || filter.valueFrom !== undefined || filter.valueTo !== undefined
  const { data: employees = [] } = useEmployeeOptions()
  const { data: tags = [] } = useTags()
  const { funnels } = useSteps()
  const chosenFunnels = valuesOf(filter, 'funnel')
  const shownFunnels = chosenFunnels.length > 0 ? funnels.filter(({ id }) => chosenFunnels.includes(id)) : funnels
  const me = useUser()?.companyEmployee?.id
  const change = (part: Partial<LeadFilter>) => onChange(tidied({ ...filter, ...part }))
  const [campaign, setCampaign] = useDraft(valuesOf(filter, 'campaign')[0] ?? '', text =>
    onChange(withValues(filter, 'campaign', text.trim() ? [text.trim()] : []))
  )

  const countOf = (key: 'status' | 'owner' | 'source' | 'tag', value: string) =>
    facets && (facets[key].find(each => each.value === value)?.count ?? 0)
  const list = (key: ListFilter, options: readonly Option[]) => (
    <Options
      key={key}
      options={options}
      chosen={valuesOf(filter, key)}
      onToggle={value => onChange(toggled(filter, key, value))}
      capped={facets?.capped.includes(key) ?? false}
    />
  )
  /** A facet with at most one value. */
  const single = (key: 'task' | 'consent' | 'untouchedDays', options: readonly Option[]) => (
    <Options
      options={options}
      chosen={[String(filter[key] ?? '')]}
      onToggle={value => {
        const off = String(filter[key] ?? '') === value
        change({ [key]: off ? undefined : key === 'untouchedDays' ? Number(value) : value })
      }}
    />
  )

  const sources = [...new Set([...(facets?.source.map(({ value }) => value) ?? []), ...valuesOf(filter, 'source')])]
  const byCount = (a: Option, b: Option) => (b.count ?? 0) - (a.count ?? 0)
  const people = employees
    .filter(({ id, active }) => active || (countOf('owner', id) ?? 0) > 0)
    .map(({ id, name, active }) => ({
      value: id,
      label: active ? name : `${name} (inativo)`,
      count: countOf('owner', id)
    }))
    .sort(byCount)

  return (
    <Box sx={{ fontSize: '0.8125rem' }}>
      {funnels.length > 1 && (
        <FacetGroup name="funnel" label="Funil" chosen={valuesOf(filter, 'funnel').length} open>
          {list(
            'funnel',
            funnels.map(({ id, name }) => ({ value: id, label: name }))
          )}
        </FacetGroup>
      )}
      <FacetGroup name="status" label="Situação" chosen={valuesOf(filter, 'status').length} open>
        {list(
          'status',
          shownFunnels.flatMap(({ name: funnel, steps }) =>
            steps.map(({ key: value, name }) => ({
              value,
              label: shownFunnels.length > 1 ? `${name} (${funnel})` : name,
              count: countOf('status', value),
              mark: <StatusDot status={value} />
            }))
          )
        )}
      </FacetGroup>
      <FacetGroup name="owner" label="Responsável" chosen={valuesOf(filter, 'owner').length} open>
        {list('owner', [
          { value: 'me', label: 'Meus leads', count: me ? countOf('owner', me) : undefined },
          { value: 'none', label: 'Sem responsável', count: countOf('owner', '') },
          ...people
        ])}
      </FacetGroup>
      {tags.length > 0 && (
        <FacetGroup name="tag" label="Etiquetas" chosen={valuesOf(filter, 'tag').length} open>
          {list(
            'tag',
            tags
              .map(({ id, name, color }) => ({
                value: id,
                label: name,
                count: countOf('tag', id),
                mark: <TagDot tone={color} />
              }))
              .sort(byCount)
          )}
        </FacetGroup>
      )}
      <FacetGroup name="source" label="Origem" chosen={valuesOf(filter, 'source').length} open>
        {list(
          'source',
          sources.map(value => ({ value, label: sourceLabel(value), count: countOf('source', value) }))
        )}
      </FacetGroup>
      <AnswerFacets filter={filter} facets={facets} onChange={onChange} />
      {used && (
        <FacetGroup
          name="value"
          label="Valor"
          chosen={filter.valueFrom !== undefined || filter.valueTo !== undefined ? 1 : 0}
        >
          <AmountsInput
            from={filter.valueFrom}
            to={filter.valueTo}
            onChange={({ from, to }) => change({ valueFrom: from, valueTo: to })}
          />
        </FacetGroup>
      )}
      <FacetGroup
        name="received"
        label="Recebido em"
        chosen={filter.receivedFrom || filter.receivedTo || filter.receivedIn ? 1 : 0}
      >
        <DaysInput
          name="Recebido em"
          from={filter.receivedFrom}
          to={filter.receivedTo}
          within={filter.receivedIn}
          presets={[
            { label: 'Hoje', within: 'today' },
            { label: '7 dias', within: 'last7' },
            { label: '30 dias', within: 'last30' }
          ]}
          onChange={({ from, to, within }) => change({ receivedFrom: from, receivedTo: to, receivedIn: within })}
        />
      </FacetGroup>
      <FacetGroup name="sold" label="Data da venda" chosen={filter.soldFrom || filter.soldTo ? 1 : 0}>
        <DaysInput
          name="Data da venda"
          from={filter.soldFrom}
          to={filter.soldTo}
          within={undefined}
          presets={[]}
          onChange={({ from, to }) => change({ soldFrom: from, soldTo: to })}
        />
      </FacetGroup>
      <FacetGroup
        name="expected"
        label="Previsão de fechamento"
        chosen={filter.expectedFrom || filter.expectedTo ? 1 : 0}
      >
        <DaysInput
          name="Previsão de fechamento"
          from={filter.expectedFrom}
          to={filter.expectedTo}
          within={undefined}
          presets={[]}
          onChange={({ from, to }) => change({ expectedFrom: from, expectedTo: to })}
        />
      </FacetGroup>
      <FacetGroup name="untouched" label="Sem contato há" chosen={filter.untouchedDays ? 1 : 0}>
        {single(
          'untouchedDays',
          untouched.map(value => ({ value, label: value === '1' ? '1 dia' : `${value} dias` }))
        )}
      </FacetGroup>
      <FacetGroup name="task" label="Próxima ação" chosen={filter.task ? 1 : 0}>
        {single(
          'task',
          taskFilters.map(value => ({ value, label: taskFilterLabels[value] }))
        )}
      </FacetGroup>
      <FacetGroup
        name="preferred"
        label="Preferência de contato"
        chosen={
          (filter.preferredFrom || filter.preferredTo || filter.preferredIn ? 1 : 0) + valuesOf(filter, 'period').length
        }
      >
        <DaysInput
          name="Data preferencial"
          from={filter.preferredFrom}
          to={filter.preferredTo}
          within={filter.preferredIn}
          presets={[
            { label: 'Hoje', within: 'today' },
            { label: 'Amanhã', within: 'tomorrow' },
            { label: '7 dias', within: 'next7' }
          ]}
          onChange={({ from, to, within }) => change({ preferredFrom: from, preferredTo: to, preferredIn: within })}
        />
        <Box sx={{ mt: 1 }}>
          {list(
            'period',
            preferredPeriods.map(value => ({ value, label: periodLabels[value] }))
          )}
        </Box>
      </FacetGroup>
      <FacetGroup name="consent" label="Comunicações" chosen={filter.consent ? 1 : 0}>
        {single(
          'consent',
          Object.entries(consentFilterLabels).map(([value, label]) => ({ value, label }))
        )}
      </FacetGroup>
      <FacetGroup name="mark" label="Conferir" chosen={valuesOf(filter, 'mark').length}>
        {list(
          'mark',
          leadMarks.map(value => ({ value, label: markLabels[value] }))
        )}
      </FacetGroup>
      <FacetGroup name="lost" label="Motivo da perda" chosen={valuesOf(filter, 'lostReason').length}>
        {list(
          'lostReason',
          [...new Set([...lostReasons, '', ...valuesOf(filter, 'lostReason')])].map(value => ({
            value,
            label: value || noReason
          }))
        )}
      </FacetGroup>
      <FacetGroup
        name="email"
        label="E-mail"
        chosen={valuesOf(filter, 'emailResult').length + valuesOf(filter, 'emailCampaign').length}
      >
        <EmailFacet filter={filter} onChange={onChange} />
      </FacetGroup>
      <FacetGroup name="campaign" label="Campanha" chosen={valuesOf(filter, 'campaign').length}>
        <TextField
          fullWidth
          placeholder="Nome da campanha"
          value={campaign}
          onChange={event => setCampaign(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': 'Campanha', maxLength: 200 } }}
        />
      </FacetGroup>
    </Box>
  )
}

import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import { settableStatuses } from '../../../../services/support/desk/rules.ts'
import type { DeskTicket as Ticket } from '../../../../services/support/desk/schema.ts'
import {
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorities,
  ticketPriorityLabels
} from '../../../../services/support/tickets/rules.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Details } from '../../ui/Details.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Fact } from '../tickets/Fact.tsx'
import { staffStatusLabel } from '../tickets/words.ts'
import { type DeskChange, useDeskChange } from './api.ts'
import { minutesText } from './minutes.ts'
import { useAssignees } from './useAssignees.ts'

type Clock = Ticket['clock']['answer']
type History = Ticket['clock']['history']

/** State, priority, category and who answers; each is changed as it is chosen. The clocks stand below. */
export function StatePanel({ ticket }: { ticket: Ticket }) {
  const { id, version, status, priority, category, assigneeId, assigneeName, clock, rating, ratingText } = ticket
  const change = useDeskChange(id)
  const people = useAssignees()
  const isListed = people.some(person => person.id === assigneeId)
  const apply = (part: Omit<DeskChange, 'version'>) => change.isPending || change.mutate({ ...part, version })
  const select = (
    label: string,
    value: string,
    options: readonly { value: string; name: string }[],
    choose: (value: string) => void
  ) => (
    <TextField select fullWidth size="small" label={label} value={value} onChange={event => choose(event.target.value)}>
      {options.map(option => (
        <MenuItem key={option.value} value={option.value}>
          {option.name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Panel title="Andamento">
      <Box sx={{ display: 'grid', gap: 2 }}>
        {select(
          'Quem responde',
          assigneeId ?? 'none',
          [
            { value: 'none', name: 'Ninguém' },
            ...(assigneeId && !isListed ? [{ value: assigneeId, name: assigneeName ?? '' }] : []),
            ...people.map(person => ({ value: person.id, name: person.name }))
          ],
          value => apply({ assigneeId: value === 'none' ? null : value })
        )}
        {select(
          'Estado',
          status,
          [
            ...settableStatuses.map(value => ({ value, name: staffStatusLabel(value) })),
            ...(status === 'closed' ? [{ value: 'closed', name: staffStatusLabel(status) }] : [])
          ],
          value => apply({ status: value as (typeof settableStatuses)[number] })
        )}
        {select(
          'Prioridade',
          priority,
          ticketPriorities.map(value => ({ value, name: ticketPriorityLabels[value] })),
          value => apply({ priority: value as (typeof ticketPriorities)[number] })
        )}
        {select(
          'Categoria',
          category,
          ticketCategories.map(value => ({ value, name: ticketCategoryLabels[value] })),
          value => apply({ category: value as (typeof ticketCategories)[number] })
        )}
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
          <Time label="Primeira resposta" clock={clock.answer} />
          <Time label="Solução" clock={clock.solution} />
          {rating !== null && (
            <Fact label="Avaliação">
              {rating} de 5{ratingText ? `: “${ratingText}”` : ''}
            </Fact>
          )}
        </Box>
        <History history={clock.history} />
      </Box>
    </Panel>
  )
}

const hours = (milliseconds: number): string => minutesText(Math.round(Math.abs(milliseconds) / 60_000))

/** One clock, in business time. */
function Time({ label, clock: { state, spent, remaining, dueAt } }: { label: string; clock: Clock }) {
  const late = remaining < 0
  return (
    <div>
      <Box component="dt" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, color: late && state !== 'stopped' ? 'error.main' : undefined }}>
        {state === 'stopped' && `Em ${hours(spent)} úteis${late ? ', fora do prazo' : ''}`}
        {state === 'paused' && `Parado, com ${hours(remaining)} úteis ${late ? 'de atraso' : 'pela frente'}`}
        {state === 'running' && (
          <>
            {late ? `${hours(remaining)} úteis de atraso` : `Faltam ${hours(remaining)} úteis`}
            {dueAt && (
              <>
                {' · '}
                <Moment at={dueAt} />
              </>
            )}
          </>
        )}
      </Box>
    </div>
  )
}

/** The facts that decided the clocks, and from when on. */
const History = ({ history }: { history: History }) => (
  <Details summary="Histórico dos prazos">
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, fontSize: '0.8125rem' }}>
      {history.map(({ at, status, answered, priority, plan, answerMinutes, solutionMinutes }) => (
        <li key={`${at} ${status} ${answered} ${priority} ${answerMinutes}`}>
          <Box sx={{ color: 'text.secondary' }}>
            <Moment at={at} />
          </Box>
          {staffStatusLabel(status)}
          {answered ? ', já respondido' : ''} · {ticketPriorityLabels[priority]} ·{' '}
          {planLabels[plan as keyof typeof planLabels] ?? plan}
          <Box sx={{ color: 'text.secondary' }}>
            Resposta em {minutesText(answerMinutes)}, solução em {minutesText(solutionMinutes)} úteis
          </Box>
        </li>
      ))}
    </Box>
  </Details>
)

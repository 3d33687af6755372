import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { settableStatuses } from '../../../../services/support/desk/rules.ts'
import type { DeskBulkChange } from '../../../../services/support/desk/schema.ts'
import { ticketPriorities, ticketPriorityLabels } from '../../../../services/support/tickets/rules.ts'
import { counted } from '../../core/format.ts'
import { staffStatusLabel } from '../tickets/words.ts'
import { useBulkChange } from './api.ts'
import { useIssues, useIssueTickets } from './tools/api.ts'
import { useAssignees } from './useAssignees.ts'

/** Changes of all that is selected. */
export function BulkBar({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const change = useBulkChange(onDone)
  const people = useAssignees()
  const { data: issues = [] } = useIssues('open')
  const issue = useIssueTickets(onDone)
  const apply = (part: DeskBulkChange['change']) => change.isPending || change.mutate({ ids: [...ids], change: part })
  const menu = (
    label: string,
    options: readonly { value: string; name: string }[],
    choose: (value: string) => void
  ) => (
    <TextField
      select
      size="small"
      label={label}
      value=""
      onChange={event => choose(event.target.value)}
      sx={{ width: 190, flex: { xs: '1 1 130px', sm: '0 0 auto' } }}
    >
      {options.map(({ value, name }) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Card
      role="group"
      aria-label="Mudar os escolhidos"
      sx={{ p: 1.5, mb: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
    >
      {counted(ids.length, 'escolhido', 'escolhidos')}
      {menu(
        'Passar para',
        [{ value: 'none', name: 'Ninguém' }, ...people.map(({ id, name }) => ({ value: id, name }))],
        value => apply({ assigneeId: value === 'none' ? null : value })
      )}
      {menu(
        'Estado',
        settableStatuses.map(value => ({ value, name: staffStatusLabel(value) })),
        value => apply({ status: value as (typeof settableStatuses)[number] })
      )}
      {menu(
        'Prioridade',
        ticketPriorities.map(value => ({ value, name: ticketPriorityLabels[value] })),
        value => apply({ priority: value as (typeof ticketPriorities)[number] })
      )}
      {issues.length > 0 &&
        menu(
          'Problema conhecido',
          issues.map(({ id, title }) => ({ value: id, name: title })),
          value => issue.isPending || issue.mutate({ issueId: value, add: [...ids] })
        )}
      <Button onClick={onDone} sx={{ ml: 'auto' }}>
        Desmarcar
      </Button>
    </Card>
  )
}

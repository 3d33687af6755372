import FilterIcon from '@mui/icons-material/FilterListOutlined'
import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useGetOne } from 'react-admin'
import type { DeskFilter } from '../../../../services/support/desk/schema.ts'
import {
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorities,
  ticketPriorityLabels
} from '../../../../services/support/tickets/rules.ts'
import { CompanyFilter } from '../../account/companies/CompanyFilter.tsx'
import { useIssues } from './tools/api.ts'
import { useAssignees } from './useAssignees.ts'

type Part = 'priority' | 'category' | 'assigneeId' | 'issueId'
type Props = { filter: DeskFilter; onChange: (part: DeskFilter) => void }

const parts = ['priority', 'category', 'assigneeId', 'companyId', 'issueId', 'watched'] as const

/** The filters of a queue. */
export function FilterBar({ filter, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chosen = parts.filter(part => filter[part] !== undefined).length
  return (
    <>
      <Badge badgeContent={chosen} color="primary" aria-hidden={false}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<FilterIcon />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={event => setAnchor(event.currentTarget)}
        >
          Filtrar
        </Button>
      </Badge>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Filtrar chamados',
            sx: { p: 2, mt: 0.5, width: 300, display: 'grid', gap: 2 }
          }
        }}
      >
        <Fields filter={filter} onChange={onChange} />
      </Popover>
    </>
  )
}

function Fields({ filter, onChange }: Props) {
  const people = useAssignees()
  const { data: issues = [] } = useIssues('open')
  const { data: company } = useGetOne<{ id: string; name: string }>(
    'companies',
    { id: filter.companyId ?? '' },
    { enabled: filter.companyId !== undefined }
  )
  const select = (part: Part, label: string, options: readonly { value: string; name: string }[]) => (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={filter[part] ?? ''}
      onChange={({ target }) => onChange({ [part]: target.value || undefined } as DeskFilter)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">Qualquer</MenuItem>
      {filter[part] !== undefined && !options.some(({ value }) => value === filter[part]) && (
        <MenuItem value={filter[part]}>Outro</MenuItem>
      )}
      {options.map(({ value, name }) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <>
      {select(
        'priority',
        'Prioridade',
        ticketPriorities.map(value => ({ value, name: ticketPriorityLabels[value] }))
      )}
      {select(
        'category',
        'Categoria',
        ticketCategories.map(value => ({ value, name: ticketCategoryLabels[value] }))
      )}
      {select(
        'assigneeId',
        'Quem responde',
        people.map(({ id, name }) => ({ value: id, name }))
      )}
      <CompanyFilter
        own={false}
        value={filter.companyId ? { id: filter.companyId, name: company?.name ?? '' } : null}
        onChange={found => onChange({ companyId: found?.id })}
      />
      {select(
        'issueId',
        'Problema conhecido',
        issues.map(({ id, title }) => ({ value: id, name: title }))
      )}
      <FormControlLabel
        control={
          <Checkbox
            checked={filter.watched === true}
            onChange={(_event, on) => onChange({ watched: on ? true : undefined })}
          />
        }
        label="Só os que eu acompanho"
      />
    </>
  )
}

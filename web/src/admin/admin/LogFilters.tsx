import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useState } from 'react'
import { CompanyFilter, type CompanyOption } from '../../account/companies/CompanyFilter.tsx'
import { inboundLabels } from '../../platform/inboundMail/labels.ts'
import { startOfDay } from '../../ui/days.ts'
import { type LogFilter, useAuditLabels } from './api.ts'

/** Which filters a log takes. */
const filters: Record<string, readonly (keyof Typed)[]> = {
  audit: ['company', 'person', 'action', 'object', 'requestId', 'from', 'to'],
  'sign-ins': ['company', 'person', 'from', 'to'],
  errors: ['object', 'requestId', 'from', 'to'],
  queues: ['company', 'object', 'from', 'to'],
  support: ['company', 'person', 'object', 'from', 'to'],
  'inbound-mails': ['person', 'action', 'from', 'to']
}

type Typed = {
  company: CompanyOption | null
  person: string
  action: string
  object: string
  requestId: string
  from: string
  to: string
}

const nothing: Typed = { company: null, person: '', action: '', object: '', requestId: '', from: '', to: '' }

type TextFilter = Exclude<keyof Typed, 'company'>

const labels: Record<TextFilter, string> = {
  person: 'Pessoa',
  action: 'Ação',
  object: 'Objeto ou texto',
  requestId: 'Id da requisição',
  from: 'De',
  to: 'Até'
}

/** Labels that differ in the log of mails. */
const ofMails: Partial<typeof labels> = { person: 'Remetente', action: 'Situação' }

const nextDay = (day: string) => new Date(Date.parse(startOfDay(day)) + 86_400_000).toISOString()

const toFilter = ({ company, from, to, ...texts }: Typed): LogFilter => ({
  ...(company && { companyId: company.id }),
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim())),
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: nextDay(to) })
})

type Props = {
  tab: string
  filter: LogFilter
  onChange: (filter: LogFilter) => void
  /** At the end of the line. */
  children: ReactNode
}

/** The filter of a log, applied when it is submitted. */
export function LogFilters({ tab, filter, onChange, children }: Props) {
  const [typed, setTyped] = useState(nothing)
  const { actions } = useAuditLabels()
  /** The values of `action` in the logs that can be filtered by it. */
  const choices: Record<string, [string, string][]> = {
    audit: actions,
    'inbound-mails': Object.entries(inboundLabels)
  }
  return (
    <Box
      component="form"
      role="search"
      onSubmit={event => {
        event.preventDefault()
        onChange(toFilter(typed))
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
    >
      {filters[tab]?.map(name =>
        name === 'company' ? (
          <CompanyFilter
            key={name}
            value={typed.company}
            own={tab === 'audit'}
            onChange={company => setTyped({ ...typed, company })}
          />
        ) : (
          <FilterInput
            key={name}
            name={name}
            label={(tab === 'inbound-mails' && ofMails[name]) || labels[name]}
            choices={name === 'action' ? choices[tab] : undefined}
            value={typed[name]}
            onChange={text => setTyped({ ...typed, [name]: text })}
          />
        )
      )}
      <Button type="submit" variant="outlined">
        Filtrar
      </Button>
      {Object.keys(filter).length > 0 && (
        <Button
          onClick={() => {
            setTyped(nothing)
            onChange({})
          }}
        >
          Limpar filtros
        </Button>
      )}
      {children}
    </Box>
  )
}

type InputProps = {
  name: TextFilter
  label: string
  choices: readonly [string, string][] | undefined
  value: string
  onChange: (text: string) => void
}

function FilterInput({ name, label, choices, value, onChange }: InputProps) {
  const day = name === 'from' || name === 'to'
  return (
    <TextField
      label={label}
      type={day ? 'date' : 'text'}
      select={choices !== undefined}
      value={value}
      onChange={event => onChange(event.target.value)}
      sx={{ flex: { xs: '1 1 130px', sm: '0 1 170px' }, minWidth: 130 }}
      slotProps={{ inputLabel: { shrink: day ? true : undefined } }}
    >
      {choices && [
        <MenuItem key="" value="">
          Todas
        </MenuItem>,
        ...choices.map(([key, words]) => (
          <MenuItem key={key} value={key}>
            {words}
          </MenuItem>
        ))
      ]}
    </TextField>
  )
}

import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { Fragment, useState } from 'react'
import { planLabels } from '../../../../../services/account/plans/rules.ts'
import { type PlanKey, planKeys } from '../../../../../services/core/planKeys/rules.ts'
import {
  type TicketPriority,
  ticketPriorities,
  ticketPriorityLabels
} from '../../../../../services/support/tickets/rules.ts'
import type { TicketRules } from './api.ts'

type Targets = TicketRules['targets']
type Part = 'answer' | 'solution'
type Props = { targets: Targets; disabled: boolean; onChange: (targets: Targets) => void }

/** Business hours to the first answer and to the solution, of each plan and priority. */
export function TargetFields({ targets, disabled, onChange }: Props) {
  const change = (plan: PlanKey, priority: TicketPriority, part: Part, minutes: number) =>
    onChange({
      ...targets,
      [plan]: { ...targets[plan], [priority]: { ...targets[plan][priority], [part]: minutes } }
    })
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {planKeys.map(plan => (
        <Box key={plan} role="group" aria-label={planLabels[plan]}>
          <Box component="h3" sx={{ m: 0, mb: 1, fontSize: '0.9375rem' }}>
            {planLabels[plan]}
          </Box>
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              alignItems: 'center',
              gridTemplateColumns: '72px repeat(2, minmax(0, 1fr))',
              fontSize: '0.8125rem'
            }}
          >
            <span />
            <Box sx={{ color: 'text.secondary' }}>Primeira resposta</Box>
            <Box sx={{ color: 'text.secondary' }}>Solução</Box>
            {ticketPriorities.toReversed().map(priority => (
              <Fragment key={priority}>
                <span>{ticketPriorityLabels[priority]}</span>
                {(['answer', 'solution'] as const).map(part => (
                  <HourInput
                    key={part}
                    label={`${planLabels[plan]}, ${ticketPriorityLabels[priority]}: ${
                      part === 'answer' ? 'primeira resposta' : 'solução'
                    } em horas úteis`}
                    minutes={targets[plan][priority][part]}
                    disabled={disabled}
                    onChange={minutes => change(plan, priority, part, minutes)}
                  />
                ))}
              </Fragment>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const textOf = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100).replace('.', ',')

/** Minutes of what was typed as hours; null for what is no time that a target can have. */
function minutesOf(text: string): number | null {
  const hours = /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
  const minutes = Math.round(hours * 60)
  return minutes >= 5 && minutes <= 60_000 ? minutes : null
}

type InputProps = { label: string; minutes: number; disabled: boolean; onChange: (minutes: number) => void }

/**
 * Hours, with a comma for parts of one. A text that is no time stays until the field is left, which then shows the
 * previous time.
 */
function HourInput({ label, minutes, disabled, onChange }: InputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const faulty = typed !== null && minutesOf(typed) === null
  return (
    <TextField
      size="small"
      value={typed ?? textOf(minutes)}
      disabled={disabled}
      error={faulty}
      helperText={faulty ? 'De 0,09 a 1000 horas' : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        const read = minutesOf(target.value)
        if (read !== null) onChange(read)
      }}
      onBlur={() => setTyped(null)}
      slotProps={{
        htmlInput: { 'aria-label': label, inputMode: 'decimal' },
        input: { endAdornment: <InputAdornment position="end">h</InputAdornment> }
      }}
    />
  )
}

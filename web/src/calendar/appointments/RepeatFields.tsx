import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { SeriesConflict } from '../../../../services/calendar/appointments/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { spanText } from './words.ts'

const every = {
  '': 'Não se repete',
  'FREQ=DAILY': 'Todo dia',
  'FREQ=WEEKLY': 'Toda semana',
  'FREQ=WEEKLY;INTERVAL=2': 'A cada duas semanas',
  'FREQ=MONTHLY': 'Todo mês, no mesmo dia'
} as const
type Every = keyof typeof every

export type Repeat = { every: Every; times: string }

/** The rule of a repetition; null where it does not repeat. */
export const ruleOf = ({ every: rule, times }: Repeat): string | null =>
  rule === '' || !isCount(times) ? null : `${rule};COUNT=${Number(times)}`

const isCount = (times: string): boolean => /^\d+$/.test(times) && Number(times) >= 2 && Number(times) <= 104

/** False where it repeats, and how often is not said yet. */
export const isWhole = (repeat: Repeat): boolean => repeat.every === '' || isCount(repeat.times)

type Props = { repeat: Repeat; onChange: (repeat: Repeat) => void }

/** Whether a new appointment repeats, and how often. */
export function RepeatFields({ repeat, onChange }: Props) {
  const fault = !isWhole(repeat)
  return (
    <>
      <TextField
        select
        label="Repetir"
        value={repeat.every}
        onChange={event => onChange({ ...repeat, every: event.target.value as Every })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        {Object.entries(every).map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {repeat.every !== '' && (
        <TextField
          label="Quantas vezes"
          value={repeat.times}
          error={fault}
          helperText={fault ? 'De 2 a 104 vezes.' : 'Com a primeira.'}
          onChange={event => onChange({ ...repeat, times: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      )}
    </>
  )
}

type ConflictProps = {
  conflicts: readonly SeriesConflict[]
  busy: boolean
  /** Undefined where none would be left. */
  onSkip: (() => void) | undefined
}

/** The times of a series that cannot be, each with its reason, and the way to leave them out. */
export function Conflicts({ conflicts, busy, onSkip }: ConflictProps) {
  const zone = useTimeZone()
  return (
    <Alert severity="warning">
      {conflicts.length === 1 ? 'Este horário não está livre:' : 'Estes horários não estão livres:'}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 180, overflowY: 'auto' }} tabIndex={0}>
        {conflicts.map(conflict => (
          <li key={conflict.start}>
            {spanText(conflict, zone)}: {conflict.reason}
          </li>
        ))}
      </Box>
      {onSkip && (
        <Button size="small" color="inherit" variant="outlined" sx={{ mt: 1 }} aria-busy={busy} onClick={onSkip}>
          Marcar sem {conflicts.length === 1 ? 'ele' : 'eles'}
        </Button>
      )}
    </Alert>
  )
}

import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { SeriesScope } from '../../../../services/calendar/appointments/schema.ts'

const labels: Record<SeriesScope, string> = {
  one: 'Só este',
  following: 'Este e os seguintes',
  all: 'Todos da série que ainda não começaram'
}

type Props = { scope: SeriesScope; onChange: (scope: SeriesScope) => void }

/** Which appointments of a series a change reaches. */
export const ScopeField = ({ scope, onChange }: Props) => (
  <TextField
    select
    fullWidth
    label="Vale para"
    value={scope}
    onChange={event => onChange(event.target.value as SeriesScope)}
  >
    {Object.entries(labels).map(([value, label]) => (
      <MenuItem key={value} value={value}>
        {label}
      </MenuItem>
    ))}
  </TextField>
)

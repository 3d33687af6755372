import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useSteps } from './steps.ts'

type Props = {
  /** The id of the funnel; undefined: the usual one. */
  funnel: string | undefined
  onChange: (funnel: string | undefined) => void
}

/** Which funnel the board shows; nothing where the company has one alone. */
export function FunnelChoice({ funnel, onChange }: Props) {
  const { funnels } = useSteps()
  const [usual] = funnels
  if (!usual || funnels.length < 2) return null
  const shown = funnels.some(({ id }) => id === funnel) ? funnel : usual.id
  return (
    <TextField
      select
      size="small"
      label="Funil"
      value={shown}
      onChange={({ target }) => onChange(target.value === usual.id ? undefined : target.value)}
      sx={{ minWidth: 150, maxWidth: 240 }}
    >
      {funnels.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

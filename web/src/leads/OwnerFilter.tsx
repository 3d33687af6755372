import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEmployeeOptions } from '../employees/api.ts'

type Props = { value: string | undefined; onChange: (owner: string | undefined) => void }

/** Whose leads are shown. */
export function OwnerFilter({ value = '', onChange }: Props) {
  const { data: options = [] } = useEmployeeOptions()
  const known = ['', 'me', 'none'].includes(value) || options.some(({ id }) => id === value)
  return (
    <TextField
      select
      value={known ? value : ''}
      onChange={event => onChange(event.target.value || undefined)}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 190px' }, minWidth: 0 }}
      slotProps={{
        select: {
          displayEmpty: true,
          MenuProps: { disablePortal: true },
          SelectDisplayProps: { 'aria-label': 'Responsável' }
        },
        htmlInput: { 'aria-label': 'Responsável' }
      }}
    >
      <MenuItem value="">Todos os responsáveis</MenuItem>
      <MenuItem value="me">Meus leads</MenuItem>
      <MenuItem value="none">Sem responsável</MenuItem>
      {options.map(({ id, name, active }) => (
        <MenuItem key={id} value={id}>
          {active ? name : `${name} (inativo)`}
        </MenuItem>
      ))}
    </TextField>
  )
}

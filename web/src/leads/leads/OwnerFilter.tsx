import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useEmployeeOptions } from '../../account/employees/api.ts'

type Props = { value: string | undefined; onChange: (owner: string | undefined) => void }

/** The choice of the owner whose leads are shown. */
export function OwnerFilter({ value = '', onChange }: Props) {
  // Few filter by it, so the names are read when somebody is about to.
  const [wanted, setWanted] = useState(false)
  const { data: options = [] } = useEmployeeOptions({ enabled: wanted || value !== '' })
  const hasOption = ['', 'me', 'none'].includes(value) || options.some(({ id }) => id === value)
  return (
    <TextField
      select
      value={hasOption ? value : ''}
      onChange={event => onChange(event.target.value || undefined)}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 220px' }, minWidth: 0 }}
      slotProps={{
        select: {
          displayEmpty: true,
          onMouseEnter: () => setWanted(true),
          onFocus: () => setWanted(true),
          onOpen: () => setWanted(true),
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

import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useNotify } from 'react-admin'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { useMay } from '../../../shell/access.ts'
import { useSave } from './useSave.tsx'

const nobody = 'none'

/** The lead's owner. */
export function OwnerField({ lead }: { lead: Lead }) {
  const notify = useNotify()
  const assigns = useMay('assign_leads')
  const { save, saving, errors, dialog } = useSave(lead)
  const { data: options = [] } = useEmployeeOptions({ enabled: assigns })
  // The current owner is shown, also after leaving the company or before the others are loaded.
  const shown = options.filter(({ active, id }) => active || id === lead.ownerId)
  const missing = lead.ownerId !== null && !shown.some(({ id }) => id === lead.ownerId)
  if (!assigns)
    return (
      <Box sx={{ fontSize: '0.875rem' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Responsável:{' '}
        </Box>
        {lead.ownerName ?? 'Sem responsável'}
      </Box>
    )
  return (
    <>
      <TextField
        select
        label="Responsável"
        value={lead.ownerId ?? nobody}
        aria-busy={saving}
        error={errors.ownerId !== undefined}
        helperText={errors.ownerId}
        onChange={event =>
          saving ||
          save({ ownerId: event.target.value === nobody ? null : event.target.value }, () =>
            notify('Responsável alterado', { type: 'success' })
          )
        }
        sx={{ flex: { xs: '1 0 200px', sm: '0 0 200px' }, '& .MuiInputBase-root': { height: 40 } }}
      >
        <MenuItem value={nobody}>Sem responsável</MenuItem>
        {missing && <MenuItem value={lead.ownerId ?? ''}>{lead.ownerName}</MenuItem>}
        {shown.map(({ id, name, active }) => (
          <MenuItem key={id} value={id}>
            {active ? name : `${name} (inativo)`}
          </MenuItem>
        ))}
      </TextField>
      {dialog}
    </>
  )
}

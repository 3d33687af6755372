import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useNotify, useUpdate } from 'react-admin'
import type { Lead } from '../../../services/leads/schema.ts'
import { useEmployeeOptions } from '../employees/api.ts'

const nobody = 'none'

/** Who takes care of the lead, changed at once on screen and taken back where the server refuses. */
export function OwnerSelect({ lead }: { lead: Lead }) {
  const notify = useNotify()
  const [update] = useUpdate<Lead, Error>()
  const { data: options = [] } = useEmployeeOptions()
  // Whoever has the lead is shown, also after leaving the company or before the others are known.
  const shown = options.filter(({ active, id }) => active || id === lead.ownerId)
  const missing = lead.ownerId !== null && !shown.some(({ id }) => id === lead.ownerId)

  function change(chosen: string): void {
    const ownerId = chosen === nobody ? null : chosen
    const ownerName = options.find(({ id }) => id === ownerId)?.name ?? null
    void update(
      'leads',
      { id: lead.id, data: { ownerId, ownerName }, previousData: lead },
      {
        mutationMode: 'optimistic',
        onSuccess: () => notify('Responsável alterado', { type: 'success' }),
        onError: error => notify(error.message, { type: 'error' })
      }
    )
  }

  return (
    <TextField
      select
      label="Responsável"
      value={lead.ownerId ?? nobody}
      onChange={event => change(event.target.value)}
      sx={{
        flex: { xs: '1 0 100%', sm: '0 0 190px' },
        '& .MuiInputBase-root': { height: { xs: 40, sm: 36 } }
      }}
      slotProps={{ select: { MenuProps: { disablePortal: true } } }}
    >
      <MenuItem value={nobody}>Sem responsável</MenuItem>
      {missing && <MenuItem value={lead.ownerId ?? ''}>{lead.ownerName}</MenuItem>}
      {shown.map(({ id, name, active }) => (
        <MenuItem key={id} value={id}>
          {active ? name : `${name} (inativo)`}
        </MenuItem>
      ))}
    </TextField>
  )
}

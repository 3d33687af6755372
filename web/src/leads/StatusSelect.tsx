import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useUpdate } from 'react-admin'
import { type LeadStatus, leadStatuses } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { StatusTag } from './StatusTag.tsx'

/** The lead's status, changed at once on screen and taken back where the server refuses. */
export function StatusSelect({ lead }: { lead: Lead }) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [update] = useUpdate<Lead, Error>()

  function change(status: LeadStatus): void {
    void update(
      'leads',
      { id: lead.id, data: { status }, previousData: lead },
      {
        mutationMode: 'optimistic',
        onSuccess: () => notify('Status alterado', { type: 'success' }),
        onError: error => notify(error.message, { type: 'error' }),
        onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads', 'counts'] })
      }
    )
  }

  return (
    <Select
      size="small"
      value={lead.status}
      onChange={event => change(event.target.value as LeadStatus)}
      inputProps={{ 'aria-label': 'Status do lead' }}
      SelectDisplayProps={{ 'aria-label': 'Status do lead' }}
      MenuProps={{ disablePortal: true }}
      sx={{
        flex: { xs: '1 0 100%', sm: 'none' },
        height: { xs: 40, sm: 36 },
        '& .MuiSelect-select': { py: 0.5, pl: 1 }
      }}
    >
      {leadStatuses.map(status => (
        <MenuItem key={status} value={status}>
          <StatusTag status={status} />
        </MenuItem>
      ))}
    </Select>
  )
}

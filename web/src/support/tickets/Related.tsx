import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useGetOne } from 'react-admin'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { screenLabels } from './words.ts'

type Props = {
  leadId: string | null
  screen: string
  onLead: (leadId: string | null) => void
  onScreen: (screen: string) => void
}

/** The lead or the screen that a ticket is about. */
export function Related({ leadId, screen, onLead, onScreen }: Props) {
  const [picking, setPicking] = useState(false)
  const { data: lead } = useGetOne<Lead>('leads', { id: leadId ?? '' }, { enabled: leadId !== null })
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
      <TextField
        select
        label="Tela (opcional)"
        value={screen}
        onChange={event => onScreen(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">Nenhuma em especial</MenuItem>
        {screen !== '' && !(screen in screenLabels) && <MenuItem value={screen}>{screen}</MenuItem>}
        {Object.entries(screenLabels).map(([path, label]) => (
          <MenuItem key={path} value={path}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
        {leadId === null ? (
          <Button onClick={() => setPicking(true)}>Relacionar um lead</Button>
        ) : (
          <>
            <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              Lead: <b>{lead?.name ?? '…'}</b>
            </Box>
            <IconButton size="small" aria-label="Tirar o lead" onClick={() => onLead(null)}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        )}
      </Box>
      {picking && (
        <PickLead
          title="Sobre qual lead é o chamado?"
          without=""
          onPick={id => {
            onLead(id)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Box>
  )
}

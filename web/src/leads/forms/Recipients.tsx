import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type RecipientState, stateLabels } from '../../../../services/account/recipients/rules.ts'
import type { Tone } from '../../core/tokens.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useRecipientReminder, useRecipientRemoval, useRecipients } from './api.ts'

const tones: Record<RecipientState, Tone> = {
  team: 'info',
  confirmed: 'success',
  waiting: 'warning',
  declined: 'error'
}

/** Which of the addresses get the leads, and what can be done about those outside the team. */
export function Recipients({ emails }: { emails: readonly string[] }) {
  const { data = [] } = useRecipients(emails)
  const reminder = useRecipientReminder()
  const removal = useRecipientRemoval()
  const busy = reminder.isPending || removal.isPending
  if (emails.length === 0) return null
  return (
    <Box component="ul" aria-label="Endereços avisados" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {data.map(({ id, email, state }) => (
        <Box key={email} component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {email}
          </Box>
          <Tag tone={tones[state]}>{stateLabels[state]}</Tag>
          {id && state === 'waiting' && (
            <Button size="small" disabled={busy} onClick={() => reminder.mutate(id)}>
              Reenviar
            </Button>
          )}
          {id && state !== 'declined' && (
            <Button size="small" color="inherit" disabled={busy} onClick={() => removal.mutate({ id, email })}>
              Revogar
            </Button>
          )}
        </Box>
      ))}
    </Box>
  )
}

import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type ContactChannel, contactChannels } from '../../../../../services/account/activities/rules.ts'
import { channelLabels } from '../labels.ts'

type Props = {
  channels: ContactChannel[]
  evidence: string
  error: string | undefined
  onChannels: (channels: ContactChannel[]) => void
  onEvidence: (evidence: string) => void
}

/** By which ways the person may be reached, and how they have allowed it. */
export function ConsentInputs({ channels, evidence, error, onChannels, onEvidence }: Props) {
  return (
    <Box role="group" aria-label="A pessoa autorizou contato por" sx={{ mt: 2 }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>A pessoa autorizou contato por</Box>
      {contactChannels.map(channel => (
        <FormControlLabel
          key={channel}
          label={channelLabels[channel]}
          control={
            <Checkbox
              size="small"
              checked={channels.includes(channel)}
              onChange={(_event, on) =>
                onChannels(on ? [...channels, channel] : channels.filter(each => each !== channel))
              }
            />
          }
        />
      ))}
      {channels.length > 0 && (
        <TextField
          fullWidth
          required
          label="Como autorizou"
          placeholder="Assinou a ficha na feira"
          value={evidence}
          onChange={event => onEvidence(event.target.value)}
          error={error !== undefined}
          helperText={error}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
          sx={{ mt: 1 }}
        />
      )}
    </Box>
  )
}

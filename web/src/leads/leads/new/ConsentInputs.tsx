import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { type ContactChannel, contactChannels } from '../../../../../services/account/activities/rules.ts'
import { Field, useField } from '../../../ui/Field.tsx'
import { channelLabels } from '../labels.ts'

/** By which ways the person may be reached, and how they have allowed it. */
export function ConsentInputs() {
  const { value: channels, change } = useField<ContactChannel[]>('channels', { as: 'consent.channels' })
  return (
    <Box role="group" aria-label="A pessoa autorizou contato por">
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>A pessoa autorizou contato por</Box>
      {contactChannels.map(channel => (
        <FormControlLabel
          key={channel}
          label={channelLabels[channel]}
          control={
            <Checkbox
              size="small"
              checked={channels.includes(channel)}
              onChange={(_event, on) => change(on ? [...channels, channel] : channels.filter(each => each !== channel))}
            />
          }
        />
      ))}
      {channels.length > 0 && (
        <Field
          fullWidth
          required
          name="evidence"
          as="consent.evidence"
          label="Como autorizou"
          placeholder="Assinou a ficha na feira"
          longest={1000}
          sx={{ mt: 1 }}
        />
      )}
    </Box>
  )
}

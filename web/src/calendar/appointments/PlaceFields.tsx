import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import {
  type AppointmentChannel,
  appointmentChannels,
  channelLabels
} from '../../../../services/calendar/appointments/rules.ts'

type Props = {
  channel: AppointmentChannel
  location: string
  onChannel: (channel: AppointmentChannel) => void
  onLocation: (location: string) => void
}

/** How people meet, and where. */
export const PlaceFields = ({ channel, location, onChannel, onLocation }: Props) => (
  <>
    <TextField
      select
      label="Como"
      value={channel}
      onChange={event => onChannel(event.target.value as AppointmentChannel)}
    >
      {appointmentChannels.map(each => (
        <MenuItem key={each} value={each}>
          {channelLabels[each]}
        </MenuItem>
      ))}
    </TextField>
    <TextField
      label="Local ou link"
      value={location}
      onChange={event => onLocation(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  </>
)

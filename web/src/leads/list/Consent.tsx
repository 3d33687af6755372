import { styled } from '@mui/material/styles'
import { type ContactChannel, contactChannels, type KeptConsents } from '../../../../services/leads/rules.ts'
import { formatDateTime } from '../../core/format.ts'
import { channelLabels, consentLabels, neverAsked } from '../labels.ts'

const shapes: Record<ContactChannel, string> = {
  whatsapp:
    'M16.75 13.96c.25.13.41.2.46.3.06.11.04.61-.21 1.18-.2.56-1.24 1.1-1.7 1.12-.46.02-.47.36-2.96-.73-2.49-1.09-3.99-3.75-4.11-3.92-.12-.17-.96-1.38-.92-2.61.05-1.22.69-1.8.95-2.04.24-.26.51-.29.68-.26h.47c.15 0 .36-.06.55.45l.69 1.87c.06.13.1.28.01.44l-.27.41-.39.42c-.12.12-.26.25-.12.5.12.26.62 1.09 1.32 1.78.91.88 1.71 1.17 1.95 1.3.24.14.39.12.54-.04l.81-.94c.19-.25.35-.19.58-.11l1.67.88M12 2a10 10 0 0 1 10 10 10 10 0 0 1-10 10c-1.97 0-3.8-.57-5.35-1.55L2 22l1.55-4.65A9.969 9.969 0 0 1 2 12 10 10 0 0 1 12 2m0 2a8 8 0 0 0-8 8c0 1.72.54 3.31 1.46 4.61L4.5 19.5l2.89-.96A7.95 7.95 0 0 0 12 20a8 8 0 0 0 8-8 8 8 0 0 0-8-8z',
  phone:
    'M6.54 5c.06.89.21 1.76.45 2.59l-1.2 1.2c-.41-1.2-.67-2.47-.76-3.79zm9.86 12.02c.85.24 1.72.39 2.6.45v1.49c-1.32-.09-2.59-.35-3.8-.75zM7.5 3H4c-.55 0-1 .45-1 1 0 9.39 7.61 17 17 17 .55 0 1-.45 1-1v-3.49c0-.55-.45-1-1-1-1.24 0-2.45-.2-3.57-.57-.1-.04-.21-.05-.31-.05-.26 0-.51.1-.71.29l-2.2 2.2c-2.83-1.45-5.15-3.76-6.59-6.59l2.2-2.2c.28-.28.36-.67.25-1.02C8.7 6.45 8.5 5.25 8.5 4c0-.55-.45-1-1-1',
  email: 'M22 6c0-1.1-.9-2-2-2H4c-1.1 0-2 .9-2 2v12c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2zm-2 0-8 5-8-5zm0 12H4V8l8 5 8-5z'
}

/** A tick and a stroke, each with a rim that sets it off from the sign below. */
const marks = { yes: 'm12.5 17.5 3.5 3.5 6.5-7.5', no: 'M3 21 21 3' }

const Signs = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  gap: 5,
  verticalAlign: 'middle',
  '& > span': { display: 'inline-flex', color: theme.tokens.textFaint },
  '& svg': { width: 19, height: 19, fill: 'currentColor', overflow: 'visible' },
  '& .mark': { fill: 'none', stroke: 'currentColor', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' },
  '& .rim': { fill: 'none', stroke: theme.palette.background.paper, strokeWidth: 7.5, strokeLinecap: 'round' },
  '& .granted': { color: theme.palette.success.main },
  '& .refused, & .withdrawn': { color: theme.palette.error.main }
}))

type Props = { consents: KeptConsents; timeZone: string | undefined }

/** Whether the person may be reached, a sign for each channel: ticked, struck out, or bare where nobody has asked. */
export const Consent = ({ consents, timeZone }: Props) => (
  <Signs>
    {contactChannels.map(channel => {
      const { state, at } = consents[channel] ?? {}
      const since = at && ` em ${formatDateTime(at, timeZone)}`
      const text = `${channelLabels[channel]}: ${state ? consentLabels[state].toLowerCase() + since : neverAsked.toLowerCase()}`
      const mark = state && marks[state === 'granted' ? 'yes' : 'no']
      return (
        <span key={channel} role="img" aria-label={text} title={text} className={state}>
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d={shapes[channel]} />
            {mark && <path className="rim" d={mark} />}
            {mark && <path className="mark" d={mark} />}
          </svg>
        </span>
      )
    })}
  </Signs>
)

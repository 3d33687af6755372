import { styled } from '@mui/material/styles'
import { contactChannels } from '../../../../../services/account/activities/rules.ts'
import type { KeptConsents } from '../../../../../services/leads/leads/rules.ts'
import { formatDateTime } from '../../../core/format.ts'
import { channelLabels, consentLabels, neverAsked } from '../labels.ts'

const shapes = {
  yes: 'M9 16.2 4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z',
  no: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M4 12a8 8 0 0 1 12.9-6.3L5.7 16.9A7.9 7.9 0 0 1 4 12m8 8a7.9 7.9 0 0 1-4.9-1.7L18.3 7.1A8 8 0 0 1 12 20'
}

const Sign = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  color: theme.tokens.textFaint,
  '& svg': { flexShrink: 0, width: 15, height: 15, fill: 'currentColor' },
  '&.yes': { color: theme.palette.text.primary, '& svg': { color: theme.palette.success.main } },
  '&.no': { color: theme.palette.error.main }
}))

/** In two or three words: by how many of the channels the person may be reached, or why by none. */
function summaryOf(consents: KeptConsents): { words: string; sign: keyof typeof shapes | null } {
  const states = contactChannels.flatMap(channel => consents[channel]?.state ?? [])
  const granted = contactChannels.filter(channel => consents[channel]?.state === 'granted')
  const [only] = granted
  if (granted.length === contactChannels.length) return { words: consentLabels.granted, sign: 'yes' }
  if (granted.length > 1) return { words: `${granted.length} de ${contactChannels.length} canais`, sign: 'yes' }
  if (only) return { words: `Só ${channelLabels[only]}`, sign: 'yes' }
  if (states.length === 0) return { words: neverAsked, sign: null }
  return { words: consentLabels[states.includes('withdrawn') ? 'withdrawn' : 'refused'], sign: 'no' }
}

type Props = { consents: KeptConsents; timeZone: string | undefined }

/**
 * Whether the person may be reached, as one sign with words; its tooltip names each channel, as a screen reader does.
 */
export function Consent({ consents, timeZone }: Props) {
  const { words, sign } = summaryOf(consents)
  const details = contactChannels.map(channel => {
    const { state, at } = consents[channel] ?? {}
    const since = at ? ` em ${formatDateTime(at, timeZone)}` : ''
    return `${channelLabels[channel]}: ${(state ? consentLabels[state] : neverAsked).toLowerCase()}${since}`
  })
  return (
    <Sign role="img" aria-label={`${words}. ${details.join('; ')}`} title={details.join('\n')} className={sign ?? ''}>
      {sign && (
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d={shapes[sign]} />
        </svg>
      )}
      {words}
    </Sign>
  )
}

import { Moment } from '../../shell/Moment.tsx'
import type { CampaignRow } from './api.ts'
import { waitingText } from './words.ts'

type Props = {
  campaign: Pick<CampaignRow, 'carrier' | 'state' | 'waiting' | 'waitingUntil' | 'pausedAt' | 'pausedName'>
}

/** Shows why and how long nothing of a campaign is sent; renders nothing where it goes on, or stopped on its own. */
export function WhyWaiting({ campaign: { carrier, state, waiting, waitingUntil, pausedAt, pausedName } }: Props) {
  if (state === 'paused' && pausedName && pausedAt)
    return (
      <>
        Pausada por {pausedName} <Moment at={pausedAt} relative />.
      </>
    )
  if (state === 'paused' && waitingUntil)
    return (
      <>
        Olhe de novo em <Moment at={waitingUntil} />.
      </>
    )
  if (!waiting) return null
  return (
    <>
      {waitingText(carrier, waiting)}
      {waitingUntil && (
        <>
          {' '}
          Continua em <Moment at={waitingUntil} />.
        </>
      )}
    </>
  )
}

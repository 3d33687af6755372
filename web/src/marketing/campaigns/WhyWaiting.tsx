import { Moment } from '../../shell/Moment.tsx'
import type { CampaignRow } from './api.ts'
import { waitingTexts } from './words.ts'

type Props = { campaign: Pick<CampaignRow, 'state' | 'waiting' | 'waitingUntil' | 'pausedAt' | 'pausedName'> }

/** Why nothing of a campaign is sent at the moment, and until when; nothing where it goes on, or stopped by itself. */
export function WhyWaiting({ campaign: { state, waiting, waitingUntil, pausedAt, pausedName } }: Props) {
  if (state === 'paused' && pausedName && pausedAt)
    return (
      <>
        Pausada por {pausedName} <Moment at={pausedAt} relative />.
      </>
    )
  if (!waiting) return null
  return (
    <>
      {waitingTexts[waiting]}
      {waitingUntil && (
        <>
          {' '}
          Continua em <Moment at={waitingUntil} />.
        </>
      )}
    </>
  )
}

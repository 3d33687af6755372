import { useNotify } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Lead } from '../../../../services/leads/schema.ts'
import { recordActivity } from '../../activities/api.ts'
import { LeadTimeline } from '../../activities/LeadTimeline.tsx'
import { LeadShow } from '../../leads/LeadShow.tsx'

/** A lead together with its activities. */
export function LeadPage() {
  const { id = '' } = useParams()
  const notify = useNotify()

  const recordCall = ({ id: leadId, name, companyId }: Lead) =>
    void recordActivity({
      companyId,
      type: 'call',
      description: `Ligação iniciada para ${name}`,
      leadId,
      leadName: name
    }).catch((error: Error) => notify(error.message, { type: 'error' }))

  return <LeadShow onCall={recordCall} timeline={<LeadTimeline leadId={id} />} />
}

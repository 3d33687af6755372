import { useLocation, useNavigate } from 'react-router-dom'
import type { LeadFilter } from '../../leads/leads/filter.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import { emptyDraft } from './draft.ts'

/** A campaign that is initial; to the leads of a list where it was opened from there. */
export default function NewCampaignPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { filter } = (state ?? {}) as { filter?: LeadFilter }
  return (
    <>
      <Breadcrumb to="/email" list="E-mail" current="Nova campanha" recent={false} />
      <PageHead title="Nova campanha" />
      <CampaignForm
        id={null}
        version={1}
        initial={emptyDraft(filter ?? {})}
        // Leads that were just chosen are not replaced by those of an earlier draft.
        restores={filter === undefined}
        onSaved={({ id }) => void navigate(`/email/campaigns/${id}`, { replace: true })}
      />
    </>
  )
}

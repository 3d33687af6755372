import Box from '@mui/material/Box'
import { useLocation, useNavigate } from 'react-router-dom'
import { type CarrierKind, carrierKinds, carrierPages } from '../../../../services/marketing/campaigns/rules.ts'
import type { LeadFilter } from '../../leads/leads/filter.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { pageOf } from './api.ts'
import { CampaignForm } from './CampaignForm.tsx'
import { emptyDraft } from './draft.ts'
import { carrierNames } from './words.ts'

const meanings: Record<CarrierKind, string> = {
  email: 'Com o visual da empresa, para quem aceitou receber e-mails.',
  whatsapp: 'Um modelo aprovado pela Meta, para quem aceitou receber mensagens.'
}

/** A campaign that is initial; to the leads of a list where it was opened from there. */
export default function NewCampaignPage() {
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  const { filter } = (state ?? {}) as { filter?: LeadFilter }
  const carrier = carrierKinds.find(kind => pathname.startsWith(carrierPages[kind].page)) ?? 'email'
  return (
    <>
      <Breadcrumb to="/email" list="E-mail" current="Nova campanha" recent={false} />
      <PageHead title="Nova campanha" />
      <Box
        role="radiogroup"
        aria-label="Por onde vai"
        sx={{ display: 'grid', gap: 1, mb: 2, maxWidth: 760, gridTemplateColumns: { sm: '1fr 1fr' } }}
      >
        {carrierKinds.map(kind => (
          <Choice
            key={kind}
            name="carrier"
            value={kind}
            title={carrierNames[kind]}
            checked={kind === carrier}
            onChange={() => void navigate(`${carrierPages[kind].page}/new`, { replace: true, state })}
          >
            {meanings[kind]}
          </Choice>
        ))}
      </Box>
      <CampaignForm
        key={carrier}
        id={null}
        carrier={carrier}
        version={1}
        initial={emptyDraft(filter ?? {})}
        // Leads that were just chosen are not replaced by those of an earlier draft.
        restores={filter === undefined}
        onSaved={saved => void navigate(pageOf(saved), { replace: true })}
      />
    </>
  )
}

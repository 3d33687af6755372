import CampaignIcon from '@mui/icons-material/CampaignOutlined'
import { Link } from 'react-router-dom'
import { type RecipientReason, recipientReasons } from '../../../../services/marketing/campaigns/rules.ts'
import type { Tone } from '../../core/tokens.ts'
import { Detail, Title } from '../../leads/leads/page/entryTexts.tsx'
import { useMay } from '../../shell/access.ts'
import type { LeadParts } from '../../shell/features.ts'
import { pageOf } from './api.ts'

const tones: Record<string, Tone> = { unsubscribed: 'warning', bounced: 'error', complained: 'error' }

const titles: Record<string, string> = {
  sent: 'Recebeu a campanha',
  unsubscribed: 'Descadastrou-se pela campanha',
  bounced: 'O e-mail voltou, da campanha',
  complained: 'Marcou como spam a campanha'
}

function CampaignEntry({ data }: { data: Record<string, unknown> }) {
  const may = useMay('send_email')
  const [what, name] = [String(data.what), String(data.name)]
  const carrier = data.carrier === 'whatsapp' ? 'whatsapp' : 'email'
  const reason = what === 'bounced' ? recipientReasons[data.reason as RecipientReason] : undefined
  return (
    <>
      <Title>
        {titles[what]} {may ? <Link to={pageOf({ id: String(data.campaignId), carrier })}>{name}</Link> : name}
      </Title>
      {reason ? (
        <Detail>{reason}</Detail>
      ) : (
        what === 'sent' &&
        data.address && (
          <Detail>
            {carrier === 'email' ? 'Para' : 'Pelo WhatsApp, para'} {String(data.address)}
          </Detail>
        )
      )}
    </>
  )
}

/** The parts of campaigns in a lead's timeline. */
export const leadParts: LeadParts = {
  timeline: {
    campaign: {
      icon: () => <CampaignIcon />,
      tone: ({ what }) => tones[String(what)] ?? 'neutral',
      Body: CampaignEntry
    }
  }
}

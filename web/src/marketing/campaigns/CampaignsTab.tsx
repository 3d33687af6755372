import AddIcon from '@mui/icons-material/Add'
import CampaignIcon from '@mui/icons-material/CampaignOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { campaignStateLabels, carrierPages } from '../../../../services/marketing/campaigns/rules.ts'
import { counted, formatNumber } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { NamedRow } from '../../ui/LinkRow.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type CampaignRow, pageOf, useCampaigns } from './api.ts'
import { FirstCampaign } from './FirstCampaign.tsx'
import { WhyWaiting } from './WhyWaiting.tsx'
import { carrierNames, peopleText, progressOf, sentOf, stateTones } from './words.ts'

const Row = styled(NamedRow)(({ theme }) => ({
  gap: 16,
  [theme.breakpoints.down('sm')]: { padding: '12px 16px', gap: 8, flexWrap: 'wrap' }
}))

export const NewCampaignButton = () => (
  <Button variant="contained" component={Link} to="/email/campaigns/new" startIcon={<AddIcon />}>
    Nova campanha
  </Button>
)

/** The company's campaigns, the last one first. */
export function CampaignsTab() {
  const campaigns = useCampaigns()
  const noneSent = campaigns.data?.every(({ startedAt, carrier }) => startedAt === null || carrier !== 'email') ?? false
  return (
    <>
      {noneSent && <FirstCampaign />}
      <CampaignList query={campaigns} />
    </>
  )
}

const CampaignList = ({ query }: { query: ReturnType<typeof useCampaigns> }) => (
  <CardList
    query={query}
    label="Campanhas"
    loading="Carregando campanhas"
    failure="Falha ao carregar as campanhas"
    count={length => counted(length, 'campanha', 'campanhas')}
    empty={
      <Card>
        <Notice
          icon={<CampaignIcon />}
          title="Nenhuma campanha ainda"
          text="Escolha um modelo e um público. Só recebe quem aceitou receber e-mails ou mensagens, e cada pessoa pode sair quando quiser."
        />
      </Card>
    }
  >
    {campaign => <CampaignItem key={campaign.id} campaign={campaign} />}
  </CardList>
)

function CampaignItem({ campaign }: { campaign: CampaignRow }) {
  const { carrier, name, state, total, createdAt, createdName, scheduledAt, startedAt, problem } = campaign
  const { done, share } = progressOf(campaign)
  const { delivered } = sentOf(campaign)
  const underWay = state === 'sending' || state === 'paused'
  return (
    <Row>
      <div className="texts">
        <Link to={pageOf(campaign)}>{name}</Link>
        <div className="facts">
          {carrier !== 'email' && `${carrierNames[carrier]}. `}
          {startedAt ? (
            <>
              {underWay
                ? `${formatNumber(done)} de ${peopleText(total)}`
                : carrier === 'email'
                  ? `${formatNumber(delivered)} de ${counted(total, 'e-mail entregue', 'e-mails entregues')}`
                  : `${formatNumber(delivered)} de ${counted(total, ...carrierPages[carrier].accepted)}`}
              , começou <Moment at={startedAt} relative />
            </>
          ) : state === 'scheduled' && scheduledAt ? (
            <>
              Sai em <Moment at={scheduledAt} />
            </>
          ) : (
            <>
              Criada <Moment at={createdAt} relative />
              {createdName && ` por ${createdName}`}
            </>
          )}
        </div>
        {problem && <div className="facts">{problem}</div>}
        <div className="facts">
          <WhyWaiting campaign={campaign} />
        </div>
        {underWay && (
          <LinearProgress
            aria-label={`Andamento de ${name}`}
            variant="determinate"
            value={share}
            sx={{ mt: 1, height: 4, borderRadius: 2, maxWidth: 360 }}
          />
        )}
      </div>
      <Tag tone={stateTones[state]}>{campaignStateLabels[state]}</Tag>
    </Row>
  )
}

import AddIcon from '@mui/icons-material/Add'
import CampaignIcon from '@mui/icons-material/CampaignOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { campaignStateLabels } from '../../../services/campaigns/rules.ts'
import { counted, formatNumber } from '../core/format.ts'
import { Moment } from '../shell/Moment.tsx'
import { Failure } from '../ui/Failure.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tag } from '../ui/Tag.tsx'
import { type CampaignRow, useCampaigns } from './api.ts'
import { peopleText, progressOf, stateTones } from './words.ts'

const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '14px 20px',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600, color: theme.palette.text.primary, textDecoration: 'none' },
  // The whole row leads there, and is one link to the keyboard.
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& .facts': { marginTop: 2, fontSize: '0.8125rem', color: theme.palette.text.secondary },
  [theme.breakpoints.down('sm')]: { padding: '12px 16px', gap: 8, flexWrap: 'wrap' }
}))

const NewCampaign = () => (
  <Button variant="contained" component={Link} to="/email/campaigns/new" startIcon={<AddIcon />}>
    Nova campanha
  </Button>
)

/** The company's campaigns, the last one first. */
export function CampaignsTab() {
  const { data: campaigns, error, refetch } = useCampaigns()
  if (error && !campaigns)
    return (
      <Card>
        <Failure title="Falha ao carregar as campanhas" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!campaigns)
    return (
      <Card sx={{ p: 2.5 }}>
        <LoadingRows label="Carregando campanhas" />
      </Card>
    )
  if (campaigns.length === 0)
    return (
      <Card>
        <Notice
          icon={<CampaignIcon />}
          title="Nenhuma campanha ainda"
          text="Escolha um modelo e um público. Só recebe quem aceitou receber e-mails, e cada pessoa pode sair da lista com um clique."
        >
          <NewCampaign />
        </Notice>
      </Card>
    )
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {counted(campaigns.length, 'campanha', 'campanhas')}
        </Box>
        <NewCampaign />
      </Box>
      <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label="Campanhas">
        {campaigns.map(campaign => (
          <CampaignItem key={campaign.id} campaign={campaign} />
        ))}
      </Card>
    </>
  )
}

function CampaignItem({ campaign }: { campaign: CampaignRow }) {
  const { id, name, state, total, createdAt, createdName, scheduledAt, startedAt, problem } = campaign
  const { done, share } = progressOf(campaign)
  const underWay = state === 'sending' || state === 'paused'
  return (
    <Row>
      <div className="texts">
        <Link to={`/email/campaigns/${id}`}>{name}</Link>
        <div className="facts">
          {startedAt ? (
            <>
              {underWay ? `${formatNumber(done)} de ${peopleText(total)}` : peopleText(total)}, começou{' '}
              <Moment at={startedAt} relative />
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

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import { useLocation, useParams } from 'react-router-dom'
import {
  campaignStateLabels,
  carrierKinds,
  carrierPages,
  isEditable
} from '../../../../services/marketing/campaigns/rules.ts'
import { formatNumber } from '../../core/format.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { useTimeZone } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TestForm } from '../senders/TestForm.tsx'
import { type Campaign, campaignTest, useCampaign, type Which } from './api.ts'
import { CampaignActions, CampaignPrimary } from './CampaignActions.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import { draftOf } from './draft.ts'
import { MailPanel } from './MailPanel.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { Recipients } from './Recipients.tsx'
import { Results } from './Results.tsx'
import { SubjectTest } from './SubjectTest.tsx'
import { WhyWaiting } from './WhyWaiting.tsx'
import { progressOf, stateTones } from './words.ts'

/** One campaign: as it is written, while it is sent, and what came of it. */
export default function CampaignPage() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const carrier = carrierKinds.find(kind => pathname.startsWith(carrierPages[kind].page)) ?? 'email'
  return <OneCampaign key={id} id={id} carrier={carrier} />
}

function OneCampaign({ id, carrier }: Which) {
  const zone = useTimeZone()
  const { data: campaign, error, refetch } = useCampaign({ id, carrier })
  if (!campaign)
    return error ? (
      <>
        <Breadcrumb to="/email" list="E-mail" />
        <Card>
          <Failure heading="h1" title="Falha ao carregar a campanha" error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    ) : (
      <Spinner />
    )
  const { state, version, seriesId } = campaign
  // The content and the times of a step belong to its series.
  if (seriesId !== null)
    return (
      <>
        <Breadcrumb to={`/email/series/${seriesId}`} list="Sequência automática" current={campaign.name} />
        <PageHead title={campaign.name} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Sent campaign={campaign} ahead={campaign.startedAt === null} />
          {campaign.startedAt !== null && <Results campaign={campaign} />}
          {campaign.startedAt !== null && <Recipients campaign={campaign} />}
          <Trial which={campaign} title="Enviar um teste desta etapa" />
        </Box>
      </>
    )
  return (
    <>
      <Breadcrumb to="/email" list="E-mail" current={campaign.name} />
      <PageHead
        title={campaign.name}
        aside={<Tag tone={stateTones[state]}>{campaignStateLabels[state]}</Tag>}
        actions={<CampaignActions campaign={campaign} />}
        primary={<CampaignPrimary campaign={campaign} />}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {campaign.problem && (
          <Alert severity="warning" sx={{ maxWidth: 760 }}>
            {campaign.problem}
          </Alert>
        )}
        <Progress campaign={campaign} />
        {isEditable(state) && (
          <CampaignForm
            id={id}
            carrier={carrier}
            version={version}
            initial={draftOf(campaign, zone)}
            onSaved={() => void refetch()}
          />
        )}
        {campaign.templateId !== null || campaign.preparedAt !== null ? (
          <Sent campaign={campaign} ahead={isEditable(state) || state === 'scheduled'} />
        ) : null}
        {isEditable(state) && <Trial which={campaign} title="Testar antes de enviar" tests={campaign.test !== null} />}
        {campaign.startedAt !== null && campaign.test && <SubjectTest campaign={campaign} test={campaign.test} />}
        {campaign.startedAt !== null && <Results campaign={campaign} />}
        {campaign.preparedAt !== null && <Recipients campaign={campaign} />}
      </Box>
    </>
  )
}

/** The mail or the message itself. */
const Sent = (props: { campaign: Campaign; ahead: boolean }) =>
  props.campaign.carrier === 'email' ? <MailPanel {...props} /> : <MessagePanel {...props} />

/** Sends it to somebody of the team, and shows what the other side answered. */
const Trial = ({ which, title, tests = false }: { which: Which; title: string; tests?: boolean }) => (
  <Box sx={{ maxWidth: 760 }}>
    <Panel title={title}>
      <TestForm
        path={campaignTest(which)}
        {...(which.carrier === 'whatsapp' && { by: 'phone' })}
        {...(tests && { hint: 'Chegam dois e-mails, um com cada assunto, marcados A e B.' })}
      />
    </Panel>
  </Box>
)

/** How far it is, in words that need no look at the numbers below. */
function Progress({ campaign }: { campaign: Campaign }) {
  const { state, total, startedAt, finishedAt, scheduledAt } = campaign
  if (state === 'draft') return null
  const { done, share } = progressOf(campaign)
  if (state === 'preparing')
    return (
      <Panel title="Conferindo os destinatários">
        <LinearProgress aria-label="Conferindo os destinatários" />
      </Panel>
    )
  if (state === 'scheduled')
    return (
      <Alert severity="info" sx={{ maxWidth: 760 }}>
        Agendada{' '}
        {scheduledAt && (
          <>
            para <Moment at={scheduledAt} />
          </>
        )}
        . O público é contado nessa hora.
      </Alert>
    )
  if (state === 'ready')
    return (
      <Alert severity="info" sx={{ maxWidth: 760 }}>
        Destinatários conferidos. Nada foi enviado ainda: confira a lista abaixo e aperte Enviar.
      </Alert>
    )
  return (
    <Panel title="Andamento">
      <Box sx={{ display: 'grid', gap: 1 }}>
        <LinearProgress
          aria-label="Andamento"
          variant="determinate"
          value={share}
          sx={{ height: 8, borderRadius: 4 }}
        />
        <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatNumber(done)} de {formatNumber(total)} com resultado
        </Box>
        <Box sx={{ color: 'text.secondary', '&:empty': { display: 'none' } }}>
          <WhyWaiting campaign={campaign} />
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {startedAt && (
            <>
              Começou em <Moment at={startedAt} />
            </>
          )}
          {finishedAt && (
            <>
              , terminou em <Moment at={finishedAt} />
            </>
          )}
        </Box>
      </Box>
    </Panel>
  )
}

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import {
  certificateNumber,
  channelLabels,
  daysLeftText,
  refusalLabels,
  requestLabels,
  requestStatusLabels
} from '../../../../services/privacy/privacy/rules.ts'
import { formatDate, formatDateTime } from '../../core/format.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { type PrivacyRequestDetail, useRequest } from './api.ts'
import { CorrectionPanel } from './CorrectionPanel.tsx'
import { ErasePanel } from './ErasePanel.tsx'
import { LeadsPanel } from './LeadsPanel.tsx'
import { erasedPerson, statusTones, termTone } from './words.ts'

/** One request: who asks for what, by when, and everything that answers it. */
export default function RequestPage() {
  const { id = '' } = useParams()
  const { data, error, isPending, refetch } = useRequest(id)
  if (isPending) return <Skeleton variant="rounded" height={420} aria-hidden />
  if (!data)
    return (
      <>
        <Breadcrumb to="/privacy-requests" list="Privacidade" />
        <Card>
          <Failure title="Falha ao carregar o pedido" error={error} heading="h1" onRetry={() => void refetch()} />
        </Card>
      </>
    )
  return <Shown request={data} />
}

function Shown({ request }: { request: PrivacyRequestDetail }) {
  const [dialog, setDialog] = useState<'answer' | 'refuse' | null>(null)
  const open = request.status === 'open'
  const title = `${requestLabels[request.kind]}: ${request.name ?? erasedPerson}`
  return (
    <>
      <Breadcrumb to="/privacy-requests" list="Privacidade" current={title} recent={false} />
      <PageHead
        title={title}
        aside={
          open ? (
            <Tag tone={termTone(request.daysLeft)}>{daysLeftText(request.daysLeft)}</Tag>
          ) : (
            <Tag tone={statusTones[request.status]}>{requestStatusLabels[request.status]}</Tag>
          )
        }
        actions={open && <Button onClick={() => setDialog('refuse')}>Recusar</Button>}
        primary={
          open &&
          request.kind !== 'erasure' && (
            <Button variant="contained" onClick={() => setDialog('answer')}>
              Marcar como atendido
            </Button>
          )
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 2.5 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
          alignItems: 'start'
        }}
      >
        <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {!open && <Outcome request={request} />}
          {request.proposal.length > 0 && <CorrectionPanel request={request} />}
          {open && request.kind === 'erasure' ? (
            <ErasePanel request={request} onRefuse={() => setDialog('refuse')} />
          ) : (
            <LeadsPanel leads={request.leads} />
          )}
        </Box>
        <Facts request={request} />
      </Box>
      {dialog && <AnswerDialog request={request} refuse={dialog === 'refuse'} onClose={() => setDialog(null)} />}
    </>
  )
}

function Facts({ request }: { request: PrivacyRequestDetail }) {
  const phoneText = usePhoneText()
  const timeZone = useTimeZone()
  return (
    <Panel title="Pedido">
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        <Fact label="Pessoa">{request.name ?? erasedPerson}</Fact>
        {request.email && <Fact label="E-mail">{request.email}</Fact>}
        {request.phone && <Fact label="Telefone">{phoneText(request.phone)}</Fact>}
        <Fact label="Chegou por">{channelLabels[request.channel]}</Fact>
        <Fact label="Recebido em">{formatDateTime(request.receivedAt, timeZone)}</Fact>
        <Fact label="Responder até">
          {formatDate(request.dueAt, timeZone)}
          {request.simplified && ' (acesso simplificado)'}
        </Fact>
        {request.details && <Fact label="O que a pessoa pediu">{request.details}</Fact>}
      </Box>
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Box component="dt" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Box>
  </div>
)

/** The outcome, and the certificate of an erasure. */
function Outcome({ request }: { request: PrivacyRequestDetail }) {
  const timeZone = useTimeZone()
  const { status, answeredAt, answeredBy, refusal, answer, certificate } = request
  return (
    <Panel title="Resposta">
      <Alert severity={status === 'done' ? 'success' : 'info'} sx={{ mb: answer || certificate ? 2 : 0 }}>
        {requestStatusLabels[status]} em {formatDateTime(answeredAt, timeZone)}
        {answeredBy && ` por ${answeredBy}`}
        {refusal && `. Motivo: ${refusalLabels[refusal].toLowerCase()}`}.
      </Alert>
      {answer && <Typography sx={{ whiteSpace: 'pre-line' }}>{answer}</Typography>}
      {certificate !== null && (
        <Button variant="outlined" component={Link} to={`/privacy-requests/certificates/${certificate}`}>
          Abrir o certificado nº {certificateNumber(certificate)}
        </Button>
      )}
    </Panel>
  )
}

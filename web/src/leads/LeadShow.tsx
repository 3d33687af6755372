import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Lead } from '../../../services/leads/schema.ts'
import { useTimeZone } from '../client/company.ts'
import { Breadcrumb } from '../client/parts/Breadcrumb.tsx'
import { Failure } from '../client/parts/Failure.tsx'
import { Notice } from '../client/parts/Notice.tsx'
import { PageHead, useDocumentTitle } from '../client/parts/PageHead.tsx'
import { retry } from '../client/queryClient.ts'
import { HttpError } from '../core/http.ts'
import { listAddress } from './address.ts'
import { LeadActions } from './LeadActions.tsx'
import { LeadAlerts } from './LeadAlerts.tsx'
import { LeadFacts } from './LeadFacts.tsx'
import { LeadLoading } from './LeadLoading.tsx'

type Props = {
  /** Called when the person presses Ligar. */
  onCall: (lead: Lead) => void
  /** What happened with the lead. */
  timeline: ReactNode
}

/** One lead: what is known, what happened, and what to do next. */
export function LeadShow(props: Props) {
  return (
    <ShowBase<Lead> queryOptions={{ retry, onError: () => {} }}>
      <Way />
      <LeadRecord {...props} />
    </ShowBase>
  )
}

function Way() {
  const { record } = useShowContext<Lead>()
  return <Breadcrumb to={listAddress()} list="Leads" current={record?.name} />
}

function LeadRecord({ onCall, timeline }: Props) {
  const { record: lead, error, isPending, refetch } = useShowContext<Lead>()
  const timeZone = useTimeZone()

  if (isPending) return <LeadLoading />
  if (!lead) return <LeadMissing error={error} onRetry={() => void refetch()} />

  return (
    <>
      <PageHead title={lead.name} actions={<LeadActions lead={lead} onCall={onCall} />} />
      <LeadAlerts marks={lead.marks} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 2.5 },
          gridTemplateColumns: { lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start'
        }}
      >
        <LeadFacts lead={lead} timeZone={timeZone} />
        {timeline}
      </Box>
    </>
  )
}

function LeadMissing({ error, onRetry }: { error: Error | null | undefined; onRetry: () => void }) {
  useDocumentTitle('Lead')
  const gone = error instanceof HttpError && [400, 404].includes(error.status)
  return (
    <Card>
      {gone ? (
        <Notice
          heading="h1"
          title="Lead não encontrado"
          text="Ele pode ter sido excluído, ou o endereço está incompleto."
        >
          <Button component={Link} to="/leads" variant="outlined">
            Ver todos os leads
          </Button>
        </Notice>
      ) : (
        <Failure heading="h1" title="Falha ao carregar o lead" error={error} onRetry={onRetry} />
      )}
    </Card>
  )
}

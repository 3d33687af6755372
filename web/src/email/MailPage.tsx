import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { ShowBase, useShowContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Mail } from '../../../services/email/schema.ts'
import { useTimeZone } from '../client/company.ts'
import { Breadcrumb } from '../client/parts/Breadcrumb.tsx'
import { Failure } from '../client/parts/Failure.tsx'
import { Moment } from '../client/parts/Moment.tsx'
import { PageHead } from '../client/parts/PageHead.tsx'
import { Tag } from '../client/parts/Tag.tsx'
import { retry } from '../client/queryClient.ts'
import { Spinner } from '../client/Spinner.tsx'
import { statusLabels, statusTones } from './labels.ts'

/** One mail, word for word. */
export function MailPage() {
  return (
    <ShowBase<Mail> queryOptions={{ retry, onError: () => {} }}>
      <Way />
      <MailRecord />
    </ShowBase>
  )
}

function Way() {
  const { record } = useShowContext<Mail>()
  return <Breadcrumb to="/mails" list="Caixa de saída de teste" current={record?.subject} />
}

function MailRecord() {
  const { record: mail, error, isPending, refetch } = useShowContext<Mail>()
  const timeZone = useTimeZone()

  if (isPending) return <Spinner />
  if (!mail)
    return (
      <Card>
        <Failure title="Falha ao carregar o e-mail" error={error} onRetry={() => void refetch()} />
      </Card>
    )

  return (
    <>
      <PageHead title={mail.subject} />
      <Card component="article" sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
          <Tag tone={statusTones[mail.status]}>{statusLabels[mail.status]}</Tag>
          <span>Para {mail.to}</span>
          <Box component="span" sx={{ color: 'text.secondary', ml: { sm: 'auto' } }}>
            <Moment at={mail.sentAt ?? mail.createdAt} timeZone={timeZone} />
          </Box>
        </Box>
        {mail.error && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {mail.error}
          </Alert>
        )}
        <Box
          component="pre"
          sx={{
            m: 0,
            p: 2,
            borderRadius: 1,
            bgcolor: theme => theme.tokens.sunken,
            font: 'inherit',
            fontSize: '0.9375rem',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere'
          }}
        >
          {mail.text}
        </Box>
        {mail.leadId && (
          <Button component={Link} to={`/leads/${mail.leadId}`} variant="outlined" sx={{ mt: 2 }}>
            Ver lead
          </Button>
        )}
      </Card>
    </>
  )
}

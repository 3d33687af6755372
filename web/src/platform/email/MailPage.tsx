import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { ShowBase, useShowContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Mail } from '../../../../services/platform/email/schema.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { useTimeZone } from '../../shell/company.ts'
import { retry } from '../../shell/queryClient.ts'
import { Failure } from '../../ui/Failure.tsx'
import { MailFrame } from '../../ui/MailFrame.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { MailCard } from './MailCard.tsx'

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
      {mail.html && <MailFrame html={mail.html} width={680} links sx={{ height: { xs: 520, md: 720 }, mb: 2 }} />}
      <MailCard mail={mail} timeZone={timeZone}>
        {mail.leadId && (
          <Button component={Link} to={`/leads/${mail.leadId}`} variant="outlined" sx={{ mt: 2 }}>
            Ver lead
          </Button>
        )}
      </MailCard>
    </>
  )
}

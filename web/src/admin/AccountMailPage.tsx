import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useParams } from 'react-router-dom'
import type { AccountMail } from '../../../services/admin/schema.ts'
import { Breadcrumb } from '../client/parts/Breadcrumb.tsx'
import { Moment } from '../client/parts/Moment.tsx'
import { PageHead } from '../client/parts/PageHead.tsx'
import { Tag } from '../client/parts/Tag.tsx'
import { statusLabels, statusTones } from '../email/labels.ts'
import { useRead } from './api.ts'
import { Loaded } from './Loaded.tsx'

/** One mail about an account, word for word. */
export function AccountMailPage() {
  const { id = '' } = useParams()
  const reading = useRead<AccountMail>(`/account-mails/${id}`)
  return (
    <>
      <Breadcrumb to="/admin/account-mails" list="Caixa de saída de teste" current={reading.data?.subject} />
      <Loaded of={reading} what="o e-mail" page>
        {mail => (
          <>
            <PageHead title={mail.subject} />
            <Card component="article" sx={{ p: { xs: 2, sm: 2.5 } }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
                <Tag tone={statusTones[mail.status]}>{statusLabels[mail.status]}</Tag>
                <span>Para {mail.to}</span>
                <Box component="span" sx={{ color: 'text.secondary', ml: { sm: 'auto' } }}>
                  <Moment at={mail.sentAt ?? mail.createdAt} />
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
                {mail.text || 'O texto foi apagado depois do envio, porque o link nele é secreto.'}
              </Box>
            </Card>
          </>
        )}
      </Loaded>
    </>
  )
}

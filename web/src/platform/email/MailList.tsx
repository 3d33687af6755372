import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { ListBase, Pagination, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Mail } from '../../../../services/platform/email/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { retry } from '../../shell/queryClient.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { statusLabels, statusTones } from './labels.ts'

/** Workers create mails a moment after their cause, and no live event announces them. */
const refetchInterval = 10_000

const newestFirst = { field: 'createdAt', order: 'DESC' } as const

/** The mails that the application wrote, whether or not a server was there to send them. */
export function MailList() {
  return (
    <ListBase<Mail>
      perPage={25}
      sort={newestFirst}
      exporter={false}
      queryOptions={{ retry, onError: () => {}, refetchInterval }}
    >
      <PageHead title="Caixa de saída de teste" />
      <Box component="p" sx={{ mt: -1, mb: 2.5, maxWidth: '70ch', color: 'text.secondary' }}>
        Enquanto nenhum servidor de e-mail está configurado, as mensagens ficam guardadas aqui em vez de serem enviadas.
      </Box>
      <Card>
        <Mails />
      </Card>
    </ListBase>
  )
}

const Row = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2px 16px',
  padding: '12px 16px',
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.tokens.sunken },
  '&:focus-visible': { outlineOffset: -2 },
  'li + li > &': { borderTop: `1px solid ${theme.palette.divider}` }
}))

/** An address that is longer than its line ends in dots; the mail itself shows it whole. */
const oneLine = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

function Mails() {
  const { data, total, error, isPending, refetch } = useListContext<Mail>()
  const timeZone = useTimeZone()

  if (isPending) return <MailsLoading />
  if (error && !data)
    return <Failure title="Falha ao carregar os e-mails" error={error} onRetry={() => void refetch()} />
  if (total === 0)
    return (
      <Notice
        title="Nenhum e-mail ainda"
        text="Os avisos que o sistema escrever aparecem aqui, como o de um novo lead."
      />
    )

  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.map(mail => (
          <li key={mail.id}>
            <Row to={`/mails/${mail.id}`}>
              <Box component="span" sx={{ fontWeight: 600 }}>
                {mail.subject}
              </Box>
              <Box
                component="span"
                sx={{ color: 'text.secondary', fontSize: '0.8125rem', whiteSpace: 'nowrap', textAlign: 'right' }}
              >
                <Moment at={mail.createdAt} timeZone={timeZone} />
              </Box>
              <Box
                component="span"
                title={mail.to}
                sx={{ ...oneLine, gridColumn: { xs: '1 / -1', sm: 'auto' }, color: 'text.secondary' }}
              >
                Para {mail.to}
              </Box>
              <Tag
                tone={statusTones[mail.status]}
                sx={{ justifySelf: { xs: 'start', sm: 'end' }, alignSelf: 'center', whiteSpace: 'nowrap' }}
              >
                {statusLabels[mail.status]}
              </Tag>
            </Row>
          </li>
        ))}
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        <Pagination rowsPerPageOptions={[25, 50, 100]} />
      </Box>
    </>
  )
}

const MailsLoading = () => (
  <Box role="status" aria-label="Carregando e-mails" sx={{ p: 2, display: 'grid', gap: 2 }}>
    {[0, 1, 2, 3].map(row => (
      <div key={row}>
        <Skeleton width="45%" />
        <Skeleton width="30%" />
      </div>
    ))}
  </Box>
)

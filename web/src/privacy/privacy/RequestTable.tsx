import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  certificateNumber,
  channelLabels,
  daysLeftText,
  requestLabels,
  requestStatusLabels
} from '../../../../services/privacy/privacy/rules.ts'
import { formatDate } from '../../core/format.ts'
import { phoneText, usePhoneText } from '../../core/phoneText.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type PrivacyRequest, perPage, useRequests } from './api.ts'
import { erasedPerson, statusTones, termTone } from './words.ts'

const Person = styled(Link)(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: 600,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

/** The requests by their term, or those that were answered by when that was. */
export function RequestTable({ open }: { open: boolean }) {
  const [page, setPage] = useState(0)
  const { data, error, isPending, refetch } = useRequests(open, page)
  const wide = useMediaQuery('(min-width: 760px)', { noSsr: true })
  if (isPending) return <Skeleton variant="rounded" height={280} aria-hidden />
  if (!data)
    return (
      <Card>
        <Failure title="Falha ao carregar os pedidos" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.total === 0)
    return (
      <Card>
        <Notice
          icon={<DoneIcon />}
          title={open ? 'Nenhum pedido espera resposta' : 'Nenhum pedido respondido ainda'}
          text={
            open
              ? 'Pedidos feitos na página Meus dados aparecem aqui, com o prazo. Os que chegarem de outro modo, registre com o botão acima.'
              : 'Quando um pedido for atendido ou recusado, ele fica guardado aqui.'
          }
        />
      </Card>
    )
  return (
    <>
      {wide ? <Rows requests={data.requests} open={open} /> : <Cards requests={data.requests} />}
      {data.total > perPage && (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, mt: 1.5 }}>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <Button disabled={(page + 1) * perPage >= data.total} onClick={() => setPage(page + 1)}>
            Próximos
          </Button>
        </Box>
      )}
    </>
  )
}

const nameOf = ({ name, certificate }: PrivacyRequest): string =>
  name ?? (certificate === null ? erasedPerson : `${erasedPerson} (certificado nº ${certificateNumber(certificate)})`)

const contactOf = ({ email, phone }: PrivacyRequest): string | null => email ?? (phone && phoneText(phone))

/** The term of what waits, what became of the rest. */
const State = ({ request: { status, daysLeft } }: { request: PrivacyRequest }) =>
  status === 'open' ? (
    <Tag tone={termTone(daysLeft)}>{daysLeftText(daysLeft)}</Tag>
  ) : (
    <Tag tone={statusTones[status]}>{requestStatusLabels[status]}</Tag>
  )

function Rows({ requests, open }: { requests: PrivacyRequest[]; open: boolean }) {
  usePhoneText()
  const timeZone = useTimeZone()
  return (
    <Card sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={open ? 'Pedidos em aberto' : 'Pedidos respondidos'}>
        <TableHead>
          <TableRow>
            <TableCell>Pedido</TableCell>
            <TableCell>Pessoa</TableCell>
            <TableCell>Chegou por</TableCell>
            <TableCell>Recebido em</TableCell>
            <TableCell>{open ? 'Responder até' : 'Respondido em'}</TableCell>
            <TableCell>{open ? 'Prazo' : 'Resultado'}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {requests.map(request => (
            <TableRow key={request.id} hover sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{requestLabels[request.kind]}</TableCell>
              <TableCell sx={{ width: '100%', maxWidth: 0, minWidth: 160 }}>
                <Person to={`/privacy-requests/${request.id}`} title={nameOf(request)}>
                  {nameOf(request)}
                </Person>
                <Box
                  component="span"
                  sx={{ display: 'block', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }}
                >
                  {contactOf(request)}
                </Box>
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{channelLabels[request.channel]}</TableCell>
              <TableCell>{formatDate(request.receivedAt, timeZone)}</TableCell>
              <TableCell>{formatDate(open ? request.dueAt : request.answeredAt, timeZone)}</TableCell>
              <TableCell>
                <State request={request} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function Cards({ requests }: { requests: PrivacyRequest[] }) {
  usePhoneText()
  const timeZone = useTimeZone()
  return (
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {requests.map(request => (
        <Box
          component="li"
          key={request.id}
          sx={{ p: 2, display: 'grid', gap: 0.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
          >
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
              {requestLabels[request.kind]}
            </Box>
            <State request={request} />
          </Box>
          <Person to={`/privacy-requests/${request.id}`}>{nameOf(request)}</Person>
          <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[contactOf(request), `Recebido em ${formatDate(request.receivedAt, timeZone)}`]
              .filter(Boolean)
              .join(' · ')}
          </Box>
        </Box>
      ))}
    </Card>
  )
}

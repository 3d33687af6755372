import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type RecipientReason,
  type RecipientState,
  recipientReasons,
  recipientStateLabels,
  recipientStates
} from '../../../../services/marketing/campaigns/rules.ts'
import { formatNumber } from '../../core/format.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { useMay } from '../../shell/access.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import {
  type Campaign,
  type RecipientRow,
  recipientsPerPage,
  useRecipientFile,
  useRecipients,
  type Which
} from './api.ts'
import { countLabels, helpOf, recipientTones } from './words.ts'

const Count = styled(ButtonBase)(({ theme }) => ({
  display: 'grid',
  justifyContent: 'start',
  justifyItems: 'start',
  font: 'inherit',
  padding: '10px 14px',
  borderRadius: 10,
  border: `1px solid ${theme.palette.divider}`,
  textAlign: 'left',
  '& b': { fontSize: '1.25rem', fontVariantNumeric: 'tabular-nums' },
  '& span': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '&[aria-pressed=true]': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.palette.primary.main}`
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '10px 0',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600, color: theme.palette.text.primary },
  '& .facts': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  // Under the words, whatever their length, so that the states stand below each other.
  [theme.breakpoints.down('sm')]: { flexWrap: 'wrap', gap: '6px 12px', '& .texts': { flexBasis: '100%' } }
}))

/** The recipients by state: their number, and their list. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const { carrier, counts } = campaign
  const isMail = carrier === 'email'
  const [state, setState] = useState<RecipientState | null>(null)
  const [q, setQ] = useState('')
  const [page, setPage] = useState(0)
  const [typed, setTyped] = useDraft(q, text => {
    setQ(text.trim())
    setPage(0)
  })
  const choose = (next: RecipientState) => {
    setState(next === state ? null : next)
    setPage(0)
  }
  return (
    <Panel title="Destinatários" aside={<FileButton which={campaign} />}>
      <Box
        role="group"
        aria-label="Mostrar só uma situação"
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))', mb: 2 }}
      >
        {recipientStates
          .filter(each => (counts[each] ?? 0) > 0 || each === state)
          .map(each => (
            <Count key={each} aria-pressed={each === state} title={helpOf(carrier, each)} onClick={() => choose(each)}>
              <b>{formatNumber(counts[each] ?? 0)}</b>
              <span>{countLabels[each]}</span>
            </Count>
          ))}
      </Box>
      {state && helpOf(carrier, state) && <Box sx={{ mb: 1.5, color: 'text.secondary' }}>{helpOf(carrier, state)}</Box>}
      <SearchField
        label="Buscar um destinatário"
        placeholder={isMail ? 'Nome ou e-mail' : 'Nome ou telefone'}
        size="small"
        value={typed}
        onChange={setTyped}
        fullWidth
        sx={{ maxWidth: { sm: 320 }, mb: 1 }}
      />
      <List which={campaign} filter={{ state, q }} page={page} onPage={setPage} />
    </Panel>
  )
}

function FileButton({ which }: { which: Which }) {
  const may = useMay('export_leads')
  const file = useRecipientFile(which)
  if (!may) return null
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      aria-busy={file.isPending}
      onClick={() => file.isPending || file.mutate()}
    >
      Baixar CSV
    </Button>
  )
}

type ListProps = {
  which: Which
  filter: { state: RecipientState | null; q: string }
  page: number
  onPage: (page: number) => void
}

function List({ which, filter, page, onPage }: ListProps) {
  const { data, error, refetch } = useRecipients(which, filter, page)
  if (!data && error)
    return <Failure title="Falha ao carregar os destinatários" error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label="Carregando destinatários" />
  const { rows, total, capped } = data
  const first = page * recipientsPerPage
  const last = first + rows.length
  return (
    <>
      <Box component="ul" aria-label="Destinatários" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map(row => (
          <Recipient key={row.id} row={row} />
        ))}
      </Box>
      {rows.length === 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          {filter.q
            ? `Nenhum destinatário com esse nome ou ${which.carrier === 'email' ? 'e-mail' : 'telefone'}.`
            : 'Ninguém nesta situação.'}
        </Box>
      )}
      {total > recipientsPerPage && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5 }}>
          <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
            {formatNumber(first + 1)} a {formatNumber(last)} de {capped ? 'mais de ' : ''}
            {formatNumber(total)}
          </Box>
          <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Anteriores
          </Button>
          <Button size="small" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Próximos
          </Button>
        </Box>
      )}
    </>
  )
}

function Recipient({ row }: { row: RecipientRow }) {
  const { leadId, name, address, state, reason, answer, sentAt, clickedAt, answeredAt, dueAt, variant } = row
  const { deliveredAt, readAt } = row
  const phoneText = usePhoneText()
  // A server's reply to an accepted mail means nothing to the reader.
  const answered = state === 'accepted' || state === 'unsubscribed' ? null : answer
  const reasonText = reason === null ? null : (recipientReasons[reason as RecipientReason] ?? reason)
  return (
    <Row>
      <div className="texts">
        {leadId ? <Link to={`/leads/${leadId}`}>{name}</Link> : <span>Pessoa apagada</span>}
        {address && <div className="facts">{address.startsWith('+') ? phoneText(address) : address}</div>}
        {(reasonText || answered) && (
          <div className="facts">{[reasonText, answered].filter(Boolean).join('. Resposta: ')}</div>
        )}
        {variant && <div className="facts">Assunto {variant.toUpperCase()}</div>}
        {clickedAt && (
          <div className="facts">
            Clicou em <Moment at={clickedAt} />
          </div>
        )}
        {(readAt ?? deliveredAt) && (
          <div className="facts">
            {readAt ? 'Lida em ' : 'Entregue em '}
            <Moment at={readAt ?? deliveredAt ?? ''} />
          </div>
        )}
        {answeredAt && (
          <div className="facts">
            Respondeu em <Moment at={answeredAt} />
          </div>
        )}
        {state === 'deferred' && dueAt && (
          <div className="facts">
            Nova tentativa em <Moment at={dueAt} />
          </div>
        )}
      </div>
      {sentAt && (
        <Box className="facts" sx={{ flexShrink: 0 }}>
          <Moment at={sentAt} />
        </Box>
      )}
      <Tag tone={recipientTones[state]}>{recipientStateLabels[state]}</Tag>
    </Row>
  )
}

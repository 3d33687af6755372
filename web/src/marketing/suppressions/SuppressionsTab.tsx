import AddIcon from '@mui/icons-material/Add'
import UnsubscribedIcon from '@mui/icons-material/UnsubscribeOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type SuppressionReason, suppressionLabels } from '../../../../services/marketing/suppressions/rules.ts'
import { formatNumber } from '../../core/format.ts'
import type { Tone } from '../../core/tokens.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { AddDialog } from './AddDialog.tsx'
import { type Suppression, suppressionsPerPage, useSuppressions } from './api.ts'
import { LiftDialog } from './LiftDialog.tsx'

const tones: Record<SuppressionReason, Tone> = {
  unsubscribed: 'warning',
  promotions: 'warning',
  bounced: 'neutral',
  unreachable: 'neutral',
  complained: 'error',
  blocked: 'info',
  no_whatsapp: 'neutral',
  capped: 'neutral'
}

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 20px',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& .address': { fontWeight: 600 },
  '& a': { color: theme.palette.text.primary },
  '& .facts': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  [theme.breakpoints.down('sm')]: { padding: '12px 16px', flexWrap: 'wrap' }
}))

/** Has an e-mail get no campaign. */
export function BlockButton() {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
        Bloquear um e-mail
      </Button>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

/** The e-mails that get no campaign, and why. */
export function SuppressionsTab() {
  const [q, setQ] = useState('')
  const [page, setPage] = useState(0)
  const [typed, setTyped] = useDraft(q, text => {
    setQ(text.trim())
    setPage(0)
  })
  return (
    <>
      <Box sx={{ mb: 1.5 }}>
        <SearchField
          label="Buscar um e-mail"
          placeholder="Buscar um e-mail"
          size="small"
          value={typed}
          onChange={setTyped}
          fullWidth
          sx={{ maxWidth: { sm: 320 } }}
        />
      </Box>
      <Card>
        <List q={q} page={page} onPage={setPage} />
      </Card>
    </>
  )
}

type ListProps = { q: string; page: number; onPage: (page: number) => void }

function List({ q, page, onPage }: ListProps) {
  const { data, error, refetch } = useSuppressions(q, page)
  if (!data && error)
    return <Failure title="Falha ao carregar os descadastros" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Box sx={{ p: 2.5 }}>
        <LoadingRows label="Carregando descadastros" />
      </Box>
    )
  const { rows, total, capped } = data
  if (rows.length === 0 && page === 0)
    return q ? (
      <Notice title="Nenhum e-mail encontrado" text="Nenhum endereço desta lista contém o que você digitou." />
    ) : (
      <Notice
        icon={<UnsubscribedIcon />}
        title="Ninguém saiu da lista"
        text="Quem usa o link do e-mail para sair aparece aqui, assim como endereços que não existem ou que devolveram vários e-mails. Nenhuma campanha vai para eles."
      />
    )
  const first = page * suppressionsPerPage
  return (
    <>
      <Box component="ul" aria-label="E-mails que não recebem campanhas" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map(row => (
          <Item key={row.id} row={row} />
        ))}
      </Box>
      {total > suppressionsPerPage && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.5 }}>
          <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
            {formatNumber(first + 1)} a {formatNumber(first + rows.length)} de {capped ? 'mais de ' : ''}
            {formatNumber(total)}
          </Box>
          <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Anteriores
          </Button>
          <Button size="small" disabled={first + rows.length >= total} onClick={() => onPage(page + 1)}>
            Próximos
          </Button>
        </Box>
      )}
    </>
  )
}

function Item({ row }: { row: Suppression }) {
  const { id, email, leadId, leadName, reason, note, actorName, createdAt, until } = row
  const [lifting, setLifting] = useState(false)
  const shown = email ?? 'Endereço apagado'
  return (
    <Row>
      <div className="texts">
        <div className="address">{shown}</div>
        <div className="facts">
          {leadId && leadName && (
            <>
              <Link to={`/leads/${leadId}`}>{leadName}</Link>,{' '}
            </>
          )}
          <Moment at={createdAt} />
          {actorName && ` por ${actorName}`}
        </div>
        {until && (
          <div className="facts">
            Volta a receber em <Moment at={until} />
          </div>
        )}
        {note && <div className="facts">{note}</div>}
      </div>
      <Tag tone={tones[reason]}>{suppressionLabels[reason]}</Tag>
      <Button size="small" aria-label={`Retirar bloqueio de ${shown}`} onClick={() => setLifting(true)}>
        Retirar
      </Button>
      {lifting && <LiftDialog id={id} email={shown} reason={reason} onClose={() => setLifting(false)} />}
    </Row>
  )
}

import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import WatchIcon from '@mui/icons-material/NotificationsNoneOutlined'
import WatchedIcon from '@mui/icons-material/NotificationsOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { deskTexts } from '../../../../services/support/desk/rules.ts'
import type { TicketFile } from '../../../../services/support/tickets/schema.ts'
import { useUser } from '../../shell/access.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { useKept } from '../../ui/kept.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useUploads } from '../../ui/useUploads.ts'
import { staffStatusLabel, statusTones } from '../tickets/words.ts'
import { type DeskTicket, deskUploads, useDeskTicket, useSpam, useWatching } from './api.ts'
import { CompanyPanel } from './CompanyPanel.tsx'
import { DeskThread } from './DeskThread.tsx'
import { LinksPanel } from './LinksPanel.tsx'
import { StatePanel } from './StatePanel.tsx'
import { emptyDraft, WriteBox } from './WriteBox.tsx'

const MergeDialog = onDemand(async () => (await import('./MergeDialog.tsx')).MergeDialog)

/** One ticket as staff see it: what was said, notes, clocks, who asks, and the place for an answer or a note. */
export default function DeskTicketPage() {
  const { id = '' } = useParams()
  const reading = useDeskTicket(id)
  return (
    <Loaded of={reading} what="o chamado" page>
      {ticket => <Shown key={id} ticket={ticket} />}
    </Loaded>
  )
}

function Shown({ ticket }: { ticket: DeskTicket }) {
  const { id, number, subject, status, watchers, mergedInto, spam, source, companyId } = ticket
  const me = useUser()
  const [merging, setMerging] = useState(false)
  const [draft, setDraft] = useKept(`desk ${id}`, emptyDraft)
  const uploads = useUploads(useMemo(() => deskUploads(id), [id]))
  const watching = useWatching(id)
  const spamming = useSpam(id)
  const maySpam = !mergedInto && !spam && source === 'mail' && companyId === null
  const watched = watchers.some(person => person.id === me?.id)
  function takeBack(text: string, files: readonly TicketFile[]): void {
    setDraft(before => ({ ...before, side: 'answer', answer: [text, before.answer].filter(Boolean).join('\n\n') }))
    uploads.restore(files.map(kept => ({ name: kept.name, size: kept.size, kept })))
  }
  return (
    <>
      <Breadcrumb to="/admin/tickets" list="Chamados" current={`#${number} ${subject}`} />
      <PageHead
        title={subject}
        aside={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            #{number}
            <Tag tone={statusTones[status]}>{staffStatusLabel(status)}</Tag>
          </Box>
        }
        actions={
          <>
            {maySpam && (
              <>
                <Button disabled={spamming.isPending} onClick={() => spamming.mutate({ block: false })}>
                  É spam
                </Button>
                <Button disabled={spamming.isPending} onClick={() => spamming.mutate({ block: true })}>
                  Bloquear remetente
                </Button>
              </>
            )}
            {!mergedInto && (
              <Button startIcon={<MergeIcon />} onClick={() => setMerging(true)}>
                Unir
              </Button>
            )}
          </>
        }
        primary={
          !mergedInto && (
            <Button
              variant="outlined"
              startIcon={watched ? <WatchedIcon /> : <WatchIcon />}
              aria-pressed={watched}
              onClick={() => watching.isPending || watching.mutate(!watched)}
            >
              {watched ? 'Acompanhando' : 'Acompanhar'}
            </Button>
          )
        }
      />
      {spam && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" disabled={spamming.isPending} onClick={() => spamming.mutate(null)}>
              Não é spam
            </Button>
          }
        >
          {spam.blocked
            ? 'Este chamado é spam, e o remetente está bloqueado. Os e-mails dele ficam em E-mails recebidos.'
            : 'Este chamado é spam. O e-mail dele está em E-mails recebidos.'}
        </Alert>
      )}
      {mergedInto && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {deskTexts.merged}{' '}
          <Link to={`/admin/tickets/${mergedInto.id}`}>
            #{mergedInto.number} {mergedInto.subject}
          </Link>
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 2.5 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
          alignItems: 'start'
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <DeskThread ticket={ticket} onTakenBack={takeBack} />
          {!mergedInto && <WriteBox ticket={ticket} draft={draft} uploads={uploads} onWrite={setDraft} />}
        </Box>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {!mergedInto && <StatePanel ticket={ticket} />}
          <CompanyPanel ticket={ticket} />
          <LinksPanel ticket={ticket} />
        </Box>
      </Box>
      {merging && <MergeDialog ticket={ticket} onClose={() => setMerging(false)} />}
    </>
  )
}

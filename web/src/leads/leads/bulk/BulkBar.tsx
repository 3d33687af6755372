import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import StatusIcon from '@mui/icons-material/FlagOutlined'
import TagIcon from '@mui/icons-material/LocalOfferOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import OwnerIcon from '@mui/icons-material/PersonOutlined'
import TaskIcon from '@mui/icons-material/TaskAltOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatNumber } from '../../../core/format.ts'
import { useMay } from '../../../shell/access.ts'
import { bottomMenuHeight } from '../../../ui/frame.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { kindOfStep } from '../../funnels/steps.ts'
import type { LeadPage } from '../api.ts'
import type { LeadFilter } from '../filter.ts'
import { LostDialog } from '../LostDialog.tsx'
import { totalText } from '../labels.ts'
import type { Selection } from '../list/useSelection.ts'
import { StatusMenu } from '../StatusMenu.tsx'
import { type Bulk, useBulk } from './api.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { OwnersDialog } from './OwnersDialog.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import { TaskDialog } from './TaskDialog.tsx'

const ExportDialog = onDemand(async () => (await import('../../exports/ExportDialog.tsx')).ExportDialog)
const PairDialog = onDemand(async () => (await import('../page/PairDialog.tsx')).PairDialog)

const Bar = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 20,
  zIndex: theme.zIndex.appBar + 1,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    maxWidth: 'calc(100vw - 24px)',
    padding: '6px 8px 6px 14px',
    borderRadius: 12,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper,
    boxShadow: '0 4px 10px rgb(15 28 43 / 0.12), 0 20px 44px -12px rgb(15 28 43 / 0.35)',
    fontSize: '0.8125rem',
    pointerEvents: 'auto'
  },
  '& .MuiButton-root': { minHeight: 34, paddingInline: 10, fontSize: '0.8125rem' },
  [theme.breakpoints.down('md')]: { bottom: `calc(${bottomMenuHeight + 8}px + env(safe-area-inset-bottom))` },
  [theme.breakpoints.down('sm')]: {
    '& > div': { width: 'calc(100vw - 16px)', gap: 0 },
    '& .MuiButton-root': { minHeight: 44, paddingInline: 8, minWidth: 0, flexShrink: 0 },
    '& .actions': { display: 'flex', overflowX: 'auto', scrollbarWidth: 'none', width: '100%', order: 2 }
  }
}))

const Count = styled('span')({
  fontWeight: 600,
  whiteSpace: 'nowrap',
  marginRight: 8,
  fontVariantNumeric: 'tabular-nums'
})

type Props = { selection: Selection; filter: LeadFilter; found: LeadPage; phone: boolean }

/** The actions on the selected leads. */
export function BulkBar({ selection, filter, found, phone }: Props) {
  const { ids, all, chooseAll, clear } = selection
  const [changes, assigns] = [useMay('edit_leads'), useMay('assign_leads')]
  const mails = useMay('send_email')
  const navigate = useNavigate()
  const [exports, deletes] = [useMay('export_leads'), useMay('delete_leads')]
  const [statusAt, setStatusAt] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'lost' | 'owners' | 'tags' | 'task' | 'merge' | 'export' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { start } = useBulk(() => {
    close()
    clear()
  })
  const run = (bulk: Bulk) => start.mutate({ ...bulk, ...(all ? { filter } : { ids: [...ids] }) })
  const count = all ? totalText(found.total, found.capped) : formatNumber(ids.size)
  const single = !all && ids.size === 1
  const [first = '', second = ''] = !all && ids.size === 2 ? ids : []
  const whole = found.capped ? undefined : found.total
  const name = `${count} ${single ? 'lead' : 'leads'}`
  const [lost, setLost] = useState('lost')
  const choose = (status: string) => {
    if (kindOfStep(status) !== 'lost') return run({ kind: 'status', params: { status } })
    setLost(status)
    setOpen('lost')
  }
  const act = (label: string, icon: ReactNode, onClick: (button: HTMLElement) => void) => (
    <Button color="inherit" startIcon={phone ? undefined : icon} onClick={event => onClick(event.currentTarget)}>
      {label}
    </Button>
  )
  const dialog = { count: name, busy: start.isPending, onClose: close, onRun: run }

  return (
    <>
      <Bar>
        <div role="toolbar" data-selected-actions aria-label="Ações para os leads selecionados">
          <Count role="status">{`${count} ${single ? 'selecionado' : 'selecionados'}`}</Count>
          {!all && ids.size > 0 && found.total > ids.size && (
            <Button onClick={chooseAll}>
              {phone ? 'Todos os' : 'Selecionar todos os'} {totalText(found.total, found.capped)}
            </Button>
          )}
          <span className="actions">
            {changes && act('Situação', <StatusIcon />, setStatusAt)}
            {assigns && act('Responsável', <OwnerIcon />, () => setOpen('owners'))}
            {changes && act('Etiquetas', <TagIcon />, () => setOpen('tags'))}
            {changes && act('Tarefa', <TaskIcon />, () => setOpen('task'))}
            {changes && second && act('Mesclar', <MergeIcon />, () => setOpen('merge'))}
            {mails &&
              act('E-mail', <MailIcon />, () =>
                navigate('/email/campaigns/new', { state: { filter: all ? filter : { id: [...ids] } } })
              )}
            {exports && act('Exportar', <ExportIcon />, () => setOpen('export'))}
            {deletes && act('Excluir', <DeleteIcon />, () => setOpen('delete'))}
          </span>
          <IconButton size="small" aria-label="Limpar seleção" onClick={clear} sx={{ ml: 'auto' }}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </div>
      </Bar>
      <StatusMenu
        anchor={statusAt}
        label="Situação dos selecionados"
        current={undefined}
        onClose={() => setStatusAt(null)}
        onChoose={choose}
      />
      {open === 'lost' && (
        <LostDialog
          name={name}
          many={!single}
          onClose={close}
          onSubmit={lostReason => run({ kind: 'status', params: { status: lost, lostReason } })}
        />
      )}
      {open === 'owners' && <OwnersDialog {...dialog} />}
      {open === 'tags' && <TagsDialog {...dialog} />}
      {open === 'task' && <TaskDialog {...dialog} />}
      {open === 'merge' && <PairDialog ids={[first, second]} onClose={close} onMerged={clear} />}
      {open === 'export' && (
        <ExportDialog which={all ? { filter } : { ids: [...ids] }} count={all ? whole : ids.size} onClose={close} />
      )}
      {open === 'delete' && <DeleteDialog {...dialog} />}
    </>
  )
}

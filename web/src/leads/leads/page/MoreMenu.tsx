import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import AppointmentIcon from '@mui/icons-material/EventOutlined'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import PersonLinkIcon from '@mui/icons-material/LinkOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import MoreIcon from '@mui/icons-material/MoreHoriz'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../../../shell/access.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { Undo } from '../../../ui/Undo.tsx'
import { useExport, usePersonLink, useRemoval } from './api.ts'
import { useShownLead } from './shownLead.ts'

const PickDialog = onDemand(async () => (await import('./PickDialog.tsx')).PickDialog)

type Props = {
  mail?: string | null
  /** Books a time with them, where the button for that does not stand beside. */
  onBook?: (() => void) | undefined
}

/** Rare actions: merging with any other lead, taking the data along, deleting. */
export function MoreMenu({ mail = null, onBook }: Props) {
  const lead = useShownLead()
  const notify = useNotify()
  const navigate = useNavigate()
  const exporting = useExport(lead.id)
  const personLink = usePersonLink(lead.id)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [picking, setPicking] = useState(false)
  const [edits, exports, deletes] = [useMay('edit_leads'), useMay('export_leads'), useMay('delete_leads')]
  const removal = useRemoval(lead.id, () => {
    void navigate('/leads')
    notify(<Undo label={`Lead excluído: ${lead.name}`} onUndo={restore} />, { type: 'info', autoHideDuration: 10_000 })
  })
  if (!edits && !exports && !deletes && !mail && !onBook) return null

  const close = (then: () => void) => () => {
    setAnchor(null)
    then()
  }

  // This page is gone by then, and with it what a mutation would call back.
  const restore = () =>
    removal.mutateAsync({ restore: true }).then(
      () => navigate(`/leads/${lead.id}`),
      () => {} // the refusal is reported already
    )

  return (
    <>
      <IconButton
        aria-label="Mais ações"
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ border: 1, borderColor: theme => theme.tokens.edge, borderRadius: '10px', width: 40, height: 36 }}
      >
        <MoreIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {onBook && (
          <MenuItem onClick={close(onBook)}>
            <ListItemIcon>
              <AppointmentIcon fontSize="small" />
            </ListItemIcon>
            Agendar
          </MenuItem>
        )}
        {mail && (
          <MenuItem component="a" href={mail} onClick={() => setAnchor(null)}>
            <ListItemIcon>
              <MailIcon fontSize="small" />
            </ListItemIcon>
            Enviar e-mail
          </MenuItem>
        )}
        {edits && (
          <MenuItem onClick={close(() => setPicking(true))}>
            <ListItemIcon>
              <MergeIcon fontSize="small" />
            </ListItemIcon>
            Mesclar com outro lead
          </MenuItem>
        )}
        {edits && (
          <MenuItem onClick={close(() => personLink.mutate())}>
            <ListItemIcon>
              <PersonLinkIcon fontSize="small" />
            </ListItemIcon>
            Copiar link de Meus dados
          </MenuItem>
        )}
        {exports && (
          <MenuItem onClick={close(() => exporting.mutate())}>
            <ListItemIcon>
              <ExportIcon fontSize="small" />
            </ListItemIcon>
            Exportar dados
          </MenuItem>
        )}
        {deletes && (
          <MenuItem onClick={close(() => removal.mutate({ restore: false }))} sx={{ color: 'error.main' }}>
            <ListItemIcon>
              <DeleteIcon fontSize="small" color="error" />
            </ListItemIcon>
            Excluir
          </MenuItem>
        )}
      </Menu>
      {picking && <PickDialog lead={lead} onClose={() => setPicking(false)} />}
    </>
  )
}

import MoreIcon from '@mui/icons-material/MoreHoriz'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay, usePermitted } from '../../../shell/access.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import type { LeadFilter } from '../filter.ts'
import { LeadTags, RecentOperations } from '../lazily.ts'

const ExportDialog = onDemand(async () => (await import('../../exports/ExportDialog.tsx')).ExportDialog)
const ShareDialog = onDemand(async () => (await import('../../forms/ShareDialog.tsx')).ShareDialog)

type Props = { filter: LeadFilter; count: number | undefined }

/** Rare actions. */
export function MoreMenu({ filter, count }: Props) {
  const mayImport = usePermitted()('import_leads')
  const mayExport = useMay('export_leads')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'share' | 'tags' | 'operations' | 'export' | null>(null)
  const show = (what: typeof open) => {
    setAnchor(null)
    setOpen(what)
  }
  const close = () => setOpen(null)

  return (
    <>
      <IconButton
        aria-label="Mais opções"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {mayImport && (
          <MenuItem component={Link} to="/leads/import">
            Importar planilha
          </MenuItem>
        )}
        {mayExport && <MenuItem onClick={() => show('export')}>Exportar</MenuItem>}
        <MenuItem onClick={() => show('share')}>Compartilhar formulário</MenuItem>
        <MenuItem onClick={() => show('tags')}>Gerenciar etiquetas</MenuItem>
        <MenuItem onClick={() => show('operations')}>Ações em massa recentes</MenuItem>
      </Menu>
      {open === 'export' && <ExportDialog which={{ filter }} count={count} onClose={close} />}
      {open === 'share' && <ShareDialog onClose={close} />}
      {open === 'tags' && <LeadTags onClose={close} />}
      {open === 'operations' && <RecentOperations onClose={close} />}
    </>
  )
}

import MoreIcon from '@mui/icons-material/MoreHoriz'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { lazy, Suspense, useState } from 'react'
import { RecentOperations, TagManager } from '../lazily.ts'

const ShareDialog = lazy(() => import('../../forms/ShareDialog.tsx').then(file => ({ default: file.ShareDialog })))

/** What is seldom wanted. */
export function MoreMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'share' | 'tags' | 'operations' | null>(null)
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
        <MenuItem onClick={() => show('share')}>Compartilhar formulário</MenuItem>
        <MenuItem onClick={() => show('tags')}>Gerenciar etiquetas</MenuItem>
        <MenuItem onClick={() => show('operations')}>Ações em massa recentes</MenuItem>
      </Menu>
      <Suspense>
        {open === 'share' && <ShareDialog onClose={close} />}
        {open === 'tags' && <TagManager onClose={close} />}
        {open === 'operations' && <RecentOperations onClose={close} />}
      </Suspense>
    </>
  )
}

import AddIcon from '@mui/icons-material/BookmarkAddOutlined'
import SharedIcon from '@mui/icons-material/GroupsOutlined'
import OwnIcon from '@mui/icons-material/PersonOutlined'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { LeadView } from '../../../../../services/leads/views/schema.ts'
import { Undo } from '../../../ui/Undo.tsx'
import type { ListState } from '../address.ts'
import { useLeadViews, useViewRemoval } from './api.ts'
import { openedState } from './state.ts'
import { ViewDialog } from './ViewDialog.tsx'

type Props = {
  anchor: HTMLElement
  state: ListState
  onChange: (change: Partial<ListState>) => void
  onClose: () => void
}

/** Saved views to open, and what can be done with the one that is open. */
export function ViewsMenu({ anchor, state, onChange, onClose }: Props) {
  const { data: views = [], isPending } = useLeadViews()
  const [editing, setEditing] = useState<LeadView | 'new' | null>(null)
  const notify = useNotify()
  const removal = useViewRemoval()
  const opened = views.find(({ id }) => id === state.view)
  const own = views.filter(view => view.own)
  const shared = views.filter(view => !view.own)

  // The address keeps the view, so that the undoing opens it again.
  function remove({ id, name }: LeadView): void {
    const undo = <Undo label={`Visão ${name} excluída`} onUndo={() => removal.mutate({ id, restore: true })} />
    removal.mutateAsync({ id }).then(
      () => notify(undo, { type: 'info', autoHideDuration: 8000 }),
      () => {} // the refusal is reported already
    )
    onClose()
  }

  if (editing)
    return (
      <ViewDialog
        view={editing === 'new' ? undefined : editing}
        state={state}
        onClose={onClose}
        onSaved={view => editing === 'new' && onChange({ view: view.id })}
      />
    )

  const entry = (view: LeadView) => (
    <MenuItem
      key={view.id}
      selected={view.id === state.view}
      onClick={() => {
        onChange(openedState(view))
        onClose()
      }}
    >
      <ListItemIcon>{view.shared ? <SharedIcon fontSize="small" /> : <OwnIcon fontSize="small" />}</ListItemIcon>
      <ListItemText primary={view.name} />
    </MenuItem>
  )
  const heading = (text: string) => (
    <ListSubheader key={text} role="presentation" sx={{ lineHeight: '32px', fontSize: '0.75rem' }}>
      {text}
    </ListSubheader>
  )

  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': 'Visões', dense: true } }}>
      {own.length > 0 && heading('Suas visões')}
      {own.map(entry)}
      {shared.length > 0 && heading('Da equipe')}
      {shared.map(entry)}
      {!isPending && views.length === 0 && (
        <MenuItem disabled>
          <ListItemText primary="Nenhuma visão salva ainda" />
        </MenuItem>
      )}
      <Divider />
      <MenuItem onClick={() => setEditing('new')}>
        <ListItemIcon>
          <AddIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary="Salvar visão atual" />
      </MenuItem>
      {opened?.own && <MenuItem onClick={() => setEditing(opened)}>Renomear ou compartilhar</MenuItem>}
      {opened?.own && <MenuItem onClick={() => remove(opened)}>Excluir visão</MenuItem>}
    </Menu>
  )
}

import SavedIcon from '@mui/icons-material/BookmarkBorderOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeskFilter } from '../../../../services/support/desk/schema.ts'
import { Ask } from '../../ui/Ask.tsx'
import { addressOf, isNarrow } from './filter.ts'
import { useDeskViewDelete, useDeskViewSave, useDeskViews } from './tools/api.ts'

/** Filters that a person has kept, and those that others share. */
export function SavedFilters({ filter }: { filter: DeskFilter }) {
  const { data: views = [] } = useDeskViews()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [naming, setNaming] = useState(false)
  const remove = useDeskViewDelete()
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SavedIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        Filtros salvos
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Filtros salvos', sx: { p: 1, mt: 0.5, width: 300 } } }}
      >
        {views.map(view => (
          <ListItem
            key={view.id}
            component="div"
            disablePadding
            secondaryAction={
              view.own && (
                <IconButton
                  edge="end"
                  aria-label={`Apagar o filtro ${view.name}`}
                  onClick={() => remove.isPending || remove.mutate(view.id)}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              )
            }
          >
            <ListItemButton component={Link} to={addressOf(view.filter)} onClick={close} sx={{ borderRadius: 1 }}>
              <ListItemText primary={view.name} secondary={view.shared ? 'De toda a equipe' : undefined} />
            </ListItemButton>
          </ListItem>
        ))}
        {views.length > 0 && <Divider sx={{ my: 1 }} />}
        <Button
          fullWidth
          disabled={!isNarrow(filter)}
          onClick={() => {
            close()
            setNaming(true)
          }}
        >
          {isNarrow(filter) ? 'Salvar o filtro de agora' : 'Filtre ou busque para salvar'}
        </Button>
      </Popover>
      {naming && <NameDialog filter={filter} onClose={() => setNaming(false)} />}
    </>
  )
}

function NameDialog({ filter, onClose }: { filter: DeskFilter; onClose: () => void }) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useDeskViewSave(onClose)
  return (
    <Ask
      open
      title="Salvar filtro"
      action="Salvar"
      busy={save.isPending || !name.trim()}
      onClose={onClose}
      onSubmit={() => name.trim() && save.mutate({ name: name.trim(), shared, filter })}
    >
      <TextField
        autoFocus
        fullWidth
        label="Nome"
        value={name}
        onChange={event => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <FormControlLabel
        control={<Checkbox checked={shared} onChange={(_event, on) => setShared(on)} />}
        label="Mostrar para toda a equipe"
      />
    </Ask>
  )
}

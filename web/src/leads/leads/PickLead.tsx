import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { usePhoneText } from '../../core/phoneText.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { useLeadSearch } from './api.ts'

/** One more is asked for: the lead that is left out may be among them. */
const maxLeads = 8

type Props = { title: string; without: string; onPick: (leadId: string) => void; onClose: () => void }

/** Looks for another lead. */
export function PickLead({ title, without, onPick, onClose }: Props) {
  const id = useId()
  const phoneText = usePhoneText()
  const [search, setSearch] = useState('')
  const [text, setText] = useDraft(search, setSearch)
  const { data = [], isFetching } = useLeadSearch(search, maxLeads + 1)
  const found = data.filter(each => each.id !== without)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <TextField
          autoFocus
          fullWidth
          type="search"
          label="Nome, telefone, e-mail ou CNPJ"
          value={text}
          onChange={event => setText(event.target.value)}
          sx={{ mb: 1 }}
        />
        <Box sx={{ minHeight: 120 }}>
          {found.map(({ id: each, name, phone, email }) => (
            <ListItemButton key={each} onClick={() => onPick(each)} sx={{ borderRadius: 1 }}>
              <ListItemText primary={name} secondary={[phone && phoneText(phone), email].filter(Boolean).join(' · ')} />
            </ListItemButton>
          ))}
          {search.trim().length >= 2 && !isFetching && found.length === 0 && (
            <Box sx={{ p: 1, color: 'text.secondary' }}>Nenhum outro lead encontrado.</Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
      </DialogActions>
    </Dialog>
  )
}

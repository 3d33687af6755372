import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { QuickReply } from '../../../../services/messaging/conversations/schema.ts'
import { useMay } from '../../shell/access.ts'
import { useQuickReplies, useQuickReplyDelete, useQuickReplySave } from './api.ts'
import { VariableButtons } from './VariableButtons.tsx'

const empty = { id: null, shortcut: '', text: '', own: false }
type Edited = Omit<QuickReply, 'id'> & { id: string | null }

/** Quick replies, the company's and one's own: added, changed and deleted by those who may. */
export function QuickReplyDialog({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuickReplies()
  const managesAll = useMay('manage_channels')
  const initial = { ...empty, own: !managesAll }
  const [edited, setEdited] = useState<Edited>(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useQuickReplySave({
    onDone: () => {
      setEdited(initial)
      setProblem(null)
    },
    onFailure: error => {
      setProblem(error.message)
      return true
    }
  })
  const remove = useQuickReplyDelete()
  const ready = /^[\p{L}\d_-]+$/u.test(edited.shortcut) && edited.text.trim() !== ''

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="quick-title">
      <DialogTitle id="quick-title">Respostas rápidas</DialogTitle>
      <DialogContent>
        <Stack
          component="form"
          spacing={2}
          sx={{ pt: 1 }}
          onSubmit={event => {
            event.preventDefault()
            if (ready && !save.isPending) save.mutate(edited)
          }}
        >
          <TextField
            label="Atalho"
            value={edited.shortcut}
            onChange={event => setEdited({ ...edited, shortcut: event.target.value.replace(/^\//, '') })}
            helperText="O que se digita depois da barra: letras, números e traços, sem espaço."
            slotProps={{ htmlInput: { maxLength: 30 } }}
          />
          <TextField
            multiline
            minRows={3}
            label="Texto"
            value={edited.text}
            onChange={event => setEdited({ ...edited, text: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 4096 } }}
          />
          <VariableButtons
            onChoose={variable => setEdited(current => ({ ...current, text: current.text + variable }))}
          />
          {managesAll && (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={edited.own}
              aria-label="De quem é a resposta"
              onChange={(_event, own: boolean | null) => own !== null && setEdited(current => ({ ...current, own }))}
            >
              <ToggleButton value={false}>Para toda a empresa</ToggleButton>
              <ToggleButton value={true}>Só para mim</ToggleButton>
            </ToggleButtonGroup>
          )}
          {problem && (
            <Box role="alert" sx={{ color: 'error.main' }}>
              {problem}
            </Box>
          )}
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
            {edited.id && <Button onClick={() => setEdited(initial)}>Não mudar</Button>}
            <Button type="submit" variant="contained" disabled={!ready}>
              {edited.id ? 'Salvar' : 'Acrescentar'}
            </Button>
          </Stack>
        </Stack>
        <Box component="ul" aria-label="Respostas salvas" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
          {data.map(reply => (
            <Box
              component="li"
              key={reply.id}
              sx={{ display: 'flex', alignItems: 'center', py: 0.5, borderTop: 1, borderColor: 'divider' }}
            >
              <Box sx={{ flexGrow: 1, minWidth: 0, fontSize: '0.875rem' }}>
                <Box sx={{ fontWeight: 650 }}>
                  /{reply.shortcut}
                  {reply.own && (
                    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                      {' '}
                      · só para mim
                    </Box>
                  )}
                </Box>
                <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{reply.text}</Box>
              </Box>
              {(reply.own || managesAll) && (
                <>
                  <IconButton aria-label={`Mudar /${reply.shortcut}`} onClick={() => setEdited(reply)}>
                    <EditIcon fontSize="small" />
                  </IconButton>
                  <IconButton aria-label={`Apagar /${reply.shortcut}`} onClick={() => remove.mutate(reply.id)}>
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                </>
              )}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}

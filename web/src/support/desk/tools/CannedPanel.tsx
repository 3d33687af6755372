import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import ReplyIcon from '@mui/icons-material/QuickreplyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ticketLimits } from '../../../../../services/support/tickets/rules.ts'
import { VariableButtons } from '../../../messaging/conversations/VariableButtons.tsx'
import { Ask } from '../../../ui/Ask.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { type CannedAnswer, useCannedAnswers, useCannedDelete, useCannedSave } from './api.ts'

type Edited = Omit<CannedAnswer, 'id'> & { id: string | null }

/** Answers that the whole team uses again and again. */
export default function CannedPanel() {
  const reading = useCannedAnswers()
  const [edited, setEdited] = useState<Edited | null>(null)
  const [leaving, setLeaving] = useState<CannedAnswer | null>(null)
  const remove = useCannedDelete(() => setLeaving(null))
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 2 }}>
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          onClick={() => setEdited({ id: null, shortcut: '', text: '' })}
        >
          Nova resposta pronta
        </Button>
      </Box>
      <Card>
        <Loaded of={reading} what="as respostas prontas">
          {answers =>
            answers.length === 0 ? (
              <Notice
                icon={<ReplyIcon />}
                title="Nenhuma resposta pronta"
                text="Escreva uma vez o que a equipe responde sempre. Nomes e empresa são preenchidos na hora."
              />
            ) : (
              <Box component="ul" aria-label="Respostas prontas" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {answers.map(answer => (
                  <Box
                    component="li"
                    key={answer.id}
                    sx={{
                      display: 'flex',
                      gap: 1,
                      p: { xs: 2, sm: '12px 20px' },
                      'li + &': { borderTop: 1, borderColor: 'divider' }
                    }}
                  >
                    <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                      <Box sx={{ fontWeight: 650 }}>/{answer.shortcut}</Box>
                      <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>{answer.text}</Box>
                    </Box>
                    <Box sx={{ flexShrink: 0 }}>
                      <IconButton aria-label={`Mudar /${answer.shortcut}`} onClick={() => setEdited(answer)}>
                        <EditIcon fontSize="small" />
                      </IconButton>
                      <IconButton aria-label={`Apagar /${answer.shortcut}`} onClick={() => setLeaving(answer)}>
                        <DeleteIcon fontSize="small" />
                      </IconButton>
                    </Box>
                  </Box>
                ))}
              </Box>
            )
          }
        </Loaded>
      </Card>
      {edited && <EditDialog start={edited} onClose={() => setEdited(null)} />}
      {leaving && (
        <Ask
          open
          danger
          title={`Apagar /${leaving.shortcut}?`}
          action="Apagar"
          busy={remove.isPending}
          onClose={() => setLeaving(null)}
          onSubmit={() => remove.mutate(leaving.id)}
        >
          <span>Ninguém da equipe poderá mais usá-la. Respostas já enviadas não mudam.</span>
        </Ask>
      )}
    </>
  )
}

function EditDialog({ start, onClose }: { start: Edited; onClose: () => void }) {
  const [edited, setEdited] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useCannedSave({
    onDone: onClose,
    onFailure: error => {
      setProblem(error.message)
      return true
    }
  })
  const ready = /^[\p{L}\d_-]+$/u.test(edited.shortcut) && edited.text.trim() !== ''
  return (
    <Ask
      open
      title={start.id === null ? 'Nova resposta pronta' : `Mudar /${start.shortcut}`}
      action="Salvar"
      busy={!ready || save.isPending}
      onClose={onClose}
      onSubmit={() => ready && save.mutate(edited)}
    >
      <TextField
        autoFocus
        fullWidth
        label="Atalho"
        value={edited.shortcut}
        onChange={event => {
          setEdited({ ...edited, shortcut: event.target.value.replace(/^\//, '') })
          setProblem(null)
        }}
        error={problem !== null}
        helperText={problem ?? 'Letras, números e traços, sem espaço.'}
        slotProps={{ htmlInput: { maxLength: 30 } }}
      />
      <TextField
        fullWidth
        multiline
        minRows={4}
        maxRows={14}
        label="Texto"
        value={edited.text}
        onChange={event => setEdited({ ...edited, text: event.target.value })}
        slotProps={{ htmlInput: { maxLength: ticketLimits.text } }}
      />
      <VariableButtons onChoose={variable => setEdited(before => ({ ...before, text: before.text + variable }))} />
    </Ask>
  )
}

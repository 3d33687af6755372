import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { formatPhone } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { useLeadSearch } from '../leads/api.ts'
import { useNewTask } from '../leads/page/api.ts'
import { TaskForm } from '../leads/page/TaskForm.tsx'
import { useDraft } from '../ui/useDraft.ts'

const most = 8

/** A new task: first of which lead, then what is to be done. */
export function NewTaskDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [lead, setLead] = useState<Lead | null>(null)
  const [search, setSearch] = useState('')
  const [text, setText] = useDraft(search, setSearch)
  const { data: found = [], isFetching } = useLeadSearch(search, most)
  const create = useNewTask()

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Nova tarefa</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 }, display: 'grid', gap: 2 }}>
        <Autocomplete
          options={search.trim().length >= 2 ? found : []}
          value={lead}
          onChange={(_event, chosen) => setLead(chosen)}
          inputValue={text}
          onInputChange={(_event, typed) => setText(typed)}
          filterOptions={options => options}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          loading={isFetching}
          loadingText="Procurando"
          noOptionsText={search.trim().length < 2 ? 'Digite o nome, o telefone ou o e-mail' : 'Nenhum lead encontrado'}
          renderOption={({ key, ...props }, { name, phone, email }) => (
            <li key={key} {...props}>
              <Box>
                {name}
                <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{phone ? formatPhone(phone) : email}</Box>
              </Box>
            </li>
          )}
          renderInput={params => (
            <TextField {...params} autoFocus label="Lead" placeholder="Nome, telefone ou e-mail" />
          )}
        />
        {lead && (
          <TaskForm
            key={lead.id}
            leadId={lead.id}
            kept={`new task ${lead.id}`}
            action="Criar tarefa"
            busy={create.isPending}
            onCancel={onClose}
            onSave={(task, done) =>
              create.mutate(
                { leadId: lead.id, ...task },
                {
                  onSuccess: () => {
                    done()
                    onClose()
                  }
                }
              )
            }
          />
        )}
      </DialogContent>
      {!lead && (
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
